"""Gold derivations against every derivation of small forests."""

import numpy as np
from forest_oracle import enumerate_derivations, forests
from hypothesis import assume, given
from hypothesis import strategies as st

from laconic.forest.forest import Forest
from laconic.forest.strata import reference_counts
from laconic.learn.t3.gold_derivation import closest_derivation, derivation_of_text
from laconic.learn.t3.losses import LOSSES, loss_named

small_forests = forests(words=2)


@given(forest_scores=small_forests, choice=st.integers(0, 1000), other=st.lists(st.sampled_from("abz"), max_size=4))
def test_a_text_is_linked_by_its_best_derivation(
    forest_scores: tuple[Forest, np.ndarray], choice: int, other: list[str]
) -> None:
    forest, scores = forest_scores
    written = enumerate_derivations(forest, scores)
    texts = {tuple(forest.vocabulary[word] for word in each.words) for each in written} | {tuple(other)}
    text = sorted(texts)[choice % len(texts)]
    yielding = [each for each in written if tuple(forest.vocabulary[word] for word in each.words) == text]
    found = derivation_of_text(forest, text, scores)
    if not yielding:
        assert found is None
        return
    assert found is not None
    assert found.tokens == text
    assert found.score == max(each.score for each in yielding)
    assert found.edges in {each.edges for each in yielding}


@given(forest_scores=small_forests, choice=st.integers(0, 1000))
def test_without_scores_the_most_rules_win(forest_scores: tuple[Forest, np.ndarray], choice: int) -> None:
    forest, _ = forest_scores
    written = enumerate_derivations(forest, np.zeros(forest.edges))
    assume(written)
    words = written[choice % len(written)].words
    found = derivation_of_text(forest, [forest.vocabulary[word] for word in words])
    assert found is not None
    assert found.word_numbers == words
    assert len(found.edges) == max(len(each.edges) for each in written if each.words == words)


@given(
    forest_scores=small_forests,
    name=st.sampled_from(sorted(LOSSES)),
    reference=st.lists(st.sampled_from("abz"), min_size=1, max_size=4),
)
def test_what_cannot_be_linked_is_replaced_by_the_closest(
    forest_scores: tuple[Forest, np.ndarray], name: str, reference: list[str]
) -> None:
    forest, _ = forest_scores
    written = enumerate_derivations(forest, np.zeros(forest.edges))
    assume(written)
    loss, counts = loss_named(name), reference_counts(forest, reference)

    def distance(edges: tuple[int, ...]) -> float:
        right, wrong = counts[list(edges)].sum(axis=0)
        return float(loss(right, wrong, len(reference)))

    found = closest_derivation(forest, counts, loss, len(reference))
    least = min(distance(each.edges) for each in written)
    assert distance(found.edges) == least
    assert len(found.edges) == max(len(each.edges) for each in written if distance(each.edges) == least)
