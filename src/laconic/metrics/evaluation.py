"""Scoring outputs by several metrics at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laconic.catalog import METRICS, resolve
from laconic.metrics.base import Metric, Statistics
from laconic.metrics.batch import Batch, Scorable
from laconic.metrics.bleu import Tokenization


@dataclass(frozen=True)
class Evaluation:
    """The scores of one set of outputs.

    Attributes:
        sentences: how many outputs were scored.
        scores: each metric's score, by name; None if the metric needs parses and there are none.
        details: the parts of each score, by metric and name.
        signatures: each metric's settings and versions, and the number of references.
        statistics: each metric's statistics, for significance tests.
    """

    sentences: int
    scores: Mapping[str, float | None]
    details: Mapping[str, Mapping[str, float]]
    signatures: Mapping[str, str]
    statistics: Mapping[str, Statistics]

    def to_json(self, *, seconds_per_sentence: float | None = None) -> dict[str, Any]:
        """Return the JSON of ``laconic score`` and ``laconic evaluate``."""
        return {
            "sentences": self.sentences,
            **self.scores,
            "seconds_per_sentence": seconds_per_sentence,
            "details": {name: dict(parts) for name, parts in self.details.items()},
            "signatures": dict(self.signatures),
        }


def standard_metrics(tokenize: Tokenization = "13a") -> tuple[Metric, ...]:
    """Return all metrics that are available, with their usual settings.

    Args:
        tokenize: how BLEU, PRÉCIS and SARI split the text: ``13a`` for text as written, ``none`` for text
            whose tokens stand between spaces.
    """
    return tuple(make_metric(resolve(name, METRICS, "metric"), tokenize) for name in standard_names())


def standard_names() -> list[str]:
    """Return the names of the metrics that are available."""
    return [name for name in METRICS if resolve(name, METRICS, "metric").is_available()]


def make_metric(kind: type[Metric], tokenize: Tokenization, **options: Any) -> Metric:
    """Return a metric with its usual settings, or others.

    Args:
        kind: the metric.
        tokenize: how it splits texts, if it does.
        options: what else it is made with.
    """
    if kind.tokenizes:
        options["tokenize"] = tokenize
    return kind(**options)


def evaluate(
    sources: Iterable[Scorable],
    outputs: Iterable[Scorable],
    references: Iterable[Sequence[Scorable]],
    metrics: Iterable[Metric] | None = None,
) -> Evaluation:
    """Score outputs against their sources and references.

    A version of a sentence can be given as tokens, as a `Sentence` (parsed, for relation F1), as a `Version`
    with text and tokens, or as a text whose tokens stand between spaces.

    Args:
        sources: one source per sentence.
        outputs: one output per sentence.
        references: one or more references per sentence.
        metrics: what to measure; by default the `standard_metrics`.

    Raises:
        DataError: the columns differ in length or are empty, a source has no words, or a reference is missing.
    """
    return evaluate_batch(Batch(sources, outputs, references), standard_metrics() if metrics is None else metrics)


def evaluate_batch(batch: Batch, metrics: Iterable[Metric]) -> Evaluation:
    """Score a batch by these metrics."""
    scores: dict[str, float | None] = {}
    details: dict[str, Mapping[str, float]] = {}
    signatures: dict[str, str] = {}
    statistics: dict[str, Statistics] = {}
    references = "varies" if batch.reference_count is None else batch.reference_count
    for metric in metrics:
        signatures[metric.name] = f"{metric.signature}|nrefs:{references}"
        if metric.needs_parse and not batch.is_parsed:
            scores[metric.name] = None
            continue
        rows = metric.statistics(batch)
        total = rows.sum(axis=0)
        statistics[metric.name] = rows
        scores[metric.name] = metric.score(total)
        if parts := metric.details(total):
            details[metric.name] = parts
    return Evaluation(len(batch), scores, details, signatures, statistics)
