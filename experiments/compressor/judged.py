"""Judged versions of sentences on a device, and versions made worse on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import store
import torch
from data import Batch, Indices, Sentences
from numpy.typing import NDArray
from torch import Tensor

Integers = NDArray[np.int64]

MOST_VERSIONS = 8
"""Versions of one sentence in a batch."""

RANKED = 0.3
"""What the order of the versions of one sentence counts beside the likelihood of their verdicts."""

SMOOTH = 0.06
"""The share of belief that is spread over all verdicts: readers differ."""

START, NEWLINE = 1, 198
"""Tokens of the causal model: the first of a text, and what ends a line."""


@dataclass
class Verdicts:
    """Versions of the sentences of a batch, with what readers say of them."""

    kept: Tensor  # B, K, W
    belief: Tensor  # B, K, 3: probabilities of the verdicts
    weight: Tensor  # B, K: 0 where there is no such version
    thought: Tensor | None = None  # B, K, 3: what the trained readers think of them, if that is known


class WordTokens:
    """The causal model's tokens of the words of sentences."""

    def __init__(self, arrays: dict[str, Integers], device: torch.device) -> None:
        counts = torch.from_numpy(arrays["tokens"]).to(device)
        self._token = torch.from_numpy(arrays["token"]).to(device)
        self._word = torch.repeat_interleave(torch.arange(len(counts), device=device), counts)
        self._first_token = torch.nn.functional.pad(counts.cumsum(0), (1, 0))
        self._first_word = torch.from_numpy(np.concatenate([[0], np.cumsum(arrays["length"])])).to(device)

    def batch(self, indices: Indices) -> tuple[Tensor, Tensor, Tensor]:
        """Return the tokens of sentences (B, T) between their marks, their words (or -1), and how many there are."""
        chosen = torch.from_numpy(indices).to(self._token.device)
        first_word = self._first_word[chosen]
        first = self._first_token[first_word]
        count = self._first_token[self._first_word[chosen + 1]] - first + 2
        position = torch.arange(int(count.max()), device=chosen.device)
        flat = (first[:, None] + position - 1).clamp(0, len(self._token) - 1)
        inside = (position > 0) & (position < count[:, None] - 1)
        token = torch.where(inside, self._token[flat], NEWLINE)
        token[:, 0] = START
        return token, torch.where(inside, self._word[flat] - first_word[:, None], -1), count


class Judged:
    """Judged sentences, with the causal model's tokens if they were prepared.

    Args:
        arrays: the sentences, their versions and what readers said of them.
        device: where tensors go.
        beliefs: what the trained readers think of every version, if that is known.
    """

    def __init__(self, arrays: dict[str, Integers], device: torch.device, beliefs: Tensor | None = None) -> None:
        self.sentences = Sentences({n: arrays[n] for n in ("length", "piece", "pieces", "shape")}, device)
        self.device = device
        self.length = arrays["length"]
        self.dev = arrays["dev"].astype(bool)
        self.versions = arrays["versions"]
        self.verdict = torch.from_numpy(arrays["verdict"]).to(device)
        self.first_version = np.concatenate([[0], np.cumsum(self.versions)])[:-1]
        self.tokens = WordTokens(arrays, device) if "token" in arrays else None
        self._beliefs = None if beliefs is None else beliefs.to(device)
        self._kept = torch.from_numpy(arrays["kept"].astype(bool)).to(device)
        self._first_word = np.concatenate([[0], np.cumsum(self.versions * self.length)])[:-1]

    def verdicts(
        self, batch: Batch, random: np.random.Generator | None, most: int = MOST_VERSIONS, first: int = 0
    ) -> Verdicts:
        """Return some versions of each sentence of a batch: ``most`` at random, or in order from the given one on."""
        rows = len(batch.indices)
        choice = np.zeros((rows, most), dtype=np.int64)
        weight = np.zeros((rows, most), dtype=np.float32)
        for row, index in enumerate(batch.indices):
            count = int(self.versions[index])
            order = np.arange(count) if random is None else random.permutation(count)
            chosen = order[first : first + most]
            choice[row, : len(chosen)] = chosen
            weight[row, : len(chosen)] = 1.0
        number = torch.from_numpy(self.first_version[batch.indices][:, None] + choice).to(self.device)
        lengths = self.length[batch.indices][:, None]
        start = torch.from_numpy(self._first_word[batch.indices][:, None] + choice * lengths).to(self.device)
        position = torch.arange(batch.tag.shape[1], device=self.device)
        kept = self._kept[(start[:, :, None] + position).clamp_max(len(self._kept) - 1)]
        kept = kept & batch.word_mask[:, None]
        belief = torch.nn.functional.one_hot(self.verdict[number], 3).float()
        thought = None if self._beliefs is None else self._beliefs[number]
        return Verdicts(kept, belief, torch.from_numpy(weight).to(self.device), thought)

    def groups(self, dev: bool, budget: int, random: np.random.Generator | None) -> list[Indices]:
        """Return batches of the sentences that are held out, or of the others."""
        return self.sentences.batches(np.flatnonzero(self.dev == dev), budget, random)

    def stream(self, budget: int, random: np.random.Generator) -> Iterator[tuple[Batch, Verdicts]]:
        """Yield batches for ever."""
        while True:
            for indices in self.groups(False, budget, random):
                batch = self.sentences.batch(indices)
                yield batch, self.verdicts(batch, random)


