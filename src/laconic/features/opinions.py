"""A small network that says what an editor would think of an edit, from features of it.

One hidden layer, learnt by ``experiments/rewriting/context.py`` from an editor's verdicts on applications of rules:

    opinion = softmax(output · max(0, hidden · features + hidden_bias) + output_bias)
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np

from laconic.arrays import read_arrays
from laconic.errors import DataError
from laconic.files import write_whole_binary
from laconic.parse.encoder import Singles


class Opinion(NamedTuple):
    """What an editor would probably say of an edit.

    Attributes:
        better: the probability that the edit is worth making for its own sake.
        same: that it does no harm, and little good.
        worse: that it is slightly off.
        wrong: that it is ungrammatical or untrue.
    """

    better: float
    same: float
    worse: float
    wrong: float

    @property
    def sure(self) -> float:
        """The probability that the edit does no harm."""
        return self.better + self.same


@dataclass(frozen=True, eq=False)
class OpinionNetwork:
    """The weights of the network.

    Attributes:
        hidden: H, F from the features to the hidden layer.
        hidden_bias: H.
        output: 4, H from there to the verdicts.
        output_bias: 4.

    Raises:
        ValueError: the arrays do not belong together.
    """

    hidden: Singles
    hidden_bias: Singles
    output: Singles
    output_bias: Singles

    def __post_init__(self) -> None:
        size = len(self.hidden_bias)
        verdicts = len(Opinion._fields)
        shapes = [array.shape for array in (self.hidden_bias, self.output, self.output_bias)]
        if self.hidden.ndim != 2 or len(self.hidden) != size or shapes != [(size,), (verdicts, size), (verdicts,)]:
            raise ValueError(f"the network's arrays do not fit together: {self.hidden.shape} and {shapes}")
        if not all(np.isfinite(getattr(self, each.name)).all() for each in fields(self)):
            raise ValueError("some weights of the network are not numbers")

    @property
    def inputs(self) -> int:
        """How many features it reads."""
        return int(self.hidden.shape[1])

    def opinions(self, features: Singles) -> list[Opinion]:
        """Return what an editor would think of each edit, from its row of features (E, F)."""
        inner = np.maximum(0.0, features @ self.hidden.T + self.hidden_bias)
        scores = inner @ self.output.T + self.output_bias
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        return [Opinion(*row) for row in (likely / likely.sum(axis=1, keepdims=True)).tolist()]

    def save(self, path: Path) -> None:
        """Write the weights in half precision."""
        with write_whole_binary(path) as stream:
            arrays = {each.name: getattr(self, each.name).astype(np.float16) for each in fields(self)}
            np.savez_compressed(stream, **arrays)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the network that `save` wrote.

        Raises:
            DataError: the file holds something else.
        """
        stored = read_arrays(path, "a network that judges edits")
        try:
            return cls(**{each.name: np.asarray(stored[each.name], np.float32) for each in fields(cls)})
        except KeyError as error:
            raise DataError(f"lacks the array {error}: store the model again.", path=path) from None
        except ValueError as error:
            raise DataError(f"is not a network that judges edits: {error}.", path=path) from None
