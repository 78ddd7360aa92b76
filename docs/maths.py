"""Turns the formulas of the manual into MathML while it is built, so that they show without scripts and offline.

mkdocs calls it as a hook. Only on pages with at least one `$$ block $$` is `$x$` a formula, too.
"""

from __future__ import annotations

import re

from latex2mathml.converter import convert

_FENCED = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)
_INLINE = re.compile(r"\$(\S[^$\n]*?)\$")


def on_page_markdown(markdown: str, **_: object) -> str:
    """Return a page with MathML in place of its formulas; code is left alone."""
    if "$$" not in markdown:
        return markdown
    return "".join(
        part if part.startswith("```") else _INLINE.sub(_inline, _BLOCK.sub(_block, part))
        for part in _FENCED.split(markdown)
    )


def _block(formula: re.Match[str]) -> str:
    return convert(" ".join(formula[1].split()), display="block")


def _inline(formula: re.Match[str]) -> str:
    return convert(formula[1])
