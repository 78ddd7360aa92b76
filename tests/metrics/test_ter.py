"""TER and its edits against sacrebleu."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from metric_strategies import corpora
from sacrebleu.metrics import TER
from sacrebleu.metrics.lib_ter import translation_edit_rate

from laconic import _core
from laconic.metrics import evaluate
from laconic.metrics.ter import EditCounts, Edits, Ter, edit_counts, edit_counts_of_pairs


def scrambled(words: list[str], rng: random.Random) -> list[str]:
    """Move some runs of words elsewhere and drop some words."""
    words = list(words)
    for _ in range(rng.randrange(4)):
        start, length = rng.randrange(len(words) + 1), rng.randrange(1, 6)
        block = words[start : start + length]
        del words[start : start + length]
        place = rng.randrange(len(words) + 1)
        words[place:place] = block
    return [word for word in words if rng.random() < 0.9]


def random_pairs(seed: int, count: int, lengths: tuple[int, ...], vocabulary: int) -> list[tuple[list[str], list[str]]]:
    rng = random.Random(seed)

    def sentence() -> list[str]:
        return [str(rng.randrange(vocabulary)) for _ in range(rng.choice(lengths))]

    pairs = []
    for _ in range(count):
        target = sentence()
        pairs.append((scrambled(target, rng) if rng.random() < 0.6 else sentence(), target))
    return pairs


@pytest.mark.parametrize("vocabulary", [2, 6, 40])
@pytest.mark.parametrize(("lengths", "count"), [((0, 1, 2, 5, 9), 400), ((12, 20), 50), ((45, 70), 2)])
def test_totals_equal_sacrebleu_on_random_pairs(vocabulary, lengths, count) -> None:
    pairs = random_pairs(vocabulary, count, lengths, vocabulary)
    totals = [counts.total for counts in edit_counts_of_pairs(pairs)]
    assert totals == [translation_edit_rate(*pair)[0] for pair in pairs]


@pytest.mark.slow
@pytest.mark.parametrize("vocabulary", [3, 12, 60])
def test_totals_equal_sacrebleu_on_many_random_pairs(vocabulary) -> None:
    pairs = random_pairs(vocabulary + 1, 1500, (0, 1, 3, 8, 15, 30, 60), vocabulary)
    totals = [counts.total for counts in edit_counts_of_pairs(pairs)]
    assert totals == [translation_edit_rate(*pair)[0] for pair in pairs]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("a b c " * 20, "c a " * 60),  # the search stops at its limit of candidates
        ("x y", " ".join(map(str, range(300)))),  # a target so long that the beam widens
        (" ".join(map(str, range(300))), "7 200"),
    ],
)
def test_totals_equal_sacrebleu_at_the_limits(source, target) -> None:
    words, other = source.split(), target.split()
    assert edit_counts(words, other).total == translation_edit_rate(words, other)[0]


@given(corpus=corpora(references=2))
@settings(max_examples=60)
@pytest.mark.parametrize(
    "options",
    [{}, {"normalized": True}, {"normalized": True, "punctuation": False, "asian": True}, {"case_sensitive": True}],
)
def test_equals_sacrebleu(options, corpus) -> None:
    sources, outputs, references = zip(*corpus, strict=True)
    theirs = TER(
        normalized=options.get("normalized", False),
        no_punct=not options.get("punctuation", True),
        asian_support=options.get("asian", False),
        case_sensitive=options.get("case_sensitive", False),
    )
    expected = theirs.corpus_score(outputs, list(zip(*references, strict=True)))
    ours = evaluate(sources, outputs, references, [Ter(**options)])
    assert ours.scores["ter"] == pytest.approx(expected.score, abs=1e-9)


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("a b c", "a b c", EditCounts(0, 0, 0, 0)),
        ("A b c", "a B c", EditCounts(0, 0, 0, 0)),
        ("a b c d", "a c", EditCounts(0, 2, 0, 0)),
        ("a c", "a b c d", EditCounts(2, 0, 0, 0)),
        ("a b c", "a x c", EditCounts(0, 0, 1, 0)),
        ("d e f a b c", "a b c d e f", EditCounts(0, 0, 0, 1)),
        ("", "a b", EditCounts(2, 0, 0, 0)),
        ("a b", "", EditCounts(0, 2, 0, 0)),
        ("", "", EditCounts(0, 0, 0, 0)),
        ("today the game was cancelled by rain", "the game was called off today", EditCounts(0, 1, 2, 1)),
    ],
)
def test_edits_by_type(source, target, expected) -> None:
    assert edit_counts(source.split(), target.split()) == expected


@given(corpora(references=1))
def test_insertions_less_deletions_make_up_the_difference_in_length(corpus) -> None:
    for source, output, _ in corpus:
        counts = edit_counts(source.split(), output.split())
        assert len(source.split()) + counts.insertions - counts.deletions == len(output.split())


def test_capitals_count_where_wished() -> None:
    assert edit_counts(["The", "cat"], ["the", "cat"], case_sensitive=True) == EditCounts(0, 0, 1, 0)


def test_details_are_edits_a_sentence_to_the_closest_reference() -> None:
    ours = evaluate(["a b c d"] * 2, ["a b c", "c d"], [["x y z", "a b"], ["c d e", "c d e f"]], [Ter(), Edits()])
    assert ours.details["ter"] == {"insertions": 0.5, "deletions": 0.5, "substitutions": 0, "shifts": 0}
    assert ours.scores["ter"] == pytest.approx(100 * 2 / (2.5 + 3.5))
    assert ours.details["edits"] == {"insertions": 0, "deletions": 1.5, "substitutions": 0, "shifts": 0}
    assert ours.scores["edits"] == 1.5


def test_a_very_long_sentence_takes_neither_much_time_nor_memory() -> None:
    # A full table would need 40 GB here, and trying every shift from the start an hour.
    rng = np.random.default_rng(3)
    words = [str(number) for number in rng.integers(0, 50_000, 100_000)]
    moved = words[:50_000] + words[50_004:50_010] + words[50_000:50_004] + words[50_010:]
    assert edit_counts(moved, words) == EditCounts(0, 0, 0, 1)


def test_rows_that_do_not_fit_are_refused() -> None:
    words, starts = np.zeros(3, np.int32), np.array([0, 3], np.int64)
    with pytest.raises(ValueError, match="ascend"):
        _core.ter_edits(words, np.array([0, 4], np.int64), words, starts, np.array([0, 1], np.int64))
    with pytest.raises(ValueError, match="fit"):
        _core.ter_edits(words, starts, words, starts, np.array([0, 2], np.int64))
