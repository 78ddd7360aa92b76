"""The store of parses: nothing is parsed twice, and nothing comes from another parser."""

import sqlite3
import threading
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from laconic.errors import DataError
from laconic.parse.cache import CachedParser
from laconic.parse.english import EnglishParser
from laconic.testing import check_parser
from laconic.text import Sentence


class Counting:
    """A parser that tells how many texts it was given."""

    def __init__(self, parser: EnglishParser, fingerprint: str = "one") -> None:
        self.parser = parser
        self.fingerprint = fingerprint
        self.count = 0

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        wanted = list(texts)
        self.count += len(wanted)
        return self.parser.parse(wanted)


TEXTS = ["It works.", "Time flies.", "It works."]


def test_nothing_is_parsed_twice(parser: EnglishParser, tmp_path: Path) -> None:
    inner = Counting(parser)
    first = CachedParser(inner, tmp_path / "parses").parse(TEXTS)
    assert first == parser.parse(TEXTS)
    assert inner.count == 2
    again = CachedParser(inner, tmp_path / "parses")
    assert again.parse(text for text in TEXTS) == first
    assert inner.count == 2
    assert again.fingerprint == inner.fingerprint


def test_another_fingerprint_never_reuses(parser: EnglishParser, tmp_path: Path) -> None:
    CachedParser(Counting(parser), tmp_path / "parses").parse(TEXTS)
    other = Counting(parser, fingerprint="two")
    CachedParser(other, tmp_path / "parses").parse(TEXTS)
    assert other.count == 2


def test_text_tokens_and_places_are_told_apart(parser: EnglishParser, tmp_path: Path) -> None:
    apart = Sentence.from_words(["It", "works", "."])
    variants: list[str | Sentence] = [
        "It works .",
        apart,
        replace(apart, start=5),
        replace(apart, pretokenized=False),
        Sentence.from_words(["It works", "."]),
        replace(apart, text="It  works ."),
    ]
    cached = CachedParser(Counting(parser), tmp_path / "parses")
    for _ in range(2):
        assert [cached.parse([text])[0] for text in variants] == parser.parse(variants)


def test_it_is_a_parser(parser: EnglishParser, tmp_path: Path) -> None:
    cached = CachedParser(parser, tmp_path / "parses")
    check_parser(cached)
    check_parser(cached)  # now from the store


def test_threads_share_it(parser: EnglishParser, tmp_path: Path) -> None:
    cached = CachedParser(parser, tmp_path / "parses")
    found: list[list[Sentence]] = []
    threads = [threading.Thread(target=lambda: found.append(cached.parse(TEXTS))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [parser.parse(TEXTS)] * 4


def test_what_is_no_store_is_refused(parser: EnglishParser, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is a text and no database, long enough to be told apart from an empty one.\n")
    for path in (tmp_path / "text", tmp_path / "nowhere" / "parses"):
        with pytest.raises(DataError, match="cannot be used as a parse cache") as caught:
            CachedParser(parser, path)
        assert str(caught.value).startswith(str(path))


def test_a_broken_record_is_reported(parser: EnglishParser, tmp_path: Path) -> None:
    path = tmp_path / "parses"
    CachedParser(parser, path).parse(["It works."])
    store = sqlite3.connect(path)
    with store:
        store.execute("update parses set parse = '{}'")
    store.close()
    with pytest.raises(DataError, match="holds a broken parse"):
        CachedParser(parser, path).parse(["It works."])
