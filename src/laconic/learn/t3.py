"""Training of tree transduction: parse, extract a grammar, build forests, learn weights, tune the language model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from laconic.align import Aligner
from laconic.catalog import ALIGNERS, resolve
from laconic.corpus import Pair
from laconic.errors import DataError, UsageError
from laconic.extract.corpus import AlignedPair, Composition, extract_grammar
from laconic.features.rule_table import FeatureTable
from laconic.features.rules import template_names
from laconic.grammar import Grammar
from laconic.learn.losses import loss_named
from laconic.learn.losses_search import Rescaling
from laconic.learn.settings import make_settings, positive_numbers
from laconic.learn.structural_svm import Floats, Learner, Progress, learn, make_learner, store, take_up
from laconic.learn.structural_svm_qp import require_solver
from laconic.learn.t3_examples import ExampleMaker, ParsedPair, parse_pairs, shared_features
from laconic.learn.t3_lm import LM_FEATURE, FluentForestProblem
from laconic.learn.t3_problem import ForestProblem
from laconic.learn.t3_tuning import choose_lm_weight, choose_word_bonus, mean_overlap
from laconic.methods.t3 import NO_LM, T3, T3Settings, language_model
from laconic.parse.base import Parser
from laconic.progress import track

CHECKPOINT = "svm.npz"


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
        compose: so many neighbouring rules are made one, beside the minimal rules.
        min_count: rules extracted from fewer places are left out; those of a grammar's file all stay.
        min_sentences: features that fewer sentences could have are left out.
        deletion_only: whether rules may only delete.
        longest: pairs with longer sources are not learnt from.
        replace_unreachable: whether references that cannot be derived are replaced by the closest text.
        threads: sentences searched at a time.
        lm: the language model: bundled, none, or a file.
        learn_lm: whether the language model's weight is learnt with all others, and not only tried afterwards.
        lm_weights: the weights of the language model to try; where it is learnt, as multiples of what was.
        match_rate: whether words get a bonus with which held-out texts of free length are as long as their
            references on average; otherwise the loss alone decides how long they are.
        tuning_pairs: so many held-out pairs are used to tune the language model.
        beam: how many partial answers the search with the language model keeps.
        learning_beam: how many it keeps while learning.
    """

    loss: str = "f1"
    by_place: bool = True
    rescaling: str = "slack"
    slacks: str = "n"
    C: str = "0.3,1,3"
    gap: float = 0.01
    iterations: int = 60
    templates: str = "all"
    grammar: str = ""
    aligner: str = "edit"
    compose: int = 2
    min_count: int = 2
    min_sentences: int = 3
    deletion_only: bool = False
    longest: int = 60
    replace_unreachable: bool = True
    threads: int = 2
    lm: str = "bundled"
    learn_lm: bool = True
    lm_weights: str = "0.5,1,2,4"
    match_rate: bool = True
    tuning_pairs: int = 150
    beam: int = 100
    learning_beam: int = 20

    @property
    def learns_lm(self) -> bool:
        """Whether the language model is a feature that is learnt."""
        return self.learn_lm and self.lm != NO_LM


def train_t3(
    name: str,
    train: Iterable[Pair],
    dev: Iterable[Pair],
    parser: Parser,
    out: Path,
    settings: dict[str, str],
    *,
    tokenized: bool = False,
) -> T3:
    """Train a tree transducer.

    Args:
        name: what the method is called.
        train: what to learn from.
        dev: held-out pairs, to choose C and the language model's weight by.
        parser: parses sources and references.
        out: where learning leaves its checkpoint, and takes it up again.
        settings: overrides of `T3Training`, as texts.
        tokenized: whether the texts' tokens are separated by spaces.

    Raises:
        DataError: there is nothing to learn from.
        MissingDependency: what solves the learner's programmes is not installed.
        UsageError: a setting is unknown or has a wrong value.
    """
    require_solver()
    chosen = make_settings(T3Training, settings)
    if chosen.rescaling not in ("margin", "slack"):
        raise UsageError(f"rescaling must be margin or slack, not {chosen.rescaling!r}.")
    penalties = positive_numbers(chosen.C, "C")
    learning = [
        pair
        for pair in track(parse_pairs(train, parser, tokenized=tokenized), "Parsing")
        if len(pair.source) <= chosen.longest
    ]
    held_out = list(track(parse_pairs(dev, parser, tokenized=tokenized), "Parsing held-out pairs"))
    if not learning or not held_out:
        raise DataError("the training or the held-out corpus has no pair to learn from.")
    grammar = _grammar(learning, chosen)
    weights = _learn_weights(grammar, learning, held_out, penalties, out, chosen)
    return _tuned(name, grammar, weights, held_out[: chosen.tuning_pairs], chosen)


