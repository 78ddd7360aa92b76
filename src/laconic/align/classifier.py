"""A small classifier of links: one hidden layer beside a linear part, in plain arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class LinkClassifier:
    """The probability of a link is ``sigmoid(tanh(x · inner + inner_bias) · outer + x · direct + bias)``."""

    inner: Floats
    inner_bias: Floats
    outer: Floats
    direct: Floats
    bias: Floats

    def probabilities(self, features: Floats) -> Floats:
        """Return one probability a link; the features lie along the last axis."""
        hidden = np.tanh(features @ self.inner + self.inner_bias)
        return _sigmoid(hidden @ self.outer + features @ self.direct + self.bias[0])


def fit(
    features: Floats,
    linked: NDArray[np.bool_],
    weights: Floats,
    *,
    hidden: int = 24,
    seed: int = 0,
    epochs: int = 8,
    batch: int = 512,
    rate: float = 0.003,
    decay: float = 1e-5,
) -> LinkClassifier:
    """Learn from examples by Adam with a falling step, minimising the weighted logistic loss.

    Args:
        features: one row per example.
        linked: whether the example is a link.
        weights: how much each example counts.
        hidden: the size of the hidden layer.
        seed: decides the beginning and the order of the examples.
        epochs: how often every example is seen.
        batch: examples a step.
        rate: the first step's size.
        decay: of the weights towards 0.
    """
    random = np.random.default_rng(seed)
    mean, scale = features.mean(0), features.std(0) + np.float32(1e-3)
    values = (features - mean) / scale
    count = features.shape[1]
    parts = [
        random.normal(0, count**-0.5, (count, hidden)).astype(np.float32),
        np.zeros(hidden, np.float32),
        random.normal(0, 0.1, hidden).astype(np.float32),
        np.zeros(count, np.float32),
        np.full(1, -2, np.float32),
    ]
    adam = _Adam(parts, rate, steps=epochs * max(1, len(linked) // batch), decay=decay)
    for chosen in _batches(random, len(linked), epochs, min(batch, len(linked))):
        adam.step(gradient(parts, values[chosen], linked[chosen], weights[chosen] / np.float32(len(chosen))))
    inner, inner_bias, outer, direct, bias = parts
    # The examples' mean and scale go into the weights, so that features are used as they come.
    inner, direct = inner / scale[:, None], direct / scale
    return LinkClassifier(inner, inner_bias - mean @ inner, outer, direct, bias - mean @ direct)


def pack(classifiers: list[LinkClassifier]) -> dict[str, Floats]:
    """Return the arrays of equally large classifiers, stacked under their names."""
    return {
        field.name: np.stack([getattr(each, field.name) for each in classifiers]) for field in fields(LinkClassifier)
    }


def unpack(arrays: dict[str, Floats]) -> list[LinkClassifier]:
    """Return the classifiers that `pack` stacked."""
    columns = [arrays[field.name] for field in fields(LinkClassifier)]
    return [LinkClassifier(*parts) for parts in zip(*columns, strict=True)]


def _sigmoid(values: Floats) -> Floats:
    inverse_odds: Floats = np.exp(-np.clip(values, -30, 30))
    return np.float32(1) / (np.float32(1) + inverse_odds)


def _batches(random: np.random.Generator, count: int, epochs: int, size: int) -> Iterator[NDArray[np.int64]]:
    for _ in range(epochs):
        order = random.permutation(count)
        for start in range(0, count - size + 1, size):
            yield order[start : start + size]


def gradient(parts: list[Floats], values: Floats, linked: NDArray[np.bool_], weights: Floats) -> list[Floats]:
    """Return the slope of the weighted logistic loss along each part, in the order of `LinkClassifier`'s fields."""
    inner, inner_bias, outer, direct, bias = parts
    hidden = np.tanh(values @ inner + inner_bias)
    error = weights * (_sigmoid(hidden @ outer + values @ direct + bias[0]) - linked)
    back = np.outer(error, outer) * (1 - hidden * hidden)
    return [values.T @ back, back.sum(0), hidden.T @ error, values.T @ error, error.sum(keepdims=True)]


class _Adam:
    """Adam (Kingma & Ba 2015) with a step that falls to nothing, changing the parts in place."""

    def __init__(self, parts: list[Floats], rate: float, *, steps: int, decay: float) -> None:
        self.parts, self.rate, self.steps, self.decay = parts, rate, steps, decay
        self.means = [np.zeros_like(part) for part in parts]
        self.squares = [np.zeros_like(part) for part in parts]
        self.taken = 0

    def step(self, slopes: list[Floats]) -> None:
        self.taken += 1
        rate = self.rate * max(1 - self.taken / self.steps, 0.0)
        for part, mean, square, slope in zip(self.parts, self.means, self.squares, slopes, strict=True):
            decayed = slope + np.float32(self.decay) * part
            mean += np.float32(0.1) * (decayed - mean)
            square += np.float32(0.001) * (decayed * decayed - square)
            unbiased = mean / (1 - 0.9**self.taken)
            part -= (rate * unbiased / (np.sqrt(square / (1 - 0.999**self.taken)) + 1e-8)).astype(np.float32)
