"""A study in which people rate compressions: blind, in random order, no sentence twice.

The design is that of Cohn & Lapata (2013), section 6 and appendix C: each compression is rated for
grammaticality and for importance, from 1 to 5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, NamedTuple

import msgspec

from laconic.errors import DataError, UsageError
from laconic.study.base import StoredStudy
from laconic.study.latin import emptiest, interspersed, square_row
from laconic.study.store import Person, Seconds, Store, Task

LOWEST, HIGHEST = 1, 5

Point = Annotated[int, msgspec.Meta(ge=LOWEST, le=HIGHEST)]

SCALES = ("grammaticality", "importance")
"""What is rated, in the order in which it is asked."""


class Rated(msgspec.Struct, frozen=True):
    """One answer: both ratings, and how long the person took."""

    grammaticality: Point
    importance: Point
    seconds: Seconds = 0.0


class Compressed(msgspec.Struct, frozen=True):
    """A sentence of the study with the systems' compressions of it."""

    id: str
    source: str
    versions: dict[str, str]


class Practice(msgspec.Struct, frozen=True):
    """A pair to get used to the task with, and what one might think of it, told afterwards."""

    source: str
    text: str
    comment: str = ""


class Check(msgspec.Struct, frozen=True):
    """A pair that shows whether somebody reads: its text says which ratings to give."""

    source: str
    text: str
    grammaticality: int
    importance: int


class Settings(msgspec.Struct, frozen=True):
    """What is settled when the study begins.

    Attributes:
        title: what the raters see above everything.
        instructions: what they read first, in paragraphs.
        systems: the names of the systems, in the order of the report; raters never see them.
        seed: decides all that is random.
        reference: the system that the others are held against (* in the report), if there is one.
        baseline: another such system (†).
        tokenized: whether the texts are tokens separated by spaces.
    """

    title: str
    instructions: list[str]
    systems: list[str]
    seed: int
    reference: str | None = None
    baseline: str | None = None
    tokenized: bool = False


class Trial(NamedTuple):
    """One pair as a rater sees it: nothing tells which system it is from, or whether it is a check."""

    source: str
    text: str
    is_practice: bool
    comment: str


class Judgement(NamedTuple):
    """A rater's last ratings of one compression, and when and how it came about."""

    rater: str
    sentence: str
    system: str
    grammaticality: int
    importance: int
    seconds: float
    at: str
    place: int


class RatingStudy(StoredStudy[Settings, Rated]):
    """A rating study in its store."""

    kind = "rate"
    settings_type = Settings
    answer_type = Rated

    def __init__(self, store: Store) -> None:
        """Take an open store; raise `UsageError` if it holds a study of another kind."""
        super().__init__(store)
        self.sentences: dict[int, Compressed] = {}
        self.practice: dict[int, Practice] = {}
        self.checks: dict[int, Check] = {}
        for number, kind, content in store.items():
            if kind == "practice":
                self.practice[number] = msgspec.json.decode(content, type=Practice)
            elif kind == "check":
                self.checks[number] = msgspec.json.decode(content, type=Check)
            else:
                self.sentences[number] = msgspec.json.decode(content, type=Compressed)

    @classmethod
    def create(
        cls,
        path: str | Path,
        settings: Settings,
        sentences: Sequence[Compressed],
        practice: Sequence[Practice] = (),
        checks: Sequence[Check] = (),
    ) -> tuple[RatingStudy, str]:
        """Begin a study, and return it with the secret of whoever runs it.

        Raises:
            UsageError: there are fewer than two systems, or the file exists.
            DataError: there is no sentence, or one lacks a system's version.
        """
        _check_design(settings, sentences)
        items = [
            *(("practice", each) for each in practice),
            *(("check", each) for each in checks),
            *(("sentence", each) for each in sentences),
        ]
        return cls._begin(path, settings, items)

    def invite(self, name: str) -> str:
        """Add a rater in the emptiest row of the Latin square, and return their secret."""
        systems = self.settings.systems
        row = emptiest(len(systems), (person.part for person in self.store.people()))
        seen = square_row(row, len(self.sentences), systems)
        random = Random(f"{self.settings.seed} {name}")
        tasks = interspersed(map(Task, self.sentences, seen), (Task(number) for number in self.checks), random)
        return self.store.enrol(name, row, [*(Task(number) for number in self.practice), *tasks])

    def trials(self, person: Person) -> list[Trial]:
        """Return what a rater is shown, in their order."""
        return [self._trial(task) for task in self.store.tasks(person.id)]

    def _trial(self, task: Task) -> Trial:
        if sentence := self.sentences.get(task.item):
            return Trial(sentence.source, sentence.versions[task.version], False, "")
        if practice := self.practice.get(task.item):
            return Trial(practice.source, practice.text, True, practice.comment)
        check = self.checks[task.item]
        return Trial(check.source, check.text, False, "")

    def judgements(self) -> Iterator[Judgement]:
        """Yield every rating of a system that counts: the last one by each rater of each pair."""
        for person in self.store.people():
            for place, task, rated, at in self.given(person):
                if sentence := self.sentences.get(task.item):
                    ratings = (rated.grammaticality, rated.importance)
                    yield Judgement(person.name, sentence.id, task.version, *ratings, rated.seconds, at, place)

    def attention(self, person: Person) -> tuple[int, int]:
        """Return how many attention checks a rater has passed, and how many they have answered."""
        outcomes = [
            (rated.grammaticality, rated.importance) == (check.grammaticality, check.importance)
            for _, task, rated, _ in self.given(person)
            if (check := self.checks.get(task.item))
        ]
        return sum(outcomes), len(outcomes)


def select(sentences: Sequence[Compressed], count: int | None, seed: int) -> list[Compressed]:
    """Return N sentences drawn at random, in random order, so that the square's rows are alike.

    Raises:
        UsageError: there are too few.
    """
    if count is None:
        count = len(sentences)
    if not 1 <= count <= len(sentences):
        raise UsageError(f"{count} sentences cannot be drawn from {len(sentences)}.")
    return Random(f"{seed} sentences").sample(list(sentences), count)


def combine(sources: Sequence[str], outputs: Mapping[str, Sequence[str]]) -> list[Compressed]:
    """Put sources and the systems' outputs together; sentences are named by their numbers from 1.

    Raises:
        DataError: a system has more or fewer outputs than there are sources.
    """
    for system, texts in outputs.items():
        if len(texts) != len(sources):
            raise DataError(f"{system} has {len(texts)} outputs for {len(sources)} sources.")
    return [
        Compressed(str(number + 1), source, {system: texts[number] for system, texts in outputs.items()})
        for number, source in enumerate(sources)
    ]


def _check_design(settings: Settings, sentences: Sequence[Compressed]) -> None:
    if len(settings.systems) < 2:
        raise UsageError("A rating study compares two systems or more.")
    if not sentences:
        raise DataError("there is no sentence to rate.")
    if len({each.id for each in sentences}) < len(sentences):
        raise DataError("two sentences have the same id.")
    for each in sentences:
        if missing := set(settings.systems) - each.versions.keys():
            raise DataError(f"sentence {each.id} has no compression by {', '.join(sorted(missing))}.")
    for named in (settings.reference, settings.baseline):
        if named is not None and named not in settings.systems:
            raise UsageError(f"{named} is none of the systems {', '.join(settings.systems)}.")
