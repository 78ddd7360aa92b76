"""Training of deletion models: read, parse, learn, keep the epoch that is best on held-out data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from laconic.catalog import SEARCHES, resolve
from laconic.corpus import Pair
from laconic.errors import DataError
from laconic.features.deletion import LinearScorer
from laconic.files import write_whole_binary
from laconic.learn.chain import ChainSettings, learn_chain
from laconic.learn.examples import DeletionExample, make_examples
from laconic.learn.mira import MiraLearner, MiraSettings
from laconic.learn.settings import make_settings
from laconic.methods.chain import ChainDeletion
from laconic.methods.deletion import DeletionMethod, LinearDeletion
from laconic.metrics import evaluate
from laconic.metrics.unigram import UnigramF1
from laconic.parse.base import Parser
from laconic.progress import track
from laconic.search.base import Wish

CHECKPOINT = "checkpoint.npz"

# What each method scores beside words, and the search it is learnt and used with.
_PARTS = {
    "bigram": ("bigram", True, False),
    "joint": ("joint-exact", True, True),
    "subtree": ("subtree", False, False),
}


def train_deletion(
    name: str,
    train: Iterable[Pair],
    dev: Iterable[Pair],
    parser: Parser,
    out: Path,
    settings: dict[str, str],
    *,
    tokenized: bool = False,
) -> DeletionMethod:
    """Train a deletion method by its name: ``bigram``, ``crf``, ``joint`` or ``subtree``.

    Args:
        name: the method.
        train: what to learn from.
        dev: held-out pairs, to choose the best epoch by.
        parser: parses sources and references.
        out: where learning leaves its checkpoint, and takes it up again.
        settings: overrides of `MiraSettings` or `ChainSettings`, as texts.
        tokenized: whether the texts' tokens are separated by spaces.

    Raises:
        DataError: there is nothing to learn from.
        UsageError: a setting is unknown or has a wrong value.
    """
    learning = list(track(make_examples(train, parser, tokenized=tokenized), "Parsing"))
    held_out = list(track(make_examples(dev, parser, tokenized=tokenized), "Parsing held-out pairs"))
    if not learning or not held_out:
        raise DataError("the training or the held-out corpus has no pair to learn from.")
    if name == "crf":
        return _train_chain(learning, make_settings(ChainSettings, settings))
    return _train_mira(name, learning, held_out, out, make_settings(MiraSettings, settings))


def mean_f1(method: DeletionMethod, examples: Sequence[DeletionExample]) -> float:
    """Return the unigram F1 of compressions as long as the first reference, the best reference counting."""
    outputs, references = [], []
    for example in examples:
        wish = Wish(words=len(example.golds[0].kept))
        kept = method.search.search(method.scorer(example.sentence), wish)[0].positions
        outputs.append(_words(example, kept))
        references.append([_words(example, gold.kept) for gold in example.golds])
    sources = [example.sentence.words for example in examples]
    return evaluate(sources, outputs, references, [UnigramF1()]).scores["unigram_f1"] or 0.0


def _words(example: DeletionExample, kept: Sequence[int]) -> tuple[str, ...]:
    return tuple(example.sentence.words[place] for place in kept)


def _train_chain(learning: Sequence[DeletionExample], settings: ChainSettings) -> DeletionMethod:
    weights, transition = learn_chain(learning, settings)
    return ChainDeletion("crf", LinearScorer(weights, with_pairs=False, with_arcs=False), transition)


def _train_mira(
    name: str,
    learning: Sequence[DeletionExample],
    held_out: Sequence[DeletionExample],
    out: Path,
    settings: MiraSettings,
) -> DeletionMethod:
    search_name, with_pairs, with_arcs = _PARTS[name]
    search = resolve(search_name, SEARCHES, "search")()
    learner = MiraLearner(settings, search, with_pairs=with_pairs, with_arcs=with_arcs)
    fingerprint = _fingerprint(name, learning, settings)
    best_f1, best_weights = _restore(learner, out, fingerprint)
    references = sum(len(example.golds) for example in learning)
    while learner.epoch < settings.epochs:
        title = f"Epoch {learner.epoch + 1} of {settings.epochs}"
        losses = list(track(learner.learn_epoch(learning), title, total=references))
        f1 = mean_f1(DeletionMethod(name, learner.scorer(), search), held_out)
        print(f"epoch {learner.epoch}: loss {np.mean(losses):.3f}, held-out unigram F1 {f1:.4f}", flush=True)
        if f1 > best_f1:
            best_f1, best_weights = f1, learner.mean_weights()
        _store(learner, out, fingerprint, best_f1, best_weights)
    scorer = LinearScorer(best_weights, with_pairs=with_pairs, with_arcs=with_arcs)
    return LinearDeletion(name, scorer, search_name)


def _store(learner: MiraLearner, out: Path, fingerprint: str, best_f1: float, best_weights: Any) -> None:
    out.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = {**learner.state(), "best_f1": best_f1, "best_weights": best_weights}
    with write_whole_binary(out / CHECKPOINT) as stream:
        np.savez(stream, fingerprint=fingerprint, **arrays)


def _restore(learner: MiraLearner, out: Path, fingerprint: str) -> tuple[float, Any]:
    """Take up a checkpoint left by the same training, if there is one."""
    path = out / CHECKPOINT
    if not path.exists():
        return -1.0, learner.weights
    try:
        with open(path, "rb") as stream, np.load(stream, allow_pickle=False) as stored:
            state = dict(stored)
    except (OSError, ValueError, BadZipFile) as error:
        raise DataError(f"is not a checkpoint: {error}; delete it to begin anew.", path=path) from None
    if str(state["fingerprint"]) != fingerprint:
        raise DataError("was left by another training; delete it to begin anew.", path=path)
    learner.restore(state)
    return float(state["best_f1"]), state["best_weights"]


def _fingerprint(name: str, learning: Sequence[DeletionExample], settings: MiraSettings) -> str:
    """Tell trainings apart by all that their course depends on, except how long they are to go on."""
    digest = hashlib.sha256(repr((name, replace(settings, epochs=0))).encode())
    for example in learning:
        digest.update(repr((example.sentence, example.golds)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
