"""Methods that need no training: random deletion, and trigrams with hand-written rules."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from laconic.methods.deletion import DeletionMethod
from laconic.search.base import Scores
from laconic.search.chance import RandomSearch
from laconic.search.clarke_lapata import ClarkeLapataSearch, significance, trigram_scores
from laconic.search.rules import clarke_lapata_rules
from laconic.text import Sentence

_CORPUS_WORDS = 1_000_000
"""The size of the corpus that the language model's unigrams are taken as counts of."""


def random_deletion() -> DeletionMethod:
    """Return the floor: words deleted at random."""
    return DeletionMethod("random", lambda sentence: Scores(token=np.zeros(len(sentence))), RandomSearch())


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
