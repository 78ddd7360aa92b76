"""Compression rate, unigram F1 and exact match against their definitions, written out plainly."""

import math

import pytest
from hypothesis import given
from metric_strategies import corpora

from laconic.metrics import Version, evaluate
from laconic.metrics.exact import ExactMatch
from laconic.metrics.rate import CompressionRate, CompressionRateMicro
from laconic.metrics.unigram import UnigramF1


def score(metric, corpus):
    sources, outputs, references = zip(*corpus, strict=True)
    return evaluate(sources, outputs, references, [metric]).scores[metric.name]


def plain_unigram_f1(output: list[str], reference: list[str]) -> float:
    left = [word.lower() for word in reference]
    shared = 0
    for word in output:
        if word.lower() in left:
            left.remove(word.lower())
            shared += 1
    if shared == 0:
        return 0.0
    precision, recall = shared / len(output), shared / len(reference)
    return 2 * precision * recall / (precision + recall)


@given(corpora(references=2))
def test_unigram_f1_is_the_mean_of_the_best_reference(corpus) -> None:
    best = [max(plain_unigram_f1(o.split(), r.split()) for r in references) for _, o, references in corpus]
    assert score(UnigramF1(), corpus) == pytest.approx(sum(best) / len(best), abs=1e-12)


@given(corpora(references=1))
def test_rates_are_of_tokens(corpus) -> None:
    pairs = [(len(output.split()), len(source.split())) for source, output, _ in corpus]
    macro = math.fsum(output / source for output, source in pairs) / len(pairs)
    micro = sum(output for output, _ in pairs) / sum(source for _, source in pairs)
    assert score(CompressionRate(), corpus) == pytest.approx(macro, abs=1e-12)
    assert score(CompressionRateMicro(), corpus) == pytest.approx(micro, abs=1e-12)


@given(corpora(references=3))
def test_exact_match_takes_any_reference_in_any_case(corpus) -> None:
    hits = [output.lower() in [reference.lower() for reference in references] for _, output, references in corpus]
    assert score(ExactMatch(), corpus) == pytest.approx(sum(hits) / len(hits))


def test_a_worked_example() -> None:
    corpus = [
        ("the old man sold his red car .", "the man sold car .", ["A man sold the car .", "he sold it"]),
        ("it works well", "It Works", ["it works"]),
    ]
    # Five of five output words are among six of the reference; then two of two, but for case.
    assert score(UnigramF1(), corpus) == pytest.approx((2 * 5 / (5 + 6) + 1) / 2)
    assert score(CompressionRate(), corpus) == pytest.approx((5 / 8 + 2 / 3) / 2)
    assert score(CompressionRateMicro(), corpus) == pytest.approx(7 / 11)
    assert score(ExactMatch(), corpus) == 0.5


def test_words_are_those_given_not_those_between_spaces() -> None:
    source = Version("It doesn't.", ["It", "does", "n't", "."])
    output = Version("It does.", ["It", "does", "."])
    result = evaluate([source], [output], [[Version("It does", ["It", "does"])]], [CompressionRate(), UnigramF1()])
    assert result.scores == {"compression_rate": 0.75, "unigram_f1": pytest.approx(0.8)}
