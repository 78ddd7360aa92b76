"""How well an edit fits its sentence, by the word vectors that the network gives before and after it.

The network reads the sentence and the edited sentence. An edit that fits leaves the words around it as they were: their
vectors hardly move, their tags and relations stay, and its own words stand near those that they replace. A language
model says how common the new wording is. From these features a few weights, learnt from edits that an editor made and
from corrupted ones, give the probability that an edit belongs there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from laconic.english.rewriting import Edit, New
from laconic.forest.revision import Revised
from laconic.lm import LanguageModel
from laconic.parse.reader import Reader
from laconic.search.base import Floats
from laconic.text import Sentence

NAMES = ("bias", "meaning", "surroundings", "nearest", "tags", "relations", "language model", "new words")
"""The features, in the order of the weights."""

USUAL = 0.85
"""The odds of half of the edits that editors made are better than this."""

WEIGHT = 0.35
"""What the context's odds count for beside the rule's."""

_MOST_REPLACED = 2
_NEAR = 4
"""How many words on either side are looked at."""


class EditContext:
    """Gives the probability that edits fit the sentence that they were made in.

    Args:
        reader: runs the network.
        lm: the language model.
        weights: one per feature.

    Raises:
        ValueError: there are more or fewer weights than features.
    """

    def __init__(self, reader: Reader, lm: LanguageModel, weights: Sequence[float]) -> None:
        self.reader = reader
        self.lm = lm
        self.weights = np.array(weights, np.float64)
        if self.weights.shape != (len(NAMES),):
            raise ValueError(f"{len(NAMES)} weights of context were expected, not {len(self.weights)}")

    def sure(self, revised: Revised) -> list[float]:
        """Return for each edit the probability that it does no harm, by its rule and by how well it fits.

        One that moves words, or brings none, is as sure as its rule: the weights were learnt from replacements.
        """
        return [
            _moved(edit.sure, WEIGHT * (odds - USUAL)) if replaces(edit) else edit.sure
            for edit, odds in zip(revised.edits, self.odds(revised), strict=True)
        ]

    def odds(self, revised: Revised) -> list[float]:
        """Return for each edit the logarithm of the odds that it was not corrupted."""
        found: list[float] = (self.features(revised) @ self.weights).tolist()
        return found

    def features(self, revised: Revised) -> Floats:
        """Return ``[E, F]``, the features of each edit."""
        before, after = self._vectors(revised.source), self._vectors(revised.sentence)
        gain = self._common(revised)
        rows = [
            _row(revised, number, edit, before, after, gain / len(revised.edits))
            for number, edit in enumerate(revised.edits)
        ]
        return np.array(rows, np.float64).reshape(len(rows), len(NAMES))

    def _vectors(self, sentence: Sentence) -> NDArray[np.float32]:
        """Return the vectors of the words, each of length 1."""
        parts = self.reader.vectors(sentence.words)
        inside = np.concatenate([part.vectors[1 : 1 + part.end - part.start] for part in parts])
        length = np.linalg.norm(inside, axis=1, keepdims=True)
        scaled: NDArray[np.float32] = inside / np.maximum(length, 1e-6)
        return scaled

    def _common(self, revised: Revised) -> float:
        """Return by how much an average word of the edited sentence is more probable, in powers of ten."""
        words = [word.casefold() for word in revised.source.words]
        edited = [word.text.casefold() for word in revised.words]
        return self.lm.sentence(edited) / max(1, len(edited)) - self.lm.sentence(words) / max(1, len(words))


def replaces(edit: Edit) -> bool:
    """Return whether an edit puts new words in the place of one or two others, and moves nothing."""
    has_new = any(isinstance(piece, New) for piece in edit.target)
    return has_new and not edit.moves and len(edit.replaced) <= _MOST_REPLACED


def _moved(probability: float, by: float) -> float:
    """Return a probability whose log odds are moved."""
    if not 0 < probability < 1:
        return probability
    return 1 / (1 + math.exp(-(math.log(probability / (1 - probability)) + by)))


def _row(
    revised: Revised, number: int, edit: Edit, before: NDArray[np.float32], after: NDArray[np.float32], gain: float
) -> list[float]:
    made = [place for place, word in enumerate(revised.words) if number in word.edits]
    new = [place for place in made if revised.words[place].origin is None]
    replaced = sorted(edit.replaced)
    meaning = nearest = 0.0
    if new and replaced:
        between = after[new] @ before[replaced].T
        meaning, nearest = float(between.mean()), float(between.max(axis=1).mean())
    around = [
        place
        for place, word in enumerate(revised.words)
        if word.origin is not None and not word.edits and any(abs(place - other) <= _NEAR for other in made)
    ]
    source, target = revised.source, revised.sentence
    drift, tags, relations = 1.0, 1.0, 1.0
    if around:
        origins = [revised.words[place].origin or 0 for place in around]
        drift = float((after[around] * before[origins]).sum(1).mean())
        pairs = list(zip(around, origins, strict=True))
        tags = float(np.mean([target.tokens[a].tag == source.tokens[b].tag for a, b in pairs]))
        if source.relations is not None and target.relations is not None:
            relations = float(np.mean([target.relations[a] == source.relations[b] for a, b in pairs]))
    return [1.0, meaning, drift, nearest, tags, relations, gain, float(min(3, len(new)))]
