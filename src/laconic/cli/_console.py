"""Where tables are printed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_NO_EDGE = 240
"""The width of what has no edge: a pipe or a file."""


def table_console() -> Console:
    """Return a console for tables: as wide as the terminal, or wide enough where nothing needs to be folded."""
    from rich.console import Console

    has_edge = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console() if has_edge else Console(width=_NO_EDGE)
