"""The figures of an experiment: scores, their significance, speed, and how searches went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np

from laconic.corpus import Pair
from laconic.corpus.words import word_splitter
from laconic.experiment.material import Material
from laconic.experiment.run import Answer
from laconic.experiment.scoring import naming, references_of, with_parses
from laconic.experiment.spec import Plan
from laconic.metrics import Batch, Evaluation, Metric, Version, evaluate_batch, standard_metrics
from laconic.metrics.rate import CompressionRate
from laconic.metrics.significance import Difference, compare
from laconic.metrics.ter import Edits
from laconic.metrics.tied import TiedPair, compare_tied
from laconic.parse.base import Parser

SIGNIFICANT = 0.05
RATE_TOLERANCE = 0.02
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
        seconds: mean CPU seconds per sentence, parsing not counted; None if every sentence was too long for its
            search.
        too_long: how many sentences were too long for its search, and answered by that of its model.
        iterations: for joint decoding, the iterations of each sentence.
        certified: for joint decoding, the share of sentences whose answer is proved best.
        converged: for joint decoding, the share of sentences where both parts agreed without branching.
        edits: how many edits of each type turn a source into the answer, on average, and how many words it has.
        rewritten: the share of answers with a substitution, an insertion or a shift.
    """

    system: str
    title: str
    scores: Mapping[str, float]
    paper: Mapping[str, float]
    difference: float | None
    p: float | None
    seconds: float | None
    too_long: int
    iterations: Sequence[int]
    certified: float | None
    converged: float | None
    edits: Mapping[str, float]
    rewritten: float


@dataclass(frozen=True)
class Table:
    """All systems on one corpus.

    Attributes:
        corpus: the corpus's name.
        sentences: how many were compressed.
        gold_rate: the compression rate of the first references.
        rows: one per system.
        examples: a few sentences, each with its reference and each system's answer.
        tied: pairs of systems on the sentences that both compress about equally, by each metric but the rate.
        reference_edits, reference_rewritten: what the first references do to the sources, as in a `Row`.
    """

    corpus: str
    sentences: int
    gold_rate: float
    rows: Sequence[Row]
    examples: Sequence[tuple[str, str, Mapping[str, str]]]
    tied: Sequence[TiedPair]
    reference_edits: Mapping[str, float]
    reference_rewritten: float


def make_table(plan: Plan, material: Material, answers: Mapping[str, Sequence[Answer]], parser: Parser) -> Table:
    """Score the answers of all systems and test them against the baseline."""
    split = word_splitter(material.tokenized)
    sources = [Version(pair.source, split(pair.source)) for pair in material.testing]
    references = references_of(material.testing, split, parser)
    metrics = _metrics(plan, material, parser)
    # Tied comparisons need the rate, whether the table shows it or not.
    rate = [] if CompressionRate.name in plan.metrics else [CompressionRate()]
    evaluations = {}
    for name, made in answers.items():
        outputs = with_parses([Version(answer.text, answer.tokens) for answer in made], parser)
        evaluations[name] = evaluate_batch(Batch(sources, outputs, references), [*metrics, *rate])
    differences = _differences(plan, metrics[1], evaluations)
    rows = [
        _row(name, plan, material, evaluations[name], differences.get(name), made, sources)
        for name, made in answers.items()
    ]
    gold_rate = fmean(
        len(several[0].words) / len(source.words) for several, source in zip(references, sources, strict=True)
    )
    tied = _tied(plan, metrics, evaluations)
    shown = _examples(plan, material.testing, answers)
    edits = edits_by_type(sources, [several[0] for several in references])
    return Table(material.name, len(sources), gold_rate, rows, shown, tied, *edits)


def edits_by_type(sources: Sequence[Version], outputs: Sequence[Version]) -> tuple[dict[str, float], float]:
    """Return how many edits of each type turn sources into outputs, on average, and how many outputs are rewritten.

    A rewritten one has an edit of words that is not a deletion; marks do not count.
    """
    before, after = ([_without_marks(version) for version in side] for side in (sources, outputs))
    statistics = Edits().statistics(Batch(before, after, [[each] for each in after]))
    by_type = dict(Edits().details(statistics.sum(axis=0)))
    others = np.delete(statistics[:, :4], list(by_type).index("deletions"), axis=1).sum(axis=1)
    return by_type | {"words": fmean(len(each.words) for each in outputs)}, float((others > 0).mean())


def _without_marks(version: Version) -> Version:
    words = tuple(word for word in version.words if any(map(str.isalnum, word)))
    return version._replace(words=words or ("",))


def _metrics(plan: Plan, material: Material, parser: Parser) -> list[Metric]:
    """Return the metrics of the table, the one that is tested in the second place."""
    known = {metric.name: metric for metric in standard_metrics("none" if material.tokenized else "13a")}
    return naming(parser, [known[name] for name in plan.metrics])


def _differences(plan: Plan, tested: Metric, evaluations: Mapping[str, Evaluation]) -> dict[str, Difference]:
    """Return by how much each system differs from the baseline, and how surely."""
    statistics = {name: evaluation.statistics[tested.name] for name, evaluation in evaluations.items()}
    return {each.system: each for each in compare(tested, statistics, baseline=plan.baseline).differences}


def _tied(plan: Plan, metrics: Sequence[Metric], evaluations: Mapping[str, Evaluation]) -> list[TiedPair]:
    """Compare the pairs that the plan names at tied rates."""
    if plan.tied is None:
        return []
    pairs = plan.tied.pairs or [(plan.baseline, name) for name in plan.systems if name != plan.baseline]
    rate = CompressionRate()
    rates = {name: rate.sentence_scores(each.statistics[rate.name]) for name, each in evaluations.items()}
    found = []
    for metric in metrics:
        if metric.name != rate.name:
            statistics = {name: each.statistics[metric.name] for name, each in evaluations.items()}
            found += compare_tied(metric, statistics, rates, pairs, plan.tied.tolerance)
    return found


def _row(
    name: str,
    plan: Plan,
    material: Material,
    evaluation: Evaluation,
    difference: Difference | None,
    answers: Sequence[Answer],
    sources: Sequence[Version],
) -> Row:
    system = plan.systems[name]
    details = [answer.details for answer in answers]
    seconds = [answer.seconds for answer in answers if answer.seconds is not None]
    edits, rewritten = edits_by_type(sources, [Version(answer.text, answer.tokens) for answer in answers])
    return Row(
        system=name,
        title=system.title or name,
        scores={metric: score for metric, score in evaluation.scores.items() if score is not None},
        paper=system.paper.get(material.name, {}),
        difference=None if difference is None else difference.difference,
        p=None if difference is None else difference.tests["bootstrap"].corrected,
        seconds=fmean(seconds) if seconds else None,
        too_long=len(answers) - len(seconds),
        iterations=[int(each["iterations"]) for each in details if "iterations" in each],
        certified=_share(details, "certificate"),
        converged=_share(details, "converged"),
        edits=edits,
        rewritten=rewritten,
    )


def _share(details: Sequence[Mapping[str, Any]], key: str) -> float | None:
    """Return in how many of the answers that know it something is so."""
    known = [bool(each[key]) for each in details if key in each]
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
