"""Pruning by relative entropy against its definition."""

import math
from pathlib import Path

import pytest
from kneser_ney import NaiveBackoff, random_sentences

from laconic.errors import UsageError
from laconic.lm import LanguageModel, estimate

Ngram = tuple[str, ...]


def entries(model: LanguageModel, tmp_path: Path) -> NaiveBackoff:
    model.save(tmp_path / "model.arpa")
    return NaiveBackoff((tmp_path / "model.arpa").read_text())


def joint(naive: NaiveBackoff, words: Ngram) -> float:
    """The probability of words in a row; a sentence begins as often as one ends."""
    first = 10 ** naive.log10[("</s>",) if words[0] == "<s>" else words[:1]]
    return first * math.prod(10 ** naive.score(words[:i], words[i]) for i in range(1, len(words)))


def divergence(naive: NaiveBackoff, ngram: Ngram) -> float:
    """Relative entropy between what follows a context with an n-gram and without it, by summing over all words."""
    context, words = ngram[:-1], [w for (w,) in (n for n in naive.log10 if len(n) == 1) if w != "<s>"]
    kept = [n for n in naive.log10 if n[:-1] == context and len(n) == len(ngram) and n != ngram]
    taken = sum(10 ** naive.log10[n] for n in kept)
    taken_off = sum(10 ** naive.score(context[1:], n[-1]) for n in kept)
    backoff = (1 - taken) / (1 - taken_off)
    total = 0.0
    for word in words:
        before = 10 ** naive.score(context, word)
        after = before if (*context, word) in kept else backoff * 10 ** naive.score(context[1:], word)
        total += before * math.log(before / after)
    return joint(naive, context) * total


@pytest.mark.parametrize("order", [2, 3, 4])
def test_the_ngram_that_matters_least_goes_first(tmp_path: Path, order: int) -> None:
    model = estimate(random_sentences(seed=31, count=60, vocabulary=8), order)
    for _ in range(15):
        naive = entries(model, tmp_path)
        longer = [ngram for ngram in naive.log10 if len(ngram) > 1]
        needed = {part for ngram in longer for part in (ngram[1:], ngram[:-1])}
        costs = {ngram: divergence(naive, ngram) for ngram in longer if ngram not in needed}
        model = model.pruned(len(longer) - 1)
        (gone,) = naive.log10.keys() - entries(model, tmp_path).log10.keys()
        assert costs[gone] == pytest.approx(min(costs.values()), rel=1e-3, abs=1e-9)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 1.0])
def test_probabilities_still_sum_to_one(share: float) -> None:
    model = estimate(random_sentences(seed=32, count=300, vocabulary=30), order=4)
    smaller = model.pruned(round(sum(model.counts[1:]) * share))
    assert sum(smaller.counts[1:]) == round(sum(model.counts[1:]) * share)
    words = [word for word in smaller.vocabulary if word != "<s>"]
    for history in random_sentences(seed=33, count=30, vocabulary=32, longest=4):
        state = smaller.begin_state
        for word in history:
            _, state = smaller.score(state, word)
        assert math.fsum(10 ** smaller.score(state, word)[0] for word in words) == pytest.approx(1, abs=1e-4)


def test_fewer_ngrams_fit_the_text_less() -> None:
    text = random_sentences(seed=34, count=400, vocabulary=30)
    model = estimate(text, order=3)
    sizes = [sum(model.counts[1:]) // part for part in (1, 2, 4, 16)]
    fits = [model.pruned(size).perplexity(text) for size in sizes]
    assert fits == sorted(fits)
    assert fits[0] == pytest.approx(model.perplexity(text), rel=1e-4)


def test_a_negative_number_is_refused() -> None:
    with pytest.raises(UsageError, match="must be at least 0"):
        estimate([["so"]]).pruned(-1)
