"""Kept words as a chain: sums and maxima over all subsequences, for every length at once.

A path goes from the beginning of the sentence (0) over the kept words (1 to W) to its end (n + 1). Its score is
the sum of its transitions' scores. The gradient of a log-sum by the scores gives the transitions' marginals, the
gradient of a maximum the best path, so one recurrence serves for training, distillation and search.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

NEVER = -1e9

Reduce = Callable[[Tensor, int], Tensor]


def log_sum(scores: Tensor, dim: int) -> Tensor:
    """Add in the log domain."""
    return torch.logsumexp(scores, dim)


def maximum(scores: Tensor, dim: int) -> Tensor:
    """Return the maxima; their gradient goes to one of the greatest entries only."""
    return scores.max(dim).values


def transitions(token: Tensor, bigram: Tensor, length: Tensor) -> Tensor:
    """Return B, W + 2, W + 2: scores of going on from one word to the next kept word.

    Args:
        token: B, W, the scores of keeping words.
        bigram: B, W + 2, W + 2, the scores of being neighbours; 0 is the beginning, n + 1 the end.
        length: B, the numbers of words n.
    """
    scores = bigram.float() + torch.nn.functional.pad(token.float(), (1, 1))[:, None, :]
    position = torch.arange(scores.shape[1], device=scores.device)
    possible = (position[:, None] < position) & (position <= length[:, None, None] + 1)
    return scores.masked_fill(~possible, NEVER)


def by_count(scores: Tensor, length: Tensor, reduce: Reduce = log_sum) -> Tensor:
    """Return B, W: the log-sum (or maximum) over all paths of 1, 2, … W kept words."""
    outside = torch.arange(scores.shape[1] - 2, device=length.device) >= length[:, None]  # the end, and padding
    index = (length + 1)[:, None, None].expand(-1, scores.shape[1], 1)
    to_end = scores.gather(2, index)[:, 1:-1, 0].masked_fill(outside, NEVER)
    between = scores[:, 1:-1, 1:-1].masked_fill(outside[:, None, :], NEVER)
    arrived = scores[:, 0, 1:-1].masked_fill(outside, NEVER)
    totals = [reduce(arrived + to_end, 1)]
    for _ in range(1, between.shape[1]):
        arrived = reduce(arrived[:, :, None] + between, 1).clamp_min(NEVER)
        totals.append(reduce(arrived + to_end, 1))
    return torch.stack(totals, 1)


def at_count(totals: Tensor, count: Tensor, reduce: Reduce = log_sum) -> Tensor:
    """Return B: the totals at the wished counts, or over all counts where the count is 0."""
    chosen = totals.gather(1, (count - 1).clamp_min(0)[:, None])[:, 0]
    return torch.where(count > 0, chosen, reduce(totals, 1))


@torch.enable_grad()
def _gradient(scores: Tensor, length: Tensor, count: Tensor, reduce: Reduce) -> Tensor:
    leaf = scores.detach().float().requires_grad_()
    total = at_count(by_count(leaf, length, reduce), count, reduce).sum()
    return torch.autograd.grad(total, leaf)[0]


def marginals(scores: Tensor, length: Tensor, count: Tensor) -> Tensor:
    """Return B, W + 2, W + 2: the probability of each transition, among paths of the wished count."""
    return _gradient(scores, length, count, log_sum)


def best_path(scores: Tensor, length: Tensor, count: Tensor) -> Tensor:
    """Return B, W: which words the best path keeps, among paths of the wished count."""
    return kept_words(_gradient(scores, length, count, maximum), length) > 0.5


def kept_words(path: Tensor, length: Tensor) -> Tensor:
    """Return B, W: the probability that each word is kept, by transition probabilities or a path."""
    reached = path.sum(1)[:, 1:-1]
    return reached * (torch.arange(reached.shape[1], device=path.device) < length[:, None])


def path_of(kept: Tensor, length: Tensor) -> Tensor:
    """Return B, W + 2, W + 2: the path over the kept words (B, W, boolean) as zeros and ones."""
    width = kept.shape[1] + 2
    position = torch.arange(width, device=kept.device)
    on_path = torch.nn.functional.pad(kept, (1, 1)) | (position == 0) | (position == length[:, None] + 1)
    following = torch.where(on_path, position, width).flip(1).cummin(1).values.flip(1)
    successor = torch.nn.functional.pad(following[:, 1:], (0, 1), value=width)
    going = on_path & (position <= length[:, None])
    path = torch.zeros(kept.shape[0], width, width + 1, device=kept.device)
    path.scatter_(2, successor[:, :, None], going[:, :, None].float())
    return path[:, :, :width]
