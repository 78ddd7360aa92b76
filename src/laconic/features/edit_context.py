"""What an editor would think of an edit where it is made, by the network's word vectors before and after it.

The network reads the sentence and the edited sentence. An edit that fits leaves the words around it as they were: their
vectors hardly move, their tags and relations stay, and its own words stand near those that they replace. A language
model says how common the new wording is among the words on either side. From these features, the vectors themselves
and the rule's own probability, a small network that was learnt from an editor's verdicts on applications of the rules
gives the probabilities of the verdicts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from laconic.english.rewriting import Edit, New
from laconic.features.opinions import Opinion, OpinionNetwork
from laconic.forest.revision import Revised
from laconic.lm import LanguageModel
from laconic.parse.encoder import WIDTH, Singles
from laconic.parse.reader import Reader
from laconic.text import Sentence

NAMES = (
    "bias", "rule", "single word", "words saved", "letters saved", "words replaced", "phrase", "meaning", "nearest",
    "surroundings", "tags", "relations", "wording before", "wording after",
)  # fmt: skip
"""The features that are single numbers. Those that are vectors come after them: see `EditContext.features`."""

_NEAR = 4
"""How many words on either side are looked at."""

_BESIDE = 2
"""How many words on either side the language model reads."""

_MOST_SAVED, _MOST_LETTERS, _MOST_REPLACED = 3, 20, 6
_SURE, _UNSURE = 0.99, 0.01
_VECTORS = 5


class EditContext:
    """Says what an editor would think of edits, each in the sentence that it was made in.

    Args:
        reader: runs the network that gives vectors.
        lm: the language model.
        network: the network that judges.

    Raises:
        ValueError: the network reads other features.
    """

    def __init__(self, reader: Reader, lm: LanguageModel, network: OpinionNetwork) -> None:
        self.reader = reader
        self.lm = lm
        self.network = network
        features = len(NAMES) + _VECTORS * WIDTH
        if network.inputs != features:
            raise ValueError(f"the network reads {network.inputs} features, and edits have {features}")

    def opinions(self, revised: Revised) -> list[Opinion]:
        """Return what an editor would think of each edit."""
        return self.network.opinions(self.features(revised)) if revised.edits else []

    def features(self, revised: Revised) -> Singles:
        """Return ``[E, F]``, the features of each edit: the single numbers, and the means of five sorts of vectors.

        These are of the words that it replaces, of the new words (less the first), of the words around them before the
        edit and after it (less the third), and of all words that it made or moved.
        """
        before, after = self._vectors(revised.source), self._vectors(revised.sentence)
        rows = np.zeros((len(revised.edits), len(NAMES) + _VECTORS * before.shape[1]), np.float32)
        for number, edit in enumerate(revised.edits):
            rows[number, : len(NAMES)] = [
                *_of_rule(edit, revised),
                *_of_vectors(revised, number, edit, before, after),
                *self._wording(number, revised),
            ]
            rows[number, len(NAMES) :] = np.concatenate(list(_means(revised, number, edit, before, after)))
        return rows

    def _vectors(self, sentence: Sentence) -> Singles:
        """Return the vectors of the words, each of length 1."""
        parts = self.reader.vectors(sentence.words)
        inside = np.concatenate([part.vectors[1 : 1 + part.end - part.start] for part in parts])
        length = np.linalg.norm(inside, axis=1, keepdims=True)
        scaled: Singles = inside / np.maximum(length, 1e-6)
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


def _means(revised: Revised, number: int, edit: Edit, before: Singles, after: Singles) -> Iterator[Singles]:
    """Yield the means of the vectors that the network reads."""
    made, new, around = _places(revised, number)
    replaced = _mean(before, sorted(edit.replaced))
    was = _mean(before, [revised.words[place].origin or 0 for place in around])
    yield replaced
    yield _mean(after, new) - replaced
    yield was
    yield _mean(after, around) - was
    yield _mean(after, made)


def _mean(vectors: Singles, places: Sequence[int]) -> Singles:
    """Return the mean of some vectors, and zeros if there are none."""
    found: Singles = vectors[list(places)].mean(0) if len(places) else np.zeros(vectors.shape[1], np.float32)
    return found


def _places(revised: Revised, number: int) -> tuple[list[int], list[int], list[int]]:
    """Return the positions of the words that an edit made or moved, of those among them that are new, and around."""
    made = [place for place, word in enumerate(revised.words) if number in word.edits]
    new = [place for place in made if revised.words[place].origin is None]
    around = [
        place
        for place, word in enumerate(revised.words)
        if word.origin is not None and not word.edits and any(abs(place - other) <= _NEAR for other in made)
    ]
    return made, new, around


def _of_vectors(revised: Revised, number: int, edit: Edit, before: Singles, after: Singles) -> list[float]:
    """Return how near the new words are to those that they replace, and how much the words around them change."""
    _, new, around = _places(revised, number)
    replaced = sorted(edit.replaced)
    meaning = nearest = 0.0
    if new and replaced:
        between = after[new] @ before[replaced].T
        meaning, nearest = float(between.mean()), float(between.max(axis=1).mean())
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
