"""The evidence for linking two words: their spelling, the lexicon, their positions and their neighbours.

Every measure is a matrix with one row a source word and one column a target word. `word_features` do not
change while a pair is aligned; `context_features` look at how likely the links nearby are, so they are
computed again in each round of `laconic.align.monolingual`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from laconic._core import surface_similarity
from laconic.align.lexicon import Lexicon
from laconic.english.word_classes import WORD_CLASSES

Cells = NDArray[np.float32]
"""A matrix over source and target words, or several of them stacked along a last axis."""

REACH = 2
"""How many words to each side the context reaches."""

_WINDOW = 2 * REACH + 1
_CLASS_NAMES = (*WORD_CLASSES, "number")
_CLASS_OF = {word: place for place, words in enumerate(WORD_CLASSES.values()) for word in words}
_NUMBER = re.compile(r"[0-9.,]*[0-9][0-9.,]*", re.ASCII)
_FLOOR = 0.003  # of probabilities in logarithms: less is not told from nothing
_FARTHEST = 6  # words from the local diagonal; farther is all the same

WORD_FEATURES = (
    "identical, prefix, suffix, edit similarity, part of the other, same class, "
    "lexicon forward, lexicon backward, lexicon mean, lexicon share of source, lexicon share of target, "
    "distance, identical and unique, source occurs in target, target occurs in source, "
    "source length, target length, source word length, target word length"
).split(", ") + [f"{side} is {name}" for side in ("source", "target") for name in _CLASS_NAMES]

CONTEXT_FEATURES = [f"link at {i:+d}{j:+d}" for i in range(-REACH, REACH + 1) for j in range(-REACH, REACH + 1)] + (
    "log odds, rival in target, rival in source, other links of source, other links of target, "
    "off the diagonal before, off the diagonal after, "
    "source before linked, source after linked, target before linked, target after linked"
).split(", ")


def word_features(source: Sequence[str], target: Sequence[str], lexicon: Lexicon) -> Cells:
    """Return the features in the order of `WORD_FEATURES`; capitals make no difference."""
    source, target = [word.lower() for word in source], [word.lower() for word in target]
    shape = (len(source), len(target))
    surface = surface_similarity(*_letters(source), *_letters(target))
    identical = np.equal.outer(np.array(source, object), np.array(target, object)).astype(np.float32)
    source_classes, target_classes = _classes(source), _classes(target)
    forward, backward = lexicon.probabilities(source, target), lexicon.probabilities(target, source).T
    rows, columns = identical.sum(1, keepdims=True), identical.sum(0, keepdims=True)
    single = (
        identical,
        surface[:, :, 0],
        surface[:, :, 1],
        surface[:, :, 2],
        _parts(source, target),
        source_classes @ target_classes.T,
        _log(forward),
        _log(backward),
        np.sqrt(forward * backward),
        forward / (forward.sum(1, keepdims=True) + _FLOOR),
        backward / (backward.sum(0, keepdims=True) + _FLOOR),
        np.abs(_middles(len(source))[:, None] - _middles(len(target))),
        identical / np.maximum(rows * columns, 1),
        rows > 0,
        columns > 0,
        np.float32(1 / max(len(source), 1)),
        np.float32(1 / max(len(target), 1)),
        _lengths(source)[:, None],
        _lengths(target),
    )
    stacked = np.stack([np.broadcast_to(matrix, shape) for matrix in single], axis=-1)
    classes = (
        np.broadcast_to(source_classes[:, None], (*shape, len(_CLASS_NAMES))),
        np.broadcast_to(target_classes[None], (*shape, len(_CLASS_NAMES))),
    )
    return np.concatenate((stacked, *classes), axis=-1).astype(np.float32, copy=False)


def first_guess(features: Cells) -> Cells:
    """Return rough likelihoods of links from the word features alone, for the first round's context."""
    identical, look, lexical = (features[:, :, WORD_FEATURES.index(name)] for name in _GUESSED_FROM)
    alike = np.where(look > 0.5, look**3, 0)
    small = features[:, :, WORD_FEATURES.index("same class")] > 0
    guess: Cells = np.maximum(np.where(identical > 0, np.where(small, 0.6, 0.95), 0), np.maximum(alike, lexical) * 0.9)
    return guess.astype(np.float32)


