"""Ties: what they charge, and that words which turn the meaning stay with what they govern."""

from itertools import combinations, pairwise

import numpy as np
import pytest

import laconic
from laconic.features.grammatical_ties import grammatical_ties
from laconic.features.tie import Tie
from laconic.features.ties import spelled_ties, tie_costs
from laconic.text import Sentence, Token

MODEL = laconic.load("encoder")


def charged(sentence: Sentence, kept: tuple[int, ...]) -> float:
    """Return what an answer costs, by the matrix."""
    costs = tie_costs(sentence.tokens, sentence.heads, sentence.relations)
    return float(sum(costs[a, b] for a, b in pairwise((0, *(place + 1 for place in kept), len(sentence) + 1))))


def is_broken(tie: Tie, kept: tuple[int, ...]) -> bool:
    """Tell by the definition whether an answer breaks a tie: if it is lost, nothing between the two words may stay."""
    first, last = tie.lost if tie.first is None else tie.first, tie.lost if tie.last is None else tie.last
    if any(first <= place <= last for place in kept):
        return False
    before = max((place for place in kept if place < first), default=-1)
    if tie.lost > tie.kept:
        return before >= max(tie.kept, tie.since)
    return before >= tie.since and any(last < place <= tie.kept for place in kept)


@pytest.mark.parametrize(
    "text",
    [
        "We fail if at least six pounds go",
        "Few of us doubt that he may have sold up to two cars",
        "Bob 's car broke down",
    ],
)
def test_the_matrix_charges_each_broken_tie_once(text: str) -> None:
    (sentence,) = MODEL.parse([Sentence.from_words(text.split())])
    ties = [*spelled_ties(sentence.words), *grammatical_ties(sentence.tokens, sentence.heads, sentence.relations)]
    assert ties
    for size in range(len(sentence) + 1):
        for kept in combinations(range(len(sentence)), size):
            broken = sum(tie.cost for tie in ties if is_broken(tie, kept))
            assert charged(sentence, kept) == broken, [sentence.words[place] for place in kept]


@pytest.mark.parametrize(
    ("text", "lost", "kept"),
    [
        ("The firm will close if sales fall.", "if", "fall"),
        ("They asked whether he had paid.", "whether", "paid"),
        ("Few experts believe that it will work.", "believe", "work"),
        ("Few experts came to the old hall.", "Few", "experts"),
        ("The tower was almost destroyed by fire.", "almost", "destroyed"),
        ("The lift should only carry goods.", "only", "carry"),
        ("The actor reportedly earned a fortune.", "reportedly", "earned"),
        ("The drug may cause a fever.", "may", "cause"),
        ("The firm denied that it had sold arms.", "denied", "sold"),
        ("The mayor refused to sign the paper.", "refused", "sign"),
        ("The mayor refused to sign the paper.", "to", "sign"),
        ("Nearly half of the pupils failed.", "half", "pupils"),
        ("At least twelve people came.", "least", "twelve"),
        ("The tickets cost ninety pounds.", "ninety", "pounds"),
        ("The painter's life was short.", "'s", "life"),
        ("They sold the house of the mayor.", "of", "mayor"),
        ("He switched off the old lamp.", "off", "switched"),
        ("She cried because he had left.", "because", "left"),
        ("He read the very long book.", "book", "the"),
        ("The cat has eaten the mouse.", "eaten", "has"),
        ("It was too early to say who won.", "too", "early"),
        ("He spoke so softly that nobody heard him.", "so", "softly"),
        ("It is meant for people of small means.", "people", "means"),
        ("That kind of letter is rare.", "letter", "kind"),
        ("The number of visitors has grown.", "number", "visitors"),
        ("The storm hit the town.", "town", "hit"),
        ("They began to sing.", "sing", "began"),
        ("There was a smell of soap.", "smell", "was"),
        ("The captain, a tall man, spoke softly.", ",", ","),
        ("It broke the rules, the lawyers warned.", ",", "warned"),
        ("She met the son of a man who paints.", "man", "who"),
        ("She met the son of a man who paints.", "who", "paints"),
        ("They did not comment on reports that it had sunk.", "reports", "sunk"),
        ("The cat slept on the mat.", "mat", "on"),
    ],
)
def test_what_is_tied(text: str, lost: str, kept: str) -> None:
    (sentence,) = MODEL.parse([text])
    ties = [*spelled_ties(sentence.words), *grammatical_ties(sentence.tokens, sentence.heads, sentence.relations)]
    assert (lost, kept) in {(sentence.words[tie.lost], sentence.words[tie.kept]) for tie in ties}


@pytest.mark.parametrize("text", ["A few experts came.", "The last few experts left.", "He spent a little money."])
def test_some_is_not_few(text: str) -> None:
    (sentence,) = MODEL.parse([text])
    ties = grammatical_ties(sentence.tokens, sentence.heads, sentence.relations)
    assert not {"few", "little"} & {sentence.words[tie.lost] for tie in ties}


def test_a_sentence_without_a_parse_has_ties_of_spelling_alone() -> None:
    tokens = tuple(Token(word) for word in "They may have paid up to six pounds".split())
    assert list(grammatical_ties(tokens, None, None)) == []
    assert tie_costs(tokens).any()


def test_marks_do_not_come_together() -> None:
    tokens = tuple(Token(word) for word in "It broke ( once ) , they say .".split())
    costs = tie_costs(tokens)
    assert costs[6, 9] > 0  # the comma and the full stop
    assert costs[3, 5] > 0  # the brackets
    assert costs[0, 6] > 0  # the begin and the comma
    assert np.count_nonzero(costs) == 7


TURNED = [
    ("Researchers are still trying to find out whether the new drug causes serious harm to the liver.", "whether"),
    ("Few experts believe that the economy will recover before the end of the decade.", "Few"),
    ("The old lighthouse was almost destroyed by the storm that hit the island last week.", "almost"),
    ("The firm denied that it had sold faulty brakes to customers in Asia.", "denied"),
    ("At most three visitors are allowed in the ward at any one time during the week.", "At most three"),
    ("The device should only be opened by a trained engineer after the power is switched off.", "only"),
    ("The alleged thief was seen leaving the jewellery shop by the back door at noon.", "alleged"),
]


@pytest.mark.parametrize(("text", "held"), TURNED)
@pytest.mark.parametrize("rate", [0.7, 0.5])
def test_meaning_is_not_turned_round(text: str, held: str, rate: float) -> None:
    assert held.lower() in MODEL.compress(text, rate=rate).text.lower()


def test_heads_that_are_no_tree_are_no_snare() -> None:
    tokens = tuple(Token(word, tag) for word, tag in (("few", "JJ"), ("of", "IN"), ("us", "PRP"), ("may", "MD")))
    costs = tie_costs(tokens, (2, 3, 4, 3), ("nsubj", "case", "nmod", "aux"))
    assert costs.shape == (6, 6)
