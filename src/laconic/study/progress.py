"""The progress of all participants, for whoever runs the study."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from laconic.study.annotation import AnnotationStudy
from laconic.study.base import Given
from laconic.study.rating import RatingStudy
from laconic.study.store import Person


@dataclass(frozen=True)
class Progress:
    """How far one person has come; practice and attention checks are left aside in all but their own figures.

    Attributes:
        name: the person.
        done: how much they have finished.
        asked: how much they are asked.
        seconds: the median of the seconds that one took, or None before the first.
        last: when they last answered anything, or None.
        checks_passed: attention checks answered as asked for.
        checks: attention checks answered.
        agreed: when they agreed to take part; None before that, and where nobody is asked to.
        code: their completion code; empty where the study has none.
    """

    name: str
    done: int
    asked: int
    seconds: float | None
    last: str | None
    checks_passed: int = 0
    checks: int = 0
    agreed: str | None = None
    code: str = ""

    @property
    def is_attentive(self) -> bool:
        """Whether they passed at least half of the attention checks that they answered."""
        return self.checks_passed * 2 >= self.checks


def progress_of(study: RatingStudy | AnnotationStudy) -> list[Progress]:
    """Return the progress of all participants, in the order in which they were invited."""
    people = study.store.people()
    if isinstance(study, RatingStudy):
        return [_of_rater(study, person) for person in people]
    return [_of_annotator(study, person) for person in people]


def _of_rater(study: RatingStudy, person: Person) -> Progress:
    given = list(study.given(person))
    asked = sum(task.item in study.sentences for task in study.store.tasks(person.id))
    rated = [each.value.seconds for each in given if each.task.item in study.sentences]
    about = (person.name, len(rated), asked, _median(rated), _last(given))
    agreed = study.store.agreed(person.id)
    return Progress(*about, *study.attention(person), agreed=agreed, code=study.code_of(person))


def _of_annotator(study: AnnotationStudy, person: Person) -> Progress:
    given = list(study.given(person))
    finished = [each.value.seconds for each in given if each.value.done]
    asked = len(study.store.tasks(person.id))
    about = (person.name, len(finished), asked, _median(finished), _last(given))
    return Progress(*about, agreed=study.store.agreed(person.id))


def _median(seconds: list[float]) -> float | None:
    return median(seconds) if seconds else None


def _last(given: Sequence[Given[Any]]) -> str | None:
    return max((each.at for each in given), default=None)
