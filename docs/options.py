"""Keeps options such as `--keep-names` on one line, because browsers would break the line after their first hyphens.

mkdocs calls it as a hook while it builds the manual.
"""

from __future__ import annotations

import re

_INLINE_CODE = re.compile(r"(?<!<pre>)<code>[^<]*</code>")
_OPTION = re.compile(r"(?<!\w)--[a-z][a-z-]*")


def on_page_content(html: str, **_: object) -> str:
    """Return a page with the options in its running text marked for the style sheet."""
    return _INLINE_CODE.sub(lambda code: _OPTION.sub(r'<span class="option">\g<0></span>', code[0]), html)
