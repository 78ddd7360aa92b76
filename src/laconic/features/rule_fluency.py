"""How likely the words of a rewriting were before it: what a language model's score of it is compared with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from laconic.forest.transduce import Transduction
from laconic.lm import LanguageModel
from laconic.search.base import Floats


def source_fluency(transduction: Transduction, words: Sequence[str], lm: LanguageModel) -> Floats:
    """Return for each edge the log10 probability of its words: kept ones as the source has them, new ones alone.

    Taken off the score of the output, this leaves the change that the rewriting made. Where the words around a
    word stay, it counts nothing, however rare it is; what counts are the places where something went.

    Args:
        transduction: the forest.
        words: the words of the source.
        lm: the language model.
    """
    forest = transduction.forest
    kept = transduction.edge_sums([each.log10 for each in lm.words(list(words))[: len(words)]])
    alone = np.array([lm.score(lm.null_state, word)[0] for word in forest.vocabulary])
    is_new = transduction.is_new
    return kept + forest.yield_sums(is_new, alone[forest.yield_symbols[is_new]])
