"""Training of tree transduction: parse, extract a grammar, build forests, learn weights, tune the language model."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from laconic.align import Aligner
from laconic.catalog import ALIGNERS, make
from laconic.corpus.parsing import ParsedPair
from laconic.errors import DataError
from laconic.extract.corpus import Composition, align_trees, extract_grammar
from laconic.features.rule_advice import ADVICE
from laconic.features.rule_table import FeatureTable
from laconic.features.rules import template_names
from laconic.forest.transduce import Coverage
from laconic.grammar import Grammar
from laconic.learn.checkpoint import read_checkpoint, write_checkpoint
from laconic.learn.svm.learning import learn, make_learner
from laconic.learn.svm.problem import Learner, Progress
from laconic.learn.svm.quadratic_program import require_solver
from laconic.learn.t3.examples import ExampleMaker, pairs_with_trees, shared_features
from laconic.learn.t3.fluent_problem import LM_FEATURE, FluentForestProblem
from laconic.learn.t3.losses import loss_named
from laconic.learn.t3.most_violating import Rescaling
from laconic.learn.t3.problem import ForestProblem
from laconic.learn.training_run import TrainingRun
from laconic.learn.tuning.held_out import choose_weight, likeness, mean_overlap, with_best_bonus
from laconic.methods.advised_t3 import INFO as ADVISED_INFO
from laconic.methods.advised_t3 import AdvisedT3
from laconic.methods.t3 import NO_LM, T3, T3Settings, language_model
from laconic.progress import track
from laconic.search.base import Floats
from laconic.settings import Count, Natural, NotNegative, PositiveNumbers

CHECKPOINT = "svm.npz"
ADVISED = ADVISED_INFO.name


@dataclass(frozen=True)
class T3Training:
    """How to train.

    Attributes:
        loss: hamming, edit, precision, precision-bp1, precision-bp2 or f1.
        by_place: whether a word counts as right only where the reference has it from; the papers count it
            wherever it stands.
        rescaling: margin or slack.
        slacks: n, or one for all examples together.
        C: the weight of errors against that of large weights; of several, separated by commas, the one
            whose compressions of held-out sentences, as long as their references, overlap most with them;
            without ``match_rate`` the one with the least loss on them, whatever their length.
        gap: stop learning at this relative duality gap.
        iterations: the most searches of all sentences for each C.
        templates: feature templates: 2007, 2013, all, or names separated by commas.
        grammar: a grammar's file, or several separated by commas; without it, rules are extracted from the
            training pairs.
        aligner: finds which words of the references come from which of the sources.
        compose: how many neighbouring rules are made one, beside the minimal rules.
        min_count: composed rules seen fewer times are left out; those of a grammar's file all stay.
        min_minimal: the same for minimal rules; the papers keep them all (1). What one pair alone has can only be
            learnt by heart: with it, relation F1 on broadcast news was .738, without it .843.
        min_sentences: features that fewer sentences could have are left out.
        deletion_only: whether rules may only delete.
        coverage: which rules are made up for a sentence: all that copy, delete and shorten a production (2013), only
            those that copy one (2007), or none.
        longest: pairs with longer sources are not learnt from.
        replace_unreachable: whether references that cannot be derived are replaced by the closest text.
        threads: sentences searched at a time.
        lm: the language model: bundled, none, or a file.
        lm_change: whether only the change counts that a rewriting makes to the probability of the words it keeps, and
            not the probability of the text itself (2013).
        learn_lm: whether the language model's weight is learnt with all others.
        lm_multiples: how many times a weight that was learnt may count. Of several, or none at all, the best on
            held-out pairs is taken; one alone is not questioned.
        lm_weights: the same for weights that are not learnt. The best has the highest relation F1 on held-out pairs
            (overlap, if the parser gives no relations).
        match_rate: whether words get a bonus with which held-out texts of free length are as long as their
            references on average; otherwise the loss alone decides how long they are.
        tuning_pairs: how many held-out pairs are used to tune the language model.
        beam: how many partial answers the search with the language model keeps.
        learning_beam: how many it keeps while learning.
    """

    loss: str = "f1"
    by_place: bool = True
    rescaling: Rescaling = "slack"
    slacks: Literal["n", "one"] = "n"
    C: PositiveNumbers = (0.3, 1.0, 3.0)
    gap: NotNegative = 0.01
    iterations: Count = 60
    templates: str = "all"
    grammar: str = ""
    aligner: str = "edit"
    compose: Natural = 2
    min_count: Natural = 2
    min_minimal: Natural = 2
    min_sentences: Natural = 3
    deletion_only: bool = False
    coverage: Coverage = "all"
    longest: Count = 60
    replace_unreachable: bool = True
    threads: Count = 2
    lm: str = "bundled"
    lm_change: bool = True
    learn_lm: bool = False
    lm_multiples: PositiveNumbers = (0.5, 1.0, 2.0, 4.0)
    lm_weights: PositiveNumbers = (0.01, 0.015, 0.02, 0.03)
    match_rate: bool = True
    tuning_pairs: Count = 150
    beam: Count = 100
    learning_beam: Count = 20

    @property
    def learns_lm(self) -> bool:
        """Whether the language model is a feature that is learnt."""
        return self.learn_lm and self.lm != NO_LM


def train_t3(run: TrainingRun) -> T3:
    """Train a tree transducer; the settings are those of `T3Training`.

    Raises:
        DataError: there is nothing to learn from.
        MissingDependency: what solves the learner's programmes is not installed.
        UsageError: a setting is unknown or has a wrong value.
    """
    require_solver()
    trainer = _Trainer(run)
    learning = [pair for pair in run.learning(pairs_with_trees) if len(pair.source) <= trainer.chosen.longest]
    held_out = run.held_out(pairs_with_trees)
    if not learning:
        raise DataError(f"no training sentence has at most {trainer.chosen.longest} words; raise longest.")
    return trainer(learning, held_out)


def train_advised_t3(run: TrainingRun) -> AdvisedT3:
    """Train a tree transducer that is advised by the bundled network; the settings are those of `T3Training`.

    Raises:
        DataError: there is nothing to learn from.
        MissingDependency: what solves the learner's programmes is not installed.
        UsageError: a setting is unknown or has a wrong value.
    """
    method = train_t3(run)
    assert isinstance(method, AdvisedT3)
    return method


class _Trainer:
    """All that a training needs beside the pairs: made before they are parsed, so that wrong settings cost no time."""

    def __init__(self, run: TrainingRun) -> None:
        self.chosen = chosen = run.chosen(T3Training)
        self._name = run.method
        self._kind: type[T3] = AdvisedT3 if run.method == ADVISED else T3
        self._work = run.work
        self._parser = run.parser
        self._loss = loss_named(chosen.loss)
        self._templates = template_names(chosen.templates)
        self._aligner: Aligner = make(chosen.aligner, ALIGNERS, "aligner", "align")
        self._given = Grammar.read(*(path.strip() for path in chosen.grammar.split(","))) if chosen.grammar else None
        self._lm = language_model(chosen.lm)

    def __call__(self, learning: Sequence[ParsedPair], held_out: Sequence[ParsedPair]) -> T3:
        """Return the method learnt."""
        grammar = self._extracted(learning) if self._given is None else self._given
        print(f"grammar: {len(grammar):,} rules", flush=True)
        table = FeatureTable(grammar, self._templates)
        problem, judge, names = self._problems(grammar, table, learning, held_out)
        learner = make_learner(problem, self.chosen.C[0], self.chosen.slacks)
        fingerprint = f"{self._kind.__name__} {_fingerprint(grammar, learning, self.chosen)}"
        tuning = held_out[: self.chosen.tuning_pairs]
        found: list[tuple[float, float, T3]] = []
        for number, penalty in enumerate(self.chosen.C):
            if number:
                learner.restart(penalty)
            path = self._work / f"{number}-{CHECKPOINT}"
            best = _learn_one(learner, path, f"{fingerprint} {penalty}", penalty, self.chosen)
            weights = {names[place]: float(best[place]) for place in np.flatnonzero(np.abs(best) > 1e-9)}
            method = self._method(grammar, weights)
            # A language model whose weight is not learnt has none yet.
            quality = mean_overlap(method if self.chosen.learns_lm else _weighed(method, 0.0), tuning)
            held_loss = judge.mean_loss(best)
            print(f"C={penalty:g}: held-out loss {held_loss:.4f}, overlap {quality:.4f}", flush=True)
            found.append((quality if self.chosen.match_rate else -held_loss, -penalty, method))
        _, negative, method = max(found, key=lambda each: each[:2])
        print(f"chosen: C={-negative:g}", flush=True)
        return self._tuned(method, tuning)

    def _extracted(self, learning: Sequence[ParsedPair]) -> Grammar:
        aligned = align_trees([(pair.source, pair.reference) for pair in learning], self._aligner)
        composed = Composition(most_rules=self.chosen.compose, least_count=self.chosen.min_count)
        chosen = self.chosen
        return extract_grammar(
            aligned, compose=composed if chosen.compose > 1 else None, least_count=chosen.min_minimal
        ).grammar

    def _problems(
        self,
        grammar: Grammar,
        table: FeatureTable,
        learning: Sequence[ParsedPair],
        held_out: Sequence[ParsedPair],
    ) -> tuple[ForestProblem, ForestProblem, list[str]]:
        """Return what is learnt, what the loss is measured on, and the features' names."""
        chosen, loss = self.chosen, self._loss
        lm = self._lm if chosen.learns_lm else None
        maker = ExampleMaker(
            grammar,
            table,
            loss,
            deletion_only=chosen.deletion_only,
            coverage=chosen.coverage,
            replace_unreachable=chosen.replace_unreachable,
            by_place=chosen.by_place,
            lm=lm,
            lm_change=chosen.lm_change,
            aligner=self._aligner if self._kind is AdvisedT3 else None,
        )
        examples = list(track(maker.learning(learning), "Building forests", total=len(learning)))
        print(maker.reach, flush=True)
        if not examples:
            raise DataError("no reference can be derived from its source; set replace_unreachable=yes.")
        held = list(track(maker.held_out(held_out), "Building held-out forests", total=len(held_out)))
        matrix, names = shared_features(examples, table.matrix(), table.names, chosen.min_sentences)
        print(f"features: {len(names):,}", flush=True)
        if self._kind is AdvisedT3:
            names.extend(ADVICE)
        names.append(LM_FEATURE)
        if lm is None:
            problem = ForestProblem(examples, matrix, loss, chosen.rescaling, chosen.threads)
            return problem, ForestProblem(held, matrix, loss), names
        fluent = FluentForestProblem(examples, matrix, loss, lm, chosen.rescaling, chosen.learning_beam, chosen.threads)
        return fluent, FluentForestProblem(held, matrix, loss, lm, beam=chosen.learning_beam), names

    def _method(self, grammar: Grammar, weights: dict[str, float]) -> T3:
        """Return the method with the weights learnt; a language model whose weight was not learnt gets 1."""
        of_rules = {feature: weight for feature, weight in weights.items() if feature != LM_FEATURE}
        used = T3Settings(
            lm=self.chosen.lm,
            lm_weight=weights.get(LM_FEATURE, 0.0) if self.chosen.learns_lm else float(self._lm is not None),
            lm_change=self.chosen.lm_change,
            beam=self.chosen.beam,
            deletion_only=self.chosen.deletion_only,
            coverage=self.chosen.coverage,
        )
        return self._kind(grammar, self.chosen.templates, of_rules, used, lm=self._lm, name=self._name)

    def _tuned(self, method: T3, pairs: Sequence[ParsedPair]) -> T3:
        """Return the method with the language model's best weight, which may be none, and a bonus for words."""
        if self._lm is not None:
            method = _weighed(method, self._multiple(method, pairs))
            print(f"language model: weight {method.settings.lm_weight:.4f}", flush=True)
        if not self.chosen.match_rate:
            return method
        return with_best_bonus(lambda value: method.with_settings(replace(method.settings, word_bonus=value)), pairs)

    def _multiple(self, method: T3, pairs: Sequence[ParsedPair]) -> float:
        """Return how many times the language model is to count; where one number is given, that one."""
        multiples = self.chosen.lm_multiples if self.chosen.learns_lm else self.chosen.lm_weights
        if len(multiples) == 1:
            return multiples[0]
        multiple, quality = choose_weight(
            lambda value: _weighed(method, value),
            track([0.0, *multiples], "Tuning the language model"),
            lambda weighed: likeness(weighed, pairs, self._parser),
        )
        print(f"language model: held-out likeness {quality:.4f}", flush=True)
        return multiple


