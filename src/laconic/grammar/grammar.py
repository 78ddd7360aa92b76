"""Grammars: many rules with their counts and origins in columns, read from and written as text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic._core import canonical_rules
from laconic.errors import DataError
from laconic.files import read_lines, write_whole
from laconic.grammar.index import RuleIndex
from laconic.grammar.rule import SEPARATOR, Rule

Floats = NDArray[np.float64]

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:+-]*", re.ASCII)
_COMMENT = "#"


class Grammar:
    """Rules in the order of their text, without duplicates, and what is known of each, in columns.

    Rules are kept as lines of text and become `Rule` objects when they are asked for, so that a million
    of them fit into memory.

    Attributes:
        lines: each rule as text, sorted.
        counts: for each origin how often each rule was seen there; 0 if it does not come from there.
        features: further numbers by name, such as probabilities; NaN where a rule has none.

    >>> first = Grammar.from_counts({Rule.parse("(JJ old) ||| ε"): 2}, origin="extract")
    >>> second = Grammar.from_counts({Rule.parse("(JJ old) ||| ε"): 1}, origin="pivot")
    >>> both = Grammar.merge([first, second])
    >>> len(both), both.count.tolist(), both.origins_of(0)
    (1, [3.0], ('extract', 'pivot'))
    """

    def __init__(
        self,
        lines: Iterable[str],
        counts: Mapping[str, ArrayLike],
        features: Mapping[str, ArrayLike] | None = None,
    ) -> None:
        """Sort the rules with their columns; most users call `from_counts` or `read` instead.

        Raises:
            DataError: a rule comes twice, or a column has another length or a name that cannot be written.
        """
        given = list(lines)
        order = sorted(range(len(given)), key=given.__getitem__)
        self.lines = [given[place] for place in order]
        if any(first == second for first, second in pairwise(self.lines)):
            raise DataError("a rule occurs twice in a grammar; merge the counts of equal rules.")
        self.counts = {name: _column(name, counts[name], order) for name in sorted(counts)}
        self.features = {name: _column(name, values, order) for name, values in sorted((features or {}).items())}

    @classmethod
    def from_counts(cls, counts: Mapping[Rule, float], origin: str) -> Grammar:
        """Return the grammar of these rules, with the number of times that each was seen, all of one origin."""
        return cls(map(str, counts), {origin: np.fromiter(counts.values(), np.float64, len(counts))})

    @classmethod
    def merge(cls, grammars: Iterable[Grammar]) -> Grammar:
        """Return all rules of several grammars; counts of equal rules are summed, of features the last counts."""
        parts = list(grammars)
        if len(parts) == 1:
            return parts[0]
        lines = sorted(set().union(*(part.lines for part in parts)))
        number = {line: place for place, line in enumerate(lines)}
        merged = cls(lines, {})
        for part in parts:
            places = np.fromiter((number[line] for line in part.lines), np.int64, len(part))
            for origin, column in part.counts.items():
                merged.counts.setdefault(origin, np.zeros(len(lines)))[places] += column
            for name, column in part.features.items():
                known = ~np.isnan(column)
                merged.features.setdefault(name, np.full(len(lines), np.nan))[places[known]] = column[known]
        merged.counts = dict(sorted(merged.counts.items()))
        merged.features = dict(sorted(merged.features.items()))
        return merged

    @classmethod
    def read(cls, *paths: str | Path) -> Grammar:
        """Read grammars from text, packed or not, and merge them; ``-`` is standard input.

        Raises:
            DataError: a line is not a rule; the message names the file and the line.
        """
        return cls.merge([_read(path) for path in paths])

    def write(self, path: str | Path) -> None:
        """Write one line per rule, in order; ``-`` is standard output."""
        with write_whole(path) as stream:
            stream.writelines(f"{self.line(place)}\n" for place in range(len(self)))

    def line(self, place: int) -> str:
        """Return a rule as a line of text, with its counts, origins and features."""
        known = [(origin, column[place]) for origin, column in self.counts.items() if column[place]]
        columns = []
        if known:
            columns.append("count=" + ",".join(_number(count) for _, count in known))
            columns.append("origin=" + ",".join(origin for origin, _ in known))
        for name, values in self.features.items():
            if not np.isnan(values[place]):
                columns.append(f"{name}={_number(values[place])}")
        return self.lines[place] + (SEPARATOR + " ".join(columns) if columns else "")

    @property
    def count(self) -> Floats:
        """How often each rule was seen, over all origins."""
        return np.sum(list(self.counts.values()), axis=0) if self.counts else np.zeros(len(self))

    @cached_property
    def index(self) -> RuleIndex:
        """Finds the rules that match a tree; made when it is first needed."""
        return RuleIndex(self.lines)

    def origins_of(self, place: int) -> tuple[str, ...]:
        """Return the origins of a rule."""
        return tuple(origin for origin, column in self.counts.items() if column[place])

    def select(self, keep: ArrayLike) -> Grammar:
        """Return the grammar of the rules kept: one truth value per rule, or the rules' places."""
        places = np.arange(len(self))[np.asarray(keep)]
        return Grammar(
            [self.lines[place] for place in places],
            {origin: column[places] for origin, column in self.counts.items() if column[places].any()},
            {name: column[places] for name, column in self.features.items()},
        )

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, place: int) -> Rule: ...
    @overload
    def __getitem__(self, place: slice) -> list[Rule]: ...
    def __getitem__(self, place: int | slice) -> Rule | list[Rule]:
        if isinstance(place, slice):
            return [self[number] for number in range(len(self))[place]]
        return Rule.parse(self.lines[place], ",".join(self.origins_of(place)))

    def __iter__(self) -> Iterator[Rule]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grammar):
            return NotImplemented
        return all(
            self_columns.keys() == other_columns.keys()
            and all(np.array_equal(self_columns[key], other_columns[key], equal_nan=True) for key in self_columns)
            for self_columns, other_columns in ((self.counts, other.counts), (self.features, other.features))
        ) and (self.lines == other.lines)

    def __repr__(self) -> str:
        return f"<Grammar: {len(self):,} rules from {', '.join(self.counts) or 'nowhere'}>"


