"""Amounts of money are never torn apart: costs against an enumeration, and the bundled models."""

from itertools import pairwise, product

import pytest

import laconic
from laconic.english.dependences import NEVER, amount_costs


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("We paid $ 2.5 million for it", [{2, 3, 4}]),
        ("from £ 6 to 8 €", [{1, 2}, {4, 5}]),
        ("it is 5 $ 6", [{3, 4}]),
        ("US$ 40 bn more", [{0, 1, 2}]),
        ("the £ fell by 3 points", []),
    ],
)
def test_a_choice_of_words_is_charged_if_and_only_if_it_tears_an_amount_apart(
    text: str, amounts: list[set[int]]
) -> None:
    words = text.split()
    costs = amount_costs(words)
    for choice in product([False, True], repeat=len(words)):
        kept = {place for place, stays in enumerate(choice) if stays}
        path = [0, *(place + 1 for place in sorted(kept)), len(words) + 1]
        charged = sum(costs[first, second] for first, second in pairwise(path))
        is_torn = any(amount & kept and amount - kept for amount in amounts)
        assert (charged >= NEVER) == is_torn
        assert is_torn or charged == 0


@pytest.mark.parametrize("name", ["encoder", "joint", "joint-t3"])
def test_bundled_models_keep_a_sign_with_its_number(name: str) -> None:
    model = laconic.load(name)
    source = "The city council voted to approve the £2.5 million plan by Dr. Patel, who has led the clinic since 2015."
    answers = [answer for answer in model.all_lengths(source) if len(answer.tokens) > 4]
    whole = ["£2.5 million" in answer.text for answer in answers]
    assert whole == ["£" in answer.text or "2.5" in answer.text for answer in answers]
    assert any(whole)
    assert not all(whole)
