"""`crf`: keep and delete labels under a linear chain with learnt transitions."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from laconic.features.deletion import LinearScorer
from laconic.methods.deletion import LinearDeletion
from laconic.search.base import Scores
from laconic.text import Sentence


class ChainDeletion(LinearDeletion):
    """A linear-chain CRF: scores of words, and of neighbouring labels (0 deleted, 1 kept)."""

    def __init__(self, name: str, scorer: LinearScorer, transition: NDArray[np.float64]) -> None:
        super().__init__(name, scorer, "crf")
        self.transition = transition
        self.scorer = self._score

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the weights and return the settings, transitions among them."""
        return {**super().save(folder), "transition": [float(value) for value in self.transition.ravel()]}

    @classmethod
    def load(cls, folder: Path, settings: dict[str, Any]) -> Self:
        """Return the method that `save` wrote."""
        scorer = LinearDeletion.load(folder, settings).linear
        return cls(str(settings["name"]), scorer, np.array(settings["transition"], np.float64).reshape(2, 2))

    def _score(self, sentence: Sentence) -> Scores:
        scores = self.linear(sentence)
        transition = np.broadcast_to(self.transition, (len(sentence) + 1, 2, 2))
        return Scores(token=scores.token, transition=transition, heads=sentence.heads)
