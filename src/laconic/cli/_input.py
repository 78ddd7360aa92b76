"""What ``laconic compress`` is given: a document, sentences, or lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from laconic.errors import UsageError, shown_place
from laconic.files import MAX_LINE_BYTES, STANDARD_STREAM, decode_text, read_bytes, reading
from laconic.formats.kinds import (
    BINARY,
    SUBTITLES,
    TABLES,
    Format,
    ends_like_a_file,
    kind_by_name,
    kind_of_bytes,
    kind_of_text,
)
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.document.document import Markup

Kind = Literal["document", "sentences", "lines"]

_PEEKED = 128


@dataclass(frozen=True, slots=True)
class Input:
    """What is to be compressed.

    Attributes:
        text: all of it; for sentences and lines without a byte order mark, and with plain line ends. Empty for files
            that are read otherwise: tables and documents of word processors.
        kind: how it is taken.
        name: the file that it comes from, ``-`` for standard input, None for what was typed.
        tokenized: whether each line holds the tokens of a sentence.
        format: how it is stored.
    """

    text: str
    kind: Kind
    name: str | None = None
    tokenized: bool = False
    format: Format = "text"

    @property
    def path(self) -> str:
        """The file; standard input where it has none."""
        return self.name or STANDARD_STREAM

    def sentences(self) -> list[Sentence]:
        """Return the sentences: each line is one, and blank if it is blank, or they are found in the text."""
        from laconic.parse.tokenize import sentences, tokenize

        if self.kind != "lines":
            return sentences(self.text)
        found = []
        start = 0
        for line in self.text.removesuffix("\n").split("\n") if self.text else []:
            read = Sentence.from_words(line.split()) if self.tokenized else Sentence(line, tokenize(line))
            found.append(replace(read, start=start))
            start += len(line) + 1
        return found

    def lines_of(self, sentences: Iterable[Sentence]) -> Iterator[int | None]:
        """Yield the line in which each sentence starts, from 1; None for what was typed."""
        line, reached = 1, 0
        for sentence in sentences:
            line += self.text.count("\n", reached, sentence.start)
            reached = sentence.start
            yield None if self.name is None and self.kind != "lines" else line

    @property
    def markup(self) -> Markup:
        """How a document is marked up."""
        if self.format in ("markdown", "html"):
            return self.format
        return "subtitles" if self.format in SUBTITLES else "text"


def read_input(
    text: str,
    wanted: Kind | None,
    *,
    format: Format | None = None,
    tokenized: bool,
    of_sentences: bool,
    of_documents: bool,
) -> Input:
    """Read what is to be compressed: a file is a document, and plain text that is typed or piped is sentences.

    Args:
        text: a text, the name of a file, or ``-``.
        wanted: how the user asks for it to be read, if they do.
        format: how the user says that it is stored; else its name and its beginning show it.
        tokenized: whether each line holds the tokens of a sentence.
        of_sentences: whether something is asked for that only sentences have; a file is then read as sentences.
        of_documents: whether something is asked for that only documents have.

    Raises:
        UsageError: the text cannot be read so, or can only be the name of a file, and there is none.
        DataError: the file cannot be read, or holds something else than running text.
    """
    if tokenized and wanted not in (None, "lines"):
        raise UsageError(f"--tokenized reads one sentence per line, so it cannot be combined with --as {wanted}.")
    name = text if text == STANDARD_STREAM or is_file(text) else None
    if name is None:
        _check_typed(text)
    content, format = (text, format or "text") if name is None else _read(name, format)
    is_structured = format not in ("text", "markdown")
    is_stored = name is not None and (name != STANDARD_STREAM or format == "markdown")
    is_document = (is_stored and (of_documents or not of_sentences)) or is_structured
    kind: Kind = "lines" if tokenized else wanted or ("document" if is_document else "sentences")
    if is_structured and (kind != "document" or of_sentences):
        asked = "--nbest, --all-lengths, --explain and --confidence do" if of_sentences else f"--as {kind} does"
        raise UsageError(
            f"{asked} not work with {_FORMATS[format]}: give plain text, or add --format text if {name} is plain text."
        )
    if kind == "document" and of_sentences:
        raise UsageError("--nbest, --all-lengths, --explain and --confidence are for sentences: add --as sentences.")
    if kind != "document" and of_documents:
        raise UsageError("--drop-sentences and --format are for documents: add --as document.")
    if kind != "document":
        content = content.removeprefix("\ufeff").replace("\r\n", "\n")
    return Input(content, kind, name, tokenized, format)


_FORMATS: dict[Format, str] = {
    "text": "text",
    "markdown": "Markdown",
    "html": "HTML",
    "docx": "a document of a word processor",
    "srt": "subtitles",
    "vtt": "subtitles",
    "csv": "a table",
    "tsv": "a table",
    "jsonl": "JSON lines",
    "parquet": "a table",
}


def _read(name: str, given: Format | None) -> tuple[str, Format]:
    """Return a file's text, where it is read at once, and its format."""
    format = given
    if format is None and name != STANDARD_STREAM:
        format = kind_by_name(name)
        if format in (None, "text"):
            with reading(name) as stream:
                format = kind_of_bytes(stream.read(_PEEKED), name) or format
    if format is not None and format in TABLES | BINARY:
        return "", format
    raw = read_bytes(name, MAX_LINE_BYTES)
    if given is None and name == STANDARD_STREAM:
        binary = kind_of_bytes(raw[:_PEEKED], name)
        if binary is not None:
            remedy = "name a file" if binary == "parquet" else f"add --format {binary}"
            raise UsageError(f"standard input is {_FORMATS[binary]}: {remedy}.")
    content = decode_text(raw, name)
    if given is None and format in (None, "text"):
        format = kind_of_text(content, name)
        if format in TABLES and name == STANDARD_STREAM:
            raise UsageError(
                f"standard input is {_FORMATS[format]}: add --format {format}, and --field to name its text."
            )
    return content, format or "text"


