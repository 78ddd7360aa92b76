"""Keep/delete columns in the manner of CoNLL: a word and its label per line, a blank line after a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from laconic.corpus.format import Format, OnBad, Put, check_one_line, decode, does_not_fit, gather, pairs_of
from laconic.corpus.pair import BadRecord, Pair, check_texts, shown
from laconic.corpus.words import SplitWords, kept_positions, word_splitter
from laconic.errors import DataError
from laconic.files import write_whole

KEEP, DELETE = "keep", "delete"
_LABELS = {
    **dict.fromkeys(("keep", "kept", "k", "1", "true", "yes"), True),
    **dict.fromkeys(("delete", "deleted", "del", "d", "drop", "0", "false", "no"), False),
}
_ID, _DOCUMENT, _REFERENCES = "# id = ", "# document = ", "# references = "


class Columns(Format):
    """``word TAB keep`` or ``word TAB delete``, and more columns if there are any.

    Before the words may stand ``# id = …``, ``# document = …`` and, where there are several label
    columns, ``# references = 3``. Further columns are kept in the field ``columns``.
    """

    tokenized = True

    def read(self, path: str | Path, on_bad: OnBad) -> Iterator[Pair]:
        """Yield one pair per block of lines."""
        yield from pairs_of(gather(path), _to_pair, path, on_bad)

    @contextmanager
    def write(self, path: str | Path, *, tokenized: bool) -> Iterator[Put]:
        """Write one block per pair; every reference must be made by deletion alone."""
        split = word_splitter(tokenized)
        with write_whole(path) as stream:

            def put(pair: Pair) -> None:
                stream.write(_to_block(pair, split))

            yield put


def _to_pair(block: bytes, number: int) -> Pair:
    lines = [line.removesuffix("\r") for line in decode(block).removesuffix("\n").split("\n")]
    rows = [line.split("\t") for line in lines if _is_row(line)]
    comments = [line for line in lines if not _is_row(line)]
    identifier = _comment(comments, _ID) or str(number)
    labels = _comment(comments, _REFERENCES) or "1"
    references = int(labels) if labels.isascii() and labels.isdecimal() and len(labels) < 5 else 0
    if references == 0:
        raise BadRecord(f"{shown(labels)} is not a number of references.", kind="wrong columns")
    if not rows:
        raise BadRecord("the sentence has comments, but no words.", kind="empty sentence")
    for row in rows:
        _check(row, references)
    words = [row[0] for row in rows]
    kept = [[i for i, row in enumerate(rows) if _LABELS[row[column].lower()]] for column in range(1, references + 1)]
    extra: dict[str, object] = {"kept": kept}
    if any(len(row) > references + 1 for row in rows):
        extra["columns"] = [row[references + 1 :] for row in rows]
    texts = tuple(" ".join(words[i] for i in positions) for positions in kept)
    return check_texts(Pair(identifier, " ".join(words), texts, _comment(comments, _DOCUMENT), extra))


def _is_row(line: str) -> bool:
    # A comment has no tab, so that "#" can also be a word.
    return not line.startswith("#") or "\t" in line


def _comment(comments: list[str], key: str) -> str | None:
    return next((line[len(key) :] for line in comments if line.startswith(key)), None)


def _check(row: Sequence[str], references: int) -> None:
    if len(row) <= references:
        raise BadRecord(
            f"the row of {shown(row[0])} has {len(row)} columns separated by tabs; it needs a word and {references} "
            f"label{'s' * (references > 1)}.",
            kind="wrong columns",
        )
    if not row[0] or " " in row[0]:
        raise BadRecord(f"{shown(row[0])} is not a word: it is empty or has a space.", kind="wrong columns")
    for label in row[1 : references + 1]:
        if label.lower() not in _LABELS:
            raise BadRecord(f"{shown(label)} is not a label: write {KEEP} or {DELETE}.", kind="wrong columns")


def _to_block(pair: Pair, split: SplitWords) -> str:
    words, kept = _words_and_labels(pair, split)
    check_one_line(pair.id, pair.id, pair.document or "", *words)
    for text in (pair.id, pair.document or "", *words):
        if "\t" in text:
            raise does_not_fit(pair.id, "a tab in its id, document or words")
    lines = [f"{_ID}{pair.id}"]
    if pair.document is not None:
        lines.append(f"{_DOCUMENT}{pair.document}")
    if len(kept) > 1:
        lines.append(f"{_REFERENCES}{len(kept)}")
    further = pair.extra.get("columns", ())
    if len(further) != len(words):
        further = [()] * len(words)
    for position, word in enumerate(words):
        labels = [KEEP if position in positions else DELETE for positions in kept]
        lines.append("\t".join([word, *labels, *map(str, further[position])]))
    return "\n".join(lines) + "\n\n"


def _words_and_labels(pair: Pair, split: SplitWords) -> tuple[Sequence[str], list[set[int]]]:
    """Return the source's words and, for each reference, the positions of those that stay."""
    try:
        sentence, told = pair.sentence, pair.kept
    except DataError as error:
        raise BadRecord(error.problem, kind="wrong type") from None
    words = split(pair.source) if sentence is None else sentence.words
    if told is not None and len(told) == len(pair.references):
        if all(0 <= position < len(words) for positions in told for position in positions):
            return words, [set(positions) for positions in told]
        raise BadRecord(f"pair {shown(pair.id)} keeps words beyond its source's {len(words)}.", kind="wrong type")
    kept = []
    for reference in pair.references:
        positions = kept_positions(words, split(reference))
        if positions is None:
            raise does_not_fit(pair.id, "a reference that does more than delete words")
        kept.append(set(positions))
    return words, kept
