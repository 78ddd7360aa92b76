"""Whether a sentence begins a news story, by the network's vectors.

    log odds = weight · (mean of the words, start of the sentence, its end) + bias

Learnt by ``experiments/headlines/news.py`` from the first sentences of news stories and from other text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from laconic.arrays import read_arrays
from laconic.errors import DataError
from laconic.parse.encoder import WIDTH, Singles
from laconic.parse.reader import Reader

NEWS_FILE = "news.npz"

_LEAST = -1.5
"""The log odds from which a sentence counts: 96% of the first sentences of stories, and 4% to 7% of other text."""

_INPUTS = 3 * WIDTH
"""The mean of the words, the start of the sentence and its end have a vector each."""


@dataclass(frozen=True, eq=False)
class NewsDetector:
    """The weights.

    Attributes:
        weight: 3 d, one for each number of the three vectors.
        bias: the log odds of a vector of zeros.

    Raises:
        ValueError: the weights are for other vectors, or are not numbers.
    """

    weight: Singles
    bias: float

    def __post_init__(self) -> None:
        if self.weight.shape != (_INPUTS,):
            raise ValueError(f"its weights have the shape {self.weight.shape}, and the network needs {(_INPUTS,)}")
        if not np.isfinite(self.weight).all() or not math.isfinite(self.bias):
            raise ValueError("some of its weights are not numbers")

    def begins_story(self, reader: Reader, words: Sequence[str]) -> bool:
        """Return whether a sentence of at least one word seems to begin a news story."""
        return float(self.weight @ summary(reader, words)) + self.bias >= _LEAST


def summary(reader: Reader, words: Sequence[str]) -> Singles:
    """Return ``[3 d]``: the mean of the vectors of a sentence's words, and the vectors of its start and its end."""
    parts = reader.vectors(words)
    mean = np.concatenate([part.vectors[1 : 1 + part.end - part.start] for part in parts]).mean(0)
    found: Singles = np.concatenate([mean, parts[0].vectors[0], parts[-1].vectors[-1]])
    return found


@lru_cache(maxsize=4)
def news_detector(folder: Path) -> NewsDetector | None:
    """Return the detector beside a network; None if it has none.

    Raises:
        DataError: its file holds something else.
    """
    path = folder / NEWS_FILE
    if not path.is_file():
        return None
    stored = read_arrays(path, "a detector of news")
    try:
        return NewsDetector(np.asarray(stored["weight"], np.float32), float(stored["bias"]))
    except KeyError as error:
        raise DataError(f"is not a detector of news: it lacks the array {error}.", path=path) from None
    except (TypeError, ValueError) as error:
        raise DataError(f"is not a detector of news: {error}.", path=path) from None
