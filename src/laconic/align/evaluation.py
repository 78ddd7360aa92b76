"""Measuring alignments against gold: precision, recall, F1 and alignment error rate."""

from __future__ import annotations

from dataclasses import dataclass

from laconic.align.alignment import Alignment


@dataclass(frozen=True, slots=True)
class AlignmentScore:
    """Counts of links, which add up over pairs, and the figures they give.

    Attributes:
        pairs: how many pairs were measured.
        found: links in the alignments.
        sure: links in the gold alignments that must be found.
        hits: links found that are sure.
        allowed: links found that are sure or possible.

    >>> score = AlignmentScore.of(Alignment.parse("0-0 1-1"), Alignment.parse("0-0 1-2 2-2"))
    >>> score.precision, round(score.recall, 2), score.f1, score.error_rate
    (0.5, 0.33, 0.4, 0.6)
    """

    pairs: int = 0
    found: int = 0
    sure: int = 0
    hits: int = 0
    allowed: int = 0

    @classmethod
    def of(cls, found: Alignment, sure: Alignment, possible: Alignment | None = None) -> AlignmentScore:
        """Measure one alignment; gold links that are only possible may be found but need not."""
        allowed = sure if possible is None else sure | possible
        return cls(1, len(found), len(sure), len(found & sure), len(found & allowed))

    def __add__(self, other: AlignmentScore) -> AlignmentScore:
        return AlignmentScore(
            self.pairs + other.pairs,
            self.found + other.found,
            self.sure + other.sure,
            self.hits + other.hits,
            self.allowed + other.allowed,
        )

    @property
    def precision(self) -> float:
        """The share of the links found that are sure or possible."""
        return self.allowed / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """The share of the sure links that were found."""
        return self.hits / self.sure if self.sure else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    @property
    def error_rate(self) -> float:
        """The alignment error rate of Och & Ney (2003); 1 - F1 if no link is merely possible."""
        total = self.found + self.sure
        return 1 - (self.hits + self.allowed) / total if total else 0.0

    def to_json(self) -> dict[str, float]:
        """Return the figures under the names of the command line."""
        return {
            "pairs": self.pairs,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "aer": self.error_rate,
            "links": self.found,
            "gold_links": self.sure,
        }