def _grammar(learning: Sequence[ParsedPair], chosen: T3Training) -> Grammar:
    if chosen.grammar:
        grammar = Grammar.read(*(path.strip() for path in chosen.grammar.split(",")))
    else:
        aligner: Aligner = resolve(chosen.aligner, ALIGNERS, "aligner")()
        alignments = aligner.align([(pair.source.words, pair.reference.words) for pair in learning])
        aligned = [
            AlignedPair(pair.source.tree, pair.reference.tree, alignment)
            for pair, alignment in zip(learning, alignments, strict=True)
            if pair.source.tree is not None and pair.reference.tree is not None
        ]
        composition = Composition(most_rules=chosen.compose) if chosen.compose > 1 else None
        grammar = extract_grammar(aligned, compose=composition).grammar
        grammar = grammar.select(grammar.count >= chosen.min_count)
    print(f"grammar: {len(grammar):,} rules", flush=True)
    return grammar


def _learn_weights(
    grammar: Grammar,
    learning: Sequence[ParsedPair],
    held_out: Sequence[ParsedPair],
    penalties: Sequence[float],
    out: Path,
    chosen: T3Training,
) -> dict[str, float]:
    """Return the weights of the best C."""
    loss = loss_named(chosen.loss)
    rescaling: Rescaling = "slack" if chosen.rescaling == "slack" else "margin"
    lm = language_model(T3Settings(lm=chosen.lm, lm_weight=1.0)) if chosen.learns_lm else None
    table = FeatureTable(grammar, template_names(chosen.templates))
    maker = ExampleMaker(
        grammar,
        table,
        loss,
        deletion_only=chosen.deletion_only,
        replace_unreachable=chosen.replace_unreachable,
        by_place=chosen.by_place,
        lm=lm,
    )
    examples = list(track(maker.learning(learning), "Building forests", total=len(learning)))
    print(maker.reach, flush=True)
    held = list(track(maker.held_out(held_out), "Building held-out forests", total=len(held_out)))
    if not examples:
        raise DataError("no reference can be derived from its source; set replace_unreachable=yes.")
    matrix, names = shared_features(examples, table.matrix(), table.names, chosen.min_sentences)
    print(f"features: {len(names):,}", flush=True)
    problem: ForestProblem
    judge: ForestProblem
    if lm is not None:
        problem = FluentForestProblem(examples, matrix, loss, lm, rescaling, chosen.learning_beam, chosen.threads)
        judge = FluentForestProblem(held, matrix, loss, lm, beam=chosen.learning_beam)
    else:
        problem = ForestProblem(examples, matrix, loss, rescaling, chosen.threads)
        judge = ForestProblem(held, matrix, loss)
    learner = make_learner(problem, penalties[0], chosen.slacks)
    fingerprint = _fingerprint(grammar, learning, chosen)
    names.append(LM_FEATURE)
    found: list[tuple[float, float, dict[str, float]]] = []
    for number, penalty in enumerate(penalties):
        if number:
            learner.restart(penalty)
        best = _learn_one(learner, out / f"{number}-{CHECKPOINT}", f"{fingerprint} {penalty}", penalty, chosen)
        weights = {names[place]: float(best[place]) for place in np.flatnonzero(np.abs(best) > 1e-9)}
        # A language model whose weight is not learnt has none yet.
        method = _method("t3", grammar, weights, chosen, 1.0 if chosen.learns_lm else 0.0)
        quality = mean_overlap(method, held_out[: chosen.tuning_pairs])
        held_loss = judge.mean_loss(best)
        print(f"C={penalty:g}: held-out loss {held_loss:.4f}, overlap {quality:.4f}", flush=True)
        found.append((quality if chosen.match_rate else -held_loss, -penalty, weights))
    _, negative, weights = max(found, key=lambda each: each[:2])
    print(f"chosen: C={-negative:g}", flush=True)
    return weights


