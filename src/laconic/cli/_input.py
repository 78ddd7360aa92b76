"""What ``laconic compress`` is given: a document, sentences, or lines."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, read_text
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.document.manuscript import Markup

Kind = Literal["document", "sentences", "lines"]

_MARKDOWN_NAMES = frozenset([".md", ".markdown", ".mdown", ".mkd"])
_PACKED_NAMES = frozenset([".gz", ".xz"])


_LIKE_A_FILE = re.compile(r"\S*/\S*|\S+\.(?:txt|text|md|markdown|json|jsonl|csv|tsv|html|gz|xz|bz2)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Input:
    """What is to be compressed.

    Attributes:
        text: all of it; for sentences and lines without a byte order mark, and with plain line ends.
        kind: how it is taken.
        name: the file that it comes from, ``-`` for standard input, None for what was typed.
        tokenized: whether each line holds the tokens of a sentence.
    """

    text: str
    kind: Kind
    name: str | None = None
    tokenized: bool = False

    def sentences(self) -> list[Sentence]:
        """Return the sentences: each line is one, or they are found in the text."""
        from laconic.parse.tokenize import sentences, tokenize

        if self.kind != "lines":
            return sentences(self.text)
        found = []
        start = 0
        for line in self.text.split("\n"):
            if line.strip():
                read = Sentence.from_words(line.split()) if self.tokenized else Sentence(line, tokenize(line))
                found.append(replace(read, start=start))
            start += len(line) + 1
        return found

    def place_of(self, sentence: Sentence, number: int) -> str:
        """Return where one of the sentences stands, for a message: its file and line, or its number from 1."""
        if self.name is None:
            return f"sentence {number}"
        line = self.text.count("\n", 0, sentence.start) + 1
        return f"{self.name}:{line}"

    def markup(self, wanted: Literal["auto", "text", "markdown"]) -> Markup:
        """Return how a document is marked up: as the user says, else by the name of its file."""
        if wanted != "auto":
            return wanted
        suffixes = [suffix.lower() for suffix in Path(self.name or "").suffixes[-2:]]
        named = [suffix for suffix in suffixes if suffix not in _PACKED_NAMES]
        return "markdown" if named and named[-1] in _MARKDOWN_NAMES else "text"


def read_input(text: str, wanted: Kind | None, *, tokenized: bool, of_sentences: bool, of_documents: bool) -> Input:
    """Read what is to be compressed: a file is a document, what is typed or piped are sentences.

    Args:
        text: a text, the name of a file, or ``-``.
        wanted: how the user says that it is to be read, if at all.
        tokenized: whether each line holds the tokens of a sentence.
        of_sentences: whether something is asked for that only sentences have; a file is then read as sentences.
        of_documents: whether something is asked for that only documents have.

    Raises:
        UsageError: the text cannot be read so, or can only be the name of a file, and there is none.
    """
    if tokenized and wanted not in (None, "lines"):
        raise UsageError(f"--tokenized takes one sentence per line, so it does not go with --as {wanted}.")
    name = text if text == STANDARD_STREAM or is_file(text) else None
    is_document = name not in (None, STANDARD_STREAM) and (of_documents or not of_sentences)
    kind: Kind = "lines" if tokenized else wanted or ("document" if is_document else "sentences")
    if kind == "document" and of_sentences:
        raise UsageError("--nbest, --all-lengths, --explain and --confidence are for sentences: add --as sentences.")
    if kind != "document" and of_documents:
        raise UsageError("--drop-sentences and --markup are for documents: add --as document.")
    if name is None:
        _check_typed(text)
    content = text if name is None else read_text(name)
    if kind != "document":
        content = content.removeprefix("\ufeff").replace("\r\n", "\n")
    return Input(content, kind, name, tokenized)


def _check_typed(text: str) -> None:
    """Refuse what can only be meant as a file or folder, and warn of a file with a similar name."""
    if is_folder(text):
        raise UsageError(f"{text!r} is a folder: name a file in it.")
    if _LIKE_A_FILE.fullmatch(text):
        raise UsageError(f"There is no file called {text!r}.")
    _warn_similar(text)


def warn_empty(name: str | None) -> None:
    """Report that there is no sentence in a file, in standard input, or in what was typed."""
    where = {None: "the text", STANDARD_STREAM: "standard input"}.get(name, name)
    print(f"laconic: there is no sentence in {where}.", file=sys.stderr)


def _warn_similar(text: str) -> None:
    """Point out a file whose name is close to a lone word, for that may have been meant."""
    if not text or any(map(str.isspace, text)):
        return
    try:
        files = [path for path in Path().iterdir() if path.is_file()]
    except OSError:  # a folder that cannot be listed: then there is nothing to tell
        return
    named = [path.name for path in files if path.stem.casefold() == text.casefold()]
    if close := named or get_close_matches(text, [path.name for path in files], n=1, cutoff=0.8):
        print(f"laconic: {text!r} is taken as a text; there is a file called {close[0]!r}.", file=sys.stderr)


def is_folder(text: str) -> bool:
    """Tell whether a text is the name of a folder."""
    try:
        return Path(text).is_dir() and bool(text)
    except (OSError, ValueError):
        return False


def is_file(text: str) -> bool:
    """Tell whether a text is the name of a file."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a long sentence is not a file name
        return False
