"""Warnings about answers that an editor is unlikely to accept."""

from __future__ import annotations

import sys

from laconic.errors import counted


class ImprobableAnswers:
    """Counts the answers that come with a warning, and reports them in one sentence."""

    def __init__(self) -> None:
        self._seen = self._found = 0
        self._first = ""

    def look(self, warning: str | None, place: str | None = None) -> None:
        """Look at one answer.

        Args:
            warning: its warning, if it has one.
            place: the place of its text, if there are several.
        """
        self._seen += 1
        if warning is not None:
            self._found += 1
            self._first = self._first or (warning if place is None else f"{place}: {warning}")

    def warn(self) -> None:
        """Report the first warning and the number of others."""
        from laconic.pipeline.pipeline import IMPROBABLE  # which has been loaded by now

        if not self._found:
            return
        told, remedy = self._first.removesuffix("."), "check it, or allow more room"
        if self._found > 1:
            answers = counted(self._seen, "answer")
            told += f", and {self._found - 1} more of {answers} (all with a probability below {IMPROBABLE})"
            remedy = "check them, or allow more room"
        print(f"laconic: {told}: {remedy}.", file=sys.stderr)
