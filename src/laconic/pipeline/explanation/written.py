"""An explanation that was written down before it was sent to another process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class WrittenExplanation:
    """An explanation as text and plain values.

    It stands for one that refers to a whole forest, which is too large to be sent to another process.

    Attributes:
        text: what it says.
        steps: its rules as plain values, if they can be written as JSON.
    """

    text: str
    steps: list[dict[str, Any]] | None

    def explain(self, width: int = 120) -> str:
        """Return the rules in reading order with their scores, in lines as wide as they were written."""
        return self.text

    def rules(self) -> list[dict[str, Any]] | None:
        """Return the rules as plain values, or None if they cannot be written as JSON."""
        return self.steps
