"""Losses of the compression heads: likelihood of the chain, arcs of the compressed sentence, single words."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from chain import at_count, by_count, kept_words, marginals, path_of, transitions
from data import SKIP, Batch
from network import DeletionScores
from pairs import Target, Wish
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy


@dataclass
class DeletionWeights:
    """How much each part counts."""

    chain: float = 1.0
    keep: float = 0.3
    kept_arc: float = 0.3
    margin: float = 1.0  # the cost of a wrong word in the partition function
    any_count: float = 0.3  # of the likelihood among all lengths, where a length is wished for


def chain_loss(
    scores: Tensor, path: Tensor, length: Tensor, count: Tensor, margin: float = 0.0, any_count: float = 0.0
) -> Tensor:
    """Return B: the negative log-likelihood of a path, or the cross entropy to a distribution over paths.

    Args:
        scores: B, W + 2, W + 2, of transitions.
        path: B, W + 2, W + 2, the path as zeros and ones, or transition probabilities of another model.
        length: B, the numbers of words.
        count: B, the wished numbers of kept words, among which the likelihood is taken; 0 for all.
        margin: where the count is free, the cost of each wrongly kept or deleted word, added to the scores of
            the competitors (softmax margin: Gimpel and Smith, "Softmax-Margin CRFs", 2010).
        any_count: where a count is wished for, the share of the likelihood among all counts.
    """
    competitors, rightly_kept = scores, path.new_zeros(len(path))
    if margin:
        kept = kept_words(path, length)
        margins = margin * (count == 0)[:, None]
        cost = torch.nn.functional.pad(margins * (1.0 - 2.0 * kept), (1, 1))
        beyond = torch.arange(cost.shape[1], device=cost.device) > length[:, None]  # the end costs nothing
        competitors = scores + cost.masked_fill(beyond, 0.0)[:, None, :]
        rightly_kept = (margins * kept).sum(1)
    totals = by_count(competitors, length)
    total = at_count(totals, count)
    if any_count:
        total = (1.0 - any_count) * total + any_count * torch.logsumexp(totals, 1)
    return total + rightly_kept - (path * scores).sum((1, 2))


def gold_deletion_loss(
    scores: DeletionScores, target: Target, wish: Wish, batch: Batch, weights: DeletionWeights
) -> tuple[Tensor, dict[str, Tensor]]:
    """Return the weighted loss against references and its parts, each about a mean over words."""
    words = (batch.length * target.weight).sum().clamp_min(1.0)
    path = path_of(target.kept, batch.length)
    chain = chain_loss(
        transitions(scores.token, scores.bigram, batch.length),
        path,
        batch.length,
        wish.count,
        weights.margin,
        weights.any_count,
    )
    keep = binary_cross_entropy_with_logits(scores.keep.float(), target.kept.float(), reduction="none")
    keep = (keep * batch.word_mask).sum(1)
    arc = cross_entropy(scores.arc.flatten(0, 1), target.head.flatten(), ignore_index=SKIP, reduction="none")
    arc = arc.view_as(target.head).sum(1)
    parts = {
        name: (part * target.weight).sum() / words
        for name, part in (("chain", chain), ("keep", keep), ("kept_arc", arc))
    }
    return sum((getattr(weights, name) * part for name, part in parts.items()), words.new_zeros(())), parts


@dataclass
class DeletionBeliefs:
    """Mean distributions of several models."""

    path: Tensor  # B, W + 2, W + 2: transition probabilities
    arc: Tensor  # B, W, W + 1
    keep: Tensor  # B, W


@torch.no_grad()
def believe_deletions(scored: list[DeletionScores], batch: Batch, wish: Wish) -> DeletionBeliefs:
    """Return the mean of the models' distributions over compressions."""
    count = len(scored)
    chains = torch.cat([transitions(scores.token, scores.bigram, batch.length) for scores in scored])
    paths = marginals(chains, batch.length.repeat(count), wish.count.repeat(count))
    return DeletionBeliefs(
        torch.stack(paths.chunk(count)).mean(0),
        torch.stack([scores.arc.exp() for scores in scored]).mean(0),
        torch.stack([torch.sigmoid(scores.keep.float()) for scores in scored]).mean(0),
    )


def deletion_distillation_loss(
    scores: DeletionScores, beliefs: DeletionBeliefs, wish: Wish, batch: Batch, weights: DeletionWeights
) -> Tensor:
    """Return the weighted cross entropy to other models' distributions, about a mean over words."""
    words = batch.length.sum()
    chain = chain_loss(
        transitions(scores.token, scores.bigram, batch.length), beliefs.path, batch.length, wish.count
    ).sum()
    keep = binary_cross_entropy_with_logits(scores.keep.float(), beliefs.keep, reduction="none")
    arc = -(beliefs.arc * scores.arc).sum(-1) * kept_words(beliefs.path, batch.length)
    return (
        weights.chain * chain
        + weights.keep * (keep * batch.word_mask).sum()
        + weights.kept_arc * (arc * batch.word_mask).sum()
    ) / words
