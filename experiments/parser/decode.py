"""Exact decoding in batches: CKY for brackets, Eisner's algorithm for projective arcs with one root."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

NEVER = -1e9
Bracket = tuple[int, int, int]
Table = NDArray[np.int64]


def best_splits(spans: Tensor) -> tuple[Tensor, Tensor]:
    """Return the best score and split of every span (B, N, N) for given scores of spans."""
    posts = spans.shape[1]
    best = spans.new_full(spans.shape, NEVER)
    splits = torch.zeros(spans.shape, dtype=torch.long, device=spans.device)
    by_left = best.clone()
    by_right = best.clone()
    for width in range(1, posts):
        score = torch.diagonal(spans, width, 1, 2)
        if width > 1:
            parts = by_left[:, : posts - width, 1:width] + by_right[:, width:, 1:width].flip(-1)
            value, split = parts.max(-1)
            score = score + value
            start = torch.arange(posts - width, device=spans.device)
            torch.diagonal(splits, width, 1, 2).copy_(start + split + 1)
        by_left[:, : posts - width, width] = score
        by_right[:, width:, width] = score
        torch.diagonal(best, width, 1, 2).copy_(score)
    return best, splits


def decode_brackets(scores: Tensor, length: Tensor) -> list[list[Bracket]]:
    """Return the labelled brackets of the best trees, parents before children.

    Args:
        scores: B, N, N, labels; label 0 means no bracket.
        length: B, the numbers of words.
    """
    relative = scores.float() - scores[..., :1].float()
    value, label = relative.max(-1)
    _, splits = best_splits(value)
    labels, cuts = label.cpu().numpy(), splits.cpu().numpy()
    return [_brackets(labels[row], cuts[row], int(count)) for row, count in enumerate(length.tolist())]


def _brackets(labels: Table, splits: Table, count: int) -> list[Bracket]:
    found: list[Bracket] = []
    stack = [(0, count)]
    while stack:
        start, end = stack.pop()
        label = int(labels[start, end])
        if label:
            found.append((start, end, label))
        if end - start > 1:
            split = int(splits[start, end])
            stack += [(split, end), (start, split)]
    return found


def decode_arcs(scores: Tensor, length: Tensor) -> list[list[int]]:
    """Return the heads of the best projective trees with exactly one word below the root.

    Args:
        scores: B, W, W + 1; the score of each head (0 is the root) of each word.
        length: B, the numbers of words.

    Eisner's tables run over words only; the root is put above the best word at the end.
    """
    words = scores.shape[1]
    tables = _eisner_tables(scores.float()[:, :, 1:])
    complete_left, complete_right = tables[0], tables[1]
    position = torch.arange(words, device=scores.device)
    row = torch.arange(len(length), device=scores.device)[:, None]
    over = complete_left[:, 0, :] + complete_right[row, position, (length - 1)[:, None]]
    root = (over + scores[:, :, 0].float()).masked_fill(position >= length[:, None], NEVER).argmax(-1)
    back = [table.cpu().numpy() for table in tables[2:]]
    pairs = zip(length.tolist(), root.tolist(), strict=True)
    return [_heads(*(table[row] for table in back), count, top) for row, (count, top) in enumerate(pairs)]


def _eisner_tables(arc: Tensor) -> tuple[Tensor, ...]:
    """Return Eisner's tables for scores of arcs (B, dependent, head): complete spans by either end, and splits.

    Complete (i, j) "left" is headed by j, "right" by i; incomplete ones end in the arc between i and j.
    """
    words = arc.shape[1]
    shape = arc.shape
    complete_left = torch.full(shape, NEVER, device=arc.device)  # by (i, j), head j
    complete_right = torch.full(shape, NEVER, device=arc.device)  # by (i, j), head i
    incomplete_left, incomplete_right = complete_left.clone(), complete_right.clone()
    torch.diagonal(complete_left, 0, 1, 2).zero_()
    torch.diagonal(complete_right, 0, 1, 2).zero_()
    split_arc, split_left, split_right = (torch.zeros(shape, dtype=torch.long, device=arc.device) for _ in range(3))
    for width in range(1, words):
        start = torch.arange(words - width, device=arc.device)
        end = start + width
        inner = start[:, None] + torch.arange(width, device=arc.device)  # split points start..end-1
        value, split = (complete_right[:, start[:, None], inner] + complete_left[:, inner + 1, end[:, None]]).max(-1)
        split_arc[:, start, end] = start + split
        incomplete_left[:, start, end] = value + arc[:, start, end]  # dependent i, head j
        incomplete_right[:, start, end] = value + arc[:, end, start]  # head i, dependent j
        value, split = (complete_left[:, start[:, None], inner] + incomplete_left[:, inner, end[:, None]]).max(-1)
        complete_left[:, start, end], split_left[:, start, end] = value, start + split
        value, split = (
            incomplete_right[:, start[:, None], inner + 1] + complete_right[:, inner + 1, end[:, None]]
        ).max(-1)
        complete_right[:, start, end], split_right[:, start, end] = value, start + split + 1
    return complete_left, complete_right, split_arc, split_left, split_right


def _heads(split_arc: Table, split_left: Table, split_right: Table, count: int, root: int) -> list[int]:
    heads = [0] * count
    stack = [(0, root, "left"), (root, count - 1, "right")]
    while stack:
        start, end, kind = stack.pop()
        if start == end:
            continue
        if kind == "left":  # headed by its right end
            middle = int(split_left[start, end])
            stack += [(start, middle, "left"), (middle, end, "arc-left")]
        elif kind == "right":
            middle = int(split_right[start, end])
            stack += [(start, middle, "arc-right"), (middle, end, "right")]
        else:
            if kind == "arc-left":
                heads[start] = end + 1
            else:
                heads[end] = start + 1
            middle = int(split_arc[start, end])
            stack += [(start, middle, "right"), (middle + 1, end, "left")]
    return heads
