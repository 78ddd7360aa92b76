"""Checks that third parties can run on their own metrics, parsers and methods."""

from __future__ import annotations

import math

import numpy as np

from laconic.metrics import Batch, Metric
from laconic.text import Sentence

_SAMPLE: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "the old man sold his red car to a friend .",
        "the man sold his car .",
        ("The man sold his car .", "he sold it ."),
    ),
    ("yesterday , the council approved the plan .", "the council approved the plan .", ("the council approved it .",)),
    ("she reads slowly", "", ("she reads",)),
    ("it works", "It works", ("it works", "works")),
    ("in the end nobody knew why the bridge fell", "why the bridge fell nobody knew", ("nobody knew why it fell",)),
)


def check_metric(metric: Metric) -> None:
    """Check that a metric keeps the promises of `laconic.metrics.Metric`.

    Its statistics must be finite numbers, one row a sentence, and those of a sentence must not depend on
    its company; its score must be a finite number that depends on the summed statistics alone; and its
    signature must name the metric.

    Raises:
        AssertionError: a promise is broken; the message says which.
    """
    batch = _sample_batch()
    rows = metric.statistics(batch)
    assert rows.ndim == 2, f"statistics must have two dimensions, not {rows.ndim}"
    assert len(rows) == len(batch), f"{len(batch)} sentences must have as many rows of statistics, not {len(rows)}"
    assert rows.dtype == np.float64, f"statistics must be 64-bit floating-point numbers, not {rows.dtype}"
    assert np.isfinite(rows).all(), "statistics must be finite"
    for index in range(len(batch)):
        alone = metric.statistics(batch.select([index]))
        assert np.array_equal(alone[0], rows[index]), "a sentence's statistics must not depend on other sentences"
    total = rows.sum(axis=0)
    before = total.copy()
    score = metric.score(total)
    assert math.isfinite(score), "the score must be a finite number"
    assert np.array_equal(total, before), "scoring must not change the statistics it is given"
    assert metric.score(total) == score, "scoring the same statistics twice must give the same score"
    backwards = metric.statistics(batch.select(reversed(range(len(batch)))))
    assert math.isclose(metric.score(backwards.sum(axis=0)), score), "the order of the sentences must not matter"
    singly = metric.sentence_scores(rows)
    assert singly.shape == (len(batch),), "there must be one sentence score a sentence"
    assert metric.name, "the metric must have a name"
    assert metric.signature.startswith(metric.name), "the signature must begin with the metric's name"


def _sample_batch() -> Batch:
    return Batch(
        [_parsed(source) for source, _, _ in _SAMPLE],
        [_parsed(output) for _, output, _ in _SAMPLE],
        [[_parsed(reference) for reference in references] for _, _, references in _SAMPLE],
    )


def _parsed(text: str) -> Sentence:
    """Return the sentence with a parse in which every word depends on the one before it."""
    words = text.split()
    tokens = Sentence.from_words(words).tokens
    relations = tuple("root" if index == 0 else "dep" for index in range(len(words)))
    return Sentence(text, tokens, heads=tuple(range(len(words))), relations=relations)
