"""Where a word can stay, no answer is made of signs alone; and the answer with a word is the best there is."""

from itertools import combinations

import numpy as np
import pytest

from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.parse.english import EnglishParser
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.request import widths_of
from laconic.search.base import Scores
from laconic.search.bigram import BigramSearch
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence, has_word

SENTENCE = Sentence.from_words(["“", "Go", "home", ",", "”", "she", "said", "."])
SIGNS = {0, 3, 4, 7}


def method(seed: int, bonus: float) -> tuple[DeletionMethod, np.ndarray]:
    """Return a method that likes signs, and its scores of words."""
    token = np.random.default_rng(seed).normal(size=len(SENTENCE))
    token[list(SIGNS)] += bonus
    return DeletionMethod("given", lambda sentence: Scores(token), BigramSearch()), token


def answer(chosen: DeletionMethod, sentence: Sentence, constraints: Constraints) -> Compression:
    return Pipeline(chosen, EnglishParser()).answer(sentence, constraints)


@pytest.mark.parametrize("seed", range(5))
def test_every_length_has_its_best_answer_with_a_word(seed: int) -> None:
    chosen, token = method(seed, 5.0)
    profile = Pipeline(chosen, EnglishParser()).profile(SENTENCE, None)
    assert [len(each.tokens) for each in profile] == list(range(1, 9))
    assert not has_word(chosen.all_lengths(SENTENCE)[0].tokens)
    for size, found in enumerate(profile, 1):
        assert has_word(found.tokens)
        best = max(token[list(kept)].sum() for kept in combinations(range(8), size) if not set(kept) <= SIGNS)
        # Only of one word is that the best: for more, all signs give way, of which some could have stayed.
        assert found.score == pytest.approx(best) if size == 1 or size > 4 else found.score <= best + 1e-9
        assert answer(chosen, SENTENCE, Constraints.exactly(len(SENTENCE), size)).kept == found.kept


def test_what_must_stay_or_go_is_obeyed() -> None:
    chosen, _ = method(0, 5.0)
    stop = Masks.of(8, keep=[7])
    assert answer(chosen, SENTENCE, Constraints.exactly(len(SENTENCE), 1, stop)).kept == (7,)
    only_signs = Masks.of(8, drop=[1, 2, 5, 6])
    assert answer(chosen, SENTENCE, Constraints.exactly(len(SENTENCE), 1, only_signs)).kept is not None
    no_she = Masks.of(8, drop=[1, 2, 6])
    assert answer(chosen, SENTENCE, Constraints.exactly(len(SENTENCE), 1, no_she)).kept == (5,)


def test_alternatives_have_words_and_none_fits_where_all_are_too_wide() -> None:
    chosen, _ = method(0, 5.0)
    found = answer(chosen, SENTENCE, Constraints.exactly(len(SENTENCE), 1, nbest=8))
    assert sorted(each.kept for each in (found, *found.alternatives)) == [(1,), (2,), (5,), (6,)]
    with pytest.raises(UsageError, match="within 1 char"):
        answer(chosen, SENTENCE, Constraints.within_characters(widths_of(SENTENCE), 1))


def test_a_sentence_of_signs_stays_one() -> None:
    signs = Sentence.from_words(["…", "!"])
    chosen = DeletionMethod("given", lambda sentence: Scores([1.0, 2.0]), BigramSearch())
    assert answer(chosen, signs, Constraints.exactly(len(signs), 1)).tokens == ("!",)
    assert len(Pipeline(chosen, EnglishParser()).profile(signs, None)) == 2
