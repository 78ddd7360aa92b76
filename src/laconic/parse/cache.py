"""A parser with a cache: parses are stored in a file and computed only once."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Lock

from laconic.errors import DataError
from laconic.parse.base import Parser
from laconic.parse.serial import sentence_from_json, sentence_to_json
from laconic.text import Sentence

_BATCH = 512


class CachedParser:
    """Wraps a parser with a store of its results; several threads may use it at once.

    A result is found again by the text, its tokens, and the parser's `fingerprint`, which changes with its
    weights: a new parser never answers with an old one's trees.

    Args:
        parser: makes the parses that are not in the store.
        path: the store, an SQLite file; it is made if it does not exist.
    """

    def __init__(self, parser: Parser, path: str | Path) -> None:
        self.parser = parser
        self.path = path
        self.fingerprint = parser.fingerprint
        self._lock = Lock()
        with self._explained():
            self._store = sqlite3.connect(path, check_same_thread=False)
            weakref.finalize(self, self._store.close)
            self._store.execute("create table if not exists parses (key blob primary key, parse text not null)")

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text, in order; unknown ones are parsed and stored in batches."""
        stream = iter(texts)
        parsed: list[Sentence] = []
        while batch := list(islice(stream, _BATCH)):
            parsed += self._parse_batch(batch)
        return parsed

    def _parse_batch(self, texts: Sequence[str | Sentence]) -> list[Sentence]:
        keys = [self._key(text) for text in texts]
        known = {key: record for key in set(keys) if (record := self._find(key)) is not None}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        made = dict(zip(missing, self.parser.parse(missing.values()), strict=True))
        with self._explained(), self._lock, self._store:
            rows = ((key, json.dumps(sentence_to_json(sentence))) for key, sentence in made.items())
            self._store.executemany("insert or replace into parses values (?, ?)", rows)
        return [made[key] if key in made else self._read(known[key]) for key in keys]

    def _key(self, text: str | Sentence) -> bytes:
        content: list[object] = [self.fingerprint]
        if isinstance(text, str):
            content.append(text)
        else:
            tokens = [(token.text, token.start, token.end) for token in text.tokens]
            content += [text.text, tokens, text.start, text.pretokenized]
        return hashlib.sha256(json.dumps(content).encode("ascii")).digest()

    def _find(self, key: bytes) -> str | None:
        with self._explained(), self._lock:
            row = self._store.execute("select parse from parses where key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def _read(self, record: str) -> Sentence:
        try:
            return sentence_from_json(json.loads(record))
        except (ValueError, DataError) as error:
            raise DataError(f"holds a broken parse: {error} Delete the file.", path=self.path) from None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what the store can complain of into an error that names the file."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise DataError(f"cannot be used as a parse cache: {error}.", path=self.path) from None
