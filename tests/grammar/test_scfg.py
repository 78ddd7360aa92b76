"""Synchronous context-free grammars: rules, columns, and their forms on disk."""

import gzip
import io
import lzma
import math
import re
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError
from laconic.grammar.scfg import Scfg, ScfgRule, Slot
from laconic.grammar.scfg.joshua import parse_rule, read_joshua, write_joshua, write_rule
from laconic.grammar.scfg.storage import read_scfg, write_scfg

LINES = [
    "[NP] ||| the [NN,1] of [NP,2] ||| [NP,2] 's [NN,1] ||| p=0.5 reorder=1 ||| 0-1 1-2 3-0",
    "[NN] ||| car ||| vehicle ||| p=0.25 ||| 0-0",
    "[NP\\S] ||| [VP/NN,1] , ||| [VP/NN,1]",
    "[,] ||| [,,1] x ||| [,,1]",
    "[JJ] ||| nice ||| ||| p=1",
]

words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=4).filter(
    lambda word: "|||" not in word and "[" not in word
)
labels = st.text("ABC/\\+,$.-", min_size=1, max_size=4)


@st.composite
def rules(draw):
    slots = [Slot(label, number) for number, label in enumerate(draw(st.lists(labels, max_size=3)), start=1)]
    source = [*draw(st.lists(words, min_size=1, max_size=3)), *slots]
    order = draw(st.permutations(range(len(source))))
    numbered, place = [], {}
    for symbol in (source[k] for k in order):
        if isinstance(symbol, Slot):
            place[symbol] = Slot(symbol.label, len(place) + 1)
            symbol = place[symbol]
        numbered.append(symbol)
    target = draw(st.permutations([*draw(st.lists(words, max_size=3)), *place.values()]))
    positions = st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(target) - 1))
    links = draw(st.sets(positions, max_size=4)) if target else set()
    features = draw(
        st.dictionaries(
            st.sampled_from(["p", "q", "a=b"]), st.integers(1, 64).map(lambda eighths: eighths / 8), max_size=3
        )
    )
    return ScfgRule(draw(labels), tuple(numbered), tuple(target), features, tuple(sorted(links)))


def known(rule):
    return rule, rule.features, rule.links


@given(rules())
def test_a_line_tells_the_rule(rule):
    assert known(parse_rule(write_rule(rule))) == known(rule)


@given(st.lists(rules(), max_size=5))
def test_columns_hold_the_rules(given_rules):
    assert list(map(known, Scfg.of(given_rules))) == list(map(known, given_rules))


@given(st.lists(rules(), min_size=1, max_size=5), st.data())
def test_selected_rules_are_the_same_rules(given_rules, data):
    places = data.draw(st.lists(st.integers(0, len(given_rules) - 1), max_size=6))
    chosen = Scfg.of(given_rules).select(np.array(places, np.int64))
    assert list(map(known, chosen)) == [known(given_rules[place]) for place in places]


PIECES = st.sampled_from(
    [
        *"[ ] a |||".split(),
        "[NP]",
        "[NP,1]",
        "[NN,2]",
        "[X,0]",
        "[,,1]",
        "b\u00a0c",
        "p=1",
        "q=1e-2",
        "+1",
        "0-0",
        "0-1",
    ]
)


@given(st.lists(st.lists(PIECES, max_size=14).map(" ".join), max_size=3))
def test_files_are_read_as_lines_are(tmp_path_factory, lines):
    """The compiled reader takes and refuses the very lines that `parse_rule` does."""
    path = tmp_path_factory.mktemp("lines") / "grammar"
    path.write_text("\n".join(lines), "utf-8")
    try:
        expected = [known(parse_rule(line)) for line in lines if line.strip(" ")]
    except DataError as error:
        with pytest.raises(DataError, match=re.escape(error.problem)):
            read_joshua(path)
    else:
        assert [known(rule) for rule in read_joshua(path)] == expected


