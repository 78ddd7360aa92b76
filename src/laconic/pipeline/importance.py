"""How much each word of a sentence matters, by a model of deletion."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from laconic.errors import DataError, UsageError
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.stored import load_method
from laconic.text import Sentence
from laconic.trust import file_inside

NONE = "none"


class Importance:
    """Asks a deletion method for the best compression of every length: words that stay to the last matter most.

    Args:
        name: a bundled model of a deletion method, or ``none``: then all words count equally.

    Raises:
        UsageError: there is no such model.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._method = None if name == NONE else bundled_deletion(name)

    def __call__(self, sentence: Sentence) -> NDArray[np.float64]:
        """Return for each word the share of lengths at which the best compression keeps it, from 0 to 1."""
        shares = np.zeros(len(sentence))
        if self._method is None or sentence.heads is None:
            return shares
        profile = self._method.search.all_lengths(self._method.scorer(sentence))
        for kept in profile:
            shares[list(kept.positions)] += 1 / len(profile)
        return shares


def bundled_deletion(name: str) -> DeletionMethod:
    """Return a bundled model that deletes words; raise `UsageError` if there is none of that name."""
    folder = Path(str(files("laconic") / "data" / "models"))
    try:
        method, _ = load_method(file_inside(folder, name))
    except DataError:
        raise UsageError(f"there is no bundled model {name!r} to say which words matter; try joint or none.") from None
    if not isinstance(method, DeletionMethod):
        raise UsageError(f"the model {name!r} does not compress by deletion; try joint.")
    return method
