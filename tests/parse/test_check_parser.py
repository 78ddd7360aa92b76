"""The check suite for parsers of others: it lets good ones pass and finds every kind of broken promise."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from laconic.parse.english import EnglishParser
from laconic.testing import check_parser
from laconic.text import Sentence, Token
from laconic.tree import Leaf, Tree


class Spoilt:
    """The bundled parser with something done to its results."""

    def __init__(self, parser: EnglishParser, spoil: Callable[[list[Sentence]], Any]) -> None:
        self.fingerprint = parser.fingerprint
        self._parser = parser
        self._spoil = spoil

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        return self._spoil(self._parser.parse(texts))


def each(change: Callable[[Sentence], Sentence]) -> Callable[[list[Sentence]], list[Sentence]]:
    """Return a function that changes every sentence with words."""
    return lambda sentences: [change(sentence) if sentence.tokens else sentence for sentence in sentences]


def renamed_words(sentence: Sentence) -> Sentence:
    assert sentence.tree is not None
    leaves = [Leaf(leaf.word.upper(), leaf.position) for leaf in sentence.tree.leaves]
    return replace(sentence, tree=sentence.tree.with_leaves(leaves))


def without_spaces(sentence: Sentence) -> Sentence:
    tokens = (Token(sentence.text, "X", "x", 0, len(sentence.text)),)
    tree = Tree("X", (Leaf(sentence.text, 0),))
    return Sentence(sentence.text, tokens, tree, (0,), ("root",))


def crossed(sentence: Sentence) -> Sentence:
    if len(sentence) < 4:
        return sentence
    count = len(sentence)
    return replace(sentence, heads=(3, 0, 2, 1, *[2] * (count - 4)), relations=("x", "root", *["x"] * (count - 2)))


BROKEN: dict[str, tuple[Callable[[list[Sentence]], object], str]] = {
    "returns a tuple": (tuple, "must return a list"),
    "loses a sentence": (lambda sentences: sentences[1:], "as many sentences"),
    "swaps sentences": (lambda sentences: sentences[::-1], "must keep its text"),
    "changes the text": (each(lambda sentence: replace(sentence, text=sentence.text + "!")), "must keep its text"),
    "joins tokens": (each(without_spaces), "must spell it"),
    "gives no tags": (
        each(lambda sentence: replace(sentence, tokens=tuple(replace(token, tag="") for token in sentence.tokens))),
        "has no tag",
    ),
    "misplaces tokens": (
        each(
            lambda sentence: replace(
                sentence, tokens=tuple(replace(token, start=0, end=1) for token in sentence.tokens)
            )
        ),
        "is said to stand where",
    ),
    "gives no heads": (each(lambda sentence: replace(sentence, heads=None)), "has no heads"),
    "gives no relations": (each(lambda sentence: replace(sentence, relations=None)), "has no relations"),
    "gives many roots": (each(lambda sentence: replace(sentence, heads=(0,) * len(sentence))), "one root"),
    "crosses arcs": (each(crossed), "must not cross"),
    "names the root otherwise": (
        each(lambda sentence: replace(sentence, relations=("dep",) * len(sentence))),
        "must be called root",
    ),
    "gives no tree": (each(lambda sentence: replace(sentence, tree=None)), "has no constituency tree"),
    "changes words in the tree": (each(renamed_words), "exactly its words"),
    "depends on company": (
        lambda sentences: sentences if len(sentences) == 1 else [replace(s, start=1) for s in sentences],
        "alone as among others",
    ),
}


def test_the_bundled_parser_passes(parser: EnglishParser) -> None:
    check_parser(parser)


def test_trees_can_be_left_out(parser: EnglishParser) -> None:
    check_parser(Spoilt(parser, each(lambda sentence: replace(sentence, tree=None))), makes_trees=False)


@pytest.mark.parametrize("name", BROKEN)
def test_broken_parsers_are_found(parser: EnglishParser, name: str) -> None:
    spoil, message = BROKEN[name]
    with pytest.raises(AssertionError, match=message):
        check_parser(Spoilt(parser, spoil))


def test_a_fingerprint_is_needed(parser: EnglishParser) -> None:
    nameless = Spoilt(parser, list)
    nameless.fingerprint = ""
    with pytest.raises(AssertionError, match="fingerprint"):
        check_parser(nameless)


class Retokenising(Spoilt):
    """Parses the text of a sentence instead of its tokens."""

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        return self._parser.parse(map(str, texts))


def test_given_tokens_must_be_kept(parser: EnglishParser) -> None:
    with pytest.raises(AssertionError, match="tokens that are given must be kept"):
        check_parser(Retokenising(parser, list))
