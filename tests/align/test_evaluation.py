"""Alignment figures, by hand."""

import pytest

from laconic.align import Alignment
from laconic.align.evaluation import AlignmentScore


def test_possible_links_may_be_found_but_need_not() -> None:
    found = Alignment.parse("0-0 1-1 2-2 3-3")
    sure, possible = Alignment.parse("0-0 1-1 4-4"), Alignment.parse("2-2 5-5")
    score = AlignmentScore.of(found, sure, possible)
    assert score.precision == pytest.approx(3 / 4)
    assert score.recall == pytest.approx(2 / 3)
    assert score.error_rate == pytest.approx(1 - (2 + 3) / (4 + 3))


def test_without_possible_links_the_error_rate_is_what_f1_lacks() -> None:
    score = AlignmentScore.of(Alignment.parse("0-0 1-1 2-3"), Alignment.parse("0-0 2-3 3-4 4-4"))
    assert score.f1 == pytest.approx(2 * 2 / (3 + 4))
    assert score.error_rate == pytest.approx(1 - score.f1)


def test_counts_add_up_over_pairs() -> None:
    link, wrong = Alignment.parse("0-0"), Alignment.parse("0-1 1-0 1-1")
    score = AlignmentScore.of(link, link) + AlignmentScore.of(wrong, link)
    assert (score.pairs, score.precision, score.recall) == (2, 1 / 4, 1 / 2)


@pytest.mark.parametrize(
    ("found", "gold", "f1", "error_rate"), [("", "", 1, 0), ("", "0-0", 0, 1), ("0-0", "", 0, 1), ("0-0", "0-1", 0, 1)]
)
def test_nothing_found_or_nothing_to_find(found: str, gold: str, f1: float, error_rate: float) -> None:
    score = AlignmentScore.of(Alignment.parse(found), Alignment.parse(gold))
    assert (score.f1, score.error_rate) == (f1, error_rate)
