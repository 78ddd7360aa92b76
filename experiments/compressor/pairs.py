"""Batches of sentences with their compressions, built on the device from flat tensors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import store
import torch
from data import SKIP, Batch, Indices, Sentences
from numpy.typing import NDArray
from styles import CORPORA, FREE
from torch import Tensor

Integers = NDArray[np.int64]

UNKNOWN_HEAD = 1000
"""The column's number for a kept word whose head is not known."""

CALIBRATION_EVERY = 40
"""One training pair in this number is never trained on: probabilities are calibrated there."""


@dataclass
class Wish:
    """What is asked for each sentence of a batch."""

    corpus: Tensor  # B
    rate: Tensor  # B: kept words by words, or FREE
    count: Tensor  # B: kept words, or 0 for a free length

    @classmethod
    def of(cls, corpus: Tensor, count: Tensor, length: Tensor) -> Wish:
        """Return what is asked for with N words; a count of 0 leaves the length free."""
        rate = torch.where(count > 0, count / length, FREE)
        return cls(corpus, rate, count)


@dataclass
class Target:
    """One reference for each sentence of a batch."""

    kept: Tensor  # B, W
    head: Tensor  # B, W: head in the compression, 0 is the root, SKIP for deleted words
    weight: Tensor  # B: less than 1 where the reference is not made of the source's words alone


class Pairs:
    """Sentences of the compression corpora on a device."""

    def __init__(self, arrays: dict[str, Integers], device: torch.device) -> None:
        self.sentences = Sentences({n: arrays[n] for n in ("length", "piece", "pieces", "shape")}, device)
        self.device = device
        self.length = arrays["length"]
        self.corpus = arrays["corpus"]
        self.dev = arrays["dev"].astype(bool)
        self.for_calibration = (np.arange(len(self.length)) % CALIBRATION_EVERY == 0) & ~self.dev
        self.references = arrays["references"]
        self._kept_head = torch.from_numpy(arrays["kept_head"]).to(device)
        self._coverage = torch.from_numpy(arrays["coverage"] / 100.0).float().to(device)
        self._first_reference = _starts(self.references)
        self._first_head = _starts(self.references * self.length)
        self._words = np.split(arrays["word"], np.cumsum(self.length)[:-1])
        texts = np.split(arrays["text_word"], np.cumsum(arrays["text_length"])[:-1])
        ends = np.cumsum(arrays["texts"])
        self.texts = [texts[end - count : end] for end, count in zip(ends, arrays["texts"], strict=True)]

    def __len__(self) -> int:
        return len(self.length)

    def held_out(self, corpus: str) -> Indices:
        """Return the development sentences of a corpus."""
        return np.flatnonzero(self.dev & (self.corpus == CORPORA.index(corpus)))

    def corpora(self, indices: Indices) -> Tensor:
        """Return the corpora of sentences."""
        return torch.from_numpy(self.corpus[indices]).to(self.device)

    def gold_counts(self, indices: Indices, number: int = 0) -> Tensor:
        """Return how long the references of a number are, or the last, in words, and no longer than the sentences."""
        texts = [self.texts[index][min(number, len(self.texts[index]) - 1)] for index in indices]
        counts = [min(len(text), int(self.length[index])) for text, index in zip(texts, indices, strict=True)]
        return torch.tensor(counts, device=self.device)

    def target(self, batch: Batch, choice: Indices) -> Target:
        """Return the chosen reference of each sentence of a batch."""
        indices = batch.indices
        start = torch.from_numpy(self._first_head[indices] + choice * self.length[indices]).to(self.device)
        reference = torch.from_numpy(self._first_reference[indices] + choice).to(self.device)
        position = torch.arange(batch.tag.shape[1], device=self.device)
        column = self._kept_head[(start[:, None] + position).clamp_max(len(self._kept_head) - 1)]
        column = column * batch.word_mask
        kept = column > 0
        head = torch.where(kept & (column < UNKNOWN_HEAD), column - 1, SKIP)
        return Target(kept, head, self._coverage[reference] ** 2)

    def f1(self, index: int, kept: NDArray[np.bool_], number: int | None = None) -> float:
        """Return the unigram F1 of the kept words of a sentence with its best reference, or the one of a number."""
        words = Counter(self._words[index][kept].tolist())
        texts = self.texts[index]
        best = 0.0
        for text in texts if number is None else [texts[min(number, len(texts) - 1)]]:
            shared = (words & Counter(text.tolist())).total()
            best = max(best, 2.0 * shared / max(1, words.total() + len(text)))
        return best


def _starts(counts: Integers) -> Integers:
    return np.concatenate([[0], np.cumsum(counts)])[:-1]


