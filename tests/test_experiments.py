"""What experiments count, for their figures become costs: no other test runs them."""

from __future__ import annotations

from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from pathlib import Path
from types import ModuleType

import pytest

from laconic.english.dependences import dependences_of
from laconic.parse.english import EnglishParser
from laconic.text import Sentence

FOLDER = Path(__file__).parents[1] / "experiments"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="experiments are not part of a source distribution")


@pytest.fixture(scope="module")
def measure() -> ModuleType:
    spec = spec_from_file_location("measure", FOLDER / "dependences" / "measure.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def parsed(text: str) -> Sentence:
    (sentence,) = EnglishParser().parse([text])
    return sentence


def test_one_word_of_a_required_phrase_leaves_a_dependence_intact(measure: ModuleType) -> None:
    sentence = parsed("The price of bread rose by more than ten per cent.")
    kept = [sentence.words.index(word) for word in "The price rose by more than ten".split()]
    counts = measure.Counts()
    counts.add(sentence, kept)
    assert counts.intact["bare preposition"] == 1
    assert not counts.broken["bare preposition"]
    counts.add(sentence, [place for place in kept if place <= sentence.words.index("by")])
    assert counts.broken["bare preposition"] == 1


def test_every_dependence_counts_once_where_its_dependent_word_stays(measure: ModuleType) -> None:
    sentence = parsed("If it rains, few will come.")
    for kept in (kept for size in (2, 4, 6) for kept in combinations(range(len(sentence)), size)):
        counts = measure.Counts()
        counts.add(sentence, kept)
        assert counts.intact + counts.broken == Counter(
            each.kind for each in dependences_of(sentence) if each.dependent in kept
        )
