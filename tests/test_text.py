"""Sentences know their tokens' places and refuse parses that do not fit."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError
from laconic.text import UNLOCATED, Sentence, Token, locate
from laconic.tree import Tree


def test_words_given_apart_are_written_with_spaces() -> None:
    sentence = Sentence.from_words(["It", "works", "."])
    assert str(sentence) == "It works ."
    assert sentence.words == ("It", "works", ".")
    assert len(sentence) == 3
    assert sentence.pretokenized
    assert [(token.start, token.end) for token in sentence.tokens] == [(0, 2), (3, 8), (9, 10)]


def test_tokens_are_found_in_the_text() -> None:
    tokens = [Token("It", "PRP", "it"), Token("'s", "VBZ"), Token("on", "RP"), Token(".", ".")]
    sentence = Sentence.from_tokens(tokens, text=" It's\u00a0 on.")
    assert sentence.is_located
    assert [sentence.text[token.start : token.end] for token in sentence.tokens] == ["It", "'s", "on", "."]
    assert sentence.tokens[0] == Token("It", "PRP", "it", 1, 3)


@pytest.mark.parametrize("text", ["", "It isn't.", "It's on", "It's on. Yes", "It's  off."])
def test_tokens_that_the_text_does_not_spell_are_not_located(text: str) -> None:
    tokens = [Token("It"), Token("'s"), Token("on", start=7, end=9), Token(".")]
    assert {(token.start, token.end) for token in locate(tokens, text)} == {(UNLOCATED, UNLOCATED)}
    assert not Sentence.from_tokens(tokens, text=text).is_located


def test_empty_words_have_no_place() -> None:
    assert not Sentence.from_words(["a", ""]).is_located


@pytest.mark.parametrize(
    "parse",
    [{"heads": (0,)}, {"relations": ("root", "dep", "dep")}, {"tree": Tree.parse("(S (A a))")}],
)
def test_parses_must_cover_the_tokens(parse: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="2 tokens"):
        Sentence.from_tokens([Token("a"), Token("b")], **parse)


@given(
    st.lists(
        st.tuples(st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1), st.sampled_from(["", " ", "\n\t"]))
    )
)
def test_text_spelled_from_tokens_locates_each(parts: list[tuple[str, str]]) -> None:
    text = "".join(word + gap for word, gap in parts)
    located = locate([Token(word) for word, _ in parts], text)
    assert [text[token.start : token.end] for token in located] == [word for word, _ in parts]
