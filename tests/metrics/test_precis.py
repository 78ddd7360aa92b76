"""PRÉCIS against its equation."""

import math
from collections import Counter

import pytest
from hypothesis import given
from metric_strategies import corpora
from sacrebleu.metrics import BLEU

from laconic.corpus import sample
from laconic.errors import UsageError
from laconic.metrics import evaluate
from laconic.metrics.precis import Precis
from laconic.parse.tokenize import split_words


@given(corpora(references=2))
@pytest.mark.parametrize(("penalty", "rate"), [(10, 0.5), (3, 0.9), (0, 0.1)])
def test_is_bleu_with_the_verbosity_penalty(penalty, rate, corpus) -> None:
    sources, outputs, references = zip(*corpus, strict=True)
    bleu = BLEU(tokenize="none", force=True).corpus_score(outputs, list(zip(*references, strict=True))).score
    achieved = sum(len(text.split()) for text in outputs) / sum(len(text.split()) for text in sources)
    expected = math.exp(penalty * (rate - achieved)) * bleu if achieved >= rate else bleu
    metric = Precis("none", penalty=penalty, rate=rate)
    assert evaluate(sources, outputs, references, [metric]).scores["precis"] == pytest.approx(expected, abs=1e-9)


def test_copying_the_source_is_punished() -> None:
    source, reference = "one two three four five six seven eight", "one two three four"
    copied = evaluate([source], [source], [[reference]], [Precis("none")]).scores["precis"]
    compressed = evaluate([source], [reference], [[reference]], [Precis("none")]).scores["precis"]
    assert compressed == pytest.approx(100)
    # Half of the words match, a third of the n-grams of order 2 ..., and the rate is 0.5 too high.
    bleu = 100 * (4 / 8 * 3 / 7 * 2 / 6 * 1 / 5) ** 0.25
    assert copied == pytest.approx(bleu * math.exp(-5))


def from_the_equations(sources: list[str], outputs: list[str], references: list[str], phi: float) -> float:
    """Return PRÉCIS as printed in section 6.2 of the paper, the ratio of the brevity penalty the right way up."""
    matches, totals = [0] * 4, [0] * 4
    lengths = [sum(len(text.split()) for text in side) for side in (sources, outputs, references)]
    for output, reference in zip(outputs, references, strict=True):
        for n in range(1, 5):
            grams = [
                Counter(zip(*(text.split()[start:] for start in range(n)), strict=False))
                for text in (output, reference)
            ]
            matches[n - 1] += (grams[0] & grams[1]).total()
            totals[n - 1] += grams[0].total()
    i, c, r = lengths
    bleu = math.exp(sum(math.log(hit / all_) / 4 for hit, all_ in zip(matches, totals, strict=True)))
    bleu *= math.exp(1 - r / c) if c <= r else 1
    return 100 * bleu * (math.exp(10 * (phi - c / i)) if c / i >= phi else 1)


@pytest.mark.parametrize("phi", [0.5, 0.68, 0.9])
def test_agrees_with_the_paper_on_real_texts(phi: float) -> None:
    # The sample corpus has every sentence shortened twice: by deletion and freely.
    deleted, rewritten = (list(sample(name)) for name in ("deletion", "rewrite"))
    sources = [" ".join(split_words(pair.source)) for pair in deleted]
    outputs = [" ".join(split_words(pair.reference)) for pair in deleted]
    references = [" ".join(split_words(pair.reference)) for pair in rewritten]
    found = evaluate(sources, outputs, [[text] for text in references], [Precis("none", rate=phi)]).scores["precis"]
    assert found == pytest.approx(from_the_equations(sources, outputs, references, phi), rel=1e-6)


def test_signature_names_penalty_and_rate() -> None:
    signature = Precis("none", penalty=4, rate=0.75).signature
    assert signature.startswith("precis|lambda:4|phi:0.75|")
    assert "|tok:none|" in signature


@pytest.mark.parametrize("options", [{"penalty": -1}, {"penalty": math.inf}, {"rate": 0}, {"rate": 1.5}])
def test_impossible_settings_are_refused(options) -> None:
    with pytest.raises(UsageError, match="PRÉCIS"):
        Precis(**options)
