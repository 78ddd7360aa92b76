"""Kept words as a chain: sums and maxima over all subsequences, for every length at once.

A path goes from the beginning of the sentence (0) over the kept words (1 to W) to its end (n + 1). Its score is
the sum of its transitions' scores. The gradient of a log-sum by the scores gives the transitions' marginals, so
one recurrence serves for training and distillation; the best path is found by the same steps with maxima.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

NEVER = -1e9
_TINY = 1e-280


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


def by_count(scores: Tensor, length: Tensor) -> Tensor:
    """Return B, W: the log-sum over all paths of 1, 2, … W kept words."""
    return _LogSums.apply(*_steps(scores, length))


def _steps(scores: Tensor, length: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Return the transitions to first words (B, W), between words (B, W, W) and from last words (B, W)."""
    outside = torch.arange(scores.shape[1] - 2, device=length.device) >= length[:, None]  # the end, and padding
    index = (length + 1)[:, None, None].expand(-1, scores.shape[1], 1)
    to_end = scores.gather(2, index)[:, 1:-1, 0].masked_fill(outside, NEVER)
    between = scores[:, 1:-1, 1:-1].masked_fill(outside[:, None, :], NEVER)
    return scores[:, 0, 1:-1].masked_fill(outside, NEVER), between, to_end


class _LogSums(torch.autograd.Function):
    """Log-sums over the paths of each count as powers of a matrix, by plain products in double precision.

    A step costs a few small kernels forwards and backwards, where sums in the log domain would cost dozens: that
    is what training waits for. Every step is scaled to have a greatest entry of 1, so that nothing overflows.
    """

    @staticmethod
    def forward(ctx: Any, arrived: Tensor, between: Tensor, to_end: Tensor) -> Tensor:
        """Return B, W: the log-sum of each count."""
        greatest = torch.cat([arrived, between.flatten(1), to_end], 1).amax(1).double()[:, None]
        first, ends = (arrived - greatest).exp(), (to_end - greatest).exp()
        going = (between - greatest[:, None]).exp()
        row, rows, scales = first[:, None], [first[:, None]], []
        for _ in range(1, going.shape[1]):
            row = row @ going
            scales.append(row.amax(2, keepdim=True).clamp_min(_TINY))
            row = row / scales[-1]
            rows.append(row)
        reached = torch.cat(rows, 1)
        scale = torch.cat([torch.ones_like(first[:, :1, None]), *scales], 1)[..., 0]
        sums = (reached @ ends[:, :, None])[..., 0]
        ctx.save_for_backward(first, going, ends, reached, scale, sums)
        steps = torch.arange(2, going.shape[1] + 2, device=scale.device)
        totals = sums.clamp_min(_TINY).log() + scale.log().cumsum(1) + steps * greatest
        return totals.masked_fill(sums <= _TINY, NEVER).float()

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the probabilities of first words, of transitions and of last words, weighted by the gradient."""
        first, going, ends, reached, scale, sums = ctx.saved_tensors
        share = (gradient.double() / sums.clamp_min(_TINY)).masked_fill(sums <= _TINY, 0.0)
        direct = share[:, :, None] * ends[:, None]
        column = direct[:, -1, :, None]
        columns = []
        turned = going.transpose(1, 2).contiguous().transpose(1, 2)
        for step in range(going.shape[1] - 1, 0, -1):
            column = column / scale[:, step, None, None]
            columns.append(column)
            column = torch.baddbmm(direct[:, step - 1, :, None], turned, column)
        weights = torch.zeros_like(going)
        if columns:
            weights = reached[:, :-1].transpose(1, 2) @ torch.cat(columns[::-1], 2).transpose(1, 2)
        last = (share[:, :, None] * reached).sum(1) * ends
        return (column[..., 0] * first).float(), (weights * going).float(), last.float()


def at_count(totals: Tensor, count: Tensor) -> Tensor:
    """Return B: the totals at the wished counts, or over all counts where the count is 0."""
    chosen = totals.gather(1, (count - 1).clamp_min(0)[:, None])[:, 0]
    return torch.where(count > 0, chosen, torch.logsumexp(totals, 1))


@torch.enable_grad()
def marginals(scores: Tensor, length: Tensor, count: Tensor) -> Tensor:
    """Return B, W + 2, W + 2: the probability of each transition, among paths of the wished count."""
    leaf = scores.detach().float().requires_grad_()
    return torch.autograd.grad(at_count(by_count(leaf, length), count).sum(), leaf)[0]


@torch.no_grad()
def best_path(scores: Tensor, length: Tensor, count: Tensor) -> Tensor:
    """Return B, W: which words the best path keeps, among paths of the wished count; 0 leaves it free."""
    arrived, between, to_end = _steps(scores.float(), length)
    reached, predecessors = [arrived], []
    for _ in range(1, between.shape[1]):
        arrived, predecessor = (arrived[:, :, None] + between).max(1)
        reached.append(arrived)
        predecessors.append(predecessor)
    totals, last = (torch.stack(reached, 1) + to_end[:, None]).max(2)
    words = torch.where(count > 0, count, totals.argmax(1) + 1)[:, None]
    place = last.gather(1, words - 1)
    kept = torch.zeros_like(arrived, dtype=torch.bool).scatter_(1, place, True)
    for step in range(len(predecessors), 0, -1):
        place = torch.where(step < words, predecessors[step - 1].gather(1, place), place)
        kept.scatter_(1, place, True)
    return kept


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
