"""The bundled network: the words of a sentence in, scores for tags, brackets and arcs out.

A sentence is run alone. In 8 bits the network scales its activations by their range, so that sentences run
together would change one another's parses; and on a CPU a batch would gain only a quarter in speed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.errors import DataError
from laconic.parse.session import open_session, silent_runtime
from laconic.parse.words import MAX_PIECES, WordPieces, shapes, surface

NETWORK = "network.onnx"
LABELS = "labels.json"
VOCABULARY = "vocabulary.txt"

_BEGIN, _END, _UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
_INPUTS = ("pieces", "first", "last", "shape")
_OUTPUTS = ("tags", "span_scores", "span_labels", "arcs", "relations")
_VECTORS = "words"
_CONTEXT = ("tree", "heads", "gaps", "ancestry")
_PREPARED = tuple(f"prepared_{name}" for name in _CONTEXT)
_HEAD_INPUTS = ("vectors", *_CONTEXT, "rate", "style")
_HEAD_OUTPUTS = ("token", "bigram", "arc")
_VERSION_INPUTS = ("kept", "before", "after")
_VERDICTS = "verdicts"
_CHOICES = ("parse", "prepare", "compress", "verify")
"""The bundled file holds four networks, of which one is run at a time: the parser, what no request changes, the heads
that score compressions, and the verifier. A file with the parser alone will do for parsing."""

FREE = -1.0
"""The rate that stands for a free length."""

WIDTH = 384
"""How many numbers the vector of a word has."""

_MANY_CELLS = 10_000
"""The runtime keeps the memory of a run for the next one, which makes that faster, but gives back the memory of larger
runs: else it would always hold what the longest sentence took."""

_MOST_REMEMBERED = 100_000
"""Words whose pieces are remembered: enough for a language, bounded for a stream of noise."""

Integers = NDArray[np.int64]
Singles = NDArray[np.float32]

_NOTHING: dict[str, Any] = {
    **dict.fromkeys(_INPUTS, np.zeros(1, np.int64)),
    **dict.fromkeys(("vectors", "tree"), np.zeros((1, WIDTH), np.float32)),
    **dict.fromkeys(("heads", "ancestry"), np.zeros((1, 1), np.float32)),
    "gaps": np.zeros((1, 1, 64), np.float32),
    "rate": np.zeros(1, np.float32),
    "style": np.zeros(1, np.int64),
    "kept": np.zeros((1, 1), np.float32),
    "before": np.zeros((1, 1), np.int64),
    "after": np.zeros((1, 1), np.int64),
}
"""What the network that is not run is fed."""


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

    def part(self, start: int, end: int) -> Pieces:
        """Return the pieces of the words from ``start`` up to ``end``."""
        first = sum(self.counts[:start])
        counts = self.counts[start:end]
        return Pieces(self.ids[first : first + sum(counts)], counts, self.shapes[start:end])


@dataclass(frozen=True)
class Outputs:
    """What the network says of a sentence of W words.

    Attributes:
        tags: ``[W]``, the best tag of each word.
        span_scores: ``[W + 1, W + 1]``, how much better each span is as a constituent than as none.
        span_labels: ``[W + 1, W + 1]``, its best label.
        arcs: ``[W + 1, W + 1]``, scores from head (0 is the root) to word.
        relations: ``[W + 1, W + 1]``, the best relation of each arc.
        vectors: ``[W + 2, d]``, what the encoder knows of each word and of the sentence's two ends.
    """

    tags: Integers
    span_scores: Singles
    span_labels: Integers
    arcs: Singles
    relations: Integers
    vectors: Singles


@dataclass(frozen=True)
class Context:
    """What the heads know of a sentence of W words before anything is asked for, as numbers for them alone.

    Attributes:
        vectors: ``[W + 2, d]``, as in `Outputs`.
        tree: ``[W, d]``, what each word's place in the tree adds to its vector.
        heads: ``[W, W + 1]``, the probabilities of its heads.
        gaps: ``[W + 1, W + 1, p]``, what lies between two neighbours.
        ancestry: ``[W, W + 1]``, how near each word is to each head in the tree.
    """

    vectors: Singles
    tree: Singles
    heads: Singles
    gaps: Singles
    ancestry: Singles


@dataclass(frozen=True)
class HeadScores:
    """What the heads say of compressions of W words, as `laconic.search.base.Scores` has it."""

    token: NDArray[np.floating]
    bigram: NDArray[np.floating]
    arc: NDArray[np.floating]


@dataclass(frozen=True)
class Labels:
    """The names behind the network's numbers."""

    tags: tuple[str, ...]
    spans: tuple[str, ...]
    relations: tuple[str, ...]


