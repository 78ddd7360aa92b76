"""Combining the alignments of two directions into one (Koehn, Och & Marcu 2003, and its successors).

`forward` links every target word to at most one source word, `backward` every source word to at most one
target word, both written as (source, target). The intersection is precise, the union complete; the growing
heuristics start from the intersection and add links of the union that stand beside links already there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from laconic.align.alignment import Alignment, Link
from laconic.errors import UsageError

Symmetrizer = Callable[[Alignment, Alignment], Alignment]
"""Combines the forward and the backward alignment of a pair."""

_BESIDE = ((-1, 0), (0, -1), (1, 0), (0, 1))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def intersection(forward: Alignment, backward: Alignment) -> Alignment:
    """Return the links that both directions propose."""
    return forward & backward


def union(forward: Alignment, backward: Alignment) -> Alignment:
    """Return the links that either direction proposes."""
    return forward | backward


def grow_diag(forward: Alignment, backward: Alignment) -> Alignment:
    """Grow the intersection by links of the union beside a link, diagonally too, that cover a new word."""
    return _Growth(forward, backward).grow().alignment()


def grow_diag_final(forward: Alignment, backward: Alignment) -> Alignment:
    """Grow, then add from each direction in turn the links that cover a new word on either side."""
    return _Growth(forward, backward).grow().finish(forward, backward, both=False).alignment()


def grow_diag_final_and(forward: Alignment, backward: Alignment) -> Alignment:
    """Grow, then add from each direction in turn the links that cover a new word on both sides."""
    return _Growth(forward, backward).grow().finish(forward, backward, both=True).alignment()


SYMMETRIZERS: dict[str, Symmetrizer] = {
    "intersection": intersection,
    "union": union,
    "grow-diag": grow_diag,
    "grow-diag-final": grow_diag_final,
    "grow-diag-final-and": grow_diag_final_and,
}
"""The heuristics under the names of the command line."""


def symmetrizer(given: str | Symmetrizer) -> Symmetrizer:
    """Return the heuristic of this name, or the function itself.

    Raises:
        UsageError: there is none of this name.
    """
    if callable(given):
        return given
    if given not in SYMMETRIZERS:
        raise UsageError(f"there is no symmetrisation called {given!r}; choose from {', '.join(SYMMETRIZERS)}.")
    return SYMMETRIZERS[given]


class _Growth:
    """A growing set of links and the words it covers."""

    def __init__(self, forward: Alignment, backward: Alignment) -> None:
        self.candidates = list(forward | backward)
        self.allowed = set(self.candidates)
        self.links: set[Link] = set()  # always a part of the candidates
        self.covered_sources: set[int] = set()
        self.covered_targets: set[int] = set()
        for link in forward & backward:
            self.add(link)

    def add(self, link: Link) -> None:
        self.links.add(link)
        self.covered_sources.add(link[0])
        self.covered_targets.add(link[1])

    def grow(self) -> _Growth:
        """Add neighbours that cover a new word until none is left.

        Each round goes over the links by source and target position and looks at their neighbours, those
        in the same row or column first; what a round adds is looked at in the same round if it stands later.
        """
        grew = True
        while grew:
            grew = False
            for source, target in filter(self.links.__contains__, self.candidates):
                for step_source, step_target in _BESIDE + _DIAGONAL:
                    link = (source + step_source, target + step_target)
                    if link in self.allowed and self.covers_new(link, both=False):
                        self.add(link)
                        grew = True
        return self

    def finish(self, *directions: Iterable[Link], both: bool) -> _Growth:
        for links in directions:
            for link in links:
                if self.covers_new(link, both=both):
                    self.add(link)
        return self

    def covers_new(self, link: Link, *, both: bool) -> bool:
        """Return whether a link covers a word without a link on one side, or on both sides."""
        new_source, new_target = link[0] not in self.covered_sources, link[1] not in self.covered_targets
        return (new_source and new_target) if both else (new_source or new_target)

    def alignment(self) -> Alignment:
        return Alignment(self.links)
