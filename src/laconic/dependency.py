"""Dependency arcs and the CoNLL-U format, kept exactly: comments, multiword tokens, empty nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from laconic.errors import DataError
from laconic.text import Sentence, Token

ROOT = 0
"""The head of the word that heads the sentence; words are numbered from 1."""

_COLUMNS = 10
_PLAIN_ID = re.compile(r"[1-9][0-9]{0,8}")
_RANGE_ID = re.compile(r"([1-9][0-9]{0,8})-([1-9][0-9]{0,8})")
_EMPTY_ID = re.compile(r"(0|[1-9][0-9]{0,8})\.([1-9][0-9]{0,8})")
_LINE_BREAKS = re.compile(r"[\t\n\r]")


class Arc(NamedTuple):
    """One dependency: numbers of head and dependent (from 1; 0 is the root) and the relation."""

    head: int
    dependent: int
    relation: str


def arcs(sentence: Sentence) -> tuple[Arc, ...]:
    """Return the sentence's dependencies, one per word, in the order of the words."""
    if sentence.heads is None or sentence.relations is None:
        raise DataError("the sentence has no dependency parse.")
    return tuple(
        Arc(head, number, relation)
        for number, (head, relation) in enumerate(zip(sentence.heads, sentence.relations, strict=True), 1)
    )


def is_tree(heads: Sequence[int]) -> bool:
    """Return whether every word reaches the root by its heads, with exactly one word below the root."""
    count = len(heads)
    if any(not 0 <= head <= count for head in heads) or sum(head == ROOT for head in heads) != 1:
        return False
    state = [0] * (count + 1)  # 0 unseen, 1 on the current path, 2 known to reach the root
    state[ROOT] = 2
    for start in range(1, count + 1):
        path = []
        node = start
        while state[node] == 0:
            state[node] = 1
            path.append(node)
            node = heads[node - 1]
        if state[node] == 1:
            return False
        for node in path:
            state[node] = 2
    return True


def is_projective(heads: Sequence[int]) -> bool:
    """Return whether no two arcs cross, the arc from the root included."""
    spans = sorted((min(head, word), -max(head, word)) for word, head in enumerate(heads, 1))
    open_ends: list[int] = []  # of the arcs around the current place, innermost last
    for start, negative_end in spans:
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        if open_ends and open_ends[-1] < -negative_end:
            return False
        open_ends.append(-negative_end)
    return True


@dataclass(frozen=True)
class Conllu:
    """One sentence of a CoNLL-U file: its comment lines and its rows of ten columns.

    Written with ``str``, it gives back its lines; in a file, a blank line follows each sentence.
    """

    comments: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in (*self.comments, *("\t".join(row) for row in self.rows)))

    @property
    def text(self) -> str | None:
        """The text given by the ``# text =`` comment."""
        for comment in self.comments:
            key, separator, value = comment[1:].partition("=")
            if separator and key.strip() == "text":
                return value.strip()
        return None

    def sentence(self) -> Sentence:
        """Return the syntactic words as a `Sentence`, with offsets where the text allows them."""
        words = [row for row in self.rows if _PLAIN_ID.fullmatch(row[0])]
        tokens = [Token(row[1], tag=_value(row[4]) or _value(row[3]), lemma=_lemma(row)) for row in words]
        text = self.text if self.text is not None else self._spelled_text()
        parsed = all(row[6] != "_" for row in words)
        return Sentence.from_tokens(
            tokens,
            text=text,
            heads=tuple(int(row[6]) for row in words) if parsed else None,
            relations=tuple(row[7] for row in words) if parsed else None,
        )

    def _spelled_text(self) -> str:
        """Spell the text from the forms and ``SpaceAfter=No``, multiword tokens as one form."""
        pieces: list[str] = []
        covered = 0
        for row in self.rows:
            identifier = row[0]
            if "." in identifier or ("-" not in identifier and int(identifier) <= covered):
                continue
            if "-" in identifier:
                covered = int(identifier.partition("-")[2])
            pieces.append(row[1] if "SpaceAfter=No" in row[9].split("|") else row[1] + " ")
        return "".join(pieces).rstrip(" ")