def test_unusual_numbers_are_read(tmp_path):
    path = tmp_path / "grammar"
    path.write_text("[X] ||| a ||| b ||| p=+1.5 q=1_0\n[X] ||| b ||| a ||| p=2\n")
    assert [rule.features for rule in read_joshua(path)] == [{"p": 1.5, "q": 10.0}, {"p": 2.0}]
    path.write_text("[X] ||| a ||| b ||| p=inf\n")
    with pytest.raises(DataError, match=r"grammar:1: .*infinite"):
        read_joshua(path)


def test_slots_are_numbered_by_the_source():
    rule = parse_rule("[NP] ||| [NP,2] 's [NN,1] ||| the [NN,1] of [NP,2]")
    assert str(rule) == "[NP] ||| [NP,1] 's [NN,2] ||| the [NN,2] of [NP,1]"
    assert rule.reorders


def test_a_line_of_the_ppdb_2_names_a_relation_at_the_end():
    line = "[VP] ||| to abolish ||| eliminating ||| PPDB2.0Score=3.4 PPDB1.0Score=-1e-3 ||| 0-0 1-0 ||| Equivalence"
    rule = parse_rule(line)
    assert rule.features == {"PPDB2.0Score": 3.4, "PPDB1.0Score": -0.001}
    assert rule.links == ((0, 0), (1, 0))


def test_features_without_names_are_numbered():
    assert parse_rule("[X] ||| a ||| b ||| 0.5 2").features == {"feature_0": 0.5, "feature_1": 2.0}


@pytest.mark.parametrize("name", ["grammar.txt", "grammar.gz", "grammar.xz", "grammar.parquet", "grammar.scfg"])
def test_every_form_on_disk_gives_the_grammar_back(tmp_path, name):
    grammar = Scfg.of(map(parse_rule, LINES))
    write_scfg(grammar, tmp_path / name)
    again = read_scfg(tmp_path / name)
    assert list(map(known, again)) == list(map(known, grammar))
    assert again.words == grammar.words
    assert again.labels == grammar.labels


def test_an_empty_grammar_can_be_kept(tmp_path):
    for name in ("none.txt", "none.parquet", "none.scfg"):
        write_scfg(Scfg.of([]), tmp_path / name)
        assert len(read_scfg(tmp_path / name)) == 0


def test_packed_lines_are_read_in_their_order(tmp_path):
    path = tmp_path / "pack.gz"
    path.write_bytes(gzip.compress("\n\n".join(LINES).encode()))
    write_joshua(read_joshua(path), tmp_path / "again")
    assert (tmp_path / "again").read_text().split("\n")[:2] == LINES[:2]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("[NP] ||| a", "a source and a target"),
        ("NP ||| a ||| b", "square brackets"),
        ("[NP] ||| ||| b", "source is empty"),
        ("[NP] ||| a [NP,1] ||| b", "different slots"),
        ("[NP] ||| a [NP,1] ||| [NP,2]", "different slots"),
        ("[NP] ||| a [NP,1] ||| [NN,1]", "different slots"),
        ("[NP] ||| [NP,1] [NN,1] ||| [NP,1] [NN,1]", "same number"),
        ("[NP] ||| a ||| b ||| p=x", "name=number"),
        ("[NP] ||| a ||| b ||| p=nan", "name=number"),
        ("[NP] ||| a ||| b ||| ||| 0:0", "joined by a hyphen"),
        ("[NP] ||| a ||| b ||| ||| 0-1", "beyond"),
    ],
)
def test_bad_lines_are_named(tmp_path, line, problem):
    path = tmp_path / "bad"
    path.write_text(f"{LINES[1]}\n{line}\n")
    with pytest.raises(DataError, match=rf"bad:2: .*{problem}"):
        read_scfg(path)


