"""Which format a file has, by its name or its first bytes, and the errors for files without running text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from laconic.errors import DataError, UsageError

Format = Literal["text", "markdown", "html", "docx", "srt", "vtt", "csv", "tsv", "jsonl", "parquet"]

TABLES: frozenset[Format] = frozenset(["csv", "tsv", "jsonl", "parquet"])
SUBTITLES: frozenset[Format] = frozenset(["srt", "vtt"])
BINARY: frozenset[Format] = frozenset(["docx", "parquet"])

_NAMES: dict[str, Format] = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".docx": "docx",
    ".srt": "srt",
    ".vtt": "vtt",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}
_PACKED = frozenset([".gz", ".xz"])
_WRITTEN: dict[Format, str] = {
    "text": "plain text",
    "markdown": "Markdown",
    "html": "HTML",
    "docx": "a Word document",
    "srt": "subtitles (SubRip)",
    "vtt": "subtitles (WebVTT)",
    "csv": "a table of comma-separated values",
    "tsv": "a table of tab-separated values",
    "jsonl": "JSON lines",
    "parquet": "a Parquet table",
}

_TO_DOCX = "save it as .docx"
_TO_TEXT = "take its text out first, for example with pdftotext"
_REFUSED = {
    ".pdf": ("a PDF file", _TO_TEXT),
    ".doc": ("a document of an old Word", _TO_DOCX),
    ".odt": ("an OpenDocument text", _TO_DOCX),
    ".rtf": ("a document in rich text", _TO_DOCX),
    ".pages": ("a document of Pages", _TO_DOCX),
    ".epub": ("an e-book", "unpack it and name its .xhtml files"),
    ".xlsx": ("a workbook", "save its sheet as .csv"),
    ".xls": ("a workbook", "save its sheet as .csv"),
    ".ods": ("a workbook", "save its sheet as .csv"),
    ".pptx": ("a presentation", "save its text as .txt"),
    ".json": ("JSON", "give one object per line (.jsonl), for example with jq -c '.[]'"),
    ".ipynb": ("a notebook", "convert it first, for example with jupyter nbconvert --to markdown"),
    ".xml": ("XML", "take its text out first"),
    ".ass": ("a file of subtitles for Advanced SubStation", "save it as .srt"),
    ".ssa": ("a file of subtitles for SubStation", "save it as .srt"),
    ".tex": ("LaTeX", "convert it first, for example with pandoc -t markdown"),
    ".rst": ("reStructuredText", "convert it first, for example with pandoc -t markdown"),
    ".adoc": ("AsciiDoc", "convert it first, for example with pandoc -t markdown"),
    ".eml": ("a mail with its headers", "save its text as .txt"),
    ".yaml": ("data in YAML", "take its text out first"),
    ".yml": ("data in YAML", "take its text out first"),
    ".toml": ("data in TOML", "take its text out first"),
    ".zip": ("an archive", "unpack it first"),
    ".tar": ("an archive", "unpack it first"),
    ".7z": ("an archive", "unpack it first"),
}
_PROGRAMS = frozenset(
    ".py .js .ts .jsx .tsx .c .h .cpp .hpp .cc .java .rs .go .rb .php .sh .sql .css .swift .kt .cs .r .m".split()
)
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", ".pdf"),
    (b"{\\rtf", ".rtf"),
    (b"\xd0\xcf\x11\xe0", ".doc"),
    (b"[Script Info]", ".ass"),
)
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"OggS", b"ID3", b"\x7fELF", b"MZ\x90")

_TIMED = re.compile(r"\s*(?:WEBVTT[^\n]*\n.*?)?(?:\d+\s*\n)?(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3} *-->", re.DOTALL)
_WEB_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.DOTALL
)
_XML = re.compile(r"\s*<\?xml\s")
_OBJECT = re.compile(r'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:')
_LIST_OF_OBJECTS = re.compile(r'\s*\[\s*\{\s*"')
_PEEKED = 4096


def kind_by_name(path: str) -> Format | None:
    """Return the format that a file's name says, if it says one; what is packed has two endings.

    Raises:
        DataError: the name says that it is nothing that can be compressed.

    >>> kind_by_name("film.SRT"), kind_by_name("data.csv.gz"), kind_by_name("notes")
    ('srt', 'csv', None)
    """
    suffix = _suffix(path)
    if suffix in _NAMES:
        return _NAMES[suffix]
    if suffix in _REFUSED:
        raise refusal(suffix, path)
    if suffix in _PROGRAMS:
        raise DataError("is a program, not running text.", path=path)
    return None


def kind_of_bytes(start: bytes, path: str) -> Format | None:
    """Return the format that a file's first bytes show, if they show one.

    Raises:
        DataError: they show that it is nothing that can be compressed.
    """
    if start.startswith(b"PK\x03\x04"):
        return "docx"
    if start.startswith(b"PAR1"):
        return "parquet"
    for magic, suffix in _MAGIC:
        if start.startswith(magic):
            raise refusal(suffix, path)
    if start.startswith(_PICTURES):
        raise DataError("is a picture, a sound or a program, not text.", path=path)
    return None


def kind_of_text(text: str, path: str) -> Format:
    """Return the format that a text's beginning shows: plain text where it shows none.

    Raises:
        DataError: it is data that is not running text.

    >>> kind_of_text("<!DOCTYPE html><p>It works.", "-"), kind_of_text("It works.", "-")
    ('html', 'text')
    """
    start = text[:_PEEKED].removeprefix("\ufeff")
    if _TIMED.match(start):
        return "vtt" if start.lstrip().startswith("WEBVTT") else "srt"
    if _WEB_PAGE.match(start):
        return "html"
    if _XML.match(start):
        raise refusal(".xml", path)
    if _OBJECT.match(start):
        return "jsonl"
    if _LIST_OF_OBJECTS.match(start):
        raise refusal(".json", path)
    return "text"


def check_written_name(path: str, format: Format, source: str | None = None) -> None:
    """Check that a file's name does not say another format than the one that is written to it.

    Args:
        path: the file to write.
        format: what is written.
        source: the file whose format is kept: its own ending always fits.

    Raises:
        UsageError: the name says another format, known or refused.
    """
    suffix = _suffix(path)
    fitting = {ending for ending, named in _NAMES.items() if named == format}
    if format == "text":
        fitting |= {ending for ending, named in _NAMES.items() if named == "markdown"}  # which plain text is, too
    if format == "jsonl":
        fitting.add(".json")
    if source is not None:
        fitting.add(_suffix(source))
    if suffix in fitting or not (suffix in _NAMES or suffix in _REFUSED or suffix in _PROGRAMS):
        return
    ending = next(ending for ending, named in _NAMES.items() if named == format)
    raise UsageError(
        f"{path} would hold {_WRITTEN[format]}, but its name says otherwise: use a name that ends in {ending}, because "
        "laconic does not convert files."
    )


def refusal(suffix: str, path: str) -> DataError:
    """Return the error of a file that is not running text, with what to do."""
    what, remedy = _REFUSED[suffix]
    return DataError(f"is {what}, not running text: {remedy}.", path=path)


def _suffix(path: str) -> str:
    suffixes = [suffix.lower() for suffix in Path(path).suffixes[-2:]]
    if len(suffixes) == 2 and suffixes[-1] in _PACKED:
        return suffixes[0]
    return suffixes[-1] if suffixes else ""
