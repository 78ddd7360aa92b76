"""Right and wrong words by their places, and advice on what to say, on trees that can be checked by eye."""

from collections.abc import Sequence

import numpy as np
from forest_oracle import enumerate_derivations

from laconic.features.rule_advice import rule_advice, said_positions
from laconic.forest.derivation import Derivation
from laconic.forest.transduce import Transduction, transduce
from laconic.grammar import Grammar, Rule
from laconic.learn.t3.places import Places, place_counts
from laconic.tree import Tree

TREE = "(S (NP (NP (NNS laws)) (PP (IN of) (NP (NNP France)))) (VP (VBD commenced) (ADVP (RB quickly))))"
RULES = [
    "(NP NP@1 (PP (IN of) (NP NNP@2))) ||| (NP (NP NNP@2 (POS 's)) NNS@1)",
    "(NP NNS@1) ||| NNS@1",
    "(VBD commenced) ||| (VBD began)",
]


def found() -> Transduction:
    return transduce(Tree.parse(TREE), Grammar.from_counts({Rule.parse(line): 1 for line in RULES}, "hand"))


def derivation_of(transduction: Transduction, text: str) -> Derivation:
    forest = transduction.forest
    for written in enumerate_derivations(forest, np.zeros(forest.edges)):
        if " ".join(forest.vocabulary[word] for word in written.words) == text:
            return Derivation(forest, written.edges, 0.0)
    raise AssertionError(text)


def counts(text: str, reference: str, links: Sequence[tuple[int, int]] | None = None) -> tuple[int, int]:
    transduction = found()
    words = "laws of France commenced quickly".split()
    places = Places.of_text(words, reference.split(), links)
    right, wrong = place_counts(transduction, places)[list(derivation_of(transduction, text).edges)].sum(axis=0)
    return int(right), int(wrong)


def test_new_words_are_right_if_they_are_the_references() -> None:
    assert counts("laws of France began", "laws of France began") == (4, 0)
    assert counts("laws of France began", "laws of France commenced") == (3, 1)
    assert counts("laws of France commenced", "laws of France began") == (3, 1)


def test_an_order_that_the_reference_has_not_is_one_mistake() -> None:
    genitive = [(0, 2), (1, 1), (2, 0), (3, 3)]
    assert counts("France 's laws commenced", "France 's laws commenced", genitive) == (4, 0)
    assert counts("France 's laws commenced", "laws of France commenced") == (3, 2)


def test_places_of_a_derivation_are_those_of_its_text() -> None:
    transduction = found()
    for text in ("France 's laws began", "laws of France commenced quickly", "laws began"):
        derivation = derivation_of(transduction, text)
        right, wrong = place_counts(transduction, Places.of_derivation(transduction, derivation, 5))[
            list(derivation.edges)
        ].sum(axis=0)
        assert (right, wrong) == (len(text.split()), 0)


def test_advice_counts_words_kept_and_replaced() -> None:
    transduction = found()
    advice = rule_advice(transduction, [0, 2, 3])

    def total(text: str) -> list[float]:
        return advice[list(derivation_of(transduction, text).edges)].sum(axis=0).tolist()

    assert total("laws of France commenced quickly") == [1.0, 0.0]  # three as advised, two against it
    assert total("laws commenced") == [2.0, 0.0]
    assert total("laws began") == [1.0, 1.0]
    assert total("France 's laws began") == [2.0, 0.0]  # "of" should go, and comes back as 's


def test_what_is_replaced_is_said() -> None:
    transduction = found()
    for text, said in (("laws began", (0, 3)), ("France 's laws began quickly", (0, 1, 2, 3, 4)), ("laws", (0,))):
        assert said_positions(transduction, derivation_of(transduction, text)) == said
