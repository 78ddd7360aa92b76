"""What raters are asked about a pair: scales, or which of two versions they prefer; read from TOML files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from laconic.errors import DataError

LOWEST = 1
"""Where every scale begins."""

FIRST, NEITHER, SECOND = 1, 2, 3
"""How a preference is stored: for the version shown first, for none, for the one shown second."""

CHOICES = {FIRST: "A", NEITHER: "Neither", SECOND: "B"}
"""What raters see of it."""

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
"""Questions name columns of tables, and are read in programs."""

OTHER_COLUMNS = frozenset({"rater", "sentence", "system", "other", "seconds", "at", "place", "comment"})
"""What else tables of ratings have columns for."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question that is asked about every pair.

    Attributes:
        name: what it is called in tables and reports.
        ask: the question itself.
        kind: a scale, or a preference between two versions.
        low: what the lowest point of a scale means.
        high: what its highest point means.
        points: how many points it has.
        explain: what the instructions say about it.
    """

    name: Name
    ask: Annotated[str, msgspec.Meta(min_length=1)]
    kind: Literal["scale", "preference"] = "scale"
    low: str = "poor"
    high: str = "good"
    points: Annotated[int, msgspec.Meta(ge=2, le=9)] = 5
    explain: str = ""

    @property
    def highest(self) -> int:
        """The highest answer."""
        return SECOND if self.kind == "preference" else self.points

    @property
    def title(self) -> str:
        """The name as a heading."""
        return self.name.replace("_", " ").capitalize()


class Practice(msgspec.Struct, frozen=True):
    """A practice pair, and a comment that is shown afterwards.

    Attributes:
        source: the original.
        text: a short version of it.
        comment: what one might think.
        other: a second version, where two are compared.
    """

    source: str
    text: str
    comment: str = ""
    other: str = ""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pair in the instructions, with the ratings that it might be given."""

    source: str
    text: str
    ratings: dict[str, int]
    comment: str = ""


class Questionnaire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that raters are asked and shown.

    Attributes:
        question: the questions, all of one kind, in the order in which they are asked.
        instructions: what raters read first, in paragraphs; by default put together from the questions.
        example: graded examples that follow the instructions.
        practice: pairs to practise on.
    """

    question: Annotated[tuple[Question, ...], msgspec.Meta(min_length=1, max_length=8)]
    instructions: list[str] = []
    example: list[Example] = []
    practice: list[Practice] = []


def read_questionnaire(path: str | Path) -> Questionnaire:
    """Read a questionnaire from a TOML file.

    Raises:
        DataError: it cannot be read, or asks what cannot be asked.
    """
    try:
        with Path(path).open("rb") as stream:
            made = msgspec.convert(tomllib.load(stream), Questionnaire)
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}.", path=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(f"is not a TOML file: {error}.", path=path) from None
    except msgspec.ValidationError as error:
        raise DataError(f"does not hold questions as [[question]] tables: {error}.", path=path) from None
    if problem := _problem(made):
        raise DataError(problem, path=path)
    return made


def _problem(made: Questionnaire) -> str:
    """Return what is wrong with a questionnaire, or nothing."""
    names = [question.name for question in made.question]
    for name in names:
        if names.count(name) > 1:
            return f"two questions are called {name}: rename one."
        if name in OTHER_COLUMNS:
            return f"a question cannot be called {name}, as a column of the ratings is: rename it."
    if len({question.kind for question in made.question}) > 1:
        return "asks for scales and for preferences: put them into two files, and run two studies."
    highest = {question.name: question.highest for question in made.question}
    for example in made.example:
        if example.ratings.keys() != highest.keys():
            return f"the example “{example.text}” must have a rating for each of: {', '.join(names)}."
        for name, rating in example.ratings.items():
            if not LOWEST <= rating <= highest[name]:
                return f"the example “{example.text}” rates {name} {rating}: it goes from {LOWEST} to {highest[name]}."
    if made.question[0].kind == "preference" and not all(pair.other for pair in made.practice):
        return "each practice pair must have other, a second version to compare with."
    return ""