_GUESSED_FROM = ("identical", "edit similarity", "lexicon mean")


def context_features(likely: Cells) -> Cells:
    """Return the features in the order of `CONTEXT_FEATURES` for links with these probabilities."""
    padded = np.pad(likely, REACH)
    window = np.lib.stride_tricks.sliding_window_view(padded, (_WINDOW, _WINDOW)).reshape(*likely.shape, -1)
    of_source, of_target = likely.max(1, keepdims=True), likely.max(0, keepdims=True)
    before, after = _off_diagonal(likely)
    single = (
        np.log((likely + 1e-4) / (1 - likely + 1e-4)) / 5,
        _rivals(likely),
        _rivals(likely.T).T,
        likely.sum(1, keepdims=True) - likely,
        likely.sum(0, keepdims=True) - likely,
        before,
        after,
        np.pad(of_source, ((1, 0), (0, 0)))[:-1],
        np.pad(of_source, ((0, 1), (0, 0)))[1:],
        np.pad(of_target, ((0, 0), (1, 0)))[:, :-1],
        np.pad(of_target, ((0, 0), (0, 1)))[:, 1:],
    )
    stacked = np.stack([np.broadcast_to(matrix, likely.shape) for matrix in single], axis=-1)
    return np.concatenate((window, stacked), axis=-1).astype(np.float32, copy=False)


def _letters(words: Sequence[str]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    letters = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), np.uint32)
    return letters, np.cumsum([len(word) for word in words], dtype=np.int64)


def _classes(words: Sequence[str]) -> Cells:
    found = np.zeros((len(words), len(_CLASS_NAMES)), np.float32)
    for position, word in enumerate(words):
        if word in _CLASS_OF:
            found[position, _CLASS_OF[word]] = 1
        elif _NUMBER.fullmatch(word):
            found[position, -1] = 1
    return found


def _parts(source: Sequence[str], target: Sequence[str]) -> Cells:
    """Return which words are parts of a hyphenated word on the other side."""
    parts = np.zeros((len(source), len(target)), np.float32)
    for words, others, matrix in ((source, target, parts), (target, source, parts.T)):
        for position, word in enumerate(words):
            pieces = word.split("-")
            if len(pieces) > 1:
                matrix[position, [other in pieces for other in others]] = 1
    return parts


def _log(probabilities: Cells) -> Cells:
    """Return logarithms scaled so that nothing is 0 and certainty about 1."""
    scaled: Cells = np.log(probabilities / _FLOOR + 1) / np.float32(np.log(1 / _FLOOR + 1))
    return scaled


def _middles(length: int) -> Cells:
    return ((np.arange(length) + 0.5) / max(length, 1)).astype(np.float32)


def _lengths(words: Sequence[str]) -> Cells:
    return np.array([min(len(word), 10) / 10 for word in words], np.float32)


def _rivals(likely: Cells) -> Cells:
    """Return for each link the likeliest other link in its row."""
    if likely.shape[1] < 2:
        return np.zeros_like(likely)
    two = np.partition(likely, -2, axis=1)[:, -2:]
    return np.where(likely >= two[:, 1:], two[:, :1], two[:, 1:])


def _off_diagonal(likely: Cells) -> tuple[Cells, Cells]:
    """Return how far each link lies off the diagonals through the nearest sure links before and after.

    Links are sure that are likelier than not, and likelier than all others of both their words.
    """
    sure = (likely > 0.5) & (likely >= likely.max(1, keepdims=True)) & (likely >= likely.max(0, keepdims=True))
    rows, columns = np.nonzero(sure)
    lines = np.arange(likely.shape[0])
    diagonal = np.arange(likely.shape[1]) - lines[:, None]
    before, after = (np.ones(likely.shape, np.float32) for _ in range(2))
    for matrix, places in (
        (before, np.searchsorted(rows, lines, "left") - 1),
        (after, np.searchsorted(rows, lines, "right")),
    ):
        found = (places >= 0) & (places < len(rows))
        anchors = places[found]
        offsets = (columns - rows)[anchors]
        matrix[found] = np.minimum(np.abs(diagonal[found] - offsets[:, None]), _FARTHEST) / _FARTHEST
    return before, after
