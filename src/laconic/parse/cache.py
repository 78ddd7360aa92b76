"""A parser that remembers: parses are stored in a file and never made twice."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from laconic.errors import DataError
from laconic.parse.base import Parser
from laconic.parse.serial import sentence_from_json, sentence_to_json
from laconic.text import Sentence

_BATCH = 512


class CachedParser:
    """Wraps a parser with a store of its results.

    A result is found again by the text, its tokens, and the parser's `fingerprint`, which changes with its
    weights: a new parser never answers with an old one's trees.

    Args:
        parser: makes the parses that are not in the store.
        path: the store, an SQLite file; it is made if it does not exist.
    """

    def __init__(self, parser: Parser, path: str | Path) -> None:
        self.parser = parser
        self.fingerprint = parser.fingerprint
        try:
            self._store = sqlite3.connect(path)
            self._store.execute("create table if not exists parses (key blob primary key, parse text not null)")
        except sqlite3.Error as error:
            raise DataError(f"cannot be used as a store of parses: {error}.", path=path) from None

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text, in order; unknown ones are parsed and stored in batches."""
        wanted = list(texts)
        keys = [self._key(text) for text in wanted]
        missing = {key: text for key, text in zip(keys, wanted, strict=True) if self._find(key) is None}
        waiting = list(missing.items())
        for start in range(0, len(waiting), _BATCH):
            batch = waiting[start : start + _BATCH]
            for (key, _), sentence in zip(batch, self.parser.parse([text for _, text in batch]), strict=True):
                record = json.dumps(sentence_to_json(sentence), ensure_ascii=False)
                self._store.execute("insert or replace into parses values (?, ?)", (key, record))
            self._store.commit()
        found = (self._find(key) for key in keys)
        return [sentence_from_json(json.loads(record)) for record in found if record is not None]

    def _key(self, text: str | Sentence) -> bytes:
        content = [text] if isinstance(text, str) else [text.text, *text.words, f"{text.start} {text.pretokenized}"]
        return hashlib.sha256("\x1f".join([self.fingerprint, *content]).encode("utf-8", "surrogatepass")).digest()

    def _find(self, key: bytes) -> str | None:
        row = self._store.execute("select parse from parses where key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])
