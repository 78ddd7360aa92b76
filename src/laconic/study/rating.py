"""A study in which people rate compressions, or compare two of them: blind, and in random order.

The usual design is that of Cohn & Lapata (2013), section 6 and appendix C: each compression is rated for
grammaticality and for importance, from 1 to 5, and nobody sees a sentence twice.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec

from laconic.errors import DataError, UsageError, counted
from laconic.study.base import StoredStudy
from laconic.study.latin import crossed, emptiest, interspersed, square_row
from laconic.study.questions import LOWEST, Practice, Question
from laconic.study.store import Person, Seconds, Store, Task, encode

LONGEST_COMMENT = 2_000
"""The most characters of a comment that are taken."""

_CODE_LETTERS = 10
"""The length of a code of one's own: too long to be guessed, short enough to be copied by hand."""

Design: TypeAlias = Literal["latin", "crossed"]
"""Whether people see one version of each sentence, by a Latin square, or all of them."""

TWO_SCALES = (
    Question(
        "grammaticality",
        "Is the short version good English?",
        explain="can the short sentence be read and understood without trouble? Give a low rating to one that is hard "
        "or impossible to understand, whatever it leaves out.",
    ),
    Question(
        "importance",
        "Does it keep what matters most?",
        explain="does it keep what matters most in the original? Give a low rating if it loses something important, if "
        "it says something else, or if it keeps much that could easily have gone.",
    ),
)
"""What is asked unless a study says otherwise."""


class Rated(msgspec.Struct, frozen=True):
    """One answer: a rating for each question by its name, perhaps a comment, and how long the person took."""

    ratings: Annotated[dict[str, int], msgspec.Meta(max_length=8)]
    comment: Annotated[str, msgspec.Meta(max_length=LONGEST_COMMENT)] = ""
    seconds: Seconds = 0.0


class Compressed(msgspec.Struct, frozen=True):
    """A sentence of the study with the systems' compressions of it."""

    id: str
    source: str
    versions: dict[str, str]


class Check(msgspec.Struct, frozen=True):
    """A pair that shows whether somebody reads: its text says which ratings to give."""

    source: str
    text: str
    ratings: dict[str, int]


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
        questions: what is asked about each pair; either scales or preferences.
        design: who sees which versions.
        comments: whether raters may comment on each pair.
        consent: what they agree to before they begin, in paragraphs; nothing is asked if empty.
        completion_code: what they are given when they have rated everything.
        code_key: makes a completion code of their own for each of them; there are none if empty.
    """

    title: str
    instructions: list[str]
    systems: list[str]
    seed: int
    reference: str | None = None
    baseline: str | None = None
    tokenized: bool = False
    questions: tuple[Question, ...] = TWO_SCALES
    design: Design = "latin"
    comments: bool = False
    consent: list[str] = []
    completion_code: str = ""
    code_key: str = ""

    @property
    def compares(self) -> bool:
        """Whether raters compare two versions rather than rate one."""
        return self.questions[0].kind == "preference"

    @property
    def shown(self) -> list[str]:
        """What of a sentence may be shown at once, as tasks call it: a system's version, or those of two."""
        if not self.compares:
            return self.systems
        return [encode(pair) for pair in combinations(self.systems, 2)]


class Trial(NamedTuple):
    """One pair as a rater sees it: nothing shows which system it is from, or whether it is a check."""

    source: str
    texts: list[str]
    is_practice: bool
    comment: str


