"""Lemmas: the bundled table on words whose lemma is not in doubt, and how a table is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError
from laconic.parse.lemmas import Lemmatizer, SuffixRule, english_lemmatizer, read_rules


@pytest.mark.parametrize(
    ("word", "tag", "lemma"),
    [
        ("went", "VBD", "go"),
        ("is", "VBZ", "be"),
        ("'s", "VBZ", "be"),
        ("n't", "RB", "not"),
        ("ca", "MD", "can"),
        ("boxes", "NNS", "box"),
        ("children", "NNS", "child"),
        ("studies", "NNS", "study"),
        ("studies", "VBZ", "study"),
        ("running", "VBG", "run"),
        ("making", "VBG", "make"),
        ("organised", "VBN", "organise"),
        ("better", "JJR", "good"),
        ("an", "DT", "a"),
        ("The", "DT", "the"),
        ("Paris", "NNP", "Paris"),
        ("works", "NNS", "work"),
    ],
)
def test_english(word: str, tag: str, lemma: str) -> None:
    assert english_lemmatizer()(word, tag) == lemma


@given(st.text(min_size=1), st.sampled_from(["NN", "NNS", "VBD", "VBG", "NNP", "JJR", "?", ""]))
def test_every_word_has_a_lemma(word: str, tag: str) -> None:
    assert english_lemmatizer()(word, tag)


def test_the_longest_suffix_decides() -> None:
    lemmatize = Lemmatizer(read_rules(["NNS\ts\t1\t", "NNS\ties\t3\ty", "NNS\t^lies\t1\t"]))
    assert [lemmatize(word, "NNS") for word in ("cats", "Ponies", "lies", "mice")] == ["cat", "pony", "lie", "mice"]
    assert lemmatize("s", "NNS") == "s"  # nothing would be left
    assert lemmatize("cats", "NN") == "cats"


def test_tables_are_read_and_checked() -> None:
    assert read_rules(["VBD\ted\t2\t\n"]) == {"VBD": {"ed": SuffixRule(2, "")}}
    for line in ("VBD\ted\t2", "VBD\ted\ttwo\t"):
        with pytest.raises(DataError, match="four columns"):
            read_rules([line])
