"""SARI against a plain reading of its definition, with sets and lists instead of hash tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metric_strategies import corpora

from laconic.metrics import evaluate
from laconic.metrics.sari import Sari


def grams(text: str, order: int) -> list[tuple[str, ...]]:
    words = text.lower().split()
    return [tuple(words[start : start + order]) for start in range(len(words) - order + 1)]


def f1(right: int, output: int, references: int) -> float:
    precision = right / output if output else 0.0
    recall = right / references if references else 0.0
    return 2 * precision * recall / (precision + recall) if right else 0.0


def plain_sari(corpus) -> dict[str, float]:
    """Score corpus-level SARI: every reference votes on every occurrence of an n-gram in the source."""
    sums = dict.fromkeys(["add", "keep", "delete"], 0.0)
    for order in (1, 2, 3, 4):
        add, keep, delete = [0, 0, 0], [0, 0, 0], [0, 0, 0]
        for source, output, references in corpus:
            before, after = grams(source, order), grams(output, order)
            wished = [gram for reference in references for gram in grams(reference, order)]
            added, to_add = set(after) - set(before), set(wished) - set(before)
            add[0] += len(added & to_add)
            add[1] += len(added)
            add[2] += len(to_add)
            for gram in set(before):
                count = before.count(gram) * len(references)
                kept = min(count, after.count(gram) * len(references))
                to_keep = min(count, wished.count(gram))
                keep[0] += min(kept, to_keep)
                keep[1] += kept
                keep[2] += to_keep
                delete[0] += min(count - kept, count - to_keep)
                delete[1] += count - kept
                delete[2] += count - to_keep
        for name, counts in (("add", add), ("keep", keep), ("delete", delete)):
            sums[name] += 100 * f1(*counts) / 4
    return sums


@given(st.one_of(corpora(references=1), corpora(references=3)))
def test_equals_the_plain_reading(corpus) -> None:
    sources, outputs, references = zip(*corpus, strict=True)
    ours = evaluate(sources, outputs, references, [Sari("none")])
    expected = plain_sari(corpus)
    assert ours.details["sari"] == pytest.approx(expected, abs=1e-9)
    assert ours.scores["sari"] == pytest.approx(sum(expected.values()) / 3, abs=1e-9)


def test_a_worked_example() -> None:
    ours = evaluate(["a b c"], ["a b"], [["a c"]], [Sari()])
    # Words: of a, b kept, a is right, c is missed; c was deleted instead of b.
    # Pairs: ab is kept wrongly; of ab and bc to delete, bc is deleted. Triples: abc is deleted rightly.
    # Nothing was added, though ac should have been.
    assert ours.details["sari"] == pytest.approx({"add": 0, "keep": 50 / 4, "delete": 100 * (2 / 3 + 1) / 4})
    assert ours.scores["sari"] == pytest.approx((50 + 500 / 3) / 12)


def test_text_is_tokenised_and_lowered_on_all_sides() -> None:
    raw = evaluate(["Well, it works."], ["It works."], [["it works"]], [Sari("13a")])
    tokenized = evaluate(["well , it works ."], ["it works ."], [["it works"]], [Sari("none")])
    assert raw.scores["sari"] == tokenized.scores["sari"]