class Judgement(NamedTuple):
    """A rater's last answer about one compression, or about two, and when and how it came about.

    Attributes:
        rater: who gave it.
        sentence: the sentence's id.
        system: the system whose version was shown, or shown first.
        other: the one whose version was shown second, if two were compared.
        ratings: the answers by the questions' names.
        seconds: how long it took.
        at: when it was given.
        place: its place in the rater's order.
        comment: what they added.
    """

    rater: str
    sentence: str
    system: str
    other: str
    ratings: Mapping[str, int]
    seconds: float
    at: str
    place: int
    comment: str


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
                self.checks[number] = msgspec.convert(_with_ratings(content), Check)
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
        """Start a study, and return it with the secret of the person who runs it.

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
        shown = self.settings.shown
        row = emptiest(len(shown), (person.part for person in self.store.people()))
        random = Random(f"{self.settings.seed} {name}")
        if self.settings.design == "crossed":
            tasks = crossed(row, list(self.sentences), shown, random)
        else:
            tasks = list(zip(self.sentences, square_row(row, len(self.sentences), shown), strict=True))
            random.shuffle(tasks)
        if self.settings.compares:
            tasks = [(number, _either_way(pair, random)) for number, pair in tasks]
        mixed = interspersed([Task(*task) for task in tasks], (Task(number) for number in self.checks), random)
        return self.store.enrol(name, row, [*(Task(number) for number in self.practice), *mixed])

    def trials(self, person: Person) -> list[Trial]:
        """Return what a rater is shown, in their order."""
        return [self._trial(task) for task in self.store.tasks(person.id)]

    def _trial(self, task: Task) -> Trial:
        if sentence := self.sentences.get(task.item):
            return Trial(sentence.source, [sentence.versions[system] for system in self._systems(task)], False, "")
        if practice := self.practice.get(task.item):
            texts = [practice.text, practice.other] if self.settings.compares else [practice.text]
            return Trial(practice.source, texts, True, practice.comment)
        check = self.checks[task.item]
        return Trial(check.source, [check.text] * (2 if self.settings.compares else 1), False, "")

    def _systems(self, task: Task) -> list[str]:
        """Return the systems whose versions a task shows, in the order in which it shows them."""
        if not self.settings.compares:
            return [task.version]
        return msgspec.json.decode(task.version, type=list[str])

    def accept(self, answer: Rated) -> Rated:
        """Return an answer as it is to be stored.

        Raises:
            DataError: it does not answer what was asked.
        """
        questions = {question.name: question for question in self.settings.questions}
        if answer.ratings.keys() != questions.keys():
            raise DataError(f"rate each of: {', '.join(questions)}.")
        for name, rating in answer.ratings.items():
            if not LOWEST <= rating <= questions[name].highest:
                raise DataError(f"{name} must be from {LOWEST} to {questions[name].highest}, not {rating}.")
        comment = " ".join(answer.comment.split()) if self.settings.comments else ""
        return Rated(answer.ratings, comment, answer.seconds)

    def decode_answer(self, value: str) -> Rated:
        """Read a stored answer, also one stored before studies had questions of their own."""
        return msgspec.convert(_with_ratings(value), Rated)

    @property
    def consent(self) -> list[str]:
        """What raters agree to before they begin."""
        return self.settings.consent

    def completion_code(self, person: Person) -> str | None:
        """Return the code that says that somebody has rated everything, or None before they have."""
        has_all = len(self.store.answers(person.id)) == len(self.store.tasks(person.id))
        return self.code_of(person) if has_all else None

    def code_of(self, person: Person) -> str:
        """Return a person's completion code, which until then only the person who runs the study knows."""
        settings = self.settings
        if not settings.code_key:
            return settings.completion_code
        digest = hmac.digest(settings.code_key.encode(), person.name.encode(), "sha256")
        own = base64.b32encode(digest).decode()[:_CODE_LETTERS]
        return f"{settings.completion_code}-{own}" if settings.completion_code else own

    def judgements(self) -> Iterator[Judgement]:
        """Yield every answer about systems that counts: the last one by each rater of each pair."""
        for person in self.store.people():
            for place, task, rated, at in self.given(person):
                if sentence := self.sentences.get(task.item):
                    system, other = [*self._systems(task), ""][:2]
                    about = (person.name, sentence.id, system, other)
                    yield Judgement(*about, rated.ratings, rated.seconds, at, place, rated.comment)

    def judgements_by_sentence(self, raters: Collection[str]) -> dict[str, list[Judgement]]:
        """Return the answers of these raters that count, by the sentences' ids."""
        found: dict[str, list[Judgement]] = {sentence.id: [] for sentence in self.sentences.values()}
        for judgement in self.judgements():
            if judgement.rater in raters:
                found[judgement.sentence].append(judgement)
        return found

    def attention(self, person: Person) -> tuple[int, int]:
        """Return how many attention checks a rater has passed, and how many they have answered."""
        outcomes = [
            rated.ratings == check.ratings
            for _, task, rated, _ in self.given(person)
            if (check := self.checks.get(task.item))
        ]
        return sum(outcomes), len(outcomes)


def _either_way(pair: str, random: Random) -> str:
    """Return two systems as a task names them, in random order, so that neither is always shown first."""
    systems = msgspec.json.decode(pair, type=list[str])
    random.shuffle(systems)
    return encode(systems)


def _with_ratings(stored: str) -> dict[str, Any]:
    """Return what is stored about ratings; early studies have them beside the rest rather than together."""
    record: dict[str, Any] = msgspec.json.decode(stored)
    if "ratings" not in record:
        record["ratings"] = {question.name: record.pop(question.name) for question in TWO_SCALES}
    return record


def select(sentences: Sequence[Compressed], count: int | None, seed: int) -> list[Compressed]:
    """Return N sentences drawn at random, in random order, so that the rows of the square are comparable.

    Raises:
        UsageError: there are too few.
    """
    if count is None:
        count = len(sentences)
    if not 1 <= count <= len(sentences):
        raise UsageError(f"{counted(count, 'sentence')} cannot be drawn from {len(sentences):,}.")
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
        raise UsageError("a rating study compares at least two systems.")
    if not sentences:
        raise DataError("there are no sentences to rate.")
    if len({each.id for each in sentences}) < len(sentences):
        raise DataError("two sentences have the same id.")
    for each in sentences:
        if missing := set(settings.systems) - each.versions.keys():
            raise DataError(f"sentence {each.id} has no compression by {', '.join(sorted(missing))}.")
    for named in (settings.reference, settings.baseline):
        if named is not None and named not in settings.systems:
            raise UsageError(f"{named} is not one of the systems {', '.join(settings.systems)}.")
