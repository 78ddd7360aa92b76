"""Reading sentence pairs to align: corpora, ``source ||| target`` lines, and two line-aligned files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from laconic.align.alignment import Alignment
from laconic.catalog import CORPUS_FORMATS
from laconic.corpus import Corpus, Pair
from laconic.corpus.bundled import corpus_file
from laconic.corpus.format import EXTENSIONS, extension
from laconic.corpus.jsonl import parse_json, to_pair
from laconic.corpus.words import SplitWords, word_splitter
from laconic.errors import DataError, UsageError
from laconic.files import read_lines

SEPARATOR = "|||"
_JSONL = "jsonl"


@dataclass(frozen=True, slots=True)
class PairToAlign:
    """A pair of sentences cut into words, with its gold alignment where one is given."""

    id: str
    source: list[str]
    target: list[str]
    gold: Alignment | None = None


def read_pairs(
    paths: Sequence[str | Path], *, format: str | None = None, tokenized: bool | None = None
) -> Iterator[PairToAlign]:
    """Yield the pairs of one or two files.

    One file is a corpus, whose extension determines its format; a text of ``source ||| target`` lines, to which
    ``||| 0-0 1-2`` may add a gold alignment; or, under any other name and from standard input, whichever of
    JSON lines and ``|||`` lines it looks like. JSON objects have ``source`` with ``target`` or
    ``references``, and perhaps ``alignment``. Two files hold sources and targets, line by line.

    Args:
        paths: one file or two; ``-`` is standard input.
        format: a corpus format's name or ``|||``, if the name of a single file does not show it.
        tokenized: whether words are separated by spaces. By default ``|||`` lines and pairs with a gold
            alignment are read so, and other texts are cut into words.

    Raises:
        DataError: a record is not a pair, or its gold alignment does not fit.
        UsageError: the number of files is wrong, or the format is not known.
    """
    if len(paths) == 2 and format is None:
        return _line_aligned(paths[0], paths[1], word_splitter(bool(tokenized)))
    if len(paths) != 1:
        raise UsageError("name one corpus, one file of 'source ||| target' lines, or two line-aligned files.")
    path = corpus_file(paths[0])
    if format is None:
        format = EXTENSIONS.get(extension(path))
        format = None if format == "lines" else format
    if format in CORPUS_FORMATS and format != _JSONL:
        return _corpus(Corpus.open(path, format=format, tokenized=tokenized))
    if format not in (None, _JSONL, SEPARATOR):
        known = ", ".join([SEPARATOR, *CORPUS_FORMATS])
        raise UsageError(f"there is no format called {format!r}; choose from {known}.")
    return _records(path, format, tokenized)


def _records(path: str | Path, format: str | None, tokenized: bool | None) -> Iterator[PairToAlign]:
    """Yield the pairs of JSON or ``|||`` lines, told apart by the first line that is not blank."""
    lines = read_lines(path)
    skipped = []
    for number, line in lines:
        skipped.append((number, line))
        if line.strip():
            break
    looks_like_json = bool(skipped) and skipped[-1][1].lstrip().startswith("{")
    as_json = format == _JSONL or (format is None and looks_like_json)
    for number, line in chain(skipped, lines):
        try:
            if not as_json:
                yield _from_fields(line, number, word_splitter(tokenized is not False))
            elif line.strip():
                yield from _from_json(line, number, tokenized)
        except DataError as error:
            raise error.at(path, number) from None


def _from_fields(line: str, number: int, split: SplitWords) -> PairToAlign:
    fields = line.split(SEPARATOR)
    if len(fields) not in (2, 3):
        raise DataError(f"the line is not a source and a target with {SEPARATOR} between them.")
    source, target = split(fields[0]), split(fields[1])
    gold = Alignment.parse(fields[2]).within(len(source), len(target)) if len(fields) == 3 else None
    return PairToAlign(str(number), source, target, gold)


def _from_json(line: str, number: int, tokenized: bool | None) -> Iterator[PairToAlign]:
    record = parse_json(line.encode("utf-8"))
    if isinstance(record, dict) and "references" not in record and "target" in record:
        target = record.pop("target")
        if not isinstance(target, str):
            raise DataError("the field 'target' must be a text.")
        record["references"] = [target]
    pair = to_pair(record, number)
    value = pair.extra.get("alignment")
    if value is None:
        yield from _of_pair(pair, word_splitter(bool(tokenized)))
        return
    if len(pair.references) > 1:
        raise DataError("a record with an alignment must have one target, not several references.")
    split = word_splitter(tokenized is not False)
    source, target = split(pair.source), split(pair.reference)
    yield PairToAlign(pair.id, source, target, _gold(value).within(len(source), len(target)))


def _gold(value: Any) -> Alignment:
    """Return the alignment of a JSON record: a list of links or a text in Pharaoh format."""
    if isinstance(value, str):
        return Alignment.parse(value)
    if isinstance(value, list) and all(isinstance(link, list) and len(link) == 2 for link in value):
        return Alignment([(source, target) for source, target in value])
    raise DataError("the field 'alignment' must be a list of links such as [[0, 0], [1, 2]], or a text '0-0 1-2'.")


def _corpus(corpus: Corpus) -> Iterator[PairToAlign]:
    split = word_splitter(corpus.tokenized)
    for pair in corpus:
        yield from _of_pair(pair, split)


def _of_pair(pair: Pair, split: SplitWords) -> Iterator[PairToAlign]:
    source = split(pair.source)
    for number, reference in enumerate(pair.references, 1):
        identifier = pair.id if len(pair.references) == 1 else f"{pair.id}#{number}"
        yield PairToAlign(identifier, source, split(reference))


def _line_aligned(sources: str | Path, targets: str | Path, split: SplitWords) -> Iterator[PairToAlign]:
    for source, target in zip_longest(read_lines(sources), read_lines(targets)):
        if source is None or target is None:
            short, long, line = (sources, targets, target[0]) if source is None else (targets, sources, source[0])
            raise DataError(f"the file ends here, but {long} continues.", path=short, line=line)
        yield PairToAlign(str(source[0]), split(source[1]), split(target[1]))