@pytest.mark.parametrize("name", ["bad.scfg", "bad.parquet"])
def test_files_that_are_no_grammars_are_named(tmp_path, name):
    (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(DataError, match="is not a"):
        read_scfg(tmp_path / name)


def archive(**columns):
    packed = io.BytesIO()
    np.savez(packed, **columns)
    return packed.getvalue()


def archive_of_text():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as files:
        files.writestr("labels.npy", "something else")
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is not a compact grammar"),
        (b"something else", "is not a compact grammar"),
        (b"PK\x03\x04something else", "is not a compact grammar"),
        (archive_of_text(), "the array 'labels' is damaged"),
        (archive(labels=np.zeros((1, 1), np.uint8)), "the column 'labels' is damaged"),
        (archive(source_length=np.zeros(1, "S1")), "the column 'source_length' is damaged"),
        (archive(labels=np.zeros(1, np.uint8)), "it has no column 'words'"),
    ],
)
def test_archives_of_something_else_are_named(tmp_path, content, problem):
    (tmp_path / "bad.scfg").write_bytes(lzma.compress(content))
    with pytest.raises(DataError, match=rf"bad\.scfg: .*{problem}"):
        read_scfg(tmp_path / "bad.scfg")


SIDE = ([0, -1], [0, 2])


@pytest.mark.parametrize(
    ("lhs", "source", "target", "problem"),
    [
        ([0], ([0, -1], [0, 1]), SIDE, "do not fit together"),
        ([0, 0], SIDE, SIDE, "do not fit together"),
        ([1], SIDE, SIDE, "does not have"),
        ([0], ([0, -2], [0, 2]), SIDE, "does not have"),
        ([0], SIDE, ([1, -1], [0, 2]), "does not have"),
        ([0], SIDE, ([0], [0, 1]), "different slots"),
        ([0], SIDE, ([0, -2], [0, 2]), "different slots"),
        ([0, 0], ([0, -1, -1, 0], [0, 1, 4]), ([-1, 0, -2, -2], [0, 2, 4]), "different slots"),
    ],
)
def test_columns_that_do_not_fit_are_refused(lhs, source, target, problem):
    assert len(Scfg(["NP"], ["a"], [0], SIDE, SIDE)) == 1
    with pytest.raises(DataError, match=problem):
        Scfg(["NP"], ["a"], lhs, source, target)


@pytest.mark.parametrize("value", [100_000.0, 1e-9, -3e30, 1.25, 0.0, 6e-8, math.inf])
def test_compact_features_keep_three_digits_however_large_or_small(tmp_path, value):
    grammar = Scfg.of([ScfgRule("X", ("a",), ("b",), {"phrase": value, "lexical": 0.5})])
    write_scfg(grammar, tmp_path / "a.scfg")
    found = read_scfg(tmp_path / "a.scfg")[0].features
    assert found.get("phrase", 0.0) == pytest.approx(value, rel=1e-3, abs=0)
    assert found["lexical"] == 0.5


@pytest.mark.parametrize("name", ["x" * 70_000, "a\0b", "a\nb", "caf\udce9"])
def test_features_that_a_compact_grammar_cannot_name_are_refused(tmp_path, name):
    grammar = Scfg.of([ScfgRule("X", ("a",), ("b",), {name: 1.0})])
    with pytest.raises(DataError, match="cannot hold the feature"):
        write_scfg(grammar, tmp_path / "a.scfg")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("word", ["a\nb", "caf\udce9"])
def test_words_that_a_compact_grammar_cannot_hold_are_refused(tmp_path, word):
    with pytest.raises(DataError, match="cannot hold"):
        write_scfg(Scfg.of([ScfgRule("X", (word,), ("b",))]), tmp_path / "a.scfg")


def test_the_least_number_is_no_slot():
    with pytest.raises(DataError, match="different slots"):
        Scfg(["X"], ["a"], [0], ([-1], [0, 1]), ([-(2**31)], [0, 1]))


@pytest.mark.parametrize("name", ["rules.txt", "rules.scfg", "rules.parquet"])
@pytest.mark.parametrize("label", [r"NP\DT", r"DT\NP"])
def test_backslashes_are_read_either_way(tmp_path, name, label):
    """Ganitkevitch et al. (2011), Table 1, has DT\\NP for a noun phrase that lacks a determiner."""
    rule = parse_rule(f"[NP] ||| all [{label},1] ||| all of the [{label},1]")
    write_scfg(Scfg.of([rule]), tmp_path / name)
    assert str(read_scfg(tmp_path / name)[0]) == r"[NP] ||| all [DT\NP,1] ||| all of the [DT\NP,1]"
