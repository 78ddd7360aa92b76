"""A document with its passages written anew, without the blocks that nothing is left of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from laconic.document.markdown import Block
from laconic.document.passage import Passage, Range

_EMPTY_LINES = re.compile(r"(?:[ \t>]*(?:\r\n|\n|\r))*")
_BEFORE_BLOCK = re.compile(r"[ \t>]*")


def rewritten(
    text: str, passages: Sequence[Passage], written: Sequence[str], root: Block | None, dropped: set[int]
) -> str:
    """Return a document whose passages are replaced.

    Args:
        text: the document.
        passages: its passages, in order.
        written: what stands in the place of each.
        root: the block that holds all blocks, if the document has any.
        dropped: the numbers of the passages that keep no word; blocks that hold nothing else go with their lines.
    """
    gone = list(_gone(text, root, written, dropped)) if root is not None and dropped else []
    parts = []
    reached = 0
    edits = [(passage.start, passage.end, new) for passage, new in zip(passages, written, strict=True)]
    edits = [edit for edit in edits if not any(start <= edit[0] < end for start, end in gone)]
    for start, end, new in sorted([*edits, *((start, end, "") for start, end in gone)]):
        parts += [text[reached:start], new]
        reached = end
    return "".join((*parts, text[reached:]))


def _gone(text: str, block: Block, written: Sequence[str], dropped: set[int]) -> Iterator[Range]:
    """Yield the places, with their lines, of the largest blocks below this one that nothing is left of."""
    for inner in block.blocks:
        if _is_gone(inner, written, dropped):
            line = max(text.rfind("\n", 0, inner.start), text.rfind("\r", 0, inner.start)) + 1
            if _BEFORE_BLOCK.fullmatch(text, line, inner.start):
                after = _EMPTY_LINES.match(text, inner.end)
                yield line, after.end() if after else inner.end
        else:
            yield from _gone(text, inner, written, dropped)


def _is_gone(block: Block, written: Sequence[str], dropped: set[int]) -> bool:
    """Tell whether a block holds nothing but dropped passages, of which no markup is left either."""
    return (
        not block.has_more
        and all(number in dropped and not written[number].strip() for number in block.passages)
        and all(_is_gone(inner, written, dropped) for inner in block.blocks)
    )