class PairSampler:
    """Draws batches of training pairs: each corpus at its own rate, with a reference and a wish for each."""

    def __init__(
        self,
        pairs: Pairs,
        rates: dict[str, float],
        max_words: int,
        budget: int,
        free_shares: dict[str, float],
        any_share: float,
    ) -> None:
        self.pairs = pairs
        self.budget = budget
        self.free_share = np.array([free_shares.get(name, 0.0) for name in CORPORA])
        self.any_share = any_share
        usable = ~pairs.dev & ~pairs.for_calibration & (pairs.length <= max_words)
        self.pools = [
            (np.flatnonzero(usable & (pairs.corpus == CORPORA.index(name))), rate) for name, rate in rates.items()
        ]

    def epoch(self, random: np.random.Generator) -> list[Indices]:
        """Return the batches of one epoch."""
        chosen = []
        for pool, rate in self.pools:
            whole, part = divmod(rate, 1.0)
            chosen += [np.tile(pool, int(whole)), random.permutation(pool)[: int(part * len(pool))]]
        return self.pairs.sentences.batches(np.concatenate(chosen), self.budget, random)

    def choices(self, indices: Indices, random: np.random.Generator) -> Integers:
        """Return a random reference for each sentence."""
        return (random.random(len(indices)) * self.pairs.references[indices]).astype(np.int64)

    def stream(self, random: np.random.Generator) -> Iterator[tuple[Batch, Target, Wish]]:
        """Yield batches for ever; some wish for their reference's length, some for no length."""
        while True:
            for indices in self.epoch(random):
                batch = self.pairs.sentences.batch(indices)
                choice = self.choices(indices, random)
                target = self.pairs.target(batch, choice)
                shares = self.free_share[self.pairs.corpus[indices]]
                free = torch.from_numpy(random.random(len(indices)) < shares).to(self.pairs.device)
                unnamed = torch.from_numpy(random.random(len(indices)) < self.any_share).to(self.pairs.device)
                corpus = self.pairs.corpora(indices).masked_fill(unnamed, 0)
                yield batch, target, Wish.of(corpus, target.kept.sum(1).masked_fill(free, 0), batch.length)


class LargeGoogle:
    """Google's large training set: headlines of sentences in lower case, whose arcs are not known."""

    def __init__(self, arrays: dict[str, Integers], device: torch.device) -> None:
        self.sentences = Sentences({n: arrays[n] for n in ("length", "piece", "pieces", "shape")}, device)
        self.device = device
        self._kept = torch.from_numpy(arrays["kept"].astype(bool)).to(device)
        self._first = _starts(arrays["length"])

    def stream(
        self, budget: int, free_share: float, random: np.random.Generator
    ) -> Iterator[tuple[Batch, Target, Wish]]:
        """Yield batches for ever, in the style of headlines."""
        while True:
            for indices in self.sentences.batches(np.arange(len(self.sentences)), budget, random):
                batch = self.sentences.batch(indices)
                start = torch.from_numpy(self._first[indices]).to(self.device)
                position = torch.arange(batch.tag.shape[1], device=self.device)
                kept = self._kept[(start[:, None] + position).clamp_max(len(self._kept) - 1)] & batch.word_mask
                target = Target(kept, torch.full_like(batch.tag, SKIP), torch.ones(len(indices), device=self.device))
                free = torch.from_numpy(random.random(len(indices)) < free_share).to(self.device)
                style = torch.full_like(batch.length, CORPORA.index("google"))
                yield batch, target, Wish.of(style, kept.sum(1).masked_fill(free, 0), batch.length)


def load_large_google(folder: Path, device: torch.device, limit: int | None = None) -> LargeGoogle:
    """Read the prepared set; `limit` keeps the first sentences only, for trials."""
    arrays = store.load(folder / "google200k.npz.xz")
    if limit is not None:
        words = int(arrays["length"][:limit].sum())
        sizes = {"length": limit, "piece": int(arrays["pieces"][:words].sum())}
        arrays = {name: values[: sizes.get(name, words)] for name, values in arrays.items()}
    return LargeGoogle(arrays, device)


def load_pairs(folder: Path, device: torch.device, limit: int | None = None) -> Pairs:
    """Read prepared pairs; `limit` keeps that many a corpus and part only, for trials."""
    arrays = store.load(folder / "pairs.npz.xz")
    return Pairs(arrays if limit is None else _first(arrays, limit), device)


def _first(arrays: dict[str, Integers], limit: int) -> dict[str, Integers]:
    """Return the arrays of the first sentences of every corpus and part."""
    group = arrays["corpus"] * 2 + arrays["dev"]
    rank = np.array([np.count_nonzero(group[:index] == kind) for index, kind in enumerate(group)])
    taken = rank < limit
    lengths, references, texts = arrays["length"], arrays["references"], arrays["texts"]
    by_word = np.repeat(taken, lengths)
    masks = {"piece": np.repeat(by_word, arrays["pieces"]), "kept_head": np.repeat(taken, lengths * references)}
    masks |= dict.fromkeys(("pieces", "shape", "word"), by_word)
    masks |= {"coverage": np.repeat(taken, references), "text_length": np.repeat(taken, texts)}
    masks["text_word"] = np.repeat(masks["text_length"], arrays["text_length"])
    return {name: values[masks.get(name, taken)] for name, values in arrays.items()}
