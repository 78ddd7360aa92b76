"""Amounts of money are never torn apart: choices of words enumerated, and the bundled models."""

from itertools import product

import pytest

import laconic
from laconic.english.dependences import broken_dependences
from laconic.text import Sentence


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
def test_a_choice_of_words_breaks_an_amount_if_and_only_if_it_tears_it_apart(
    text: str, amounts: list[set[int]]
) -> None:
    sentence = Sentence.from_words(text.split())
    for choice in product([False, True], repeat=len(sentence)):
        kept = [place for place, stays in enumerate(choice) if stays]
        broken = {each.kind for each in broken_dependences(sentence, kept)}
        is_torn = any(amount & set(kept) and amount - set(kept) for amount in amounts)
        assert ("amount of money" in broken) == is_torn


@pytest.mark.parametrize("name", ["encoder", "joint", "joint-t3"])
def test_bundled_models_keep_a_sign_with_its_number(name: str) -> None:
    model = laconic.load(name)
    source = "The city council voted to approve the £2.5 million plan by Dr. Patel, who has led the clinic since 2015."
    answers = [answer for answer in model.all_lengths(source) if len(answer.tokens) > 4]
    whole = ["£2.5 million" in answer.text for answer in answers]
    assert whole == ["£" in answer.text or "2.5" in answer.text for answer in answers]
    assert any(whole)
    assert not all(whole)