def read_conllu(lines: Iterable[str]) -> Iterator[tuple[int, Conllu]]:
    """Yield every sentence with the number of the line it begins on.

    Raises:
        DataError: a row without ten columns, ids out of order, a head that is not a word; ``line`` is set.
    """
    comments: list[str] = []
    rows: list[tuple[str, ...]] = []
    start = words = 0
    for number, full_line in enumerate(lines, 1):
        line = full_line.rstrip("\r\n")
        if not line.strip():
            if rows:  # comments without rows are kept for the next sentence
                yield start, _checked(comments, rows, start)
                comments, rows, words = [], [], 0
            continue
        if not comments and not rows:
            start = number
        if line.startswith("#") and not rows:
            comments.append(line)
        else:
            rows.append(_row(line, number, words))
            words += "-" not in rows[-1][0] and "." not in rows[-1][0]
    if rows:
        yield start, _checked(comments, rows, start)


def to_conllu(sentence: Sentence, comments: Sequence[str] = (), universal_tags: Sequence[str] = ()) -> Conllu:
    """Return a parsed or unparsed sentence as CoNLL-U, with ``SpaceAfter=No`` where words touch.

    Args:
        sentence: what is written; it needs at least one token, as the format has no empty sentences.
        comments: lines to stand before ``# text``.
        universal_tags: the universal part of speech of each token, for column 4; none if not given.
    """
    rows = []
    for index, token in enumerate(sentence.tokens):
        head = "_" if sentence.heads is None else str(sentence.heads[index])
        relation = "_" if sentence.relations is None else sentence.relations[index]
        last = index + 1 == len(sentence.tokens)
        touches = not last and token.end >= 0 and sentence.tokens[index + 1].start == token.end
        misc = "SpaceAfter=No" if touches else "_"
        row = (
            str(index + 1),
            _LINE_BREAKS.sub(" ", token.text),
            _LINE_BREAKS.sub(" ", token.lemma) or "_",
            universal_tags[index] if universal_tags else "_",
            token.tag or "_",
            "_",
            head,
            relation,
            "_",
            misc,
        )
        rows.append(row)
    text = " ".join(sentence.text.split())
    return Conllu((*comments, f"# text = {text}"), tuple(rows))


def _value(column: str) -> str:
    return "" if column == "_" else column


def _lemma(row: tuple[str, ...]) -> str:
    """Return the lemma; an underscore stands for none, except for the word that is an underscore."""
    return row[2] if row[2] != "_" or row[1] == "_" else ""


def _row(line: str, number: int, words_before: int) -> tuple[str, ...]:
    columns = tuple(line.split("\t"))
    if len(columns) != _COLUMNS:
        raise DataError(f"a row has {len(columns)} columns separated by tabs instead of {_COLUMNS}.", line=number)
    identifier, form, head = columns[0], columns[1], columns[6]
    if not form:
        raise DataError("the form in column 2 is empty.", line=number)
    if empty := _EMPTY_ID.fullmatch(identifier):
        is_expected = int(empty[1]) == words_before
    elif span := _RANGE_ID.fullmatch(identifier):
        is_expected = words_before + 1 == int(span[1]) <= int(span[2])
    else:
        is_expected = identifier == str(words_before + 1)
    if not is_expected:
        raise DataError(f"the id {identifier!r} does not follow word {words_before}.", line=number)
    if not _PLAIN_ID.fullmatch(identifier):
        return columns
    if head != "_" and not (head == "0" or _PLAIN_ID.fullmatch(head)):
        raise DataError(f"the head {head!r} in column 7 is not a word number.", line=number)
    return columns


def _checked(comments: list[str], rows: list[tuple[str, ...]], line: int) -> Conllu:
    words = [row for row in rows if _PLAIN_ID.fullmatch(row[0])]
    if not words:
        raise DataError("the sentence has no word.", line=line)
    for row in rows:
        if "-" in row[0] and int(row[0].partition("-")[2]) > len(words):
            raise DataError(f"the range {row[0]} goes beyond the {len(words)} words.", line=line)
    for row in words:
        if row[6] != "_" and int(row[6]) > len(words):
            raise DataError(f"word {row[0]} has head {row[6]}, but there are only {len(words)} words.", line=line)
    return Conllu(tuple(comments), tuple(rows))