def load_judged(folder: Path, device: torch.device, name: str = "judged", with_beliefs: bool = False) -> Judged:
    """Read prepared judgements, or proposals in the same form, with what `believe.py` wrote about them if asked for.

    Raises:
        FileNotFoundError: nothing was written about them.
        ValueError: what was written is about other versions.
    """
    arrays = store.load(folder / f"{name}.npz.xz")
    if not with_beliefs:
        return Judged(arrays, device)
    path = folder / f"{name}.beliefs.npy"
    beliefs = torch.from_numpy(np.load(path)).float()
    if len(beliefs) != len(arrays["verdict"]):
        raise ValueError(f"{path} has {len(beliefs)} rows for {len(arrays['verdict'])} versions: run believe.py again.")
    return Judged(arrays, device, beliefs)


def spoil(kept: Tensor, real: Tensor) -> Tensor:
    """Return versions that lost a short run of their words, regained one of those that were gone, or both.

    Args:
        kept: ..., W which words each version keeps.
        real: ..., W which words there are.
    """
    loses = torch.rand(kept.shape[:-1], device=kept.device)
    lost = _random_run(kept, 4) & (loses < 0.8)[..., None]
    regained = _random_run(~kept & real, 3) & (loses > 0.65)[..., None]
    return (kept & ~lost) | regained


def _random_run(flags: Tensor, longest: int) -> Tensor:
    """Return a random run of the flagged places, at most ``longest`` of them; runs of one are the most frequent."""
    rank = flags.long().cumsum(-1) - 1
    count = flags.sum(-1, keepdim=True)
    draw = torch.rand(count.shape, device=flags.device)
    size = 1 + (longest * torch.rand(count.shape, device=flags.device) ** 2).long()
    first = (draw * count).long()
    return flags & (rank >= first) & (rank < first + size)


def verdict_loss(scores: Tensor, verdicts: Verdicts, ranked: float = RANKED) -> Tensor:
    """Return the loss: likelihood of what readers say, and better versions of one sentence before worse ones."""
    likely = torch.log_softmax(scores.float(), -1)
    believed = verdicts.belief * (1 - SMOOTH) + SMOOTH / verdicts.belief.shape[-1]
    entropy = -(believed * likely).sum(-1)
    mean = (entropy * verdicts.weight).sum() / verdicts.weight.sum().clamp_min(1.0)
    worth = verdicts.belief[..., 0] - verdicts.belief[..., 2]
    there = verdicts.weight > 0
    better = (worth[:, :, None] - worth[:, None]).clamp_min(0.0) * (there[:, :, None] & there[:, None])
    liked = likely[..., 0] - likely[..., 2]
    reversed_order = torch.nn.functional.softplus(liked[:, None] - liked[:, :, None])
    return mean + ranked * (reversed_order * better).sum() / better.sum().clamp_min(1.0)


def area_under_curve(scores: Tensor, positive: Tensor) -> float:
    """Return the probability that a positive example scores higher than a negative one; ties count half."""
    order = np.argsort(scores.cpu().numpy(), kind="stable")
    values, flags = scores.cpu().numpy()[order], positive.cpu().numpy()[order].astype(bool)
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    rank = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    yes, no = int(flags.sum()), int((~flags).sum())
    return float((rank[flags].sum() - yes * (yes + 1) / 2) / max(1, yes * no))
