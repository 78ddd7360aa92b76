"""Tuning of paraphrasing: decode, collect candidates, move the weights, again; keep what is best on held-out pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from laconic.corpus import Pair
from laconic.corpus.parsing import parse_pairs
from laconic.corpus.words import word_splitter
from laconic.errors import UsageError
from laconic.features.paraphrase import DELETION, LM, NOT_IN_THE_PAPER, TASK_FEATURES, feature_names
from laconic.forest.inference import kbest
from laconic.forest.optional_deletions import ANY_WORD, ANYTHING, CONSTITUENTS, Extent
from laconic.forest.rescore import rescore
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.storage import read_scfg
from laconic.learn.paraphrase.starting_weights import bounds, starting_weights
from laconic.learn.training_run import TrainingRun
from laconic.learn.tuning.candidates import Candidate, Pool
from laconic.learn.tuning.mert import Mert
from laconic.learn.tuning.optimizer import Optimizer
from laconic.learn.tuning.pro import Pro
from laconic.lm import BUNDLED, load_lm
from laconic.methods.judged_paraphrase import JudgedParaphrase
from laconic.methods.paraphrase import Labels, Paraphrase, ParaphraseSettings, bundled_grammar
from laconic.metrics.base import Metric
from laconic.metrics.batch import Batch
from laconic.metrics.bleu import Bleu
from laconic.metrics.precis import Precis
from laconic.metrics.readability import PlainBleu
from laconic.metrics.sari import Sari
from laconic.parse.base import Parser
from laconic.pipeline.importance import NONE
from laconic.progress import track
from laconic.settings import Count, Finite, Natural, NotNegative, Share
from laconic.text import Sentence

_SIMPLIFY = {"task": "simplify", "objective": "sari", "penalty": "0.1"}
"""The defaults of simplifying, where they are others."""


@dataclass(frozen=True)
class ParaphraseTraining:
    """How to tune.

    Attributes:
        grammar: bundled, or the path of a grammar.
        task: compress, or simplify: then texts may be longer than their sources.
        objective: precis, bleu, sari or plain_bleu.
        rate: the target rate of precis.
        penalty: how severely precis punishes longer texts, or plain_bleu texts that are hard to read.
        grade: the reading grade up to which plain_bleu does not punish.
        optimizer: mert or pro.
        features: all; plain: without those of the task (c_src, c_tgt, c_dcount, c_davg, syllables); paper: those of
            Ganitkevitch et al. (2011) alone; paper-plain: of these without those of the task.
        deletions: what may be deleted by rules made up for each sentence: none, words, constituents or anything.
            After tuning with constituents, single words may go as well, at a price above all others, so that any
            length can be reached.
        importance: a bundled deletion model that says which words matter, or none.
        labels: where spans get their labels from, the parse or the rules that derive them.
        editor: encoder, if that model is to propose and judge what is left out, or none. Tuning is the same.
        boldness: what a rule that changes something is worth at first; tuned like all others.
        without: features that are left out, with spaces between their names, to measure what each contributes.
        iterations: how often all sentences are decoded anew.
        candidates: how many different outputs of each sentence are added each time.
        restarts: of mert, at random points.
        beam: how many partial answers the search keeps, in tuning and afterwards.
        longest: sentences of more words are not tuned on.
        sentences: at most this many are.
        lm: the language model: bundled, or a file.
        seed: all that is random depends on it.
    """

    grammar: str = BUNDLED
    task: Literal["compress", "simplify"] = "compress"
    objective: Literal["precis", "bleu", "sari", "plain_bleu"] = "precis"
    rate: Share = 0.7
    penalty: NotNegative = 10.0
    grade: Finite = 6.0
    optimizer: Literal["mert", "pro"] = "mert"
    features: Literal["all", "plain", "paper", "paper-plain"] = "all"
    deletions: Extent = CONSTITUENTS
    importance: str = "joint"
    labels: Labels = "parse"
    editor: str = NONE
    boldness: Finite = 0.0
    without: str = ""
    iterations: Count = 5
    candidates: Count = 50
    restarts: Natural = 3
    beam: Count = 50
    longest: Count = 50
    sentences: Count = 1000
    lm: str = BUNDLED
    seed: Natural = 0

    def metric(self) -> Metric:
        """Return what the weights are tuned for; words are those of the tokeniser."""
        if self.objective == "precis":
            return Precis("none", penalty=self.penalty, rate=self.rate)
        if self.objective == "plain_bleu":
            return PlainBleu("none", penalty=self.penalty, grade=self.grade)
        return Bleu("none") if self.objective == "bleu" else Sari("none")


@dataclass(frozen=True)
class Example:
    """A parsed sentence and its references' words; all in lower case where the metric minds capitals."""

    sentence: Sentence
    references: tuple[tuple[str, ...], ...]