def _weighed(method: T3, multiple: float) -> T3:
    """Return the method with its language model counting ``multiple`` times as much."""
    return method.with_settings(replace(method.settings, lm_weight=method.settings.lm_weight * multiple))


def _learn_one(learner: Learner, path: Path, fingerprint: str, penalty: float, chosen: T3Training) -> Floats:
    """Learn with one C, and leave a checkpoint after each search of all sentences."""
    state = read_checkpoint(path, fingerprint)
    if state is not None:
        learner.restore(state)
        if learner.progress.gap <= chosen.gap:
            return learner.weights

    def report(progress: Progress) -> None:
        print(
            f"C={penalty:g}, search {progress.iteration}: objective {progress.primal:.4f}, "
            f"bound {progress.dual:.4f}, gap {progress.gap:.4f}, {progress.planes} planes",
            flush=True,
        )
        write_checkpoint(path, fingerprint, learner.state())

    return learn(learner, gap=chosen.gap, iterations=chosen.iterations, on_step=report)


def _fingerprint(grammar: Grammar, learning: Sequence[ParsedPair], chosen: T3Training) -> str:
    """Return a fingerprint of everything that a training depends on, except its length."""
    lm = chosen.lm if chosen.learns_lm else ""
    course = replace(
        chosen,
        gap=0.0,
        iterations=0,
        threads=0,
        lm=lm,
        lm_weights=(),
        lm_multiples=(),
        tuning_pairs=0,
        match_rate=True,
        beam=0,
    )
    digest = hashlib.sha256(repr(course).encode())
    for place in range(len(grammar)):
        digest.update(grammar.line(place).encode("utf-8", "surrogatepass"))
    for pair in learning:
        digest.update(f"{pair.source.tree}\n{pair.reference.tree}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
