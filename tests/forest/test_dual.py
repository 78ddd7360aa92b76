"""Joint decoding of forests and models of kept words equals writing out every derivation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest
from forest_oracle import enumerate_derivations
from rule_strategies import cut_fragment, random_rule, random_tree

import oracle
from laconic import _core
from laconic.errors import DataError, UsageError
from laconic.forest.derivation import Derivation
from laconic.forest.dual import Agreed, DualSearch, ForestScores
from laconic.forest.inference import count_derivations
from laconic.forest.transduce import Transduction, transduce
from laconic.grammar import Grammar, Rule
from laconic.lm import LanguageModel, estimate
from laconic.search.base import Kept, Scores, check_fit
from laconic.search.bigram import BigramSearch
from laconic.search.constraints import Constraints, Masks
from laconic.tree import Tree
from search.instances import asked, random_masks, random_scores, random_widths

MOST_DERIVATIONS = 2000
Positions = tuple[int, ...]
Truth = dict[Positions, float]
SetScore = Callable[[Positions], float]


def random_transduction(random: Random, words: int) -> Transduction:
    """Return what a few rules that delete make of a random tree."""
    while True:
        tree = random_tree(random, words)
        nodes = list(tree.nodes())
        rules = [random_rule(random, source=cut_fragment(random, random.choice(nodes))) for _ in range(8)]
        grammar = Grammar.from_counts(dict.fromkeys(rules, 1), "hand")
        found = transduce(tree, grammar, deletion_only=True)
        if count_derivations(found.forest) <= MOST_DERIVATIONS:
            return found


def best_of_sets(found: Transduction, edges: np.ndarray, set_score: SetScore) -> Truth:
    """The score of every set of words that some derivation keeps."""
    truth: Truth = {}
    for written in enumerate_derivations(found.forest, edges):
        kept = found.kept(Derivation(found.forest, written.edges, 0.0))
        assert kept is not None
        truth[kept] = max(written.score, truth.get(kept, -np.inf))
    scored = {kept: score + set_score(kept) for kept, score in truth.items()}
    return {kept: score for kept, score in scored.items() if score > -np.inf}


def problems(count: int, kind: str = "plain", words: int = 6) -> Iterator[tuple[ForestScores, Truth]]:
    """Yield random problems with a bigram model, and the truth about them."""
    generator = np.random.default_rng(count)
    for seed in range(count):
        found = random_transduction(Random(seed), words)
        size = len(found.source.words)
        scores = random_scores(generator, size, kind)
        edges = generator.normal(size=found.forest.edges)
        if kind == "holes":
            edges[generator.random(len(edges)) < 0.1] = -np.inf
        lattice = _core.bigram_lattice(scores.token, scores.bigram)
        both = ForestScores(size, found, edges, lattice)
        yield both, best_of_sets(found, both.edges, lambda kept, scores=scores: oracle.bigram_score(scores, kept))


def allowed(truth: Truth, size: int, masks: Masks | None) -> Truth:
    possible = set(oracle.subsets(size, masks))
    return {kept: score for kept, score in truth.items() if kept in possible}


def check(kept: Kept, truth: Truth) -> None:
    """The answer's words, score, derivation and certificate are what they should be."""
    assert isinstance(kept, Agreed)
    assert kept.derived is not None
    assert kept.is_optimal
    assert kept.details["certificate"]
    assert kept.score == pytest.approx(truth[kept.positions])
    assert kept.derived.rewriting.kept(kept.derived.derivation) == kept.positions


@pytest.mark.parametrize("kind", ["plain", "ties", "holes"])
def test_free_lengths_equal_enumeration(kind: str) -> None:
    for scores, truth in problems(60, kind):
        if not truth:
            continue
        (kept,) = DualSearch().search(scores, Constraints.any_length(len(scores)))
        check(kept, truth)
        assert kept.score == pytest.approx(max(truth.values()))


def test_every_length_equals_enumeration() -> None:
    generator = np.random.default_rng(3)
    for scores, truth in problems(40):
        for masks in (None, random_masks(generator, len(scores))):
            profile = DualSearch().all_lengths(scores, masks)
            possible = allowed(truth, len(scores), masks)
            for words in range(1, len(scores) + 1):
                of_length = [score for kept, score in possible.items() if len(kept) == words]
                assert profile.is_possible(words) == bool(of_length)
                if of_length:
                    check(profile.at(words), possible)
                    assert profile.at(words).score == pytest.approx(max(of_length))


def test_characters_equal_enumeration() -> None:
    generator = np.random.default_rng(4)
    met = 0
    for scores, truth in problems(60):
        widths = random_widths(generator, len(scores))
        limit = int(generator.integers(4, 25))
        fitting = [score for kept, score in truth.items() if widths.of(kept) <= limit]
        if not fitting:
            continue
        (kept,) = DualSearch().search(scores, Constraints.within_characters(widths, limit))
        met += 1
        check(kept, truth)
        assert widths.of(kept.positions) <= limit
        assert kept.score == pytest.approx(max(fitting))
    assert met > 30