class Encoder:
    """Runs the network on sentences; several threads may use it at once.

    Args:
        folder: where network, labels and vocabulary are; the bundled ones if not given.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = Path(str(files("laconic") / "data" / "english")) if folder is None else Path(folder)
        self._remembered: dict[str, list[int]] = {}
        self._loading = Lock()
        self._loaded: Any = None

    @cached_property
    def labels(self) -> Labels:
        """The names behind the numbers."""
        path = self._existing(LABELS)
        try:
            named = json.loads(path.read_bytes())
            return Labels(*(tuple(map(str, named[name])) for name in ("tags", "spans", "relations")))
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(f"does not name tags, spans and relations: {error}.", path=path) from None

    @cached_property
    def fingerprint(self) -> str:
        """A checksum of everything the network's answers depend on."""
        digest = hashlib.sha256()
        for name in (NETWORK, LABELS, VOCABULARY):
            with self._existing(name).open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
        return digest.hexdigest()[:16]

    def pieces(self, words: Sequence[str]) -> Pieces:
        """Return the pieces of a sentence's words, at most `MAX_PIECES` a word and at least one."""
        split = [self._split(word) for word in words]
        ids = [piece for pieces in split for piece in pieces]
        return Pieces(ids, [len(pieces) for pieces in split], shapes(words))

    def run(self, sentence: Pieces) -> Outputs:
        """Return the network's scores for a sentence of at least one word."""
        session, feed, cells = self._session(), self.feed(sentence), len(sentence.counts) ** 2
        if not _has_heads(session):
            no_vectors = np.zeros((0, 0), np.float32)
            return Outputs(*[*_run(session, _OUTPUTS, feed, cells), no_vectors])
        return Outputs(*_run(session, (*_OUTPUTS, _VECTORS), {**_NOTHING, **feed, **_chosen("parse")}, cells))

    def context(self, vectors: Singles) -> Context:
        """Return what the heads know of a sentence before anything is asked for, from the vectors that `run` gives.

        It is found once per sentence; `score` and `judge` then cost less than half of what they would without it.

        Raises:
            DataError: the network only parses.
        """
        feed = {**_NOTHING, "vectors": vectors, **_chosen("prepare")}
        return Context(vectors, *_run(self._session_with_heads(), _PREPARED, feed, len(vectors) ** 2))

    def score(self, context: Context, rate: float, style: int) -> HeadScores:
        """Return scores of compressions of a sentence.

        Args:
            context: the sentence's.
            rate: the kept words for each word of the sentence, or `FREE`.
            style: the number of a style.
        """
        asked = {"rate": np.array([rate], np.float32), "style": np.array([style], np.int64)}
        feed = {**_NOTHING, **vars(context), **asked, **_chosen("compress")}
        return HeadScores(*_run(self._session_with_heads(), _HEAD_OUTPUTS, feed, context.heads.size))

    def judge(self, context: Context, kept: NDArray[np.bool_]) -> Singles:
        """Return ``[K, 3]``: the probabilities that an editor accepts, mends or rejects each of K shorter versions.

        Args:
            context: that of a sentence of W words.
            kept: ``[K, W]``, which words each version keeps.
        """
        before, after = _nearest_kept(kept)
        versions = {"kept": kept.astype(np.float32), "before": before, "after": after}
        feed = {**_NOTHING, **vars(context), **versions, **_chosen("verify")}
        (verdicts,) = _run(self._session_with_heads(), [_VERDICTS], feed, kept.size)
        judged: Singles = verdicts
        return judged

    def feed(self, sentence: Pieces) -> dict[str, Integers]:
        """Return the network's inputs: the pieces, and the first and last piece and the shape of each word.

        The ends of the sentence count as words there: the network reads fence posts between them.
        """
        ends = np.cumsum(sentence.counts, dtype=np.int64)
        after = len(sentence.ids) + 1
        return {
            "pieces": np.array([self._numbers[_BEGIN], *sentence.ids, self._numbers[_END]], np.int64),
            "first": np.concatenate(([0], ends - sentence.counts + 1, [after])),
            "last": np.concatenate(([0], ends, [after])),
            "shape": np.array([0, *sentence.shapes, 0], np.int64),
        }

    def _session_with_heads(self) -> Any:
        session = self._session()
        if not _has_heads(session):
            raise DataError("only parses; it cannot score compressions.", path=self.folder / NETWORK)
        return session

    def _session(self) -> Any:
        with self._loading:  # two threads must not load the weights twice
            if self._loaded is None:
                self._loaded = _open_network(self._existing(NETWORK))
            return self._loaded

    @cached_property
    def _word_pieces(self) -> WordPieces:
        path = self._existing(VOCABULARY)
        try:
            return WordPieces(path.read_text("utf-8").removesuffix("\n").split("\n"))
        except (KeyError, UnicodeDecodeError) as error:
            raise DataError(f"is not a vocabulary of word pieces: {error}.", path=path) from None

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The numbers of the pieces that stand for no letters."""
        return {name: self._word_pieces.number(name) for name in (_BEGIN, _END, _UNKNOWN)}

    def _split(self, word: str) -> list[int]:
        pieces = self._remembered.get(word)
        if pieces is None:
            pieces = self._word_pieces(surface(word), MAX_PIECES) or [self._numbers[_UNKNOWN]]
            if len(self._remembered) < _MOST_REMEMBERED:
                self._remembered[word] = pieces
        return pieces

    def _existing(self, name: str) -> Path:
        path = self.folder / name
        if not path.is_file():
            raise DataError(f"there is no {name}; is this a folder written by the parser's training?", path=self.folder)
        return path


def _run(session: Any, outputs: Sequence[str], feed: dict[str, Any], cells: int) -> list[Any]:
    """Return a network's outputs.

    Args:
        session: the network.
        outputs: their names.
        feed: its inputs.
        cells: how many numbers of each kind it computes: pairs of words, or words of versions.
    """
    found: list[Any] = session.run(outputs, feed, _giving_back() if cells > _MANY_CELLS else None)
    return found


@cache
def _giving_back() -> Any:
    """Return options by which the runtime gives back memory that no network uses after a run."""
    options = silent_runtime().RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def _has_heads(session: Any) -> bool:
    return len(session.get_outputs()) > len(_OUTPUTS)


def _nearest_kept(kept: NDArray[np.bool_]) -> tuple[Integers, Integers]:
    """Return ``[K, W + 2]``: the nearest kept places before and after each place of a sentence with its ends.

    The ends count as kept; the first has itself before it, the last itself after it.
    """
    last = kept.shape[1] + 1
    staying = np.ones((len(kept), last + 1), np.bool_)
    staying[:, 1:-1] = kept
    place = np.arange(last + 1)
    upto = np.maximum.accumulate(np.where(staying, place, 0), axis=1)
    from_here = np.minimum.accumulate(np.where(staying, place, last)[:, ::-1], axis=1)[:, ::-1]
    before = np.concatenate([upto[:, :1], upto[:, :-1]], axis=1)
    after = np.concatenate([from_here[:, 1:], from_here[:, -1:]], axis=1)
    return before, after


@cache
def _chosen(network: str) -> dict[str, NDArray[np.bool_]]:
    """Return the inputs that choose one of the four networks."""
    return {name: np.array(name == network) for name in _CHOICES}


def _open_network(path: Path) -> Any:
    """Load the network.

    Raises:
        DataError: the file is not a network, or is one with other inputs and outputs.
    """
    session = open_session(path)
    found = {tensor.name for tensor in (*session.get_inputs(), *session.get_outputs())}
    parser = {*_INPUTS, *_OUTPUTS}
    heads = {_VECTORS, *_CHOICES, *_PREPARED, *_HEAD_INPUTS, *_HEAD_OUTPUTS, *_VERSION_INPUTS, _VERDICTS}
    if found not in (parser, parser | heads):
        raise DataError(
            f"does not have the inputs and outputs that laconic needs: {', '.join(sorted(found))}.", path=path
        )
    return session
