"""Small networks of opinions: what an editor would think of an edit, or a reader of a rewriting beside a deletion.

One hidden layer, learnt in ``experiments/rewriting``: by ``context.py`` from an editor's verdicts on applications of
rules, and by ``preferences.py`` from rankings of answers:

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
    """What someone would probably say of an edit, or of a rewriting beside a deletion.

    Attributes:
        better: the probability that the edit is worth making for its own sake, or that the rewriting is preferred.
        same: that the edit does no harm, and little good, or that both are equally good.
        worse: that the edit is slightly off, or that the deletion is preferred.
        wrong: that the edit is ungrammatical or untrue, or that the rewriting is not fit to print.
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
        """Return the opinion of each edit or rewriting, from its row of features (E, F)."""
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
        stored = read_arrays(path, "a network of opinions")
        try:
            return cls(**{each.name: np.asarray(stored[each.name], np.float32) for each in fields(cls)})
        except KeyError as error:
            raise DataError(f"lacks the array {error}: store the model again.", path=path) from None
        except ValueError as error:
            raise DataError(f"is not a network of opinions: {error}.", path=path) from None
