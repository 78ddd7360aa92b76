"""What a corpus looks like in figures: lengths, rates, and the edits that make its compressions."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from laconic.corpus.pair import Pair
from laconic.corpus.words import SplitWords, kept_positions
from laconic.errors import DataError
from laconic.metrics.ter import EditCounts, edit_counts_of_pairs

_BATCH_WORDS = 100_000


@dataclass(frozen=True)
class Statistics:
    """The figures of Cohn & Lapata (2013), Table II, and a few more.

    Every reference counts as one compression of its source: means go over all of them.

    Attributes:
        pairs: sources.
        references: compressions.
        documents: documents that are named.
        source_words: mean length of a source in words; punctuation marks are words.
        reference_words: mean length of a compression.
        compression_rate: mean of length by source length.
        compression_rate_micro: length of all compressions by that of their sources.
        ter: mean of 100 × edits by length of the compression, as `laconic score` gives it.
        insertions: mean number of words put in.
        deletions: mean number of words left out.
        substitutions: mean number of words replaced.
        shifts: mean number of phrases moved.
        deletion_only: share of compressions that need nothing but deletions, identical ones included.
        identical: share of compressions that keep every word.
        repeated_ids: pairs whose id an earlier pair has.
    """

    pairs: int
    references: int
    documents: int
    source_words: float
    reference_words: float
    compression_rate: float
    compression_rate_micro: float
    ter: float
    insertions: float
    deletions: float
    substitutions: float
    shifts: float
    deletion_only: float
    identical: float
    repeated_ids: int

    def to_json(self) -> dict[str, Any]:
        """Return the figures by name."""
        return asdict(self)


def describe(pairs: Iterable[Pair], split: SplitWords) -> Statistics:
    """Return the figures of a corpus, which is read once; only its ids' and documents' hashes are held.

    Raises:
        DataError: there is no pair.
    """
    ids = array("q")
    documents: set[int] = set()
    sums = np.zeros(4 + len(EditCounts._fields) + 2)
    references = 0

    def versions() -> Iterator[tuple[list[str], list[str]]]:
        for pair in pairs:
            ids.append(hash(pair.id))
            if pair.document is not None:
                documents.add(hash(pair.document))
            source = split(pair.source)
            yield from ((source, split(reference)) for reference in pair.references)

    for batch in _batches(versions()):
        references += len(batch)
        edits = edit_counts_of_pairs(batch)
        sums += np.sum([_figures(*words, edit) for words, edit in zip(batch, edits, strict=True)], axis=0)
    if references == 0:
        raise DataError("the corpus is empty: there is nothing to describe.")
    means = (sums / references).tolist()
    return Statistics(
        pairs=len(ids),
        references=references,
        documents=len(documents),
        source_words=means[0],
        reference_words=means[1],
        compression_rate=means[2],
        compression_rate_micro=means[1] / means[0],
        ter=means[3],
        insertions=means[4],
        deletions=means[5],
        substitutions=means[6],
        shifts=means[7],
        deletion_only=means[8],
        identical=means[9],
        repeated_ids=len(ids) - len(np.unique(np.frombuffer(ids, np.int64))),
    )


def _batches(versions: Iterable[tuple[list[str], list[str]]]) -> Iterator[list[tuple[list[str], list[str]]]]:
    """Yield the versions in batches, because their edits are counted faster together, with a limit on the words."""
    batch: list[tuple[list[str], list[str]]] = []
    words = 0
    for source, target in versions:
        batch.append((source, target))
        words += len(source) + len(target)
        if words >= _BATCH_WORDS:
            yield batch
            batch, words = [], 0
    if batch:
        yield batch


def _figures(source: list[str], target: list[str], edits: EditCounts) -> list[float]:
    """Return what is averaged: lengths, rate, TER, edits by type, and whether it only deletes or keeps all."""
    deletes = kept_positions(source, target) is not None
    return [
        len(source),
        len(target),
        len(target) / len(source),
        100 * edits.total / len(target),
        *edits,
        deletes,
        deletes and len(source) == len(target),
    ]
