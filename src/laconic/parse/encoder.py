"""The bundled network: words in, scores for tags, brackets and arcs out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.errors import DataError
from laconic.parse.wordpiece import WordPieces
from laconic.parse.words import MAX_PIECES, shapes, surface

NETWORK = "network.onnx"
LABELS = "labels.json"
VOCABULARY = "vocabulary.txt"
LONGEST = 500
"""The most pieces of one sentence: the encoder has positions for 512."""

# Numbers of special pieces in the vocabulary.
UNKNOWN, BEGIN, END = 100, 101, 102

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Pieces:
    """One sentence as the network reads it.

    Attributes:
        ids: the pieces of its words, one after the other.
        counts: how many pieces each word has.
        shapes: the shape of each word.
    """

    ids: list[int]
    counts: list[int]
    shapes: list[int]


@dataclass(frozen=True)
class Outputs:
    """What the network says of a batch of sentences, padded to the longest.

    Attributes:
        tags: ``[B, W]``, the best tag of each word.
        span_scores: ``[B, W + 1, W + 1]``, how much better each span is as a constituent than as none.
        span_labels: ``[B, W + 1, W + 1]``, its best label.
        arcs: ``[B, W + 1, W + 1]``, scores from head (0 is the root) to word.
        relations: ``[B, W + 1, W + 1]``, the best relation of each arc.
    """

    tags: Integers
    span_scores: NDArray[np.float32]
    span_labels: Integers
    arcs: NDArray[np.float32]
    relations: Integers


@dataclass(frozen=True)
class Labels:
    """The names behind the network's numbers."""

    tags: tuple[str, ...]
    spans: tuple[str, ...]
    relations: tuple[str, ...]


class Encoder:
    """Runs the network on batches of sentences.

    Args:
        folder: where network, labels and vocabulary are; the bundled ones if not given.
        threads: how many threads one batch may use.
    """

    def __init__(self, folder: str | Path | None = None, threads: int = 1) -> None:
        self.folder = Path(str(files("laconic") / "data" / "english")) if folder is None else Path(folder)
        self.threads = threads
        self._known: dict[str, list[int]] = {}

    @cached_property
    def labels(self) -> Labels:
        """The names behind the numbers."""
        names = self._read_json(LABELS)
        return Labels(tuple(names["tags"]), tuple(names["spans"]), tuple(names["relations"]))

    @cached_property
    def fingerprint(self) -> str:
        """A checksum of the network, which changes whenever parses could."""
        return hashlib.sha256(self._existing(NETWORK).read_bytes()).hexdigest()[:16]

    def pieces(self, words: Sequence[str]) -> Pieces:
        """Return the pieces of a sentence's words."""
        split = [self._split(word) for word in words]
        ids = [piece for pieces in split for piece in pieces]
        return Pieces(ids, [len(pieces) for pieces in split], shapes(list(words)))

    def run(self, batch: Sequence[Pieces]) -> Outputs:
        """Return the network's scores for a batch of sentences, each of one word at least."""
        return Outputs(*self._session.run(None, _feed(batch)))

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Sentences differ in length, so a memory pattern would be planned anew for every batch.
        options.enable_mem_pattern = False
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        path = self._existing(NETWORK)
        try:
            return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises many kinds, all of them its own
            raise DataError(f"is not a network that can be run: {error}.", path=path) from None

    @cached_property
    def _word_pieces(self) -> WordPieces:
        return WordPieces(self._existing(VOCABULARY).read_text("utf-8").split("\n"))

    def _split(self, word: str) -> list[int]:
        pieces = self._known.get(word)
        if pieces is None:
            pieces = self._word_pieces(surface(word))[:MAX_PIECES] or [UNKNOWN]
            if len(self._known) < 200_000:  # enough for a language, bounded for a stream of noise
                self._known[word] = pieces
        return pieces

    def _read_json(self, name: str) -> dict[str, Any]:
        path = self._existing(name)
        try:
            return dict(json.loads(path.read_text("utf-8")))
        except ValueError as error:
            raise DataError(f"cannot be read: {error}.", path=path) from None

    def _existing(self, name: str) -> Path:
        path = self.folder / name
        if not path.is_file():
            raise DataError(f"there is no {name}; is this a folder made by the parser's training?", path=self.folder)
        return path


def batches(sentences: Sequence[Pieces], budget: int = 2048) -> Iterable[list[int]]:
    """Yield positions of sentences of similar length, so that a padded batch has about ``budget`` pieces.

    The memory of a batch grows with the square of its longest sentence, so long ones come alone.
    """
    order = sorted(range(len(sentences)), key=lambda place: (len(sentences[place].ids), place))
    batch: list[int] = []
    for place in order:
        longest = len(sentences[place].ids) + 2
        if batch and (len(batch) + 1) * longest * max(1.0, longest / 48) > budget:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _feed(batch: Sequence[Pieces]) -> dict[str, Integers | NDArray[np.bool_]]:
    """Return the network's inputs: pieces with masks, first and last piece and shape of each word.

    The ends of the sentence count as words there: the network reads fence posts between them.
    """
    rows = len(batch)
    width = max(len(sentence.ids) for sentence in batch) + 2
    words = max(len(sentence.counts) for sentence in batch) + 2
    pieces = np.zeros((rows, width), np.int64)
    piece_mask = np.zeros((rows, width), np.bool_)
    first, last, shape = (np.zeros((rows, words), np.int64) for _ in range(3))
    word_mask = np.zeros((rows, words), np.bool_)
    for row, sentence in enumerate(batch):
        size, count = len(sentence.ids), len(sentence.counts)
        pieces[row, 0] = BEGIN
        pieces[row, 1 : size + 1] = sentence.ids
        pieces[row, size + 1] = END
        piece_mask[row, : size + 2] = True
        ends = np.cumsum(sentence.counts)
        first[row, 1 : count + 1] = ends - sentence.counts + 1
        last[row, 1 : count + 1] = ends
        first[row, count + 1] = last[row, count + 1] = size + 1
        shape[row, 1 : count + 1] = sentence.shapes
        word_mask[row, : count + 2] = True
    return {
        "pieces": pieces,
        "piece_mask": piece_mask,
        "first": first,
        "last": last,
        "shape": shape,
        "word_mask": word_mask,
    }