def train_paraphrase(run: TrainingRun) -> Paraphrase:
    """Tune the weights of ``paraphrase``, or of ``simplify``, which has defaults of its own.

    The settings are those of `ParaphraseTraining`; held-out pairs choose the best weights. Tuning takes minutes and
    leaves nothing to resume.

    Raises:
        DataError: there is nothing to tune on.
        UsageError: a setting is unknown or wrong.
    """
    defaults = _SIMPLIFY if run.method == "simplify" else {}
    chosen = replace(run, settings={**defaults, **run.settings}).chosen(ParaphraseTraining)
    method = start(run.method, chosen)
    metric = chosen.metric()
    optimizer = make_optimizer(chosen, metric, method.grammar)
    make = partial(make_examples, longest=chosen.longest, most=chosen.sentences)
    tuning, held_out = run.learning(make), run.held_out(make)
    print(f"tuning on {len(tuning)} sentences, judged by {len(held_out)}", flush=True)
    best, best_weights = held_out_score(method, held_out, metric), dict(method.weights)
    print(f"before tuning: held-out {metric.name} {best:.3f}", flush=True)
    names = feature_names(method.grammar)
    pool = Pool([_lower(each.sentence.words) for each in tuning], [each.references for each in tuning], metric)
    for iteration in range(1, chosen.iterations + 1):
        fresh = pool.add([candidates(method, each.sentence, chosen.candidates) for each in track(tuning, "Decoding")])
        if not fresh:
            break
        columns = pool.columns()
        vector = optimizer(columns, np.array([method.weights.get(each, 0.0) for each in names]))
        method.reweigh(dict(zip(names, vector.tolist(), strict=True)))
        tuned, judged = metric.score(columns.total(vector)), held_out_score(method, held_out, metric)
        print(
            f"round {iteration}: {fresh} new candidates, {metric.name} {tuned:.3f}, held-out {judged:.3f}", flush=True
        )
        if judged > best:
            best, best_weights = judged, dict(method.weights)
    method.reweigh(best_weights)
    made = with_any_word(method) if chosen.deletions == CONSTITUENTS else method
    if chosen.editor == NONE:
        return made
    return JudgedParaphrase(made.grammar, made.weights, made.settings, lm=made.lm, name=made.name)


def with_any_word(method: Paraphrase) -> Paraphrase:
    """Return the method with deletions of single words, which cost twice as much as any other."""
    others = [abs(value) for name, value in method.weights.items() if name.startswith(DELETION) or name == "importance"]
    weights = {**method.weights, DELETION + ANY_WORD: -2 * max(others)}
    settings = replace(method.settings, deletions=ANYTHING)
    return Paraphrase(method.grammar, weights, settings, lm=method.lm, name=method.name)


