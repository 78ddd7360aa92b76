"""Relation F1 over hand-made parses."""

import pytest

from laconic.errors import DataError
from laconic.metrics import Batch, evaluate
from laconic.metrics.relation import Relation, RelationF1, relations
from laconic.text import Sentence, Token


def parsed(*arcs: tuple[str, int, str]) -> Sentence:
    """Return a sentence from its words, each with its head's number and its relation."""
    words, heads, names = zip(*arcs, strict=True)
    return Sentence.from_tokens([Token(word) for word in words], heads=heads, relations=names)


REFERENCE = parsed(
    ("The", 2, "det"), ("Council", 3, "nsubj"), ("met", 0, "root"), ("today", 3, "obl"), (".", 3, "punct")
)
OUTPUT = parsed(("the", 2, "det"), ("council", 3, "nsubj"), ("met", 0, "root"), ("!", 3, "punct"))
OTHER = parsed(("council", 2, "obj"), ("met", 0, "root"))


def test_relations_are_triples_of_lowered_words_without_punctuation() -> None:
    assert relations(REFERENCE) == {
        Relation("council", "det", "the"): 1,
        Relation("met", "nsubj", "council"): 1,
        Relation("", "root", "met"): 1,
        Relation("met", "obl", "today"): 1,
    }


def test_punctuation_is_left_out_whatever_its_relation() -> None:
    assert relations(parsed(("met", 0, "root"), ("—", 1, "dep"), ("$", 1, "dep"))) == {
        Relation("", "root", "met"): 1,
        Relation("met", "dep", "$"): 1,
    }


def test_f1_counts_shared_relations_and_takes_the_best_reference() -> None:
    result = evaluate([REFERENCE] * 2, [OUTPUT, OTHER], [[OTHER, REFERENCE], [REFERENCE]], [RelationF1()])
    # Three of three are among four; then the root is shared, but the council is no object.
    assert result.scores["relation_f1"] == pytest.approx((2 * 3 / (3 + 4) + 2 * 1 / (2 + 4)) / 2)


def test_repeated_relations_count_as_often_as_they_occur() -> None:
    twice = parsed(("very", 3, "advmod"), ("very", 3, "advmod"), ("old", 0, "root"))
    once = parsed(("very", 2, "advmod"), ("old", 0, "root"))
    result = evaluate([twice], [twice], [[once]], [RelationF1()])
    assert result.scores["relation_f1"] == pytest.approx(2 * 2 / (3 + 2))


def test_unparsed_sentences_are_refused_by_the_metric_and_left_open_by_evaluate() -> None:
    with pytest.raises(DataError, match="sentence 1: relation F1 needs parsed"):
        RelationF1().statistics(Batch(["a b"], ["a"], [["b"]]))
    assert evaluate(["a b"], ["a"], [["b"]], [RelationF1()]).scores == {"relation_f1": None}
