"""`random`: words deleted at random, as a lower bound for other methods."""

from __future__ import annotations

import numpy as np

from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.info import MethodInfo
from laconic.search.base import Scores
from laconic.search.random import RandomSearch


def random_deletion() -> DeletionMethod:
    """Return the method that deletes words at random."""
    return DeletionMethod("random", lambda sentence: Scores(token=np.zeros(len(sentence))), RandomSearch())


INFO = MethodInfo(
    name="random",
    description="Deletes words at random: the floor that every method must beat.",
    make=random_deletion,
    gives=frozenset({"token"}),
)
