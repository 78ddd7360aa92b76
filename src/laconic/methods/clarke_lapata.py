"""`clarke-lapata`: trigrams and hand-written rules, with nothing to train (Clarke & Lapata 2008)."""

from __future__ import annotations

import math
from collections import Counter

from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.info import MethodInfo
from laconic.search.base import Scores
from laconic.search.clarke_lapata import ClarkeLapataSearch, significance, trigram_scores
from laconic.search.rules import clarke_lapata_rules
from laconic.text import Sentence

_CORPUS_WORDS = 1_000_000
"""The size of the corpus that the language model's unigrams are taken as counts of."""


def clarke_lapata() -> DeletionMethod:
    """Return the unsupervised method of Clarke & Lapata (2008) over the bundled language model."""
    from laconic.lm import bundled

    model = bundled()

    def frequency(word: str) -> int:
        log10, _ = model.score(model.null_state, word)
        return round(_CORPUS_WORDS * math.pow(10.0, log10))

    def score(sentence: Sentence) -> Scores:
        words = [word.lower() for word in sentence.words]
        in_corpus = {word: frequency(word) for word in words}
        # What is not in the sentence counts towards the size of the corpus alone.
        in_corpus[""] = _CORPUS_WORDS - sum(in_corpus.values())
        significant = significance(sentence, Counter(words), in_corpus)
        return trigram_scores(words, model, significant, clarke_lapata_rules(sentence))

    return DeletionMethod("clarke-lapata", score, ClarkeLapataSearch())


INFO = MethodInfo(
    name="clarke-lapata",
    description="Deletes words by a language model and hand-written rules, without training.",
    make=clarke_lapata,
    running_needs=("highspy",),
    gives=frozenset({"token", "trigram"}),
)
