"""Marks that come in pairs stay together or go together."""

from itertools import pairwise

import pytest

import laconic
from laconic.english.marks import paired_marks

MODEL = laconic.load("encoder")
TEXTS = [
    '"We are delighted with the result," said the club\'s chairman, Peter Lowe, "but there is still a lot to do."',
    "“It’s a sticking plaster,” complained Councillor Thripp, “and sooner or later someone will have to pay for it.”",
    '"You might have told me," he whispered, taking his eyes off the fire.',
    "The film (his third in two years) was shot in black and white on the west coast of Ireland.",
    "The singer was accused of lying about her age in the first pages of her memoirs, 'Born Twice'.",
    "The pilots’ union said on Friday that ‘no deal’ was better for its members than a ‘bad deal’.",
    "The mayor called the plan “a gift to motorists” and promised to vote against it [in the council].",
]


@pytest.mark.parametrize("text", TEXTS)
def test_pairs_do_not_part(text: str) -> None:
    (sentence,) = MODEL.parse([text])
    found = list(paired_marks(sentence.words, [token.tag for token in sentence.tokens]))
    assert found
    wishes = [{}, *({"rate": rate} for rate in (0.9, 0.75, 0.6, 0.5, 0.4))]
    for answer in [*(MODEL.compress(sentence, **wish) for wish in wishes), *MODEL.all_lengths(sentence)[4:-1]]:
        kept = answer.kept or ()
        for first, second in found:
            assert (first in kept) == (second in kept), answer.text
            assert (first, second) not in set(pairwise(kept)), answer.text


def test_marks_without_a_partner_are_left_alone() -> None:
    assert list(paired_marks('He said : " Yes , it is .'.split())) == []
    assert list(paired_marks("a ) b ( c".split())) == []
