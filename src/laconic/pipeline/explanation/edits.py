"""Why a sentence became another: the edits made and the words deleted, in reading order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from laconic.english.rewriting import Edit, Kept
from laconic.pipeline.explanation.phrases import DELETION, EMPTY, INSERTION, REORDERING, SUBSTITUTION, Step


@dataclass(frozen=True)
class Revision:
    """How an answer came about.

    Attributes:
        words: the words of the source.
        edits: the edits that show in the answer.
        deleted: the positions of the source's words that are neither kept nor said otherwise.
    """

    words: Sequence[str]
    edits: tuple[Edit, ...]
    deleted: tuple[int, ...]

    other = "the network's score of what is said"
    lm_score = 0.0

    @property
    def steps(self) -> tuple[Step, ...]:
        """The edits and deletions, in reading order; words that are copied are not listed."""
        return tuple(sorted([*self._edits(), *self._deletions()], key=lambda step: (step.begin, -step.end)))

    def explain(self, width: int = 120) -> str:
        """Return the edits and deletions with their scores, in lines of about this width."""
        lines = ["   score   change         rule"]
        for step in self.steps:
            line = f"{step.score:+8.3f}   {step.kind:<12}   {step.rule}"
            lines.append(line if len(line) <= width else line[: width - 1] + "…")
        return "\n".join(lines)

    def rules(self) -> list[dict[str, Any]]:
        """Return the steps as plain values."""
        return [step.to_json() for step in self.steps]

    def _edits(self) -> Iterator[Step]:
        for edit in self.edits:
            source = self._said(edit, edit.begin, edit.end)
            pieces = [
                self._said(edit, piece.begin, piece.end) if isinstance(piece, Kept) else piece.text
                for piece in edit.target
            ]
            target = " ".join(filter(None, pieces))
            kind = REORDERING if edit.moves else SUBSTITUTION if edit.replaced else INSERTION
            yield Step(
                DELETION if edit.is_deletion else kind,
                edit.begin,
                edit.end,
                f"{edit.rule} ||| {source} ||| {target}",
                math.log(edit.sure),
            )

    def _said(self, edit: Edit, begin: int, end: int) -> str:
        """Return some words of the source, without those that were left out before an edit."""
        return " ".join(self.words[place] for place in range(begin, end) if place not in edit.left_out)

    def _deletions(self) -> Iterator[Step]:
        for _, group in groupby(enumerate(self.deleted), key=lambda pair: pair[1] - pair[0]):
            places = [place for _, place in group]
            begin, end = places[0], places[-1] + 1
            yield Step(DELETION, begin, end, f"{' '.join(self.words[begin:end])} ||| {EMPTY}", 0.0)
