"""`crf`: keep and delete labels under a linear chain with learnt transitions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import NDArray

from laconic.features.deletion import LinearScorer
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.linear import LinearDeletion, LinearSettings, load_scorer
from laconic.search.base import Parts, Scores
from laconic.settings import Only, stored_settings
from laconic.text import Sentence


def _are_four_numbers(values: list[Any]) -> bool:
    return len(values) == 4 and all(isinstance(value, float | int) and math.isfinite(value) for value in values)


FourNumbers = Annotated[list[float], Only("four numbers", _are_four_numbers)]


@dataclass(frozen=True)
class CrfSettings(LinearSettings):
    """What a model's file says of a chain.

    Attributes:
        transition: the weights of neighbouring labels: deleted after deleted, kept after deleted, and so on.
    """

    transition: FourNumbers


class ChainDeletion(LinearDeletion):
    """A linear-chain CRF: scores of words, and of neighbouring labels (0 deleted, 1 kept)."""

    def __init__(self, name: str, scorer: LinearScorer, transition: NDArray[np.float64]) -> None:
        self.transition = transition
        super().__init__(name, scorer, "crf")

    @property
    def gives(self) -> Parts:
        """The parts that were learnt."""
        return frozenset({"token", "transition", "heads"})

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the weights and return the settings, transitions among them."""
        return {**super().save(folder), "transition": [float(value) for value in self.transition.ravel()]}

    @classmethod
    def load(cls, folder: Path, settings: dict[str, Any]) -> Self:
        """Return the method that `save` wrote.

        Raises:
            DataError: a setting or the weights are missing or damaged.
        """
        used = stored_settings(CrfSettings, settings, folder)
        return cls(str(settings["name"]), load_scorer(folder, used), np.array(used.transition).reshape(2, 2))

    def _score(self, sentence: Sentence) -> Scores:
        scores = self.linear(sentence)
        transition = np.broadcast_to(self.transition, (len(sentence) + 1, 2, 2))
        return Scores(token=scores.token, transition=transition, heads=sentence.heads)


INFO = MethodInfo(
    name="crf",
    description="Deletes words; labels them one after the other.",
    load=ChainDeletion.load,
    train="laconic.learn.deletion.training:train_crf",
    training_needs=("scipy",),
    gives=frozenset({"token", "transition", "heads"}),
    search="crf",
)
