"""The interface of a corpus format, which reads pairs from a file and writes them to one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from laconic.catalog import CORPUS_FORMATS, make
from laconic.corpus.pair import BadRecord, Pair, shown
from laconic.errors import DataError, UsageError
from laconic.files import STANDARD_STREAM, read_raw_lines

OnBad = Callable[[BadRecord], None]
"""What is called with every bad record; the reader continues with the next one if this returns."""

Put = Callable[[Pair], None]
"""Writes one pair; raises `BadRecord`, having written nothing, if the format cannot hold it."""

Record = TypeVar("Record")

EXTENSIONS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "google",
    ".xml": "clarke-lapata",
    ".sgml": "clarke-lapata",
    ".txt": "lines",
    ".conll": "columns",
    ".columns": "columns",
    ".csv": "csv",
    ".tsv": "tsv",
}
PACKED = (".gz", ".xz")

MAX_RECORD_BYTES = 4 * 1024 * 1024
"""No sensible record of several lines is longer; more means a file of another format."""


class Format(ABC):
    """One way to keep pairs in a file.

    A format holds no open file and may be used any number of times. Files are read and written as a
    stream, one record at a time.
    """

    tokenized: bool = False
    """Whether this format always holds tokens separated by spaces."""

    def files(self, path: str | Path) -> list[str | Path]:
        """Return the files that hold a corpus of this name: for most formats this one."""
        return [path]

    @abstractmethod
    def read(self, path: str | Path, on_bad: OnBad) -> Iterator[Pair]:
        """Yield the pairs of a file, calling ``on_bad`` for every bad record.

        Raises:
            DataError: the file as a whole cannot be read.
        """

    @abstractmethod
    def write(self, path: str | Path, *, tokenized: bool) -> AbstractContextManager[Put]:
        """Open a file for writing; it appears under its name only when the block ends without an error.

        Args:
            path: the file to write.
            tokenized: whether the pairs' texts are tokens separated by spaces.
        """


def stop(problem: BadRecord) -> None:
    """Raise the problem; this is the default for bad records."""
    raise problem


def find_format(choice: str | Format | None, path: str | Path) -> Format:
    """Return the format of this name, or the one that the file's extension shows; ``-`` is JSON lines.

    Raises:
        UsageError: the name or the extension is not known.
    """
    if isinstance(choice, Format):
        return choice
    if choice is None:
        choice = "jsonl" if str(path) == STANDARD_STREAM else EXTENSIONS.get(extension(path))
        if choice is None:
            known, endings = ", ".join(sorted(CORPUS_FORMATS)), ", ".join(EXTENSIONS)
            raise UsageError(
                f"the format of {path} is not clear from its name: choose from {known}, or give the name one of the "
                f"endings {endings}."
            )
    found = make(choice, CORPUS_FORMATS, "corpus format", "read")
    if not isinstance(found, Format):
        raise UsageError(f"{choice!r} is not a corpus format: it must be a subclass of laconic.corpus.Format.")
    return found


def extension(path: str | Path) -> str:
    """Return the file's extension in lower case, without that of compression: ``.json`` for ``a.json.gz``."""
    name = Path(path)
    if name.suffix.lower() in PACKED:
        name = name.with_suffix("")
    return name.suffix.lower()


def default_extension(name: str) -> str:
    """Return the extension for files in the format of this name."""
    return next((suffix for suffix, format in EXTENSIONS.items() if format == name), ".txt")


def document_name(path: str | Path) -> str | None:
    """Return the name of the document that a file holds: its own name; None for standard input."""
    if str(path) == STANDARD_STREAM:
        return None
    name = Path(path)
    return name.stem if name.suffix.lower() in PACKED else name.name


def gather(
    path: str | Path,
    *,
    begins: Callable[[bytes], bool] = lambda line: False,
    blank_ends: bool = True,
) -> Iterator[tuple[int, bytes]]:
    """Yield ``(first line number, lines)`` for every record of a file whose records span several lines.

    Args:
        path: the file to read.
        begins: says whether a line starts a new record.
        blank_ends: whether a blank line ends a record.

    Raises:
        DataError: the file cannot be read, or a record is absurdly long, as in a file of another format.
    """
    record = bytearray()
    start = 0
    for number, line in read_raw_lines(path):
        blank = line.isspace()
        if record and (begins(line) or (blank and blank_ends)):
            yield start, bytes(record)
            record.clear()
        if blank:
            continue
        if not record:
            start = number
        record += line
        if len(record) > MAX_RECORD_BYTES:
            problem = f"a record is longer than {MAX_RECORD_BYTES >> 20} MB; is this the right format?"
            raise DataError(problem, path=path, line=start)
    if record:
        yield start, bytes(record)


def pairs_of(
    records: Iterable[tuple[int, Record]],
    make: Callable[[Record, int], Pair | None],
    path: str | Path,
    on_bad: OnBad,
) -> Iterator[Pair]:
    """Yield the pairs of records, calling ``on_bad`` for bad records.

    Args:
        records: each with the number of its first line.
        make: returns the pair of a record and its number from 1, or None if it holds nothing; raises `BadRecord`.
        path: the file, for messages.
        on_bad: see `Format.read`.
    """
    for number, (line, record) in enumerate(records, 1):
        try:
            pair = make(record, number)
        except BadRecord as problem:
            on_bad(problem.at(path, line))
            continue
        if pair is not None:
            yield pair


def decode(raw: bytes) -> str:
    """Decode a record's bytes; raise `BadRecord` with the offending byte."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        problem = f"byte {error.start + 1} (0x{raw[error.start]:02x}) is not UTF-8; convert the file first."
        raise BadRecord(problem, kind="not UTF-8") from None


def check_one_line(pair_id: str, *texts: str) -> None:
    """Raise `BadRecord` if one of the texts cannot be written on one line of a UTF-8 file."""
    for text in texts:
        if "\n" in text or "\r" in text:
            raise does_not_fit(pair_id, "a line break inside a text")
    check_encoding(pair_id, *texts)


def check_encoding(pair_id: str, *texts: str) -> None:
    """Raise `BadRecord` if one of the texts cannot be written as UTF-8."""
    for text in texts:
        if not text.isascii():
            try:
                text.encode("utf-8")
            except UnicodeEncodeError:
                raise does_not_fit(pair_id, "half a surrogate pair") from None


def does_not_fit(pair_id: str, what: str) -> BadRecord:
    """Return the error for a pair with something that the output format cannot hold."""
    problem = f"pair {shown(pair_id)} has {what}, which this format cannot hold; jsonl can."
    return BadRecord(problem, kind="does not fit the format")
