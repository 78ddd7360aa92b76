"""Universal parts of speech: examples in which word, tag and relation each decide."""

import pytest

from laconic.parse.universal import universal_tag, universal_tags
from laconic.text import Sentence, Token

UNIVERSAL = set("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X".split())


@pytest.mark.parametrize(
    ("word", "tag", "relation", "expected"),
    [
        ("because", "IN", "mark", "SCONJ"),
        ("of", "IN", "case", "ADP"),
        ("to", "TO", "mark", "PART"),
        ("to", "TO", "case", "ADP"),
        ("is", "VBZ", "cop", "AUX"),
        ("is", "VBZ", "root", "VERB"),
        ("was", "VBD", "aux:pass", "AUX"),
        ("would", "MD", "aux", "AUX"),
        ("n't", "RB", "advmod", "PART"),
        ("never", "RB", "advmod", "ADV"),
        ("this", "DT", "nsubj", "PRON"),
        ("this", "DT", "det", "DET"),
        ("which", "WDT", "nsubj", "PRON"),
        ("which", "WDT", "det", "DET"),
        ("when", "WRB", "mark", "SCONJ"),
        ("when", "WRB", "advmod", "ADV"),
        ("nobody", "NN", "nsubj", "PRON"),
        ("American", "NNP", "amod", "ADJ"),
        ("Paris", "NNP", "obl", "PROPN"),
        ("up", "RP", "compound:prt", "ADP"),
        ("$", "$", "obl", "SYM"),
        ("(", "-LRB-", "punct", "PUNCT"),
        ("blah", "?", "dep", "X"),
        ("IN", "IN", "", "ADP"),
    ],
)
def test_examples(word: str, tag: str, relation: str, expected: str) -> None:
    assert universal_tag(word, tag, relation) == expected


def test_every_tag_of_the_parser_is_known(parser) -> None:
    tags = parser.encoder.labels.tags
    assert {universal_tag("x", tag) for tag in tags} <= UNIVERSAL
    assert [tag for tag in tags if universal_tag("x", tag) == "X"] == ["FW", "LS"]


def test_sentences() -> None:
    tokens = (Token("It", "PRP"), Token("works", "VBZ"))
    assert universal_tags(Sentence("It works", tokens)) == ("PRON", "VERB")
    assert universal_tags(Sentence("It is", tokens, heads=(2, 0), relations=("nsubj", "cop"))) == ("PRON", "AUX")
    assert universal_tags(Sentence.from_words(["It", "works"])) == ()
