"""Losses by their definitions, and the worst derivations under them by enumeration."""

import math

import numpy as np
import pytest
from forest_oracle import enumerate_derivations, forests
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from laconic.errors import UsageError
from laconic.forest.forest import Forest
from laconic.forest.strata import reference_counts
from laconic.learn.t3.losses import LOSSES, loss_named
from laconic.learn.t3.most_violating import most_violating

counts = st.integers(0, 12)


def plain_loss(name: str, right: int, wrong: int, reference: int) -> float:
    """The losses as the papers write them, for single numbers."""
    length = right + wrong
    precision = right / length if length else 0.0
    longer = length / reference if reference else (math.inf if length else 1.0)
    shorter = reference / length if length else (math.inf if reference else 1.0)
    both = length + reference
    return {
        "hamming": wrong + max(reference - length, 0),
        "edit": wrong + max(reference - right, 0),
        "precision": 1 - precision,
        "precision-bp1": 1 - precision * math.exp(1 - max(1, shorter)),
        "precision-bp2": 1 - precision * math.exp(1 - max(longer, shorter)),
        "f1": 1 - min(1.0, 2 * right / both if both else 0.0),
    }[name]


@given(name=st.sampled_from(sorted(LOSSES)), right=counts, wrong=counts, reference=counts)
def test_losses_are_those_of_the_papers(name: str, right: int, wrong: int, reference: int) -> None:
    assert loss_named(name)(right, wrong, reference) == pytest.approx(plain_loss(name, right, wrong, reference))


@given(name=st.sampled_from(sorted(LOSSES)), reference=st.integers(1, 12))
def test_the_reference_itself_has_no_loss(name: str, reference: int) -> None:
    assert loss_named(name)(reference, 0, reference) == pytest.approx(0.0)


@given(
    name=st.sampled_from([name for name, loss in LOSSES.items() if loss.pieces]),
    right=counts,
    wrong=counts,
    reference=counts,
)
def test_a_loss_is_the_largest_of_its_pieces(name: str, right: int, wrong: int, reference: int) -> None:
    loss = loss_named(name)
    assert loss.pieces is not None
    values = [piece.right * right + piece.wrong * wrong + piece.constant for piece in loss.pieces(reference)]
    assert max(values) == loss(right, wrong, reference)


def test_an_unknown_loss_is_named() -> None:
    with pytest.raises(UsageError, match=r"bleu.*hamming"):
        loss_named("bleu")


@settings(max_examples=300, deadline=None)
@given(
    name=st.sampled_from(sorted(LOSSES)),
    rescaling=st.sampled_from(["margin", "slack"]),
    forest_scores=forests(impossible=False),
    reference=st.lists(st.sampled_from("abcd"), min_size=1, max_size=4),
)
def test_the_worst_derivation_is_the_worst_of_all(
    name: str, rescaling: str, forest_scores: tuple[Forest, np.ndarray], reference: list[str]
) -> None:
    forest, scores = forest_scores
    written = enumerate_derivations(forest, scores)
    assume(written)
    right_words = {place for place, word in enumerate(forest.vocabulary) if word in reference}
    gold_score = written[0].score

    def value(derivation) -> float:
        right = sum(word in right_words for word in derivation.words)
        loss = plain_loss(name, right, len(derivation.words) - right, len(reference))
        margin = derivation.score - gold_score
        return loss + margin if rescaling == "margin" else loss * (1 + margin)

    found = most_violating(
        forest,
        scores,
        reference_counts(forest, reference),
        len(reference),
        loss_named(name),
        rescaling,
        gold_score,
    )
    by_edges = {derivation.edges: value(derivation) for derivation in written}
    assert found.value == pytest.approx(max(by_edges.values()))
    assert by_edges[tuple(found.edges.tolist())] == pytest.approx(found.value)
    words = next(each.words for each in written if each.edges == tuple(found.edges.tolist()))
    right = sum(word in right_words for word in words)
    assert found.loss == pytest.approx(plain_loss(name, right, len(words) - right, len(reference)))
