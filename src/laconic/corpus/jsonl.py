"""laconic's own format: one JSON object per line with ``id``, ``source``, ``references`` and more.

The parser is msgspec's: several times faster than the standard library's, strict about UTF-8, lone
surrogates and ``NaN``, and (unlike its peers) exact for whole numbers of any length.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from laconic.corpus.format import Format, OnBad, Put, decode
from laconic.corpus.pair import BadRecord, Pair, check_texts
from laconic.files import read_raw_lines, write_whole

_decode_json = msgspec.json.Decoder().decode
_encode_json = msgspec.json.Encoder().encode


class Jsonl(Format):
    """``{"id": "1", "source": "It really works.", "references": ["It works."], "document": "a"}``.

    Without an ``id`` the line number serves; ``document`` may be missing; all other fields are kept.

    Args:
        reference: the field whose text is the reference, if lines hold several named versions.
    """

    def __init__(self, reference: str | None = None) -> None:
        self._reference = reference

    def read(self, path: str | Path, on_bad: OnBad) -> Iterator[Pair]:
        """Yield one pair per line; blank lines are skipped."""
        for number, raw in read_raw_lines(path):
            if raw.isspace():
                continue
            try:
                pair = to_pair(self._with_references(parse_json(raw)), number)
            except BadRecord as problem:
                on_bad(problem.at(path, number))
                continue
            yield pair

    def _with_references(self, record: Any) -> Any:
        if self._reference is None or type(record) is not dict:
            return record
        if type(record.get(self._reference)) is not str:
            raise _wrong(self._reference, record.get(self._reference), "a text")
        return {**record, "references": [record[self._reference]]}

    @contextmanager
    def write(self, path: str | Path, *, tokenized: bool) -> Iterator[Put]:
        """Write one object per line, in the order id, document, source, references, other fields."""
        with write_whole(path) as stream:
            write = stream.write

            def put(pair: Pair) -> None:
                write(format_json(to_record(pair)) + "\n")

            yield put


def to_pair(record: Any, number: int) -> Pair:
    """Return a JSON object as a pair; ``number`` is the id if there is none.

    Raises:
        BadRecord: a field is missing, of the wrong type or empty.
    """
    if type(record) is not dict:
        raise BadRecord("the record is not a JSON object with source and references.", kind="wrong type")
    identifier = record.pop("id", None)
    source = record.pop("source", None)
    references = record.pop("references", None)
    document = record.pop("document", None)
    if type(identifier) is not str:
        identifier = _identifier(identifier, number)
    if type(source) is not str:
        raise _wrong("source", source, "a text")
    if type(references) is not list or not references:
        raise _wrong("references", references or None, 'a list of texts, such as ["It works."]')
    if document is not None and type(document) is not str:
        raise _wrong("document", document, "a text")
    for reference in references:
        if type(reference) is not str:
            raise _wrong("references", references, "a list of texts")
    return check_texts(Pair(identifier, source, tuple(references), document, record))


def to_record(pair: Pair) -> dict[str, Any]:
    """Return the pair as a JSON object, which `to_pair` reads."""
    record: dict[str, Any] = {"id": pair.id}
    if pair.document is not None:
        record["document"] = pair.document
    record["source"] = pair.source
    record["references"] = pair.references
    record.update(pair.extra)
    return record


def parse_json(raw: bytes) -> Any:
    """Parse JSON; raise `BadRecord` with the place and the reason if it is not JSON."""
    try:
        return _decode_json(raw)
    except (ValueError, RecursionError) as error:
        problem = error
    text = decode(raw)
    if isinstance(problem, RecursionError):
        raise BadRecord("the JSON is nested too deeply.", kind="broken JSON") from None
    with suppress(ValueError):  # only what the standard library accepts is left to the last message
        _explain(text)
    raise BadRecord(
        "the JSON contains what other programs may refuse: half a surrogate pair, NaN, or too large a number.",
        kind="broken JSON",
    )


def _explain(text: str) -> None:
    """Raise `BadRecord` with the standard library's message, which says plainly what was expected where."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        row = f"line {error.lineno} of the record, " if error.lineno > 1 else ""
        raise BadRecord(f"this is not JSON: {error.msg} ({row}column {error.colno}).", kind="broken JSON") from None
    except RecursionError:
        raise BadRecord("the JSON is nested too deeply.", kind="broken JSON") from None


def format_json(record: Any) -> str:
    """Return a JSON value on one line; raise `BadRecord` if it holds anything that JSON cannot."""
    try:
        return _encode_json(record).decode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise BadRecord(f"a field cannot be written as JSON: {error}.", kind="does not fit the format") from None


def _identifier(value: Any, number: int) -> str:
    if value is None:
        return str(number)
    if type(value) is int:
        return str(value)
    raise _wrong("id", value, "a text or a whole number")


def _wrong(name: str, value: Any, wanted: str) -> BadRecord:
    if value is None:
        return BadRecord(f"the field {name!r} is missing: it must be {wanted}.", kind="missing field")
    return BadRecord(f"the field {name!r} must be {wanted}.", kind="wrong type")
