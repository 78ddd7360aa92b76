"""Figures of parsers: labelled brackets by the conventions of evalb, attachment, tags."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate

PUNCTUATION = {",", ":", "``", "''", "."}
"""Tags whose words evalb leaves out of the brackets."""


@dataclass
class Figures:
    """Counts over sentences, and the figures made of them."""

    counts: Counter[str] = field(default_factory=Counter)

    def ratio(self, right: str, total: str) -> float:
        """Return a percentage."""
        return 100.0 * self.counts[right] / max(1, self.counts[total])

    def summary(self) -> dict[str, float]:
        """Return bracketing precision, recall and F1, UAS, LAS (with and without punctuation) and tag accuracy."""
        c = self.counts
        found = {"tags": self.ratio("tag_right", "tags")}
        if c["gold"]:
            found |= {"precision": self.ratio("matched", "predicted"), "recall": self.ratio("matched", "gold")}
            found["f1"] = 200.0 * c["matched"] / max(1, c["gold"] + c["predicted"])
        if c["arcs"]:
            found |= {"uas": self.ratio("head_right", "arcs"), "las": self.ratio("arc_right", "arcs")}
            found["uas_no_punct"] = self.ratio("head_right_word", "arcs_word")
            found["las_no_punct"] = self.ratio("arc_right_word", "arcs_word")
        return {name: round(value, 2) for name, value in found.items()}


def evalb_brackets(spans: list[tuple[int, int, str]], keep: list[bool], fold: bool) -> Counter[tuple[int, int, str]]:
    """Return the brackets evalb counts: punctuation left out, PRT as ADVP, WH folded into plain if asked."""
    before = list(accumulate(keep, initial=0))
    counted: Counter[tuple[int, int, str]] = Counter()
    for start, end, chain in spans:
        left, right = before[start], before[end]
        if left == right:
            continue
        for label in chain.split("+"):
            plain = label.removeprefix("WH") if fold else label
            counted[left, right, "ADVP" if plain == "PRT" else plain] += 1
    return counted
