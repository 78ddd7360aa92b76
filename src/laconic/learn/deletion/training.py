"""Training of deletion models: read, parse, learn, keep the epoch that is best on held-out data."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from laconic.catalog import SEARCHES, resolve
from laconic.features.deletion import LinearScorer
from laconic.learn.checkpoint import read_checkpoint, write_checkpoint
from laconic.learn.deletion.chain import ChainSettings, learn_chain, require_scipy
from laconic.learn.deletion.examples import DeletionExample, make_examples
from laconic.learn.deletion.mira import MiraLearner, MiraSettings, Weights
from laconic.learn.training_run import TrainingRun
from laconic.methods.crf import ChainDeletion
from laconic.metrics import evaluate
from laconic.metrics.unigram import UnigramF1
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.info import method_info
from laconic.pipeline.linear import LinearDeletion
from laconic.progress import gauge, track
from laconic.search.constraints import Constraints

CHECKPOINT = "checkpoint.npz"


# What each method scores beside words, and the search it is learnt and used with.
def mean_f1(method: DeletionMethod, examples: Sequence[DeletionExample]) -> float:
    """Return the unigram F1 of compressions as long as the first reference, the best reference counting."""
    outputs, references = [], []
    for example in examples:
        as_long = Constraints.exactly(len(example.sentence), len(example.golds[0].kept))
        kept = method.search.search(method.scorer(example.sentence), as_long)[0].positions
        outputs.append(_words(example, kept))
        references.append([_words(example, gold.kept) for gold in example.golds])
    sources = [example.sentence.words for example in examples]
    return evaluate(sources, outputs, references, [UnigramF1()]).scores["unigram_f1"] or 0.0


def _words(example: DeletionExample, kept: Sequence[int]) -> tuple[str, ...]:
    return tuple(example.sentence.words[place] for place in kept)


def train_crf(run: TrainingRun) -> LinearDeletion:
    """Train ``crf``; the settings are those of `ChainSettings`.

    Raises:
        DataError: there is nothing to learn from.
        MissingDependency: SciPy is not installed.
        UsageError: a setting is unknown or has a wrong value.
    """
    settings = run.chosen(ChainSettings)
    require_scipy()
    learning, held_out = run.learning(make_examples), run.held_out(make_examples)
    with gauge("Learning") as progress:
        weights, transition = learn_chain(learning, settings, lambda step, _: progress(step / settings.iterations))
    method = ChainDeletion("crf", LinearScorer(weights, with_pairs=False, with_arcs=False), transition)
    print(f"held-out unigram F1 {mean_f1(method, held_out):.4f}", flush=True)
    return method


def train_linear(run: TrainingRun) -> LinearDeletion:
    """Train a method of linear scores, whose `MethodInfo` says which parts it gives and by which search.

    The settings are those of `MiraSettings`; held-out pairs choose the best epoch.

    Raises:
        DataError: there is nothing to learn from.
        UsageError: a setting is unknown or has a wrong value.
    """
    settings, info = run.chosen(MiraSettings), method_info(run.method)
    assert info.gives is not None
    assert info.search is not None
    learning, held_out = run.learning(make_examples), run.held_out(make_examples)
    with_pairs, with_arcs = "bigram" in info.gives, "arc" in info.gives
    search = resolve(info.search, SEARCHES, "search")()
    learner = MiraLearner(settings, search, with_pairs=with_pairs, with_arcs=with_arcs)
    fingerprint = _fingerprint(run.method, learning, settings)
    best_f1, best_weights = _taken_up(learner, run.work / CHECKPOINT, fingerprint)
    references = sum(len(example.golds) for example in learning)
    while learner.epoch < settings.epochs:
        title = f"Epoch {learner.epoch + 1} of {settings.epochs}"
        losses = list(track(learner.learn_epoch(learning), title, total=references))
        f1 = mean_f1(DeletionMethod(run.method, learner.scorer(), search), held_out)
        print(f"epoch {learner.epoch}: loss {np.mean(losses):.3f}, held-out unigram F1 {f1:.4f}", flush=True)
        if f1 > best_f1:
            best_f1, best_weights = f1, learner.mean_weights()
        best = {"best_f1": np.array(best_f1), "best_weights": best_weights}
        write_checkpoint(run.work / CHECKPOINT, fingerprint, {**learner.state(), **best})
    scorer = LinearScorer(best_weights, with_pairs=with_pairs, with_arcs=with_arcs)
    return LinearDeletion(run.method, scorer, info.search)


def _taken_up(learner: MiraLearner, path: Path, fingerprint: str) -> tuple[float, Weights]:
    """Take up a checkpoint left by the same training, if there is one; return the best so far."""
    state = read_checkpoint(path, fingerprint)
    if state is None:
        return -1.0, learner.weights
    learner.restore(state)
    return float(state["best_f1"]), state["best_weights"]


def _fingerprint(name: str, learning: Sequence[DeletionExample], settings: MiraSettings) -> str:
    """Return a fingerprint of everything that a training depends on, except its length."""
    digest = hashlib.sha256(repr((name, replace(settings, epochs=0))).encode())
    for example in learning:
        digest.update(repr((example.sentence, example.golds)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
