"""Development figures of compression: unigram F1 at the model's own and at the reference's length."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import torch
from chain import best_path, kept_words, marginals, transitions
from data import Batch
from network import Compressor, DeletionScores, score_both
from pairs import Pairs, Wish
from styles import CORPORA
from torch import Tensor

Figures = dict[str, dict[str, float]]


@torch.no_grad()
def measure(models: list[Compressor], pairs: Pairs, budget: int = 16384) -> Figures:
    """Return the figures of one model, or of several whose scores and probabilities are averaged.

    For each corpus, at a free length and at the length of the first reference, the F1 of: the best path
    (``path``); the words most probably kept (``words``: as many as wished, or those above a threshold); the
    path with the most expected transitions and words (``consensus``); the plain classifier (``keep``).
    """
    training = [model.training for model in models]
    for model in models:
        model.eval()
    report: Figures = {}
    for corpus in CORPORA[1:]:
        values: dict[str, list[float]] = defaultdict(list)
        indices = pairs.held_out(corpus)
        for group in pairs.sentences.batches(indices, budget, None) if len(indices) else []:
            batch = pairs.sentences.batch(group)
            gold = pairs.gold_counts(group)
            for name, count in (("free", torch.zeros_like(gold)), ("gold", gold)):
                wish = Wish.of(pairs.corpora(group), count, batch.length)
                for decoder, kept in decode_all(models, batch, wish, name).items():
                    _add(values, f"{name} {decoder}", pairs, batch, kept)
        report[corpus] = {name: round(float(np.mean(found)), 4) for name, found in values.items()}
    for model, mode in zip(models, training, strict=True):
        model.train(mode)
    return report


def decode_all(models: list[Compressor], batch: Batch, wish: Wish, name: str) -> dict[str, Tensor]:
    """Return which words (B, W) each way of decoding keeps."""
    with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
        scored = [score_both(model, batch, wish)[1] for model in models]
    chains = torch.stack([transitions(one.token, one.bigram, batch.length) for one in scored])
    paths = torch.stack([marginals(chain, batch.length, wish.count) for chain in chains]).mean(0)
    probable = kept_words(paths, batch.length)
    decoded = {"path": best_path(chains.mean(0), batch.length, wish.count)}
    if name == "free":
        decoded |= {f"words {threshold}": probable > threshold for threshold in (0.4, 0.45, 0.5)}
        return decoded | {"keep": _mean_keep(scored) * batch.word_mask > 0.5}
    expected = transitions(probable, paths, batch.length)
    ranks = probable.masked_fill(~batch.word_mask, -1.0).argsort(1, descending=True).argsort(1)
    return decoded | {
        "words": ranks < wish.count[:, None],
        "consensus": best_path(expected, batch.length, wish.count),
    }


def _mean_keep(scored: list[DeletionScores]) -> Tensor:
    return torch.stack([torch.sigmoid(one.keep.float()) for one in scored]).mean(0)


def _add(values: dict[str, list[float]], name: str, pairs: Pairs, batch: Batch, kept: Tensor) -> None:
    rows = kept.cpu().numpy()
    for index, row in zip(batch.indices, rows, strict=True):
        chosen = row[: pairs.length[index]]
        values[name].append(pairs.f1(int(index), chosen))
        if name == "free path":
            values["free rate"].append(float(chosen.mean()))
