"""The format of Clarke and Lapata's releases: ``<original id=0> … </original>``, then ``<compressed id=0> …``.

It looks like XML but is not: ids have no quotes, ampersands stand alone, and there is no root. So it
is read by its lines and tags, strictly, without an XML parser.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from laconic.corpus.format import (
    Format,
    OnBad,
    Put,
    check_one_line,
    decode,
    document_name,
    does_not_fit,
    gather,
    pairs_of,
)
from laconic.corpus.pair import BadRecord, Pair, check_texts, shown
from laconic.files import write_whole

# Quantifiers that could meet again are possessive, so that the time is linear whatever the input.
_ELEMENT = re.compile(r"\s*+<(original|compressed)\s++id\s*+=([^<>]*+)>(.*?)</\1\s*+>", re.DOTALL | re.IGNORECASE)
_OUR_TAG = re.compile(r"</?(?:original|compressed)\b", re.IGNORECASE)
_OTHER_TAG = re.compile(r"<[/?!]?[a-z][^<>]*>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-f]{1,6});", re.IGNORECASE)


class ClarkeLapata(Format):
    """One original and its compressions after one another, under the same id.

    A file is a document in these releases: sentence ``0`` of the file ``A30.25`` gets the id
    ``A30.25.0``. Ids that are not numbers are taken as they are.
    """

    def read(self, path: str | Path, on_bad: OnBad) -> Iterator[Pair]:
        """Yield one pair per original."""
        document = document_name(path)
        blocks = gather(path, begins=_opens_original, blank_ends=False)
        yield from pairs_of(blocks, lambda block, _: _to_pair(decode(block), document), path, on_bad)

    @contextmanager
    def write(self, path: str | Path, *, tokenized: bool) -> Iterator[Put]:
        """Write one line for each original and each compression."""
        document = document_name(path)
        with write_whole(path) as stream:

            def put(pair: Pair) -> None:
                stream.write(_to_block(pair, document))

            yield put


def _opens_original(line: bytes) -> bool:
    return line.lstrip()[:9].lower() == b"<original"


def _to_pair(text: str, document: str | None) -> Pair | None:
    """Return the pair of one original and what follows it; None for the lines before the first original."""
    position = 0
    elements = []
    while match := _ELEMENT.match(text, position):
        name, number = match[1].lower(), match[2].strip().strip('"').strip()
        if _OUR_TAG.search(match[3]):
            raise BadRecord(
                f"the {name} with id {shown(number)} is not closed before the next tag.", kind="unbalanced tags"
            )
        elements.append((name, number, _unescape(match[3])))
        position = match.end()
    rest = text[position:]
    if _OUR_TAG.search(rest):
        raise BadRecord("a tag is not closed, is not opened, or has no id.", kind="unbalanced tags")
    if _OTHER_TAG.sub("", rest).strip():
        raise BadRecord("there is text outside <original> and <compressed>.", kind="unbalanced tags")
    if not elements:
        return None
    if [name for name, _, _ in elements] != ["original"] + ["compressed"] * (len(elements) - 1):
        raise BadRecord("there is a <compressed> without an <original> before it.", kind="unbalanced tags")
    number = elements[0][1]
    if any(other != number for _, other, _ in elements):
        raise BadRecord(
            f"the compressions of the original with id {shown(number)} have another id.", kind="unbalanced tags"
        )
    if not number:
        raise BadRecord("the id is empty.", kind="missing field")
    numbered = document is not None and number.isdecimal()
    return check_texts(
        Pair(
            f"{document}.{number}" if numbered else number,
            elements[0][2],
            tuple(sentence for _, _, sentence in elements[1:]),
            document if numbered else None,
        )
    )


def _to_block(pair: Pair, document: str | None) -> str:
    number = pair.id
    if document is not None and pair.document == document:
        number = number.removeprefix(f"{document}.")
    check_one_line(pair.id, number, pair.source, *pair.references)
    if not number or number != number.strip() or re.search(r'[<>"]', number):
        raise does_not_fit(pair.id, "an id that cannot be written in a tag")
    lines = [f"<original id={number}> {_escape(pair.source)} </original>\n"]
    lines += [f"<compressed id={number}> {_escape(reference)} </compressed>\n" for reference in pair.references]
    return "".join(lines)


def _escape(text: str) -> str:
    return html.escape(text.strip(), quote=False)


def _unescape(text: str) -> str:
    """Resolve XML's entities only: a lone ampersand, or a name that is none of them, stays as it is.

    Line breaks between the words, where an element goes over several lines, become spaces.
    """
    one_line = " ".join(filter(None, map(str.strip, text.split("\n"))))
    return _ENTITY.sub(lambda match: html.unescape(match[0].lower()), one_line)