def start(name: str, chosen: ParaphraseTraining) -> Paraphrase:
    """Return the method before tuning."""
    grammar = bundled_grammar() if chosen.grammar == BUNDLED else read_scfg(chosen.grammar)
    settings = ParaphraseSettings(
        grammar=chosen.grammar,
        lm=chosen.lm,
        beam=chosen.beam,
        deletions=chosen.deletions,
        labels=chosen.labels,
        editor=chosen.editor,
        importance=chosen.importance,
        longer=1.5 if chosen.task == "simplify" else 1.0,
    )
    absent = left_out(chosen)
    names = feature_names(grammar)
    unknown = absent - set(names)
    if unknown:
        raise UsageError(f"there is no feature {min(unknown)!r} to leave out; the features are {', '.join(names)}.")
    weights = {**starting_weights(grammar), "rule": chosen.boldness}
    weights = {name: weight for name, weight in weights.items() if name not in absent}
    return Paraphrase(grammar, weights, settings, lm=load_lm(chosen.lm), name=name)


def free_features(grammar: Scfg, chosen: ParaphraseTraining) -> NDArray[np.bool_]:
    """Return which weights are tuned: all but those left out, and that of the language model.

    Only the proportions of weights matter, so one of them can be fixed.
    """
    fixed = {LM} | left_out(chosen)
    return np.array([name not in fixed for name in feature_names(grammar)])


def left_out(chosen: ParaphraseTraining) -> set[str]:
    """Return the features that count nothing."""
    absent = set(chosen.without.split())
    if chosen.features.endswith("plain"):
        absent |= TASK_FEATURES
    if chosen.features.startswith("paper"):
        absent |= NOT_IN_THE_PAPER
    return absent


def make_optimizer(chosen: ParaphraseTraining, metric: Metric, grammar: Scfg) -> Optimizer:
    """Return the optimizer of the settings."""
    free = free_features(grammar, chosen)
    low, high = bounds(grammar)
    if chosen.optimizer == "pro":
        return Pro(metric, free, low, high, seed=chosen.seed)
    return Mert(metric, free, low, high, restarts=chosen.restarts, seed=chosen.seed)


def make_examples(
    pairs: Iterable[Pair], parser: Parser, *, longest: int, most: int, tokenized: bool = False
) -> Iterator[Example]:
    """Yield the pairs to tune on or to judge by: the first ``most`` that have no more words than ``longest``."""
    split = word_splitter(tokenized)
    taken = islice((pair for pair in pairs if len(split(pair.source)) <= longest), most)
    for parsed in parse_pairs(taken, parser, tokenized=tokenized, references=0):
        if parsed.source.tree is not None:
            references = tuple(_lower(split(reference)) for reference in parsed.pair.references)
            yield Example(parsed.source, references)


def candidates(method: Paraphrase, sentence: Sentence, count: int) -> list[Candidate]:
    """Return the best different outputs of a sentence with their features.

    Where weights favour rules that lengthen, none of them may be short enough: then the best of each length is taken.
    """
    search = method.search(sentence)
    weight = method.weights.get(LM, 0.0)
    rescored = rescore(search.forest, search.scores, method.lm, weight=weight, beam=method.settings.beam)
    several = [each.within(search.forest) for each in kbest(rescored.forest, rescored.scores, count, distinct=True)]
    fitting = [each for each in several if 0 < len(each.tokens) <= search.longest]
    table = method.scorer.matrix(search.rewriting)
    place = method.scorer.names.index(LM)
    found = []
    for derivation in fitting or search.by_length().values():
        features = table[list(derivation.edges)].sum(axis=0)
        features[place] = method.lm.sentence(derivation.tokens)
        found.append(Candidate(_lower(derivation.tokens), features))
    return found


def held_out_score(method: Paraphrase, held_out: Sequence[Example], metric: Metric) -> float:
    """Return the metric of the method's outputs."""
    outputs = [_lower(method.search(each.sentence).best()[0].tokens) for each in track(held_out, "Judging")]
    batch = Batch([_lower(each.sentence.words) for each in held_out], outputs, [each.references for each in held_out])
    return metric.score(metric.statistics(batch).sum(axis=0))


def _lower(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.lower() for word in words)
