"""The statistical aligner learns from what it is given, the same way every time."""

import random
import sys

import pytest

from laconic import DataError, UsageError
from laconic.align import Alignment
from laconic.align.evaluation import AlignmentScore
from laconic.align.statistical import MAX_WORDS, StatisticalAligner
from laconic.align.symmetrize import SYMMETRIZERS
from laconic.errors import LaconicError

VOCABULARY = [f"word{number}" for number in range(40)]


def artificial_corpus(pairs: int = 200) -> tuple[list[tuple[list[str], list[str]]], list[Alignment]]:
    """Make pairs in an invented language: words change by a fixed lexicon, some go, neighbours change places."""
    chance = random.Random(5)
    corpus, gold = [], []
    for _ in range(pairs):
        source = chance.sample(VOCABULARY, chance.randint(4, 9))
        order = list(range(len(source)))
        place = chance.randrange(len(order) - 1)
        order[place], order[place + 1] = order[place + 1], order[place]
        order.remove(chance.choice(order))
        corpus.append((source, [source[i][::-1] for i in order]))
        gold.append(Alignment([(i, j) for j, i in enumerate(order)]))
    return corpus, gold


def total(found: list[Alignment], gold: list[Alignment]) -> AlignmentScore:
    return sum(map(AlignmentScore.of, found, gold), AlignmentScore())


def test_learns_an_invented_language() -> None:
    corpus, gold = artificial_corpus()
    score = total(StatisticalAligner(identities=False).align(corpus), gold)
    assert score.f1 > 0.97


def test_applies_what_it_learnt_to_new_pairs() -> None:
    corpus, gold = artificial_corpus()
    aligner = StatisticalAligner(identities=False).train(corpus[:160])
    assert total(aligner.align(corpus[160:]), gold[160:]).f1 > 0.95
    forward, backward = aligner.lexicons()
    for word in VOCABULARY:
        assert max(forward.table[word].items(), key=lambda item: item[1])[0] == word[::-1]
        assert max(backward.table[word[::-1]].items(), key=lambda item: item[1])[0] == word


def test_identities_make_tiny_corpora_work() -> None:
    pairs = [
        ("the cat that sat on the mat was black".split(), "the cat was black".split()),
        ("a very old dog barked loudly".split(), "an old dog barked".split()),
    ]
    first, second = StatisticalAligner().align(pairs)
    assert {(1, 1), (7, 2), (8, 3)} <= set(first)
    assert {(2, 1), (3, 2), (4, 3)} <= set(second)


def test_words_never_seen_are_linked_to_themselves() -> None:
    aligner = StatisticalAligner().train([("it works well".split(), "it works".split())])
    pair = ("Zanzibar beats old Quito".split(), "zanzibar quito".split())
    assert str(aligner.align([pair])[0]) == "0-0 3-1"


def test_same_seed_same_links() -> None:
    corpus, _ = artificial_corpus(20)
    first, second = (StatisticalAligner(seed=7, symmetrize="union").align(corpus) for _ in range(2))
    assert first == second


def test_directions_are_combined_as_asked() -> None:
    corpus, _ = artificial_corpus(20)
    aligner = StatisticalAligner().train(corpus)
    for name, combine in SYMMETRIZERS.items():
        assert StatisticalAligner(symmetrize=name).symmetrize is combine
        aligner.symmetrize = combine
        for pair, found in zip(corpus, aligner.align(corpus), strict=True):
            forward, backward = aligner.directions(*pair)
            assert len(set(forward.targets.tolist())) == len(forward)
            assert len(set(backward.sources.tolist())) == len(backward)
            assert found == combine(forward, backward)


def test_empty_and_endless_sentences_get_no_link() -> None:
    words = ["so"] * (MAX_WORDS + 1)
    pairs = [([], ["a"]), (["a"], []), ([], []), (words, ["so"]), (["it", "is"], ["it"])]
    assert [len(found) for found in StatisticalAligner().align(pairs)] == [0, 0, 0, 0, 1]
    assert StatisticalAligner().align([([], ["a"])]) == [Alignment()]


def test_nothing_to_learn_from() -> None:
    with pytest.raises(DataError, match="no pair"):
        StatisticalAligner().train([([], ["a"])])
    with pytest.raises(UsageError, match="trained first"):
        StatisticalAligner().directions(["a"], ["a"])
    with pytest.raises(UsageError, match="grow-diag-final-and"):
        StatisticalAligner(symmetrize="grow")


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "thot.alignment", None)
    with pytest.raises(LaconicError, match=r"run pip install '\.\[align\]' in a clone"):
        StatisticalAligner().align([(["a"], ["a"])])
