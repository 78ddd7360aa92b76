"""What must stay is found where it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic import Sentence, Token
from laconic.methods.protect import NEGATIONS, Protection, missing_words
from laconic.parse.english import EnglishParser


def kept(protection: Protection, text: str, tags: str = "") -> str:
    words = text.split()
    named = tags.split() or [""] * len(words)
    sentence = Sentence.from_tokens([Token(word, tag) for word, tag in zip(words, named, strict=True)])
    return " ".join(words[place] for place in sorted(protection.positions(sentence)))


@pytest.mark.parametrize(
    ("protection", "text", "expected"),
    [
        (Protection(), "They did n't come and never will", "did n't never"),
        (Protection(), "They did n’t come", "did n’t"),
        (Protection(), "Nothing was NOT found without nor", "Nothing NOT without nor"),
        (Protection(negation=False), "They did not come", ""),
        (Protection(("new york",)), "In New York , York is new", "New York"),
        (Protection(("it's",)), "It 's late , he said", "It 's"),
        (Protection(numbers=True), "In 1999 about 3.5 % of the A4 pages", "1999 3.5 A4"),
        (Protection(quotes=True), 'He said " go home " and left', '" go home "'),
        (Protection(quotes=True), "He said “ go ” and `` run '' .", "“ go ” `` run ''"),
        (Protection(quotes=True), 'An inch " is a mark', ""),
        (Protection(("",)), "a b", ""),
    ],
)
def test_words_that_stay(protection: Protection, text: str, expected: str) -> None:
    assert kept(protection, text) == expected


def test_names_and_number_words_are_known_by_their_tags() -> None:
    protection = Protection(names=True, numbers=True)
    assert kept(protection, "Two men met Smith", "CD NNS VBD NNP") == "Two Smith"


def test_what_is_negated_stays_with_its_negation() -> None:
    (sentence,) = EnglishParser().parse(["The pier, which has not been repaired for decades, will close in spring."])
    held = [sentence.words[place] for place in sorted(Protection().positions(sentence))]
    assert held == ["has", "not", "been", "repaired"]


@given(st.lists(st.sampled_from([*sorted(NEGATIONS), "word", "do"]), max_size=12))
def test_every_negation_stays(words: list[str]) -> None:
    positions = Protection().positions(Sentence.from_words(words))
    assert {place for place, word in enumerate(words) if word in NEGATIONS} <= positions


def test_words_that_occur_nowhere_are_told() -> None:
    sentences = [Sentence.from_words(["a", "b"]), Sentence.from_words(["c"])]
    assert missing_words(["C", "d", "a b"], sentences) == ["d"]
