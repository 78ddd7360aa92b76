"""Lines of a document that are not sentences: they stay unchanged or are dropped whole, and are never cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from laconic.english.headings import is_heading
from laconic.english.letters import is_closing, is_salutation, may_sign
from laconic.formats.passage import Range

_LINE_END = re.compile(r"[\n\r\x0b\x0c\x85\u2028\u2029]")
_ENDS_LINE = re.compile(r"[ \t]*(?:\Z|[\n\r\x0b\x0c\x85\u2028\u2029])")
_BLANK_LINE = re.compile(r"(?:\n|\r\n?)[^\S\r\n]*[\n\r]")
_PARAGRAPH_AFTER = re.compile(r"[^\S\r\n]*(?:\n|\r\n?)[^\S\r\n]*[\n\r]\s*\S")


def stand_alone(text: str, sentences: Sequence[Range], *, has_headings: bool) -> Iterator[bool]:
    """Yield for each sentence of a passage whether it is a salutation, a closing, part of a signature, or a heading.

    Args:
        text: the passage.
        sentences: where they start and end, in order.
        has_headings: whether headings are not marked up, so that they are known by their look.
    """
    is_signed = False
    reached = 0
    for start, end in sentences:
        line, before = text[start:end], text[reached:start]
        begins_line = reached == 0 or _LINE_END.search(before) is not None
        is_line = begins_line and _ENDS_LINE.match(text, end) is not None
        is_signed = is_line and (is_closing(line) or (is_signed and may_sign(line)))
        yield is_signed or (
            is_line
            and (
                is_salutation(line)
                or (
                    has_headings
                    and is_heading(line)
                    and (reached == 0 or _BLANK_LINE.search(before) is not None)
                    and _PARAGRAPH_AFTER.match(text, end) is not None
                )
            )
        )
        reached = end
