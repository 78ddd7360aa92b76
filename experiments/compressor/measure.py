"""Development figures of compression: unigram F1 at the model's own and at the reference's length."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import torch
from chain import best_path, kept_words, marginals, transitions
from data import Batch, Indices
from network import Compressor, DeletionScores, score_both
from pairs import Pairs, Wish
from torch import Tensor

Figures = dict[str, dict[str, float]]

MEASURED = ["google", "editor", "legislative", "written", "spoken"]

LEVELS = ["light", "medium", "short"]
"""An editor's cuts, in the order of the references."""


@torch.no_grad()
def measure(
    models: list[Compressor],
    pairs: Pairs,
    budget: int = 16384,
    corpora: Sequence[str] = MEASURED,
    thorough: bool = True,
) -> Figures:
    """Return the figures of one model, or of several whose scores and probabilities are averaged.

    For each corpus, at a free length and at the length of the first reference, the F1 of: the best path
    (``path``); the words most probably kept (``words``: as many as wished, or those above a threshold); the
    path with the most expected transitions and words (``consensus``); the plain classifier (``keep``). Unless
    `thorough`, of the best path only.
    """
    training = [model.training for model in models]
    for model in models:
        model.eval()
    report: Figures = {}
    for corpus in corpora:
        values: dict[str, list[float]] = defaultdict(list)
        indices = pairs.held_out(corpus)
        for group in pairs.sentences.batches(indices, budget, None) if len(indices) else []:
            batch = pairs.sentences.batch(group)
            gold = pairs.gold_counts(group)
            for name, count in wanted_counts(pairs, corpus, group, gold).items():
                wish = Wish.of(pairs.corpora(group), count, batch.length)
                reference = LEVELS.index(name) if name in LEVELS else None
                for decoder, kept in decode_all(models, batch, wish, name, thorough).items():
                    _add(values, f"{name} {decoder}", pairs, batch, kept, reference)
        report[corpus] = {name: round(float(np.mean(found)), 4) for name, found in values.items()}
    for model, mode in zip(models, training, strict=True):
        model.train(mode)
    return report


def wanted_counts(pairs: Pairs, corpus: str, group: Indices, gold: Tensor) -> dict[str, Tensor]:
    """Return the numbers of words to ask for: any, the first reference's, and those of an editor's three cuts."""
    counts = {"free": torch.zeros_like(gold), "gold": gold}
    if corpus == "editor":
        del counts["gold"]
        counts |= {level: pairs.gold_counts(group, number) for number, level in enumerate(LEVELS)}
    return counts


def decode_all(models: list[Compressor], batch: Batch, wish: Wish, name: str, thorough: bool) -> dict[str, Tensor]:
    """Return which words (B, W) each way of decoding keeps."""
    with torch.autocast(batch.pieces.device.type, torch.bfloat16, enabled=batch.pieces.is_cuda):
        scored = [score_both(model, batch, wish)[1] for model in models]
    chains = torch.stack([transitions(one.token, one.bigram, batch.length) for one in scored])
    decoded = {"path": best_path(chains.mean(0), batch.length, wish.count)}
    if not thorough:
        return decoded
    paths = torch.stack([marginals(chain, batch.length, wish.count) for chain in chains]).mean(0)
    probable = kept_words(paths, batch.length)
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


def _add(
    values: dict[str, list[float]], name: str, pairs: Pairs, batch: Batch, kept: Tensor, reference: int | None
) -> None:
    rows = kept.cpu().numpy()
    for index, row in zip(batch.indices, rows, strict=True):
        chosen = row[: pairs.length[index]]
        values[name].append(pairs.f1(int(index), chosen, reference))
        if name == "free path":
            values["free rate"].append(float(chosen.mean()))
