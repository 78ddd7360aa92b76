"""Many rules of phrases: in flat arrays, collected one by one."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic.errors import DataError
from laconic.grammar.scfg.rule import ScfgRule, Slot, Symbol

Integers = NDArray[np.int32]
Starts = NDArray[np.int64]
Floats = NDArray[np.float32]


class Scfg:
    """Many rules in flat arrays, in a fixed order.

    The phrases of all rules stand end to end: those of rule k are ``source[source_start[k]:source_start[k + 1]]``
    and likewise for the target. A number that is not negative is a word's. In the source, ``-1 - label`` is a slot
    for this label; in the target, ``-number`` is the slot of this number, counted from 1 by the source's order.

    Attributes:
        labels: the nonterminals, by number.
        words: the words, by number.
        lhs: each rule's label.
        source: the source phrases.
        source_start: where each starts, and where the last ends.
        target: the target phrases.
        target_start: where each starts, and where the last ends.
        features: one column per feature.
        links: pairs of corresponding positions within a rule's phrases.
        link_start: where each rule's links start, and where the last end.

    >>> grammar = Scfg.of([ScfgRule("NN", ("car",), ("vehicle",), {"p": 0.5})])
    >>> len(grammar), grammar.words, grammar.features["p"].tolist()
    (1, ('car', 'vehicle'), [0.5])
    >>> print(grammar[0])
    [NN] ||| car ||| vehicle
    """

    def __init__(
        self,
        labels: Iterable[str],
        words: Iterable[str],
        lhs: ArrayLike,
        source: tuple[ArrayLike, ArrayLike],
        target: tuple[ArrayLike, ArrayLike],
        features: Mapping[str, ArrayLike] | None = None,
        links: tuple[ArrayLike, ArrayLike] | None = None,
    ) -> None:
        """Keep the columns; phrases and links come as values and starts. Most users call `of` or read a file.

        Raises:
            DataError: the columns do not fit together.
        """
        self.labels = tuple(labels)
        self.words = tuple(words)
        self.lhs: Integers = np.asarray(lhs, np.int32)
        self.source: Integers = np.asarray(source[0], np.int32)
        self.source_start: Starts = np.asarray(source[1], np.int64)
        self.target: Integers = np.asarray(target[0], np.int32)
        self.target_start: Starts = np.asarray(target[1], np.int64)
        none = (np.empty((0, 2)), np.zeros(len(self.lhs) + 1))
        self.links: Integers = np.asarray((links or none)[0], np.int32).reshape(-1, 2)
        self.link_start: Starts = np.asarray((links or none)[1], np.int64)
        self.features: dict[str, Floats] = {
            name: np.asarray(values, np.float32) for name, values in (features or {}).items()
        }
        self._check()

    @classmethod
    def of(cls, rules: Iterable[ScfgRule]) -> Scfg:
        """Return the grammar of these rules, in their order."""
        builder = ScfgBuilder()
        for rule in rules:
            builder.add(rule)
        return builder.build()

    @classmethod
    def merge(cls, grammars: Sequence[Scfg]) -> Scfg:
        """Return all rules of several grammars; of equal rules the features of the last count."""
        if len(grammars) == 1:
            return grammars[0]
        return cls.of({rule: rule for grammar in grammars for rule in grammar}.values())

    def select(self, keep: ArrayLike) -> Scfg:
        """Return the grammar of the rules kept: one truth value per rule, or the rules' places."""
        places = np.arange(len(self))[np.asarray(keep)]
        return Scfg(
            self.labels,
            self.words,
            self.lhs[places],
            _rows(self.source, self.source_start, places),
            _rows(self.target, self.target_start, places),
            {name: column[places] for name, column in self.features.items()},
            _rows(self.links, self.link_start, places),
        )

    def relabelled(self, rename: Callable[[str], str]) -> Scfg:
        """Return the grammar with other names for its labels, different ones for different labels."""
        source, target = (self.source, self.source_start), (self.target, self.target_start)
        labels = [rename(label) for label in self.labels]
        return Scfg(labels, self.words, self.lhs, source, target, self.features, (self.links, self.link_start))

    def __len__(self) -> int:
        return len(self.lhs)

    def __getitem__(self, place: int) -> ScfgRule:
        place = range(len(self))[place]
        slots: list[Slot] = []
        source: list[Symbol] = []
        for number in self.source[self.source_start[place] : self.source_start[place + 1]].tolist():
            if number < 0:
                slots.append(Slot(self.labels[-1 - number], len(slots) + 1))
            source.append(self.words[number] if number >= 0 else slots[-1])
        target = self.target[self.target_start[place] : self.target_start[place + 1]].tolist()
        links = self.links[self.link_start[place] : self.link_start[place + 1]].tolist()
        return ScfgRule(
            self.labels[self.lhs[place]],
            tuple(source),
            tuple(self.words[number] if number >= 0 else slots[-1 - number] for number in target),
            {name: float(column[place]) for name, column in self.features.items() if column[place]},
            tuple((here, there) for here, there in links),
        )

    def __iter__(self) -> Iterator[ScfgRule]:
        return (self[place] for place in range(len(self)))

    def __repr__(self) -> str:
        return f"<Scfg: {len(self):,} rules, {len(self.words):,} words, {len(self.labels):,} labels>"

    def _check(self) -> None:
        count = len(self)
        for values, starts in (
            (self.source, self.source_start),
            (self.target, self.target_start),
            (self.links, self.link_start),
        ):
            if len(starts) != count + 1 or starts[0] or starts[-1] != len(values) or (np.diff(starts) < 0).any():
                raise DataError("the columns of a grammar do not fit together.")
        if any(len(column) != count for column in self.features.values()):
            raise DataError("a feature of a grammar does not have one value per rule.")
        slots = count_in_rows(self.source < 0, self.source_start), count_in_rows(self.target < 0, self.target_start)
        own_slots = np.repeat(slots[0], np.diff(self.target_start))  # for each symbol of a target
        if (slots[0] != slots[1]).any() or (self.target < -own_slots).any():
            raise DataError("the two sides of a rule have different slots.")
        if count and not (
            0 <= self.lhs.min() <= self.lhs.max() < len(self.labels)
            and -len(self.labels) <= self.source.min()
            and max(self.source.max(), self.target.max(initial=-1)) < len(self.words)
        ):
            raise DataError("a grammar uses words or labels that it does not have.")


