"""Which format a file has, by its name or its first bytes, and the errors for files without running text."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Literal

from laconic.errors import DataError, UsageError
from laconic.files import STANDARD_STREAM

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
_TEXT_OUT = "take its text out first"
_TO_SRT = "save it as .srt"
_TO_CSV = "save its sheet as .csv"
_BY_PANDOC = "convert it first, for example with pandoc -t markdown"
_UNPACK = "unpack it first"
_SETTINGS = ("a file of settings", _TEXT_OUT)
_PATCH = ("a patch", _TEXT_OUT)
_TIMED_TEXT = ("a file of timed text", _TO_SRT)
_TRANSLATIONS = ("a catalogue of translations", "save its texts as .csv, for example with po2csv")
_REFUSED = {
    ".pdf": ("a PDF file", _TO_TEXT),
    ".doc": ("a document of an old Word", _TO_DOCX),
    ".odt": ("an OpenDocument text", _TO_DOCX),
    ".rtf": ("a document in rich text", _TO_DOCX),
    ".pages": ("a document of Pages", _TO_DOCX),
    ".epub": ("an e-book", "unpack it and name its .xhtml files"),
    ".xlsx": ("a workbook", _TO_CSV),
    ".xls": ("a workbook", _TO_CSV),
    ".ods": ("a workbook", _TO_CSV),
    ".pptx": ("a presentation", "save its text as .txt"),
    ".json": ("JSON", "give one object per line (.jsonl), for example with jq -c '.[]'"),
    ".ipynb": ("a notebook", "convert it first, for example with jupyter nbconvert --to markdown"),
    ".xml": ("XML", _TEXT_OUT),
    ".ass": ("a file of subtitles for Advanced SubStation", _TO_SRT),
    ".ssa": ("a file of subtitles for SubStation", _TO_SRT),
    ".sbv": ("a file of subtitles of YouTube", _TO_SRT),
    ".sub": ("a file of subtitles for MicroDVD", _TO_SRT),
    ".lrc": ("a song with times", _TO_SRT),
    ".ttml": _TIMED_TEXT,
    ".dfxp": _TIMED_TEXT,
    ".tex": ("LaTeX", _BY_PANDOC),
    ".rst": ("reStructuredText", _BY_PANDOC),
    ".adoc": ("AsciiDoc", _BY_PANDOC),
    ".org": ("an Org file", _BY_PANDOC),
    ".textile": ("Textile", _BY_PANDOC),
    ".mediawiki": ("a page of a wiki", _BY_PANDOC),
    ".wiki": ("a page of a wiki", _BY_PANDOC),
    ".man": ("a manual page", _BY_PANDOC),
    ".bib": ("a bibliography", _TEXT_OUT),
    ".po": _TRANSLATIONS,
    ".pot": _TRANSLATIONS,
    ".diff": _PATCH,
    ".patch": _PATCH,
    ".log": ("a log", _TEXT_OUT),
    ".mbox": ("a mailbox", "save the text of its mails as .txt"),
    ".ics": ("a calendar", _TEXT_OUT),
    ".vcf": ("a file of contacts", _TEXT_OUT),
    ".ps": ("PostScript", _TEXT_OUT),
    ".eml": ("a mail with its headers", "save its text as .txt"),
    ".yaml": ("data in YAML", _TEXT_OUT),
    ".yml": ("data in YAML", _TEXT_OUT),
    ".toml": ("data in TOML", _TEXT_OUT),
    ".ini": _SETTINGS,
    ".cfg": _SETTINGS,
    ".conf": _SETTINGS,
    ".properties": _SETTINGS,
    ".zip": ("an archive", _UNPACK),
    ".tar": ("an archive", _UNPACK),
    ".7z": ("an archive", _UNPACK),
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
_ARCHIVES = (
    (b"mimetypeapplication/epub+zip", ".epub"),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", ".odt"),
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", ".ods"),
)
"""How some archives begin after the header of their first member."""
_PACKED_BYTES: tuple[tuple[bytes, str | None], ...] = (
    (b"\x1f\x8b", ".gz"),
    (b"\xfd7zXZ\0", ".xz"),
    (b"BZh", None),
    (b"\x28\xb5\x2f\xfd", None),
)
"""How packed files begin, and the ending under which they are unpacked, if they are."""
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"OggS", b"ID3", b"\x7fELF", b"MZ\x90")

_TIMED = re.compile(r"\s*(?:WEBVTT[^\n]*\n.*?)?(?:\d+\s*\n)?(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3} *-->", re.DOTALL)
_WEB_PAGE = re.compile(  # possessive: to try all the places where comments might end takes time without end
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b", re.I | re.DOTALL
)
_FRAGMENT = re.compile(r"\s*<([A-Za-z][\w:.-]*)(?:\s[^<>]*)?>(?=.*?</[A-Za-z][\w:.-]*\s*>)", re.DOTALL)
_HTML_TAGS = frozenset(
    "a abbr address article aside b blockquote br center code dd del details div dl dt em figure font footer form h1 h2"
    " h3 h4 h5 h6 header hr i img ins li main mark nav ol p pre q s section small span strong sub sup table tbody td th"
    " tr u ul".split()
)
_DOTTED = r"\w+(?:\.\w+)*(?: as \w+)?"
_NAME_LIST = rf"{_DOTTED}(?:, {_DOTTED})*"
_IMPORT = rf"(?:from [\w.]+ import (?:\*|\([^)]*\)|{_NAME_LIST})|import {_NAME_LIST})[ \t]*\r?\n"
_DEFINITION = r"(?:def|class) \w+(?:\([^)\n]*\))?(?: ->[^\n]*)?:[ \t]*\r?\n"
_STATEMENT = rf"{_IMPORT}|{_DEFINITION}|[@#]|[\w.]+(?: ?= ?|\()|(?:if|for|while|with|try)\b[^\n]*:[ \t]*\r?\n"
_PROGRAM = re.compile(rf"{_IMPORT}\s*(?:{_STATEMENT}|\Z)|{_DEFINITION}[ \t]+\S")
"""Two lines of a program: a sentence may begin with one that looks like the first."""
_OBJECT = re.compile(r'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:')
_LOGGED = "(?:{})".format(  # how a line of a log begins: with a date and a time, or with an address before them
    "|".join(
        (
            r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d",
            r"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d ",
            r"\S+ \S+ \S+ \[\d\d/[A-Z][a-z]{2}/\d{4}:",
        )
    )
)
_REMARKS = r"(?:\s|[#;][^\n]*\n)*+"
_KEY = r"[a-z_][\w-]*:"
_FRONT_MATTER = re.compile(rf"---\s*\n{_KEY}\s(?:(?!---\s)[^\n]*\n)*+---[ \t\r]*\n\s*+(?!{_KEY}\s)\S", re.IGNORECASE)
"""Data at the beginning of a document in Markdown, after which comes text and no more data."""
_UNLIKE_TEXT: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), suffix)
    for pattern, suffix in (
        (r"\s*<\?xml\s", ".xml"),
        (r'\s*\[\s*\{\s*"', ".json"),
        (r'\s*\[\s*"(?:[^"\\]|\\.)*+"\s*[,\]]', ".json"),
        (r'\s*[\[{]\s*\n\s*["\[{]', ".json"),
        (r"\s*\\documentclass\b", ".tex"),
        (r"(?:\s|%[^\n]*\n)*@\w+\{[^,\s{}]+,\s*\n", ".bib"),
        (r'(?:\s|#[^\n]*\n)*msgid "', ".po"),
        (r"diff --git |--- \S[^\n]*\n\+\+\+ \S[^\n]*\n@@ ", ".diff"),
        (r"From \S+@\S+ [^\n]*\d{4}\n[\w-]+: ", ".mbox"),
        (r"(?:Return-Path|Received|Delivered-To|Message-ID|MIME-Version|DKIM-Signature): ", ".eml"),
        (r"BEGIN:VCALENDAR\s", ".ics"),
        (r"BEGIN:VCARD\s", ".vcf"),
        (r"(?:[.']\\\"[^\n]*\n)*\.(?:TH|Dd) \S", ".man"),
        (r"\d+:\d\d:\d\d\.\d{3},\d+:\d\d:\d\d\.\d{3}\s*\n", ".sbv"),
        (r"(?:\[[a-z]+:[^\]\n]*\]\s*\n)*\[\d+:\d\d(?:\.\d+)?\]", ".lrc"),
        (r"\{\d+\}\{\d+\}", ".sub"),
        (r"%!PS-", ".ps"),
        (rf"{_REMARKS}\[[\w .:/\"-]+\]\s*\n{_REMARKS}[\w.-]+(?:\[\w+\])?[ \t]*=", ".ini"),
        (rf"{_REMARKS}(?:export )?[A-Za-z_][\w.]*=[^\n]*\n{_REMARKS}(?:export )?[A-Za-z_][\w.]*=", ".properties"),
        (rf"(?:---\s*\n)?(?:{_KEY}[^\n]*\n)+{_KEY}[ \t]*\n[ \t]+(?:- |{_KEY}[ \t])", ".yaml"),
        (r"commit [0-9a-f]{40}\b[^\n]*\n(?:Merge: [^\n]*\n)?Author: ", ".log"),
        (rf"{_LOGGED}[^\n]*\n{_LOGGED}", ".log"),
    )
)
_NAMED_COLUMNS = re.compile(
    r'"?[A-Za-z_]\w*"?(?:(?P<delimiter>[,;\t|])"?[A-Za-z_]\w*"?)(?:(?P=delimiter)"?[A-Za-z_]\w*"?)*'
)
_CELLS = re.compile(r"[^\t\n]+\t[^\t\n]*\t|\d+\t")
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
        raise _program(path)
    return None


def kind_of_bytes(start: bytes, path: str) -> Format | None:
    """Return the format that a file's first bytes show, if they show one.

    Raises:
        DataError: they show that it is nothing that can be compressed.
    """
    if start.startswith(b"PK\x03\x04"):
        for inside, suffix in _ARCHIVES:
            if inside in start:
                raise refusal(suffix, path)
        return "docx"
    for magic, ending in _PACKED_BYTES:
        if start.startswith(magic) and Path(path).suffix.lower() not in _PACKED:
            raise _packed(ending, path)
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
    if fragment := _FRAGMENT.match(start):
        if fragment[1].lower() in _HTML_TAGS:
            return "html"
        raise refusal(".xml", path)
    if _FRONT_MATTER.match(start):
        return "markdown"
    for pattern, suffix in _UNLIKE_TEXT:
        if pattern.match(start):
            raise refusal(suffix, path)
    if start.startswith(("#!", "#include ", "<?php")) or _PROGRAM.match(start):
        raise _program(path)
    if _OBJECT.match(start):
        if not _is_first_line_whole(start):
            raise refusal(".json", path)
        return "jsonl"
    return _kind_of_table(start) or "text"


def _is_first_line_whole(start: str) -> bool:
    """Return whether the first object is on a line of its own, as far as that can be seen."""
    line, end, _ = start.lstrip().partition("\n")
    try:
        json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        return not end or not start.lstrip()[len(line) :].strip()
    return True


def _kind_of_table(start: str) -> Format | None:
    """Return the format of a table: its first line names columns, and the next has as many cells.

    Lines with the same number of tabs are a table, too, unless there is one tab as after the name of a speaker.

    >>> _kind_of_table("id,body\\n1,It works."), _kind_of_table("Yes,no\\nor perhaps.")
    ('csv', None)
    >>> _kind_of_table("1\\tIt works.\\n2\\tIt does not."), _kind_of_table("Ann:\\tYes.\\nBen:\\tNo.")
    ('tsv', None)
    """
    lines = start.splitlines()[:2]
    if len(lines) == 2 and all(map(_CELLS.match, lines)) and lines[0].count("\t") == lines[1].count("\t"):
        return "tsv"
    named = _NAMED_COLUMNS.fullmatch(lines[0]) if len(lines) == 2 else None
    if named is None:
        return None
    delimiter = named["delimiter"]
    numbers = [len(cells) for cells in csv.reader(lines, delimiter=delimiter)]
    if numbers != numbers[:1] * 2:
        return None
    return "tsv" if delimiter == "\t" else "csv"


def _packed(ending: str | None, path: str) -> DataError:
    """Return the error of a packed file; where its name can help, say how."""
    can_be_named = ending is not None and path != STANDARD_STREAM
    remedy = f"{_UNPACK}, or give it a name that ends in {ending}" if can_be_named else _UNPACK
    return DataError(f"is packed: {remedy}.", path=path)


def _program(path: str) -> DataError:
    return DataError("is a program, not running text.", path=path)


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


def ends_like_a_file(name: str) -> bool:
    """Return whether a word ends like the name of a file, known or refused; names of sites and languages do not count.

    >>> ends_like_a_file("film.ass"), ends_like_a_file("data.csv.gz"), ends_like_a_file("example.org")
    (True, True, False)
    """
    return _suffix(name) in (_NAMES.keys() | _REFUSED.keys() | _PACKED | {".bz2"}) - {".org", ".pages"}


def refusal(suffix: str, path: str) -> DataError:
    """Return the error of a file that is not running text, with what to do."""
    what, remedy = _REFUSED[suffix]
    return DataError(f"is {what}, not running text: {remedy}.", path=path)


def _suffix(path: str) -> str:
    suffixes = [suffix.lower() for suffix in Path(path).suffixes[-2:]]
    if len(suffixes) == 2 and suffixes[-1] in _PACKED:
        return suffixes[0]
    return suffixes[-1] if suffixes else ""
