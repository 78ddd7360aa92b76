"""The errors laconic raises: each says what is wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

_LONGEST = 1000


class LaconicError(Exception):
    """Base of every error that bad input or an impossible request can cause."""


class UsageError(LaconicError):
    """A request that cannot be met as stated: contradictory or unknown options, impossible lengths.

    Args:
        problem: what is wrong, and what to do.
        options: the options that it names, as Python spells them; the command line has its own spelling.
    """

    def __init__(self, problem: str, *, options: Sequence[str] = ()) -> None:
        super().__init__(_shown(problem))
        self.options = tuple(options)


class DataError(LaconicError):
    """Bad content in a file or text; the message starts with its place, if it is known."""

    def __init__(self, problem: str, *, path: str | PathLike[str] | None = None, line: int | None = None) -> None:
        self.problem = _shown(problem)
        self.path = path
        self.line = line
        super().__init__(self.problem if path is None else f"{shown_place(path, line)}: {self.problem}")

    def at(self, path: str | PathLike[str] | None, line: int | None = None) -> DataError:
        """Return the same error with its place filled in, keeping what was already known."""
        return type(self)(
            self.problem,
            path=self.path if self.path is not None else path,
            line=self.line if self.line is not None else line,
        )


def shown_place(path: str | PathLike[str], line: int | None = None) -> str:
    """Return the place of something, for a message; a file called ``-`` is standard input.

    Examples:
        >>> shown_place("notes.txt", 3), shown_place("-", 3), shown_place("-")
        ('notes.txt:3', 'standard input, line 3', 'standard input')
    """
    if str(path) == "-":
        return "standard input" if line is None else f"standard input, line {line}"
    return _shown(str(path)) if line is None else f"{_shown(str(path))}:{line}"


def _shown(problem: str) -> str:
    """Return a problem or a path as a message can show it.

    What it quotes may be as long as a file, and a message of a library that ends a sentence may have its own
    full stop.
    """
    if problem.endswith("..") and not problem.endswith("..."):
        problem = problem[:-1]
    return problem if len(problem) <= _LONGEST else f"{problem[: _LONGEST // 2]} … {problem[-_LONGEST // 2 :]}"


class MissingDependency(LaconicError):  # noqa: N818 - reads as what it is
    """A feature needs an optional package that is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs more packages: run pip install '.[{extra}]' in a clone of laconic.")


def counted(number: int, one: str, several: str | None = None) -> str:
    """Return a number of things, in the singular or the plural, for a message.

    Args:
        number: how many.
        one: what one of them is called, and what may follow.
        several: what several are called; by default, the same with an s.

    Examples:
        >>> counted(1, "word"), counted(1200, "word"), counted(2, "word is", "words are")
        ('1 word', '1,200 words', '2 words are')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"
