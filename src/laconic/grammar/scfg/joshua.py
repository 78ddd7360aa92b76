"""Grammars as Joshua and the PPDB write them: one rule per line.

``[LHS] ||| source ||| target ||| features ||| alignment``, where a slot is ``[NP,1]``, a feature ``name=number``
and a link ``0-2``. The alignment may be missing, and so may the features. What follows it is left alone: the
PPDB 2.0 names an entailment relation there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np

from laconic._core import JoshuaReader
from laconic.align.alignment import Alignment, Link
from laconic.errors import DataError
from laconic.files import read_lines, write_whole
from laconic.grammar.scfg import Scfg, ScfgRule, Slot, Symbol

SEPARATOR = "|||"
UNNAMED = "feature_"
"""Features without names get this one, with their place from 0."""

_BATCH = 50_000  # lines
_FIELD = re.compile(r"[^ \t\r\n]+")  # other Unicode spaces may be letters of a word
_LABEL = re.compile(r"\[([^ \t\r\n]+)\]")
_SLOT = re.compile(r"\[([^ \t\r\n]+),([1-9][0-9]?)\]", re.ASCII)


def parse_rule(line: str) -> ScfgRule:
    """Read one rule from its line; slots may be numbered in any order.

    Raises:
        DataError: the line is not such a rule.

    >>> rule = parse_rule("[NP] ||| [NP,1] 's [NN,2] ||| the [NN,2] of [NP,1] ||| p=0.5 ||| 0-3 2-1")
    >>> rule.target[1], rule.features, rule.links
    (Slot(label='NN', number=2), {'p': 0.5}, ((0, 3), (2, 1)))
    """
    fields = [field.strip(" \t\r\n") for field in line.split(SEPARATOR)]
    if len(fields) < 3:
        raise DataError(f"a rule has a label, a source and a target with '{SEPARATOR}' between them.")
    label = _LABEL.fullmatch(fields[0])
    if label is None:
        raise DataError(f"a rule's label is written in square brackets, such as [NP], not {fields[0][:40]!r}.")
    return ScfgRule.renumbered(
        label[1],
        parse_phrase(fields[1]),
        parse_phrase(fields[2]),
        _features(fields[3]) if len(fields) > 3 else {},
        _links(fields[4]) if len(fields) > 4 else (),
    )


def parse_phrase(text: str) -> tuple[Symbol, ...]:
    """Read the words and slots of one side of a rule.

    >>> parse_phrase("the [NN,1]")
    ('the', Slot(label='NN', number=1))
    """
    return tuple(map(_symbol, _FIELD.findall(text)))


def write_rule(rule: ScfgRule) -> str:
    """Write one rule as a line, without its end.

    >>> write_rule(ScfgRule("NN", ("car",), ("vehicle",), {"p": 0.25}, ((0, 0),)))
    '[NN] ||| car ||| vehicle ||| p=0.25 ||| 0-0'
    """
    features = " ".join(f"{name}={_number(value)}" for name, value in rule.features.items())
    links = " ".join(f"{source}-{target}" for source, target in rule.links)
    return f"{rule} {SEPARATOR} {features} {SEPARATOR} {links}".rstrip()


def read_joshua(*paths: str | Path) -> Scfg:
    """Read the rules of one or more files, packed (.gz, .xz) or not; ``-`` is standard input.

    Raises:
        DataError: a line is not a rule; the message names the file and the line.
    """
    reader = JoshuaReader()
    for path in paths:
        lines = read_lines(path)
        while batch := list(islice(lines, _BATCH)):
            _read_batch(reader, batch, path)
    labels, words, lhs, source, source_start, target, target_start, features, links, link_start = reader.finish()
    return Scfg(labels, words, lhs, (source, source_start), (target, target_start), features, (links, link_start))


def _read_batch(reader: JoshuaReader, batch: list[tuple[int, str]], path: str | Path) -> None:
    done = 0
    while done < len(batch):
        done += reader.read("".join(f"{line}\n" for _, line in batch[done:]))
        if done < len(batch):
            # The fast reader does not know this line; if it is a rule nevertheless, it reads the usual spelling.
            number, line = batch[done]
            try:
                usual = write_rule(parse_rule(line))
            except DataError as error:
                raise error.at(path, number) from None
            if reader.read(usual) != 1:
                raise DataError("a number of a rule is infinite.", path=path, line=number)
            done += 1


def rules_in(path: str | Path) -> Iterator[ScfgRule]:
    """Yield the rules of a file one by one, for files that are larger than the memory; empty lines are skipped.

    Raises:
        DataError: a line is not a rule; the message names the file and the line.
    """
    for number, line in read_lines(path):
        if line and not line.isspace():
            try:
                yield parse_rule(line)
            except DataError as error:
                raise error.at(path, number) from None


def write_joshua(grammar: Scfg, path: str | Path) -> None:
    """Write one line per rule, in the grammar's order; ``-`` is standard output."""
    with write_whole(path) as stream:
        stream.writelines(f"{write_rule(rule)}\n" for rule in grammar)


@lru_cache(maxsize=100_000)
def _symbol(text: str) -> Symbol:
    slot = _SLOT.fullmatch(text)
    return text if slot is None else Slot(slot[1], int(slot[2]))


@lru_cache(maxsize=10_000)
def _features(text: str) -> dict[str, float]:
    features = {}
    for place, piece in enumerate(_FIELD.findall(text)):
        name, equals, value = piece.rpartition("=")
        try:
            number = float(value)
        except ValueError:
            number = np.nan
        if np.isnan(number):
            raise DataError(f"the feature {piece[:40]!r} is not name=number.")
        features[name if equals else f"{UNNAMED}{place}"] = number
    return features


@lru_cache(maxsize=10_000)
def _links(text: str) -> tuple[Link, ...]:
    return tuple(Alignment.parse(text))


def _number(value: float) -> str:
    # The shortest form that gives the same 32-bit number, which is what grammars keep.
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e9 else str(np.float32(value))