def _column(name: str, values: ArrayLike, order: list[int]) -> Floats:
    if _NAME.fullmatch(name) is None or name in ("count", "origin"):
        raise DataError(f"{name!r} cannot name a column of a grammar; use letters, digits and hyphens.")
    column = np.asarray(values, np.float64)
    if column.shape != (len(order),):
        raise DataError(f"the column {name!r} of a grammar has {column.size} values for {len(order)} rules.")
    return column[order]


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _read(path: str | Path) -> Grammar:
    texts: list[str] = []
    line_numbers: list[int] = []
    columns: list[tuple[dict[str, float], dict[str, float]]] = []
    for line_number, line in read_lines(path):
        if not line.strip() or line.startswith(_COMMENT):
            continue
        source, bar, rest = line.partition(SEPARATOR)
        target, _, written = rest.partition(SEPARATOR)
        if not bar:
            problem = f"a line of a grammar is a source tree, {SEPARATOR.strip()}, and a target tree."
            raise DataError(problem, path=path, line=line_number)
        try:
            columns.append(read_columns(written))
        except DataError as error:
            raise error.at(path, line_number) from None
        texts.append(source + SEPARATOR + target)
        line_numbers.append(line_number)
    return _of_lines(canonical_lines(texts, line_numbers, path), columns)


def _of_lines(lines: Sequence[str], columns: Sequence[tuple[dict[str, float], dict[str, float]]]) -> Grammar:
    """Return the grammar of lines with their counts and features; equal ones are counted together."""
    place = {line: number for number, line in enumerate(dict.fromkeys(lines))}
    counts: dict[str, Floats] = defaultdict(lambda: np.zeros(len(place)))
    features: dict[str, Floats] = defaultdict(lambda: np.full(len(place), np.nan))
    for line, (seen, values) in zip(lines, columns, strict=True):
        for origin, count in seen.items():
            counts[origin][place[line]] += count
        for name, value in values.items():
            features[name][place[line]] = value
    return Grammar(place, counts, features)


def canonical_lines(texts: Sequence[str], line_numbers: Sequence[int], path: str | Path) -> list[str]:
    """Return rules from a file as grammars write them, checked.

    Raises:
        DataError: one is not a rule; the message names the file and the line.
    """
    try:
        written = canonical_rules("\n".join(texts))
    except ValueError:
        raise _first_problem(texts, line_numbers, path) from None
    if len(written) != len(texts):  # a rule from a table has the end of a line within
        raise _first_problem(texts, line_numbers, path)
    return written


def _first_problem(texts: Sequence[str], line_numbers: Sequence[int], path: str | Path) -> DataError:
    """Return what is wrong with the first line that is not a rule."""
    for text, line_number in zip(texts, line_numbers, strict=True):
        if "\n" in text:
            return DataError("a rule goes over several lines.", path=path, line=line_number)
        try:
            canonical_rules(text)
        except ValueError as problem:
            try:
                Rule.parse(text)
            except DataError as error:  # says it better
                return error.at(path, line_number)
            return DataError(str(problem).partition(": ")[2], path=path, line=line_number)
    return DataError("holds lines that are not rules.", path=path)


@lru_cache(maxsize=10_000)  # rare counts are common: most lines of a grammar share their columns with others
def read_columns(columns: str) -> tuple[dict[str, float], dict[str, float]]:
    """Read what follows a rule on its line: its counts by origin, and its features.

    A rule without a count was seen once, and one without an origin comes from ``hand``.

    Raises:
        DataError: the columns make no sense.
    """
    values: dict[str, str] = {}
    for column in columns.split():
        name, equals, value = column.partition("=")
        if not equals or _NAME.fullmatch(name) is None or name in values:
            raise DataError(f"{column[:40]!r} is not a column such as count=3, or occurs twice.")
        values[name] = value
    origins = values.pop("origin", "hand").split(",")
    counts = [_read_number(count, "count") for count in values.pop("count", ",".join("1" * len(origins))).split(",")]
    if len(counts) != len(origins) or len(set(origins)) < len(origins):
        raise DataError(
            "count and origin must have the same number of parts, separated by commas, and each origin only once."
        )
    if any(_NAME.fullmatch(origin) is None for origin in origins) or min(counts) <= 0:
        raise DataError("an origin is a name of letters, digits and hyphens, and its count is more than 0.")
    features = {name: _read_number(value, name) for name, value in values.items()}
    return dict(zip(origins, counts, strict=True)), features


def _read_number(text: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        raise DataError(f"{name}={text[:40]} is not a number.")
    return value