def _check_typed(text: str) -> None:
    """Refuse what can only be meant as a file or folder, and warn of a file with a similar name."""
    if is_folder(text):
        raise UsageError(f"{text!r} is a folder: name a file in it.")
    if is_device(text):
        raise UsageError(f"{text!r} is a pipe or device: give its content as standard input, with < or |.")
    if not re.search(r"\s", text) and ("/" in text or ends_like_a_file(text)):
        raise UsageError(f"the file {text!r} does not exist.")
    _warn_similar(text)


def warn_empty(name: str | None) -> None:
    """Report that there is no sentence in a file, in standard input, or in what was typed."""
    where = "the text" if name is None else shown_place(name)
    print(f"laconic: there is no sentence in {where}.", file=sys.stderr)


def _warn_similar(text: str) -> None:
    """Point out a file whose name is close to a lone word, for that may have been meant."""
    if not text or any(map(str.isspace, text)):
        return
    try:
        files = [path for path in Path().iterdir() if path.is_file()]
    except OSError:  # a folder that cannot be listed: then there is nothing to report
        return
    named = [path.name for path in files if path.stem.casefold() == text.casefold()]
    if close := named or get_close_matches(text, [path.name for path in files], n=1, cutoff=0.8):
        print(f"laconic: {text!r} is treated as text, but there is a file called {close[0]!r}.", file=sys.stderr)


def is_folder(text: str) -> bool:
    """Return whether a text is the name of a folder."""
    try:
        return Path(text).is_dir() and bool(text)
    except (OSError, ValueError):
        return False


def is_device(text: str) -> bool:
    """Return whether a text is the name of a pipe or device, such as a shell's ``<(command)``."""
    try:
        return "/" in text and Path(text).exists() and not Path(text).is_file()
    except (OSError, ValueError):
        return False


def is_file(text: str) -> bool:
    """Return whether a text is the name of a file."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a long sentence is not a file name
        return False
