"""Draws docs/demo.svg, the picture in the README: a paragraph at three lengths.

python docs/pictures/demo.py
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

import laconic
from laconic.cli._marked import show_marked

SENTENCE = (
    "The old harbour of Norwick, a fishing town on the east coast that was founded in 1840, will not reopen after "
    "the repairs that were planned for next spring, the town council said in a short statement on Tuesday."
)


def main() -> None:
    """Compress, draw, write."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    model = laconic.load()
    for rate in (0.8, 0.6, 0.4):
        console.print(Text(f"$ laconic compress norwick.txt --rate {rate}", style="bold cyan"))
        show_marked(model.compress(SENTENCE, rate=rate), console=console)
        console.print()
    drawn = console.export_svg(title="laconic")
    # The picture must not fetch a font from elsewhere.
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    (Path(__file__).parents[1] / "demo.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
