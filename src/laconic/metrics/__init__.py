"""Metrics for compressions: additive statistics per sentence, a score for a corpus, and a signature."""

from laconic.metrics.base import MeanMetric, Metric, Statistics
from laconic.metrics.batch import Batch, Scorable, Version
from laconic.metrics.evaluation import Evaluation, evaluate, evaluate_batch, standard_metrics

__all__ = [
    "Batch",
    "Evaluation",
    "MeanMetric",
    "Metric",
    "Scorable",
    "Statistics",
    "Version",
    "evaluate",
    "evaluate_batch",
    "standard_metrics",
]
