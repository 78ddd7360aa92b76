"""Batches of prepared sentences, built on the device from flat tensors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import store
import torch
from numpy.typing import NDArray
from torch import Tensor

from laconic.parse.words import SHAPES

CLS, SEP, PAD = 101, 102, 0
SKIP = -100
"""The target that losses leave out."""

Indices = NDArray[np.int64]


@dataclass
class Batch:
    """Padded sentences: B of them, T pieces, W words, N = W + 1 fence posts between and around words."""

    pieces: Tensor  # B, T
    piece_mask: Tensor  # B, T: which pieces are real
    first: Tensor  # B, W + 2: first piece of each word; the ends of the sentence count as words
    last: Tensor  # B, W + 2
    shape: Tensor  # B, W + 2
    length: Tensor  # B
    tag: Tensor  # B, W
    head: Tensor  # B, W: 0 is the root, words count from 1
    relation: Tensor  # B, W
    span: Tensor  # B, N, N: label of the span between two fence posts
    has_tree: Tensor  # B
    tree_rows: Tensor  # the rows that have a tree
    indices: Indices

    @property
    def word_mask(self) -> Tensor:
        """B, W: which words are real."""
        return torch.arange(self.tag.shape[1], device=self.length.device) < self.length[:, None]

    @property
    def span_mask(self) -> Tensor:
        """B, N, N: which pairs of fence posts hold at least one word of the sentence."""
        return spans_of(self.length, self.tag.shape[1] + 1)


def spans_of(length: Tensor, posts: int) -> Tensor:
    """Return B, N, N: whether a span from the row's to the column's fence post lies in the sentence."""
    post = torch.arange(posts, device=length.device)
    return (post[:, None] < post[None, :]) & (post <= length[:, None])[:, None, :]


class Sentences:
    """Flat tensors of sentences on a device, with lengths kept beside as numpy arrays."""

    def __init__(self, arrays: dict[str, NDArray[np.int64]], device: torch.device) -> None:
        self.device = device
        self.length = arrays["length"]
        word_start = np.concatenate([[0], np.cumsum(self.length)])
        piece_ends = np.concatenate([[0], np.cumsum(arrays["pieces"])])
        self.piece_length = piece_ends[word_start[1:]] - piece_ends[word_start[:-1]]
        self.source = arrays.get("source", np.zeros_like(self.length))
        self.base = arrays.get("base", np.arange(len(self.length)))
        self.stop = arrays.get("stop", np.zeros_like(self.length))
        self.annotated = "tag" in arrays
        self.brackets = arrays.get("brackets", np.zeros_like(self.length))
        self.has_tree = arrays.get("has_tree", np.zeros_like(self.length))
        bracket_start = np.concatenate([[0], np.cumsum(self.brackets)])

        def tensor(values: NDArray[np.int64]) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(values)).to(device)

        columns = ["piece", "shape", *(("tag", "head", "relation", "start", "end", "label") if self.annotated else ())]
        self.flat = {name: tensor(arrays[name]) for name in columns}
        self.flat["has_tree"] = tensor(self.has_tree)
        self.word_start = tensor(word_start)
        self.piece_start = tensor(piece_ends)
        self.bracket_start = tensor(bracket_start)

    def __len__(self) -> int:
        return len(self.length)

    def batch(self, indices: Indices, drop_stop: bool = False) -> Batch:
        """Return a batch of the sentences; `drop_stop` leaves out final stops that can go."""
        chosen = torch.from_numpy(indices).to(self.device)
        cut = self.stop[indices] if drop_stop else np.zeros_like(indices)
        length = torch.from_numpy(self.length[indices] - cut).to(self.device)
        words = int((self.length[indices] - cut).max())
        start = self.word_start[chosen]
        position = torch.arange(words, device=self.device)
        word = (start[:, None] + position).clamp_max(len(self.piece_start) - 2)
        real = position < length[:, None]
        piece_base = self.piece_start[start]
        piece_count = self.piece_start[start + length] - piece_base
        first = (self.piece_start[word] - piece_base[:, None] + 1) * real
        last = (self.piece_start[word + 1] - piece_base[:, None]) * real
        most = -(-int((self.piece_length[indices] + 2).max()) // 8) * 8  # widths that attention kernels like
        pieces, piece_mask = self._pieces(piece_base, piece_count, most)
        batch = Batch(
            pieces, piece_mask, self._ends(first, piece_count, length), self._ends(last, piece_count, length),
            self._ends(self.flat["shape"][word] * real, None, length), length,
            *self._word_targets(word, real),
            torch.zeros(0), self.flat["has_tree"][chosen].bool(),
            torch.from_numpy(np.flatnonzero(self.has_tree[indices])).to(self.device), indices,
        )  # fmt: skip
        batch.span = self._span_targets(chosen, batch, indices)
        return batch

    def _pieces(self, base: Tensor, count: Tensor, width: int) -> tuple[Tensor, Tensor]:
        position = torch.arange(width, device=self.device)
        inner = (base[:, None] + position - 1).clamp(0, len(self.flat["piece"]) - 1)
        pieces = torch.where(position <= count[:, None], self.flat["piece"][inner], PAD)
        pieces[:, 0] = CLS
        pieces.scatter_(1, count[:, None] + 1, SEP)
        return pieces, position < count[:, None] + 2

    @staticmethod
    def _ends(values: Tensor, piece_count: Tensor | None, length: Tensor) -> Tensor:
        """Put the sentence's ends around the words' values: the pieces CLS and SEP, or shape 0."""
        around = torch.nn.functional.pad(values, (1, 1))
        if piece_count is not None:
            around.scatter_(1, length[:, None] + 1, piece_count[:, None] + 1)
        return around

    def _word_targets(self, word: Tensor, real: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        if not self.annotated:
            empty = torch.full_like(word, SKIP)
            return empty, empty, empty
        tag, head, relation = (self.flat[name][word] for name in ("tag", "head", "relation"))
        return (
            tag.masked_fill(~real | (tag == store.IGNORED), SKIP),
            (head - 1).masked_fill(~real | (head == 0), SKIP),
            relation.masked_fill(~real | (relation == store.IGNORED), SKIP),
        )

    def _span_targets(self, chosen: Tensor, batch: Batch, indices: Indices) -> Tensor:
        posts = batch.tag.shape[1] + 1
        spans = torch.zeros(len(indices), posts, posts, dtype=torch.long, device=self.device)
        total = int(self.brackets[indices].sum())
        if total:
            counts = torch.from_numpy(self.brackets[indices]).to(self.device)
            row = torch.repeat_interleave(torch.arange(len(indices), device=self.device), counts, output_size=total)
            offset = torch.arange(total, device=self.device) - (counts.cumsum(0) - counts)[row]
            bracket = self.bracket_start[chosen][row] + offset
            start = self.flat["start"][bracket]
            end = torch.minimum(self.flat["end"][bracket], batch.length[row])  # a dropped stop shortens spans
            spans[row, start, torch.maximum(start, end)] = self.flat["label"][bracket]
        return spans.masked_fill(~(batch.span_mask & batch.has_tree[:, None, None]), SKIP)

    def batches(self, indices: Indices, budget: int, random: np.random.Generator | None) -> list[Indices]:
        """Group sentences of like length so that none of the padded groups has more than `budget` pieces.

        With a random generator both the groups and their order change from call to call.
        """
        size = self.piece_length[indices] + 2.0
        if random is not None:
            size = size * random.uniform(0.9, 1.1, len(size))
        ordered = indices[np.argsort(size, kind="stable")]
        groups: list[Indices] = []
        begin = 0
        longest = 0
        for position, index in enumerate(ordered):
            longest = max(longest, int(self.piece_length[index]) + 2)
            if longest * (position + 1 - begin) > budget and position > begin:
                groups.append(ordered[begin:position])
                begin, longest = position, int(self.piece_length[index]) + 2
        groups.append(ordered[begin:])
        if random is not None:
            groups = [groups[place] for place in random.permutation(len(groups))]
        return groups


class Sampler:
    """Draws epochs of annotated sentences: each source at its own rate, one variant of each sentence."""

    def __init__(self, sentences: Sentences, rates: dict[str, float], labels: store.Labels, max_words: int) -> None:
        self.sentences = sentences
        self.variants: dict[int, list[int]] = {}
        for index, base in enumerate(sentences.base):
            if sentences.length[index] <= max_words:
                self.variants.setdefault(int(base), []).append(index)
        sources = {base: int(sentences.source[found[0]]) for base, found in self.variants.items()}
        self.pools = [
            (np.array([b for b, s in sources.items() if s == labels.sources.index(name)], dtype=np.int64), rate)
            for name, rate in rates.items()
        ]

    def epoch(self, random: np.random.Generator) -> Indices:
        """Return the sentences of one epoch."""
        chosen: list[int] = []
        for pool, rate in self.pools:
            if not len(pool):
                continue
            whole, part = divmod(rate, 1.0)
            bases = [*np.tile(pool, int(whole)), *random.permutation(pool)[: int(part * len(pool))]]
            picks = random.random(len(bases))
            for base, pick in zip(bases, picks, strict=True):
                variants = self.variants[int(base)]
                chosen.append(variants[int(pick * len(variants))])
        return np.array(chosen, dtype=np.int64)

    def stream(self, budget: int, random: np.random.Generator) -> Iterator[Indices]:
        """Yield batches for ever, epoch after epoch."""
        while True:
            yield from self.sentences.batches(self.epoch(random), budget, random)


_ID = {name: index for index, name in enumerate(SHAPES)}


def noisy_shapes(shape: Tensor, generator: torch.Generator | None = None) -> Tensor:
    """Return shapes as careless writing would have them: some sentences lower-cased, capitalised, unquoted."""
    lower, capital, initial, upper = _ID["lower"], _ID["capital"], _ID["initial-capital"], _ID["upper"]
    letter, mixed = _ID["letter"], _ID["mixed"]
    opening, closing, quote = _ID["open-quote"], _ID["close-quote"], _ID["quote"]
    draw = torch.rand(shape.shape[0], 1, device=shape.device, generator=generator)
    each = torch.rand(shape.shape, device=shape.device, generator=generator)
    cased = (shape == capital) | (shape == initial) | (shape == upper) | (shape == letter) | (shape == mixed)
    noisy = torch.where((draw < 0.06) & cased, lower, shape)
    noisy = torch.where((draw > 0.06) & (draw < 0.07) & (cased | (shape == lower)), upper, noisy)
    noisy = torch.where((draw > 0.07) & (draw < 0.10) & (shape == lower) & (each < 0.5), capital, noisy)
    noisy = torch.where((draw > 0.10) & (draw < 0.15) & (shape == upper), capital, noisy)
    noisy = torch.where((draw > 0.15) & (draw < 0.18) & (shape == initial), lower, noisy)
    quoted = (shape == opening) | (shape == closing)
    return torch.where((draw > 0.7) & quoted, quote, noisy)


def load(folder: Path, name: str, device: torch.device, limit: int | None = None) -> Sentences:
    """Read prepared sentences; `limit` keeps the first ones only, for trials."""
    arrays = store.load(folder / f"{name}.npz.xz")
    if limit is not None:
        arrays = first_sentences(arrays, limit)
    return Sentences(arrays, device)


def first_sentences(arrays: dict[str, NDArray[np.int64]], limit: int) -> dict[str, NDArray[np.int64]]:
    """Return the arrays of the first sentences."""
    words = int(arrays["length"][:limit].sum())
    pieces = int(arrays["pieces"][:words].sum())
    brackets = int(arrays["brackets"][:limit].sum()) if "brackets" in arrays else 0
    sizes = {"piece": pieces, "start": brackets, "end": brackets, "label": brackets}
    sizes |= dict.fromkeys(("pieces", "shape", "tag", "head", "relation"), words)
    return {name: values[: sizes.get(name, limit)] for name, values in arrays.items()}
