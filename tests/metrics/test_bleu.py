"""BLEU against sacrebleu."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metric_strategies import corpora, full_texts
from sacrebleu.metrics import BLEU

from laconic.metrics import Batch, evaluate
from laconic.metrics.bleu import Bleu


@pytest.mark.parametrize("tokenize", ["13a", "intl", "none"])
@pytest.mark.parametrize("lowercase", [True, False])
@given(corpus=corpora(references=2))
def test_equals_sacrebleu(tokenize, lowercase, corpus) -> None:
    sources, outputs, references = zip(*corpus, strict=True)
    ours = evaluate(sources, outputs, references, [Bleu(tokenize, lowercase=lowercase)])
    theirs = BLEU(tokenize=tokenize, lowercase=lowercase, force=True)
    expected = theirs.corpus_score(outputs, list(zip(*references, strict=True)))
    assert ours.scores["bleu"] == pytest.approx(expected.score, abs=1e-9)
    assert ours.details["bleu"]["brevity_penalty"] == pytest.approx(expected.bp, abs=1e-12)
    assert ours.details["bleu"]["reference_length"] == expected.ref_len


@given(full_texts, full_texts, st.lists(full_texts, min_size=1, max_size=4))
def test_sentence_scores_equal_sacrebleu(source, output, references) -> None:
    metric = Bleu()
    scores = metric.sentence_scores(metric.statistics(Batch([source], [output], [references])))
    expected = BLEU(effective_order=True).sentence_score(output, references).score
    assert scores == pytest.approx([expected], abs=1e-9)


def test_the_number_of_references_may_vary() -> None:
    sources, outputs = ["a b c d e"] * 2, ["a b c d", "a b d e"]
    references = [["a b c d e", "a b c"], ["a c d e"]]
    expected = BLEU(force=True).corpus_score(outputs, [["a b c d e", "a c d e"], ["a b c", None]])
    ours = evaluate(sources, outputs, references, [Bleu()])
    assert ours.scores["bleu"] == pytest.approx(expected.score, abs=1e-9)
    assert ours.signatures["bleu"].endswith("|nrefs:varies")


def test_long_sentences_are_counted_exactly() -> None:
    words = [str(number) for number in np.random.default_rng(5).integers(0, 30, 5000)]
    output, reference = " ".join(words[:4000]), " ".join(words[1000:])
    expected = BLEU(force=True, tokenize="none").corpus_score([output], [[reference]])
    ours = evaluate([reference], [output], [[reference]], [Bleu("none")])
    assert ours.scores["bleu"] == pytest.approx(expected.score, abs=1e-9)


def test_signature_names_settings_and_versions() -> None:
    import sacrebleu

    import laconic

    expected = f"bleu|case:lc|eff:no|tok:none|smooth:exp|refs:all|sacrebleu:{sacrebleu.__version__}"
    assert Bleu("none", lowercase=True).signature == f"{expected}|laconic:{laconic.__version__}"
