"""What comparisons of two versions say: which system is preferred, over raters and over sentences alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

from laconic.metrics.ratings import Unit
from laconic.metrics.significance import holm, sign_test
from laconic.study.questions import NEITHER, SECOND
from laconic.study.rating import Judgement, RatingStudy
from laconic.study.report.analysis import UNITS, Rater, counted_answers, plain_json


@dataclass(frozen=True)
class PreferredOver:
    """How many raters, or sentences, are for one system rather than another.

    Attributes:
        first: how many have more answers for the first system than for the second.
        second: how many have more for the second.
        p: the two-sided p-value of the sign test.
        corrected: the same after Holm's correction for all pairs of the question.
    """

    first: int
    second: int
    p: float
    corrected: float


@dataclass(frozen=True)
class PreferredPair:
    """Two systems that were compared, on one question.

    Attributes:
        question: what was asked.
        first: one system.
        second: the other.
        for_first: how many answers prefer the first.
        for_neither: how many prefer neither.
        for_second: how many prefer the second.
        by: the tests over raters and over sentences.
    """

    question: str
    first: str
    second: str
    for_first: int
    for_neither: int
    for_second: int
    by: Mapping[Unit, PreferredOver]


@dataclass(frozen=True)
class Preferences:
    """All that a study of preferences says.

    Attributes:
        title: the study's title.
        sentences: how many sentences it has.
        systems: the systems in order.
        pairs: every two systems on every question, where there are answers.
        raters: one entry per rater.
    """

    title: str
    sentences: int
    systems: Sequence[str]
    pairs: Sequence[PreferredPair]
    raters: Sequence[Rater]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        record: dict[str, Any] = plain_json(asdict(self))
        return record


def analyse_preferences(study: RatingStudy, *, without: Collection[str] = (), attentive: bool = False) -> Preferences:
    """Analyse the preferences that there are; any may be missing.

    Args:
        study: a study whose questions ask for preferences.
        without: raters to leave out.
        attentive: leave out raters who failed more than half of their attention checks.

    Raises:
        UsageError: a rater to leave out takes no part.
        DataError: there is no answer.
        MissingDependency: scipy is not installed.
    """
    raters, judgements = counted_answers(study, without, attentive)
    settings = study.settings
    pairs = [
        pair
        for question in settings.questions
        for pair in _corrected(_compare(judgements, question.name, settings.systems))
    ]
    return Preferences(settings.title, len(study.sentences), settings.systems, pairs, raters)


def _compare(judgements: Sequence[Judgement], question: str, systems: Sequence[str]) -> list[PreferredPair]:
    """Count the answers about every two systems, and test them."""
    found = []
    for first, second in combinations(systems, 2):
        own = [each for each in judgements if {each.system, each.other} == {first, second}]
        if own:
            leanings = [_leaning(each, question, second) for each in own]
            counts = (leanings.count(-1), leanings.count(0), leanings.count(1))
            by = {unit: _over(unit, own, leanings) for unit in UNITS}
            found.append(PreferredPair(question, first, second, *counts, by))
    return found


def _leaning(judgement: Judgement, question: str, second: str) -> int:
    """Return -1 where an answer is for the first of two systems, 1 where it is for the second, or 0."""
    answer = judgement.ratings[question]
    if answer == NEITHER:
        return 0
    preferred = judgement.other if answer == SECOND else judgement.system
    return 1 if preferred == second else -1


def _over(unit: Unit, judgements: Sequence[Judgement], leanings: Sequence[int]) -> PreferredOver:
    sums: dict[str, int] = defaultdict(int)
    for judgement, leaning in zip(judgements, leanings, strict=True):
        sums[judgement.rater if unit == "subject" else judgement.sentence] += leaning
    first, second = sum(each < 0 for each in sums.values()), sum(each > 0 for each in sums.values())
    p = sign_test(first, second)
    return PreferredOver(first, second, p, p)


def _corrected(pairs: Sequence[PreferredPair]) -> list[PreferredPair]:
    """Return the pairs of one question with their p-values corrected for being several."""
    if not pairs:
        return []
    corrected = {unit: holm([pair.by[unit].p for pair in pairs]) for unit in UNITS}
    return [
        replace(pair, by={unit: replace(over, corrected=corrected[unit][number]) for unit, over in pair.by.items()})
        for number, pair in enumerate(pairs)
    ]
