"""Headings in text without markup: short lines that stand alone and end without a mark."""

from __future__ import annotations

_LONGEST = 12
_NEVER_LAST = tuple(".!?…:;,\"'”’)")


def is_heading(line: str) -> bool:
    """Return whether a line that stands alone above a paragraph can be its heading.

    >>> is_heading("A clockmaker looks back"), is_heading("He looked back."), is_heading("and so on")
    (True, False, False)
    """
    line = line.strip()
    begins = line[:1].isupper() or line[:1].isdigit()
    return begins and len(line.split()) <= _LONGEST and not line.endswith(_NEVER_LAST)
