"""Regions that are never touched: everything from one mark to another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.errors import UsageError


def region_ranges(text: str, marks: Sequence[tuple[str, str]]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each region of a text, marks included.

    Raises:
        UsageError: a mark is empty, or a region is not closed.

    >>> list(region_ranges("a [[b c]] d", [("[[", "]]")]))
    [(2, 9)]
    """
    for opening, closing in marks:
        if not opening or not closing:
            raise UsageError("the marks of a region must not be empty.")
        start = text.find(opening)
        while start >= 0:
            end = text.find(closing, start + len(opening))
            if end < 0:
                raise UsageError(
                    f"the region that {opening!r} opens at {_excerpt(text, start)} is not closed by {closing!r}; "
                    "a region that spans several sentences must be compressed as a document."
                )
            end += len(closing)
            yield start, end
            start = text.find(opening, end)


def _excerpt(text: str, start: int) -> str:
    return repr(text[start : start + 30]) + ("…" if len(text) > start + 30 else "")
