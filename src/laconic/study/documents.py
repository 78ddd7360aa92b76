"""Reading the documents that people are to compress: plain text, or the sources of a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

import msgspec

from laconic.corpus import BadRecord, Corpus, Pair
from laconic.corpus.bundled import corpus_file
from laconic.corpus.format import EXTENSIONS, extension
from laconic.corpus.jsonl import parse_json, to_pair
from laconic.corpus.words import word_splitter
from laconic.errors import DataError
from laconic.files import display_name, read_lines, read_raw_lines
from laconic.parse.tokenize import sentences


class Asked(msgspec.Struct, frozen=True):
    """A sentence that somebody is asked to compress.

    Attributes:
        document: names the document it stands in.
        id: names it in its document.
        source: the sentence as it was written.
        words: its words, of which some may be left out.
        tokenized: whether words are to be written with spaces between all of them.
    """

    document: str
    id: str
    source: str
    words: list[str]
    tokenized: bool = False


def read_documents(paths: Iterable[str | Path], *, lines: bool = False, tokenized: bool = False) -> list[Asked]:
    """Read documents in order.

    A corpus, known by its extension, gives its sources, grouped by document; any other file is one
    document of plain text.

    Args:
        paths: the files.
        lines: whether plain text has one sentence per line; otherwise sentences are found.
        tokenized: whether words are separated by spaces, and to be kept as they are.

    Raises:
        DataError: a file cannot be read, or holds no sentence.
    """
    asked: list[Asked] = []
    for path in map(corpus_file, paths):
        kind = EXTENSIONS.get(extension(path), "lines")
        if kind == "lines":
            found = list(_plain(path, by_line=lines or tokenized, tokenized=tokenized))
        else:
            found = list(_sources(path, kind, tokenized))
        if not found:
            raise DataError("holds no sentence.", path=path)
        asked += found
    return asked


def _plain(path: str | Path, *, by_line: bool, tokenized: bool) -> Iterator[Asked]:
    lines = [line for _, line in read_lines(path)]
    if by_line:
        texts = [text for line in lines if (text := line.strip())]
    else:
        # A sentence may be wrapped over lines; people see it on one.
        texts = [" ".join(sentence.text.split()) for sentence in sentences("\n".join(lines))]
    split = word_splitter(tokenized)
    for number, text in enumerate(texts, 1):
        yield Asked(Path(display_name(path)).stem, str(number), text, split(text), tokenized)


def _sources(path: str | Path, kind: str, tokenized: bool) -> Iterator[Asked]:
    corpus = Corpus.open(path, tokenized=tokenized or None)
    pairs = _without_references(path) if kind == "jsonl" else corpus
    split = word_splitter(corpus.tokenized)
    for pair in pairs:
        yield Asked(
            pair.document or Path(display_name(path)).stem, pair.id, pair.source, split(pair.source), corpus.tokenized
        )


def _without_references(path: str | Path) -> Iterator[Pair]:
    """Yield the records of JSON lines, which need no references here."""
    numbers = count(1)
    for line, raw in read_raw_lines(path):
        if raw.isspace():
            continue
        try:
            record = parse_json(raw)
            if isinstance(record, dict):
                record["references"] = [record.get("source")]
            yield to_pair(record, next(numbers))
        except BadRecord as problem:
            raise problem.at(path, line) from None