def _method(
    name: str,
    grammar: Grammar,
    weights: dict[str, float],
    chosen: T3Training,
    multiple: float = 1.0,
    word_bonus: float = 0.0,
) -> T3:
    """Return the method with these weights, that of the language model multiplied."""
    of_rules = {feature: weight for feature, weight in weights.items() if feature != LM_FEATURE}
    learnt = weights.get(LM_FEATURE, 0.0 if chosen.learns_lm else 1.0)
    used = T3Settings(
        lm=chosen.lm,
        lm_weight=0.0 if chosen.lm == NO_LM else learnt * multiple,
        word_bonus=word_bonus,
        beam=chosen.beam,
        deletion_only=chosen.deletion_only,
    )
    return T3(grammar, chosen.templates, of_rules, used, name=name)


def _learn_one(learner: Learner, path: Path, fingerprint: str, penalty: float, chosen: T3Training) -> Floats:
    """Learn with one C, and leave a checkpoint after each search of all sentences."""
    if take_up(learner, path, fingerprint) and learner.progress.gap <= chosen.gap:
        return learner.weights

    def report(progress: Progress) -> None:
        print(
            f"C={penalty:g}, search {progress.iteration}: objective {progress.primal:.4f}, "
            f"bound {progress.dual:.4f}, gap {progress.gap:.4f}, {progress.planes} planes",
            flush=True,
        )
        store(learner, path, fingerprint)

    return learn(learner, gap=chosen.gap, iterations=chosen.iterations, on_step=report)


def _tuned(
    name: str, grammar: Grammar, weights: dict[str, float], pairs: Sequence[ParsedPair], chosen: T3Training
) -> T3:
    """Return the method with the language model's best weight, which may be none, and a bonus for words."""
    multiple = 0.0
    if chosen.lm != NO_LM:
        tried = track([0.0, *positive_numbers(chosen.lm_weights, "lm_weights")], "Tuning the language model")
        multiple, quality = choose_lm_weight(lambda value: _method(name, grammar, weights, chosen, value), tried, pairs)
        weight = _method(name, grammar, weights, chosen, multiple).settings.lm_weight
        print(f"language model: weight {weight:.4f}, held-out overlap {quality:.4f}", flush=True)
    if not chosen.match_rate:
        return _method(name, grammar, weights, chosen, multiple)
    bonus = choose_word_bonus(lambda value: _method(name, grammar, weights, chosen, multiple, value), pairs)
    print(f"bonus a word: {bonus:.4f}", flush=True)
    return _method(name, grammar, weights, chosen, multiple, bonus)


def _fingerprint(grammar: Grammar, learning: Sequence[ParsedPair], chosen: T3Training) -> str:
    """Tell trainings apart by all that their course depends on, except how long they are to go on."""
    course = replace(
        chosen, gap=0.0, iterations=0, threads=0, lm="", lm_weights="", tuning_pairs=0, match_rate=True, beam=0
    )
    digest = hashlib.sha256(repr(course).encode())
    for place in range(len(grammar)):
        digest.update(grammar.line(place).encode("utf-8", "surrogatepass"))
    for pair in learning:
        digest.update(f"{pair.source.tree}\n{pair.reference.tree}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
