"""The figures of an experiment: scores, their significance, speed, and how searches went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from laconic.corpus import Pair
from laconic.corpus.words import word_splitter
from laconic.experiment.material import Material
from laconic.experiment.run import Answer
from laconic.experiment.scoring import naming, references_of, with_parses
from laconic.experiment.spec import Plan
from laconic.metrics import Batch, Version, standard_metrics
from laconic.metrics.evaluation import evaluate_batch
from laconic.metrics.significance import compare
from laconic.parse.base import Parser

SIGNIFICANT = 0.05
FIGURES_OF_RATE = 0.02
"""Systems whose rate differs from the references' by more than this are not compared at equal length."""


@dataclass(frozen=True)
class Row:
    """A system's figures on one corpus.

    Attributes:
        system: its name in the file.
        title: what it is called in the table.
        scores: its scores by metric.
        paper: the paper's own, as far as it has them.
        difference: its score less the baseline's, by the metric that is tested; None for the baseline.
        p: the probability of so large a difference by chance, by the paired bootstrap, Holm-corrected.
        seconds: mean CPU seconds a sentence, parsing not counted.
        iterations: for joint decoding, the iterations of each sentence.
        certified: for joint decoding, the share of sentences whose answer is proved best.
        converged: for joint decoding, the share of sentences where both parts agreed without branching.
    """

    system: str
    title: str
    scores: Mapping[str, float]
    paper: Mapping[str, float]
    difference: float | None
    p: float | None
    seconds: float
    iterations: Sequence[int]
    certified: float | None
    converged: float | None


@dataclass(frozen=True)
class Table:
    """All systems on one corpus.

    Attributes:
        corpus: the corpus's name.
        sentences: how many were compressed.
        gold_rate: the compression rate of the first references.
        rows: one a system.
        examples: a few sentences, each with its reference and each system's answer.
    """

    corpus: str
    sentences: int
    gold_rate: float
    rows: Sequence[Row]
    examples: Sequence[tuple[str, str, Mapping[str, str]]]


def make_table(plan: Plan, material: Material, answers: Mapping[str, Sequence[Answer]], parser: Parser) -> Table:
    """Score the answers of all systems and test them against the baseline."""
    by_name = {metric.name: metric for metric in standard_metrics("none" if material.tokenized else "13a")}
    metrics = naming(parser, [by_name[name] for name in plan.metrics])
    split = word_splitter(material.tokenized)
    sources = [Version(pair.source, split(pair.source)) for pair in material.testing]
    references = references_of(material.testing, split, parser)
    batches = {
        name: Batch(sources, with_parses([Version(each.text, each.tokens) for each in made], parser), references)
        for name, made in answers.items()
    }
    tested = metrics[1]
    evaluations = {name: evaluate_batch(batch, metrics) for name, batch in batches.items()}
    comparison = compare(
        tested, {name: each.statistics[tested.name] for name, each in evaluations.items()}, baseline=plan.baseline
    )
    differences = {each.system: each for each in comparison.differences}
    rows = []
    for name, made in answers.items():
        system, difference = plan.systems[name], differences.get(name)
        told = [each.details for each in made]
        rows.append(
            Row(
                name,
                system.title or name,
                {metric: score for metric, score in evaluations[name].scores.items() if score is not None},
                system.paper.get(material.name, {}),
                None if difference is None else difference.difference,
                None if difference is None else difference.tests["bootstrap"].corrected,
                fmean(each.seconds for each in made),
                [int(each["iterations"]) for each in told if "iterations" in each],
                _share(told, "certificate"),
                _share(told, "converged"),
            )
        )
    lengths = [
        (len(reference[0].words), len(source.words)) for reference, source in zip(references, sources, strict=True)
    ]
    gold_rate = fmean(short / long for short, long in lengths)
    return Table(material.name, len(sources), gold_rate, rows, _examples(plan, material.testing, answers))


def _share(told: Sequence[Mapping[str, Any]], key: str) -> float | None:
    known = [bool(each[key]) for each in told if key in each]
    return fmean(known) if known else None


def _examples(
    plan: Plan, pairs: Sequence[Pair], answers: Mapping[str, Sequence[Answer]]
) -> list[tuple[str, str, Mapping[str, str]]]:
    """Return sentences spread evenly over the corpus."""
    count = min(plan.examples, len(pairs))
    places = [number * len(pairs) // count for number in range(count)]
    return [
        (pairs[place].source, pairs[place].reference, {name: made[place].text for name, made in answers.items()})
        for place in places
    ]
