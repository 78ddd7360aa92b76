"""The bundled monolingual aligner on sentences written for it, and on input of every size."""

import numpy as np
import pytest

from laconic.align import Alignment
from laconic.align.evaluation import AlignmentScore
from laconic.align.monolingual import MAX_CELLS, MonolingualAligner, bundled_lexicon, bundled_rounds
from laconic.align.similarity import CONTEXT_FEATURES, WORD_FEATURES

# Pairs with their links as a person drew them.
GOLD = [
    (
        "The committee said on Friday that it would reject the proposal .",
        "The panel stated it would turn down the plan Friday .",
        "0-0 1-1 2-2 4-9 6-3 7-4 8-5 8-6 9-7 10-8 11-10",
    ),
    (
        "Heavy rains have destroyed hundreds of houses in the northern region .",
        "Heavy rain destroyed hundreds of homes in the north .",
        "0-0 1-1 3-2 4-3 5-4 6-5 7-6 8-7 9-8 10-8 11-9",
    ),
    (
        "The minister , who arrived yesterday , met with the president this evening .",
        "The minister met the president tonight .",
        "0-0 1-1 7-2 8-2 9-3 10-4 11-5 12-5 13-6",
    ),
    (
        "Only 12 of the 40 companies made a profit last year , the report says .",
        "According to the report , just 12 of the 40 firms earned money last year .",
        "0-5 1-6 2-7 3-8 4-9 5-10 6-11 7-12 8-12 9-13 10-14 11-4 12-2 13-3 14-0 14-1 15-15",
    ),
]


@pytest.fixture(scope="module")
def aligner() -> MonolingualAligner:
    return MonolingualAligner()


def test_finds_the_links_a_person_draws(aligner: MonolingualAligner) -> None:
    pairs = [(source.split(), target.split()) for source, target, _ in GOLD]
    gold = [Alignment.parse(links) for *_, links in GOLD]
    score = sum(map(AlignmentScore.of, aligner.align(pairs), gold), AlignmentScore())
    assert score.f1 > 0.85


def test_a_sentence_is_aligned_to_itself_word_by_word(aligner: MonolingualAligner) -> None:
    words = "Nobody in the village knew why the old bell had stopped ringing .".split()
    (found,) = aligner.align([(words, [word.upper() for word in words])])
    assert found == Alignment([(i, i) for i in range(len(words))])


def test_threshold_trades_precision_for_recall() -> None:
    pairs = [(source.split(), target.split()) for source, target, _ in GOLD]
    few, some, many = (MonolingualAligner(threshold=value).align(pairs) for value in (0.9, 0.5, 0.1))
    assert all(a <= b <= c for a, b, c in zip(few, some, many, strict=True))
    assert sum(map(len, few)) < sum(map(len, some)) < sum(map(len, many))


@pytest.mark.parametrize(("source", "target"), [([], []), (["a"], []), ([], ["a"]), (["a"], ["a"])])
def test_the_smallest_pairs(aligner: MonolingualAligner, source: list[str], target: list[str]) -> None:
    likely = aligner.likelihoods(source, target)
    assert likely.shape == (len(source), len(target))
    assert np.isfinite(likely).all()
    assert set(aligner.align([(source, target)])[0]) <= {(0, 0)}


def test_odd_words(aligner: MonolingualAligner) -> None:
    words = ["", " ", "\ud800", "𝒳", "-", "--", "0", "a" * 10_000, "\x00", "ﬁ"]
    assert np.isfinite(aligner.likelihoods(words, words[::-1])).all()


def test_endless_pairs_are_aligned_by_edit_distance(aligner: MonolingualAligner) -> None:
    words = [f"w{number}" for number in range(MAX_CELLS // 900 + 1)]
    (found,) = aligner.align([(words, words[1:901])])
    assert found == Alignment([(i + 1, i) for i in range(900)])


def test_bundled_data_fit_the_features() -> None:
    assert len(bundled_lexicon()) > 10_000
    for classifier in bundled_rounds():
        assert classifier.inner.shape[0] == len(WORD_FEATURES) + len(CONTEXT_FEATURES)
