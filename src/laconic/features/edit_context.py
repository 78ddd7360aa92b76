"""How well an edit fits its sentence, by the word vectors that the network gives before and after it.

The network reads the sentence and the edited sentence. An edit that fits leaves the words around it as they were: their
vectors hardly move, their tags and relations stay, and its own words stand near those that they replace. A language
model says how common the new wording is among the words on either side. From these features and from the rule's own
probability, weights that were learnt from an editor's verdicts on applications of the rules give the probability that
an edit does no harm where it was made.
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

NAMES = (
    "bias", "rule", "single word", "words saved", "letters saved", "words replaced", "phrase", "meaning", "nearest",
    "surroundings", "tags", "relations", "wording before", "wording after",
)  # fmt: skip
"""The features, in the order of the weights."""

_NEAR = 4
"""How many words on either side are looked at."""

_BESIDE = 2
"""How many words on either side the language model reads."""

_MOST_SAVED, _MOST_LETTERS, _MOST_REPLACED = 3, 20, 6
_SURE, _UNSURE = 0.99, 0.01


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

        One that only deletes, or that is certain, is as sure as its rule: the weights were learnt from others.
        """
        return [
            edit.sure if edit.is_deletion or not 0 < edit.sure < 1 else 1 / (1 + math.exp(-odds))
            for edit, odds in zip(revised.edits, self.odds(revised), strict=True)
        ]

    def odds(self, revised: Revised) -> list[float]:
        """Return for each edit the logarithm of the odds that it does no harm."""
        found: list[float] = (self.features(revised) @ self.weights).tolist()
        return found

    def features(self, revised: Revised) -> Floats:
        """Return ``[E, F]``, the features of each edit."""
        before, after = self._vectors(revised.source), self._vectors(revised.sentence)
        rows = [
            [
                *_of_rule(edit, revised),
                *_of_vectors(revised, number, edit, before, after),
                *self._wording(number, revised),
            ]
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

    def _wording(self, number: int, revised: Revised) -> tuple[float, float]:
        """Return how probable an average word is before and after an edit, in powers of ten, with those beside it."""
        edit = revised.edits[number]
        made = [place for place, word in enumerate(revised.words) if number in word.edits]
        begin, end = (made[0], made[-1] + 1) if made else (0, 0)
        return (
            self._probable(revised.source.words, edit.begin, edit.end),
            self._probable([word.text for word in revised.words], begin, end),
        )

    def _probable(self, words: Sequence[str], begin: int, end: int) -> float:
        first, last = max(0, begin - _BESIDE), min(len(words), end + _BESIDE)
        lower = [word.casefold() for word in words[:last]]
        return (self.lm.sentence(lower) - self.lm.sentence(lower[:first])) / max(1, last - first)


def _of_rule(edit: Edit, revised: Revised) -> list[float]:
    """Return what an edit says of itself: how sure its rule is, and how much it replaces and saves."""
    sure = min(max(edit.sure, _UNSURE), _SURE)
    new = [piece.text for piece in edit.target if isinstance(piece, New)]
    letters = sum(len(revised.source.words[place]) for place in edit.replaced) - sum(map(len, new))
    return [
        1.0,
        math.log(sure / (1 - sure)),
        float(len(edit.replaced) == len(new) == 1),
        float(min(_MOST_SAVED, edit.saved)),
        float(max(-_MOST_LETTERS, min(_MOST_LETTERS, letters))) / _MOST_LETTERS,
        float(min(_MOST_REPLACED, len(edit.replaced))),
        float("=" in edit.rule),
    ]


def _of_vectors(
    revised: Revised, number: int, edit: Edit, before: NDArray[np.float32], after: NDArray[np.float32]
) -> list[float]:
    """Return how near the new words are to those that they replace, and how much the words around them change."""
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
    return [meaning, nearest, drift, tags, relations]
