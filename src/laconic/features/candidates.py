"""Features of candidate compressions: how grammatical, how important, how short (Galanis & Androutsopoulos 2010)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from laconic.features.edges import DependencyView
from laconic.language import LANGUAGE
from laconic.lm import LanguageModel
from laconic.search.base import Floats

_CORE = ("nsubj", "obj", "ccomp", "xcomp", "csubj", "iobj", "cop", "aux", "case", "mark")
_LOOSE = ("amod", "advmod", "obl", "nmod", "appos", "acl", "advcl", "parataxis", "discourse")
FEATURES = (
    "fluency",
    "fluency less words' own probabilities",
    "first stage",
    "importance",
    "names and numbers",
    "nouns and verbs",
    "rate",
    "core relations cut",
    "loose relations cut",
    "gaps",
    "longest gap",
    "root stays",
    "ends as the source does",
)


class CandidateFeatures:
    """Measures candidate compressions of one sentence.

    Args:
        view: the sentence's dependency tree.
        lm: the language model.
    """

    def __init__(self, view: DependencyView, lm: LanguageModel) -> None:
        self._view = view
        self._lm = lm
        tokens = view.sentence.tokens
        self._alone = np.array([lm.score(lm.null_state, token.text)[0] for token in tokens])
        is_content = [token.text.lower() not in LANGUAGE.STOP_WORDS and token.text[0].isalnum() for token in tokens]
        # A rare word is more informative than a common one: its surprisal replaces the inverse document frequency.
        self._importance = np.where(is_content, -self._alone, 0.0)
        self._names = np.array([token.tag.startswith("NNP") or token.tag == "CD" for token in tokens], np.float64)
        self._full = np.array([token.tag[:1] in ("N", "V") for token in tokens], np.float64)

    def rows(self, candidates: Sequence[tuple[Sequence[int], float]]) -> Floats:
        """Return a row of `FEATURES` for each candidate: its kept positions, and the first stage's score."""
        return np.array([self._row(list(kept), score) for kept, score in candidates], np.float64)

    def _row(self, kept: Sequence[int], score: float) -> list[float]:
        view, size = self._view, len(self._view.sentence)
        words = view.sentence.words
        fluency = self._lm.sentence([words[place] for place in kept])
        stays = set(kept)
        cut = [
            view.relations[place].partition(":")[0]
            for place in range(size)
            if place not in stays and view.heads[place] - 1 in stays
        ]
        gaps = [after - before - 1 for before, after in zip([-1, *kept], [*kept, size], strict=True)]
        return [
            fluency / len(kept),
            (fluency - float(self._alone[kept].sum())) / len(kept),
            score / size,
            _share(self._importance, kept),
            _share(self._names, kept),
            _share(self._full, kept),
            len(kept) / size,
            sum(relation in _CORE for relation in cut) / size,
            sum(relation in _LOOSE for relation in cut) / size,
            sum(gap > 0 for gap in gaps) / size,
            max(gaps) / size,
            float(any(view.heads[place] == 0 for place in kept)),
            float(size - 1 in stays),
        ]


def _share(weights: Floats, kept: Sequence[int]) -> float:
    total = float(weights.sum())
    return float(weights[list(kept)].sum()) / total if total else 1.0
