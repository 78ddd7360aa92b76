"""The figures of a corpus against plain sums and sacrebleu's TER."""

from statistics import mean

import pytest
from sacrebleu.metrics import TER

from laconic import DataError, Pair
from laconic.corpus import sample
from laconic.corpus.statistics import describe
from laconic.corpus.words import word_splitter


@pytest.mark.parametrize("kind", ["deletion", "rewrite"])
def test_figures_agree_with_plain_sums_and_sacrebleu(kind: str) -> None:
    pairs = list(sample(kind))
    split = word_splitter(tokenized=False)
    words = [(split(pair.source), split(pair.reference)) for pair in pairs]
    found = describe(pairs, split)
    assert found.pairs == found.references == len(pairs)
    assert found.documents == 13
    assert found.source_words == pytest.approx(mean(len(source) for source, _ in words))
    assert found.reference_words == pytest.approx(mean(len(target) for _, target in words))
    assert found.compression_rate == pytest.approx(mean(len(target) / len(source) for source, target in words))
    assert found.compression_rate_micro == pytest.approx(
        sum(len(target) for _, target in words) / sum(len(source) for source, _ in words)
    )
    ter = TER()
    expected = [ter.sentence_score(" ".join(source), [" ".join(target)]).score for source, target in words]
    assert found.ter == pytest.approx(mean(expected))
    edits = sum(score * len(target) / 100 for score, (_, target) in zip(expected, words, strict=True)) / len(words)
    assert found.insertions + found.deletions + found.substitutions + found.shifts == pytest.approx(edits)


def test_every_reference_counts() -> None:
    pairs = [
        Pair("1", "a b c d", ("a b c d", "d a b c", "a c")),
        Pair("1", "a b", ("A",), "x"),
        Pair("2", "a b", ("x y z",), "x"),
    ]
    found = describe(pairs, str.split)
    assert (found.pairs, found.references, found.documents, found.repeated_ids) == (3, 5, 1, 1)
    assert found.identical == pytest.approx(1 / 5)
    assert found.deletion_only == pytest.approx(3 / 5)
    assert found.shifts == pytest.approx(1 / 5)
    assert found.deletions == pytest.approx((2 + 1) / 5)
    assert found.insertions == pytest.approx(1 / 5)
    assert found.substitutions == pytest.approx(2 / 5)
    assert found.ter == pytest.approx(100 * (0 / 4 + 1 / 4 + 2 / 2 + 1 / 1 + 3 / 3) / 5)


def test_batches_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = describe(sample(), str.split)
    monkeypatch.setattr("laconic.corpus.statistics._BATCH_WORDS", 150)
    parts = describe(sample(), str.split)
    for name, figure in whole.to_json().items():
        assert parts.to_json()[name] == pytest.approx(figure)


def test_an_empty_corpus_has_no_figures() -> None:
    with pytest.raises(DataError, match="empty"):
        describe([], str.split)
