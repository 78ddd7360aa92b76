"""A document with its passages rewritten, without the blocks of which nothing is left."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from laconic.formats.markdown import read_markdown
from laconic.formats.passage import Block, Passage, Range

_EMPTY_LINES = re.compile(r"(?:[ \t>]*(?:\r\n|\n|\r))*")
_BEFORE_BLOCK = re.compile(r"[ \t>]*")


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A document whose passages are replaced.

    Attributes:
        text: the document.
        places: where in it the passages begin that have a place in it, each with its number, in order.
    """

    text: str
    places: list[tuple[int, int]]


def rewritten(
    text: str, passages: Sequence[Passage], written: Sequence[str], root: Block | None, dropped: set[int]
) -> Rewritten:
    """Return a document with its passages replaced.

    Args:
        text: the document.
        passages: its passages, in order.
        written: what stands in the place of each.
        root: the block that holds all blocks, if the document has any.
        dropped: the numbers of the passages that keep no word; blocks that hold nothing else go with their lines.
    """
    gone = list(_gone(text, root, written, dropped)) if root is not None and dropped else []
    edits: list[tuple[int, int, int | None]] = [
        *((start, end, None) for start, end in gone),
        *(
            (passage.start, passage.end, number)
            for number, passage in enumerate(passages)
            if not any(start <= passage.start < end for start, end in gone)
        ),
    ]
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    size = reached = 0
    for start, end, number in sorted(edits, key=lambda edit: edit[:2]):
        size += start - reached
        parts.append(text[reached:start])
        if number is not None:
            places.append((size, number))
            size += len(written[number])
            parts.append(written[number])
        reached = end
    return Rewritten("".join((*parts, text[reached:])), places)


def changed_passages(document: Rewritten, other: Rewritten) -> set[int]:
    """Return the numbers of the passages of Markdown that read otherwise in another spelling of it."""
    pairs = [
        [(passage.start, _meaning(passage)) for passage in read_markdown(each.text).passages]
        for each in (document, other)
    ]
    if len(pairs[0]) != len(pairs[1]):
        return {number for _, number in document.places}
    starts = [start for start, _ in other.places]
    return {
        other.places[bisect_right(starts, start) - 1][1]
        for (_, shown), (start, meant) in zip(*pairs, strict=True)
        if shown != meant
    }


def _meaning(passage: Passage) -> tuple[object, ...]:
    """Return what is read in a passage, without where it stands."""
    marks = [(mark.kind, mark.inside, mark.is_tag) for mark in passage.marks]
    return passage.text, marks, passage.units, passage.words


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
    """Return whether a block holds nothing but dropped passages, of which no markup is left either."""
    return (
        not block.has_more
        and all(number in dropped and not written[number].strip() for number in block.passages)
        and all(_is_gone(inner, written, dropped) for inner in block.blocks)
    )
