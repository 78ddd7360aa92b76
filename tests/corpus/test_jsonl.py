"""laconic's own format: what it takes, what it refuses and in which words, and that nothing is lost."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic import Corpus, DataError, Pair
from laconic.corpus import BadRecord
from laconic.corpus.jsonl import Jsonl, format_json, parse_json, to_pair, to_record

SENTENCES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | SENTENCES,
    lambda inner: st.lists(inner) | st.dictionaries(SENTENCES, inner),
    max_leaves=5,
)
EXTRA = st.dictionaries(SENTENCES.filter(lambda key: key not in {"id", "source", "references", "document"}), JSON)
PAIRS = st.builds(
    Pair,
    id=st.text(st.characters(exclude_categories=["Cs"])),
    source=SENTENCES,
    references=st.lists(SENTENCES, min_size=1, max_size=3).map(tuple),
    document=st.none() | SENTENCES,
    extra=EXTRA,
)


@given(PAIRS)
def test_a_pair_survives_as_one_line(pair: Pair) -> None:
    line = format_json(to_record(pair))
    assert "\n" not in line
    assert to_pair(parse_json(line.encode()), 1) == pair


def test_whole_numbers_of_any_length_are_exact() -> None:
    raw = b'{"source": "a", "references": ["b"], "n": 123456789012345678901234567890}'
    assert b"123456789012345678901234567890" in format_json(to_record(to_pair(parse_json(raw), 1))).encode()


def test_ids_are_made_from_line_numbers_or_numbers(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(
        b'\xef\xbb\xbf{"source": "a b", "references": ["a"]}\r\n\n{"id": 7, "source": "a", "references": ["a"]}'
    )
    assert [pair.id for pair in Corpus.open(file)] == ["1", "7"]


@pytest.mark.parametrize(
    ("line", "kind", "says"),
    [
        (b"{", "broken JSON", "property name"),
        (b'{"source": "a",}', "broken JSON", "column 16"),
        (b'{"source": "\\ud800", "references": ["a"]}', "broken JSON", "surrogate"),
        (b'{"source": "a", "references": ["a"], "x": NaN}', "broken JSON", "NaN"),
        (b'{"source": "a", "references": ["a"], "x": ' + b"9" * 5000 + b"}", "broken JSON", "too large"),
        (b"[" * 100_000, "broken JSON", "deep"),
        (b'{"source": "\xff", "references": ["a"]}', "not UTF-8", "byte 13 (0xff)"),
        (b"[]", "wrong type", "object"),
        (b'{"references": ["a"]}', "missing field", "'source' is missing"),
        (b'{"source": "a"}', "missing field", "'references' is missing"),
        (b'{"source": "a", "references": []}', "missing field", "'references'"),
        (b'{"source": 1, "references": ["a"]}', "wrong type", "'source' must be a text"),
        (b'{"source": "a", "references": "a"}', "wrong type", "a list of texts"),
        (b'{"source": "a", "references": ["a", 2]}', "wrong type", "a list of texts"),
        (b'{"id": [], "source": "a", "references": ["a"]}', "wrong type", "'id'"),
        (b'{"document": 3, "source": "a", "references": ["a"]}', "wrong type", "'document'"),
        (b'{"source": " \\u2003", "references": ["a"]}', "empty sentence", "source is empty"),
        (b'{"source": "a", "references": ["a", ""]}', "empty sentence", "reference is empty"),
        (b'{"source": "' + b"a" * 100_001 + b'", "references": ["a"]}', "endless sentence", "one sentence"),
    ],
)
def test_bad_records_are_named_with_their_place(tmp_path: Path, line: bytes, kind: str, says: str) -> None:
    good = b'{"id": "x", "source": "a b", "references": ["a"]}\n'
    file = tmp_path / "a.jsonl"
    file.write_bytes(good + line + b"\n" + good)
    with pytest.raises(DataError) as caught:
        list(Corpus.open(file))
    assert str(caught.value).startswith(f"{file}:2: ")
    assert says in str(caught.value)
    problems: list[BadRecord] = []
    assert len(list(Corpus.open(file, on_bad=problems.append))) == 2
    assert [(problem.kind, problem.line) for problem in problems] == [(kind, 2)]


@pytest.mark.parametrize("value", [object(), "\ud800", {1: {2: "x"}, (1, 2): 3}])
def test_what_json_cannot_hold_is_refused(tmp_path: Path, value: Any) -> None:
    pair = Pair("1", "a", ("b",), extra={"x": value})
    with pytest.raises(BadRecord), Jsonl().write(tmp_path / "a.jsonl", tokenized=False) as put:
        put(pair)
    assert not list(tmp_path.iterdir())