class ScfgBuilder:
    """Collects rules one by one, numbering their words, labels and features."""

    def __init__(self) -> None:
        self._labels: dict[str, int] = {}
        self._words: dict[str, int] = {}
        self._lhs = array("i")
        self._source, self._source_start = array("i"), array("q", [0])
        self._target, self._target_start = array("i"), array("q", [0])
        self._links, self._link_start = array("i"), array("q", [0])
        self._features: dict[str, array[float]] = {}

    def add(self, rule: ScfgRule) -> None:
        """Append a rule."""
        self._lhs.append(self._label(rule.label))
        for symbol in rule.source:
            self._source.append(-1 - self._label(symbol.label) if isinstance(symbol, Slot) else self._word(symbol))
        for symbol in rule.target:
            self._target.append(-symbol.number if isinstance(symbol, Slot) else self._word(symbol))
        for link in rule.links:
            self._links.extend(link)
        self._source_start.append(len(self._source))
        self._target_start.append(len(self._target))
        self._link_start.append(len(self._links) // 2)
        for name, value in rule.features.items():
            column = self._features.setdefault(name, array("f"))
            column.extend([0.0] * (len(self._lhs) - 1 - len(column)))
            column.append(value)

    def build(self) -> Scfg:
        """Return the grammar of the rules added so far."""
        for column in self._features.values():
            column.extend([0.0] * (len(self._lhs) - len(column)))
        return Scfg(
            self._labels,
            self._words,
            np.array(self._lhs),
            (np.array(self._source), np.array(self._source_start)),
            (np.array(self._target), np.array(self._target_start)),
            {name: np.array(column) for name, column in self._features.items()},
            (np.array(self._links), np.array(self._link_start)),
        )

    def _label(self, label: str) -> int:
        return self._labels.setdefault(label, len(self._labels))

    def _word(self, word: str) -> int:
        return self._words.setdefault(word, len(self._words))


def count_in_rows(holds: NDArray[np.bool_], starts: Starts) -> Starts:
    """Return for how many symbols of each row of a ragged array something holds."""
    running = np.concatenate(([0], np.cumsum(holds)))
    return np.asarray(running[starts[1:]] - running[starts[:-1]], np.int64)


def _rows(values: Integers, starts: Starts, places: NDArray[np.int64]) -> tuple[Integers, Starts]:
    """Return some rows of a ragged array, as values and starts."""
    lengths = np.diff(starts)[places]
    new_starts = np.concatenate(([0], np.cumsum(lengths)))
    within = np.arange(new_starts[-1]) - np.repeat(new_starts[:-1], lengths)
    return values[np.repeat(starts[places], lengths) + within], new_starts
