"""What ``laconic compress`` is given: a document, sentences, or lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, read_text
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.document.document import Markup

Kind = Literal["document", "sentences", "lines"]

_MARKDOWN_NAMES = frozenset([".md", ".markdown", ".mdown", ".mkd"])
_PACKED_NAMES = frozenset([".gz", ".xz"])


_LIKE_A_FILE = re.compile(r"\S*/\S*|\S+\.(?:txt|text|md|markdown|json|jsonl|csv|tsv|html|gz|xz|bz2)", re.IGNORECASE)


def kind_of(text: str, wanted: Kind | None, tokenized: bool) -> Kind:
    """Return how a text is taken: a file is a document, what is typed or piped are sentences.

    Args:
        text: a text, the name of a file, or ``-``.
        wanted: what the user says, if anything.
        tokenized: whether each line holds the tokens of a sentence.

    Raises:
        UsageError: tokens cannot be taken as wanted.
    """
    if tokenized:
        if wanted not in (None, "lines"):
            raise UsageError(f"--tokenized takes one sentence a line, so it does not go with --as {wanted}.")
        return "lines"
    return wanted or ("document" if is_file(text) else "sentences")


def source_of(text: str) -> str:
    """Return a text given on the command line, or the content of the file that it names, or standard input.

    Raises:
        UsageError: the text can only be the name of a file, and there is none.
    """
    if text == STANDARD_STREAM or is_file(text):
        return read_text(text)
    if _LIKE_A_FILE.fullmatch(text):
        raise UsageError(f"There is no file called {text!r}.")
    return text


def sentences_of(text: str, kind: Kind, tokenized: bool) -> Iterator[Sentence]:
    """Yield the sentences of a text, a file or standard input: each line is one, or they are found in the text."""
    from laconic.parse.tokenize import sentences, tokenize

    source = source_of(text).removeprefix("\ufeff").replace("\r\n", "\n")
    if kind == "sentences":
        yield from sentences(source)
        return
    for line in source.split("\n"):
        if line.strip():
            yield Sentence.from_words(line.split()) if tokenized else Sentence(line, tokenize(line))


def markup_of(text: str, wanted: Literal["auto", "text", "markdown"]) -> Markup:
    """Return how a document is marked up: as the user says, else by the name of its file."""
    if wanted != "auto":
        return wanted
    suffixes = [suffix.lower() for suffix in Path(text).suffixes[-2:]] if is_file(text) else []
    named = [suffix for suffix in suffixes if suffix not in _PACKED_NAMES]
    return "markdown" if named and named[-1] in _MARKDOWN_NAMES else "text"


def is_file(text: str) -> bool:
    """Tell whether a text is the name of a file."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a long sentence is no file name
        return False