@pytest.mark.parametrize("words", [None, 3])
def test_the_best_few_equal_enumeration(words: int | None) -> None:
    for scores, truth in problems(25):
        if words is not None and words > len(scores):
            continue
        expected = sorted((score for kept, score in truth.items() if words in (None, len(kept))), reverse=True)
        answers = DualSearch().search(scores, asked(len(scores), words, nbest=6))
        if expected:
            assert [kept.score for kept in answers] == pytest.approx(expected[:6])
            assert len({kept.positions for kept in answers}) == len(answers)


def test_the_papers_algorithm_bounds_the_truth_and_certifies_only_the_best() -> None:
    converged = gaps = 0
    for scores, truth in problems(150, words=7):
        (kept,) = DualSearch(branches=0, step=1.0).search(scores, Constraints.exactly(len(scores), min(3, len(scores))))
        best = max(score for each, score in truth.items() if len(each) == len(kept.positions))
        assert kept.score <= best + 1e-9
        assert best <= kept.score + kept.gap + 1e-9
        if kept.details["converged"]:
            assert kept.is_optimal
        if kept.is_optimal:
            assert kept.score == pytest.approx(best)
        converged += kept.details["converged"]
        gaps += not kept.is_optimal
        assert kept.details["iterations"] <= 50
        assert kept.details["branches"] == 0
    assert converged > 100
    assert gaps > 0  # so branching has something to do


def test_a_language_model_of_three_words_equals_enumeration() -> None:
    lm = estimate(["a b c", "a a b", "b c", "c a b a", "a c", "b b a"] * 2, order=3, tokenized=True)
    generator = np.random.default_rng(8)
    for seed in range(30):
        found = random_transduction(Random(seed), 6)
        words = found.source.words
        scores = random_scores(generator, len(words))
        lattice = _core.trigram_lattice(lm.core, lm.encode([list(words)])[0], 1.5, scores.token, scores.bigram)
        both = ForestScores(len(words), found, generator.normal(size=found.forest.edges), lattice)
        truth = best_of_sets(found, both.edges, _fluency(lm, words, scores))
        size = len(words)
        for constraints in (Constraints.any_length(size), Constraints.exactly(size, (size + 1) // 2)):
            (kept,) = DualSearch().search(both, constraints)
            expected = max(score for each, score in truth.items() if constraints.words in (None, len(each)))
            assert kept.score == pytest.approx(expected, abs=1e-5)
            assert kept.is_optimal


def _fluency(lm: LanguageModel, words: tuple[str, ...], scores: Scores) -> SetScore:
    def score(kept: Positions) -> float:
        return 1.5 * lm.sentence([words[place] for place in kept]) + oracle.bigram_score(scores, kept)

    return score


FLAT = "(S (A a) (B b) (C c) (D d) (E e))"


def flat_problem() -> ForestScores:
    """Five words under one node: without rules, only one run of neighbours can be deleted at a time."""
    found = transduce(Tree.parse(FLAT), Grammar.from_counts({}, "hand"), deletion_only=True)
    lattice = _core.bigram_lattice(np.arange(5.0), np.zeros((7, 7)))
    return ForestScores(5, found, np.zeros(found.forest.edges), lattice)


def test_words_that_no_derivation_can_join_are_chosen_by_the_other_model_alone() -> None:
    masks = Masks.of(5, keep=[0, 2, 4])
    (kept,) = DualSearch().search(flat_problem(), Constraints.exactly(len(flat_problem()), 3, masks))
    assert isinstance(kept, Agreed)
    assert kept.positions == (0, 2, 4)
    assert kept.derived is None
    assert not kept.is_optimal
    assert not DualSearch().all_lengths(flat_problem(), masks).is_possible(3)


def test_wishes_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(UsageError, match="cannot be kept"):
        DualSearch().search(flat_problem(), Constraints.exactly(len(flat_problem()), 6))
    with pytest.raises(UsageError, match="reads forest scores, and the method words gives only token"):
        check_fit(DualSearch(), Scores(token=[1.0]).parts, "words")


def test_forests_that_rewrite_are_refused() -> None:
    grammar = Grammar.from_counts({Rule.parse("(A a) ||| (A x)"): 1}, "hand")
    found = transduce(Tree.parse(FLAT), grammar)
    with pytest.raises(DataError, match="only deletes"):
        ForestScores(5, found, np.zeros(found.forest.edges), flat_problem().lattice)


def test_a_lattice_alone_is_the_bigram_search() -> None:
    generator = np.random.default_rng(2)
    for size in range(1, 8):
        scores = random_scores(generator, size)
        masks = random_masks(generator, size)
        if masks.drop.all():
            continue
        lattice = _core.bigram_lattice(scores.token, scores.bigram)
        ones, zeros = np.ones(size, np.int32), np.zeros(size, np.int32)
        score, kept = lattice.best(_core.Words(masks.keep, masks.drop, ones, zeros), 1, size)
        expected = BigramSearch().search(scores, Constraints.any_length(len(scores), masks))[0]
        assert tuple(np.flatnonzero(kept)) == expected.positions
        assert score == pytest.approx(expected.score)
        assert lattice.score(kept.astype(np.bool_)) == pytest.approx(expected.score)
