"""Losses against gold annotation and against other models' distributions, all without loops over spans."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from data import SKIP, Batch
from model import Parser, Scores
from torch import Tensor
from torch.nn.functional import cross_entropy, log_softmax

NEVER = -1e9


@dataclass
class LossWeights:
    """How much each part counts."""

    tag: float = 0.5
    arc: float = 1.0
    relation: float = 0.5
    span: float = 1.0
    chart: float = 0.5


def inside(spans: Tensor, length: Tensor) -> Tensor:
    """Return the log of the summed scores of all binary trees over each sentence.

    Args:
        spans: B, N, N log scores of the spans from fence post i to fence post j.
        length: B, the numbers of words.

    The charts are kept by left end and width, and by right end and width, so that all splits of all spans of
    one width are one slice each (the layout used by Rush, Torch-Struct, 2020).
    """
    posts = spans.shape[1]
    by_left = spans.new_full((*spans.shape[:2], posts), NEVER)
    by_right = by_left.clone()
    for width in range(1, posts):
        score = torch.diagonal(spans, width, 1, 2)
        if width > 1:
            left = by_left[:, : posts - width, 1:width]
            right = by_right[:, width:, 1:width].flip(-1)
            score = score + torch.logsumexp(left + right, -1)
        by_left[:, : posts - width, width] = score
        by_right[:, width:, width] = score
    return by_left[torch.arange(len(length), device=length.device), 0, length]


def crossing(gold: Tensor) -> Tensor:
    """Return B, N, N: which spans cross a gold bracket (B, N, N, boolean)."""
    posts = gold.shape[1]
    post = torch.arange(posts, device=gold.device)
    counts = gold.float()
    starts_before = counts.cumsum(1) - counts  # at (i, b): brackets (a, b) with a < i
    upto = starts_before.cumsum(2)  # at (i, j): those with a < i and b <= j
    left = (upto - starts_before) - torch.diagonal(upto, 0, 1, 2)[:, :, None]  # a < i < b < j
    ends_after = counts.flip(2).cumsum(2).flip(2) - counts  # at (a, j): brackets (a, b) with b > j
    upto = ends_after.cumsum(1)  # at (i, j): those with a <= i and b > j
    right = torch.diagonal(upto - ends_after, 0, 1, 2)[:, None, :] - upto  # i < a < j < b
    return ((left > 0.5) | (right > 0.5)) & (post[:, None] < post[None, :])


def chart_loss(spans: Tensor, gold: Tensor, length: Tensor) -> Tensor:
    """Return the mean negative log-likelihood of the gold trees of a tree CRF, divided by the words.

    The numerator sums over all ways to make the gold tree binary: spans that cross no gold bracket may stand
    with the empty label, gold brackets have their label (Stern et al., 2017, give the scores; Zhang et al.,
    "Fast and Accurate Neural CRF Constituency Parsing", 2020, the likelihood).

    Args:
        spans: B, N, N, labels: the scores.
        gold: B, N, N: the label of each span.
        length: B, the numbers of words.
    """
    every = torch.logsumexp(spans, -1)
    bracket = gold > 0
    chosen = spans.gather(-1, gold.clamp_min(0)[..., None])[..., 0]
    allowed = torch.where(bracket | ~crossing(bracket), chosen, NEVER)
    both = inside(torch.cat([every, allowed]), torch.cat([length, length]))
    everything, right = both.chunk(2)
    return (everything - right).sum() / length.sum().clamp_min(1)


def gold_loss(model: Parser, scores: Scores, batch: Batch, weights: LossWeights) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the weighted loss against the annotation and its parts, each a mean over words."""
    tree_words = (batch.length * batch.has_tree).sum().clamp_min(1)
    relations = model.relation_scores(scores, batch.head)
    spans = scores.spans.float()
    parts = {
        "tag": _mean_cross_entropy(scores.tags, batch.tag),
        "arc": _mean_cross_entropy(scores.arcs, batch.head),
        "relation": _mean_cross_entropy(relations, batch.relation),
        "span": cross_entropy(spans.flatten(0, 2), batch.span.flatten(), ignore_index=SKIP, reduction="sum")
        / tree_words,
    }
    if weights.chart and len(batch.tree_rows):
        rows = batch.tree_rows
        parts["chart"] = chart_loss(spans[rows], batch.span[rows], batch.length[rows])
    total = sum((getattr(weights, name) * part for name, part in parts.items()), spans.new_zeros(()))
    return total, parts


def _mean_cross_entropy(scores: Tensor, target: Tensor) -> Tensor:
    total = cross_entropy(scores.float().flatten(0, 1), target.flatten(), ignore_index=SKIP, reduction="sum")
    return total / (target != SKIP).sum().clamp_min(1)


@dataclass
class Beliefs:
    """Distributions of an ensemble: probabilities, in the shapes of `Scores`."""

    tags: Tensor
    spans: Tensor
    arcs: Tensor
    heads: Tensor  # B, W: the most probable heads, for which relations are given
    relations: Tensor


@torch.no_grad()
def ensemble(models: list[Parser], scored: list[Scores]) -> Beliefs:
    """Return the mean of the models' distributions."""
    count = len(models)

    def mean(parts: list[Tensor]) -> Tensor:
        total = torch.softmax(parts[0].float(), -1)
        for part in parts[1:]:
            total += torch.softmax(part.float(), -1)
        return total / count

    arcs = mean([scores.arcs for scores in scored])
    heads = arcs.argmax(-1)
    relations = [model.relation_scores(scores, heads) for model, scores in zip(models, scored, strict=True)]
    return Beliefs(mean([s.tags for s in scored]), mean([s.spans for s in scored]), arcs, heads, mean(relations))


def distillation_loss(model: Parser, scores: Scores, beliefs: Beliefs, batch: Batch, weights: LossWeights) -> Tensor:
    """Return the weighted cross entropy to an ensemble's distributions, a mean over words."""
    words = batch.word_mask
    count = batch.length.sum()

    def soft(predicted: Tensor, target: Tensor, mask: Tensor) -> Tensor:
        divergence = -(target * log_softmax(predicted.float(), -1)).sum(-1)
        return (divergence * mask).sum() / count

    return (
        weights.tag * soft(scores.tags, beliefs.tags, words)
        + weights.arc * soft(scores.arcs, beliefs.arcs, words)
        + weights.relation * soft(model.relation_scores(scores, beliefs.heads), beliefs.relations, words)
        + weights.span * soft(scores.spans, beliefs.spans, batch.span_mask)
    )
