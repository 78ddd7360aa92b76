"""Warnings about texts that are not English, which are errors with ``--strict``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

from laconic.english.foreign import foreign_language
from laconic.errors import DataError, shown_place
from laconic.formats.passage import RunningText

_PARAGRAPH = re.compile(r"\S.*?(?=\n[ \t\r]*\n|\Z)", re.DOTALL)


class ForeignTexts:
    """Looks at the language of texts as they come.

    Args:
        path: the file that they stand in; None for what was typed.
        is_strict: whether one that is not English is an error.
    """

    def __init__(self, path: str | None, is_strict: bool) -> None:
        self.path = path
        self._is_strict = is_strict
        self._seen = 0
        self._found: list[tuple[int | None, str]] = []

    def look(self, text: str, line: int | None = None) -> None:
        """Look at one text; raise `DataError` if it is not English and that is an error."""
        self._seen += 1
        language = foreign_language(text)
        if language is None:
            return
        if self._is_strict:
            raise DataError(
                f"the text seems to be {language}, and laconic shortens English.", path=self.path, line=line
            )
        self._found.append((line, language))

    def warn(self, things: str) -> None:
        """Report those that are not English, in one sentence."""
        if not self._found:
            return
        line, language = self._found[0]
        name = "" if self.path is None else f"{shown_place(self.path, line)}: "
        if self._seen == 1:
            told = f"the text seems to be {language}"
        else:
            verb = "seems" if len(self._found) == 1 else "seem"
            told = f"{len(self._found):,} of {self._seen:,} {things} {verb} not to be English (here it is {language})"
        print(f"laconic: {name}{told}; laconic shortens English, so do not rely on the answer.", file=sys.stderr)


def check_language(
    path: str | None, texts: Iterable[str], is_strict: bool, lines: Iterable[int | None] | None = None
) -> None:
    """Warn about texts that are not English, or raise `DataError` if that is an error."""
    foreign = ForeignTexts(path, is_strict)
    if lines is None:
        for text in texts:
            foreign.look(text)
    else:
        for text, line in zip(texts, lines, strict=True):
            foreign.look(text, line)
    foreign.warn("sentences")


def check_document(path: str | None, source: str | None, running: RunningText, is_strict: bool) -> None:
    """Do the same for a document: as a whole, or for each paragraph if it is in English.

    Args:
        path: the file; None for what was typed.
        source: what is stored, if its lines have numbers that mean something to people.
        running: its running text.
        is_strict: whether text that is not English is an error.
    """
    whole = "\n\n".join(passage.text for passage in running.passages)
    foreign = ForeignTexts(path, is_strict)
    if foreign_language(whole) is not None:
        foreign.look(whole)
    else:
        line, reached = 1, 0
        for passage in running.passages:
            for paragraph in _PARAGRAPH.finditer(passage.text):
                place = passage.starts[paragraph.start()]
                line += 0 if source is None else source.count("\n", reached, place)
                reached = place
                foreign.look(paragraph.group(), None if source is None else line)
    foreign.warn("paragraphs")
