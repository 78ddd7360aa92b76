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
from typing import NamedTuple

import numpy as np

from laconic.english.rewriting import Edit, New
from laconic.features.opinions import Opinion, OpinionNetwork
from laconic.forest.revision import Revised
from laconic.lm import LanguageModel
from laconic.parse.decode import Arcs, decode_arcs, join_arcs
from laconic.parse.encoder import WIDTH, Singles
from laconic.parse.reader import Part, Reader
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


class _Places(NamedTuple):
    """Positions in an edited sentence, seen from one of its edits.

    Attributes:
        made: words that the edit made or moved.
        new: those among them that the source has not.
        around: words of the source near them that no edit made or moved.
        origins: the positions of the latter in the source.
    """

    made: list[int]
    new: list[int]
    around: list[int]
    origins: list[int]


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
        before = _unit_vectors(self.reader.vectors(revised.source.words))
        after, arcs = self._read([word.text for word in revised.words])
        rows = np.zeros((len(revised.edits), len(NAMES) + _VECTORS * before.shape[1]), np.float32)
        for number, edit in enumerate(revised.edits):
            places = _places(revised, number)
            rows[number, : len(NAMES)] = [
                *_of_rule(edit, revised),
                *_of_vectors(edit, places, before, after),
                *_of_parse(revised.source, arcs, places),
                *self._wording(edit, places, revised),
            ]
            rows[number, len(NAMES) :] = np.concatenate(list(_means(edit, places, before, after)))
        return rows

    def _read(self, words: Sequence[str]) -> tuple[Singles, Arcs]:
        """Return the vectors of the words of an edited sentence, and their tags and arcs; no one needs their tree."""
        found = self.reader.read(words)
        arcs = join_arcs([decode_arcs(outputs, self.reader.encoder.labels) for _, outputs in found])
        return _unit_vectors([part for part, _ in found]), arcs

    def _wording(self, edit: Edit, places: _Places, revised: Revised) -> tuple[float, float]:
        """Return how probable an average word is before and after an edit, in powers of ten, with those beside it."""
        begin, end = (places.made[0], places.made[-1] + 1) if places.made else (0, 0)
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


def _means(edit: Edit, places: _Places, before: Singles, after: Singles) -> Iterator[Singles]:
    """Yield the means of the vectors that the network reads."""
    replaced, was = _mean(before, sorted(edit.replaced)), _mean(before, places.origins)
    yield replaced
    yield _mean(after, places.new) - replaced
    yield was
    yield _mean(after, places.around) - was
    yield _mean(after, places.made)


def _mean(vectors: Singles, places: Sequence[int]) -> Singles:
    """Return the mean of some vectors, and zeros if there are none."""
    found: Singles = vectors[list(places)].mean(0) if len(places) else np.zeros(vectors.shape[1], np.float32)
    return found


def _places(revised: Revised, number: int) -> _Places:
    made = [place for place, word in enumerate(revised.words) if number in word.edits]
    new = [place for place in made if revised.words[place].origin is None]
    around, origins = [], []
    for place, word in enumerate(revised.words):
        if word.origin is not None and not word.edits and any(abs(place - other) <= _NEAR for other in made):
            around.append(place)
            origins.append(word.origin)
    return _Places(made, new, around, origins)


def _of_vectors(edit: Edit, places: _Places, before: Singles, after: Singles) -> list[float]:
    """Return how near the new words are to those that they replace, and how little the words around them move."""
    replaced = sorted(edit.replaced)
    meaning, nearest, drift = 0.0, 0.0, 1.0
    if places.new and replaced:
        between = after[places.new] @ before[replaced].T
        meaning, nearest = float(between.mean()), float(between.max(axis=1).mean())
    if places.around:
        drift = float((after[places.around] * before[places.origins]).sum(1).mean())
    return [meaning, nearest, drift]


def _of_parse(source: Sentence, arcs: Arcs, places: _Places) -> list[float]:
    """Return what share of the words around an edit keep their tags, and what share their relations."""
    pairs = list(zip(places.around, places.origins, strict=True))
    tags = [arcs.tags[here] == source.tokens[origin].tag for here, origin in pairs]
    relations = [arcs.relations[here] == source.relations[origin] for here, origin in pairs] if source.relations else []
    return [_share(tags), _share(relations)]


def _share(holds: Sequence[bool]) -> float:
    return sum(holds) / len(holds) if holds else 1.0


def _unit_vectors(parts: Sequence[Part]) -> Singles:
    """Return the vectors of the words of a sentence, each of length 1."""
    inside = np.concatenate([part.vectors[1 : 1 + part.end - part.start] for part in parts])
    length = np.linalg.norm(inside, axis=1, keepdims=True)
    scaled: Singles = inside / np.maximum(length, 1e-6)
    return scaled
