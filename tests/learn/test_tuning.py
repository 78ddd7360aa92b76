"""What is chosen on held-out pairs, by methods whose answers are known."""

from dataclasses import replace

import numpy as np
import pytest

from laconic.corpus import Pair
from laconic.corpus.parsing import ParsedPair
from laconic.learn.tuning.held_out import choose_weight, likeness, mean_overlap, relation_f1
from laconic.pipeline.deletion import DeletionMethod
from laconic.search.base import Scores
from laconic.search.bigram import BigramSearch
from laconic.text import Sentence
from learn.patterns import PatternParser

SOURCE = "the old man slowly opened the red door ."
REFERENCE = "the man opened the door ."


def method(liking_old: float) -> DeletionMethod:
    """Return a method that keeps verbs, nouns, articles and full stops, and ``old`` as far as it is liked."""
    worth = {"old": liking_old, "man": 0.5, "slowly": -1.0, "red": -1.0}

    def score(sentence: Sentence) -> Scores:
        return Scores(token=np.array([worth.get(word, 2.0) for word in sentence.words]))

    return DeletionMethod("liking", score, BigramSearch())


def pairs() -> list[ParsedPair]:
    source, reference = PatternParser().parse([SOURCE, REFERENCE])
    return [ParsedPair(Pair("1", SOURCE, (REFERENCE,)), source, (reference,))]


def test_relation_f1_is_that_of_answers_as_long_as_references() -> None:
    assert relation_f1(method(0.0), pairs(), PatternParser()) == 1.0
    # "the old opened the door .": of five relations, the full stop's left out, one is another.
    assert relation_f1(method(1.0), pairs(), PatternParser()) == pytest.approx(0.8)
    assert relation_f1(method(1.0), [], PatternParser()) == 0.0


def test_the_best_weight_is_chosen_and_of_equals_the_least() -> None:
    held_out = pairs()
    weights = [1.0, 0.4, 0.1, 0.3, 0.8]
    weight, quality = choose_weight(method, weights, lambda each: relation_f1(each, held_out, PatternParser()))
    assert (weight, quality) == (0.1, 1.0)


def test_likeness_is_overlap_where_the_parser_tells_no_relations() -> None:
    (pair,) = pairs()
    assert likeness(method(1.0), [pair], PatternParser()) == relation_f1(method(1.0), [pair], PatternParser())
    bare = replace(pair, references=(replace(pair.reference, heads=None, relations=None),))
    assert likeness(method(1.0), [bare], PatternParser()) == mean_overlap(method(1.0), [bare])
