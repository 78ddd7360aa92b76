"""The paraphrase grammars that come with laconic."""

from importlib.resources import files

import numpy as np
import pytest

from laconic.grammar import Grammar
from laconic.grammar.scfg import Slot
from laconic.grammar.scfg.storage import read_scfg

FOLDER = files("laconic") / "data" / "grammar"
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def phrases():
    return read_scfg(FOLDER / "english.scfg")


@pytest.fixture(scope="module")
def trees():
    return Grammar.read(FOLDER / "english-trees.txt.xz")


def test_they_are_small():
    assert sum((FOLDER / name).stat().st_size for name in ("english.scfg", "english-trees.txt.xz")) < 10 * MEGABYTE


def test_no_rule_holds_a_long_piece_of_a_sentence(phrases, trees):
    for starts in (phrases.source_start, phrases.target_start):
        assert (starts[1:] - starts[:-1]).max() <= 5
    assert max(len(rule.source.words) for rule in trees[::50]) <= 6


def test_every_rule_changes_something_and_costs_something(phrases):
    assert set(phrases.features) >= {"phrase", "phrase_inverse", "lexical", "lexical_inverse", "reorder"}
    assert phrases.features["phrase"].max() <= 6.5
    for place in range(0, len(phrases), 500):
        rule = phrases[place]
        assert not rule.is_identity
        assert bool(rule.features.get("reorder")) == rule.reorders
        assert all(symbol == symbol.lower() for symbol in rule.source if not isinstance(symbol, Slot))


def test_well_known_paraphrases_are_there(phrases, trees):
    wanted = {("NN", ("issue",), ("question",)), ("JJ", ("severe",), ("serious",)), ("RB", ("nearly",), ("almost",))}
    lengths = [np.diff(starts) for starts in (phrases.source_start, phrases.target_start)]
    words = phrases.select((lengths[0] == 1) & (lengths[1] == 1))
    found = {(rule.label, rule.source, rule.target) for rule in words}
    assert wanted <= found
    assert "(VB begin) ||| (VB start)" in trees.lines
    assert list(trees.counts) == ["pivot"]
