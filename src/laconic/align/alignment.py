"""Alignments: sets of links between the words of a source sentence and those of a target sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic.errors import DataError

Link = tuple[int, int]
"""A position in the source and a position in the target, both counted from 0."""

WordPair = tuple[Sequence[str], Sequence[str]]
"""The words of a source sentence and the words of a target sentence."""

MAX_POSITION = 2**31 - 1
_PHARAOH_LINK = re.compile(r"([0-9]{1,10})-([0-9]{1,10})", re.ASCII)


class Aligner(Protocol):
    """Links the words of sentence pairs; ``laconic align --method`` names one."""

    def align(self, pairs: Sequence[WordPair]) -> list[Alignment]:
        """Return one alignment per pair, in the order of the pairs."""
        ...


class Alignment:
    """An immutable set of links, each a source position and a target position counted from 0.

    A word may have several links or none. Links are sorted, first by source position.

    Examples:
        >>> forward, backward = Alignment([(0, 0), (2, 1)]), Alignment.parse("0-0 1-1")
        >>> str(forward | backward), list(forward & backward)
        ('0-0 1-1 2-1', [(0, 0)])
    """

    __slots__ = ("_keys",)

    # One sorted array of distinct numbers, source position in the upper half and target position in the
    # lower: eight bytes a link, and set operations are merges.
    _keys: NDArray[np.int64]

    def __init__(self, links: Iterable[Link] | NDArray[np.integer] = ()) -> None:
        try:
            pairs = np.asarray(links if isinstance(links, np.ndarray) else list(links))
        except ValueError:  # rows of different lengths
            pairs = np.empty(())
        if pairs.ndim and not len(pairs):
            pairs = np.empty((0, 2), np.int64)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
            raise DataError("an alignment is a list of links, each of two whole numbers.")
        if pairs.size and (pairs.min() < 0 or pairs.max() > MAX_POSITION):
            raise DataError(f"the positions of a link must be between 0 and {MAX_POSITION}.")
        keys = pairs[:, 0].astype(np.int64) << 32 | pairs[:, 1].astype(np.int64)
        self._keys = np.unique(keys)
        self._keys.flags.writeable = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read Pharaoh format: ``source-target`` positions separated by white space.

        Raises:
            DataError: a piece of the text is not two whole numbers joined by a hyphen.
        """
        links = []
        for piece in text.split():
            found = _PHARAOH_LINK.fullmatch(piece)
            if found is None:
                raise DataError(f"the link {piece[:40]!r} is not two positions joined by a hyphen, such as 0-3.")
            links.append((int(found[1]), int(found[2])))
        return cls(links)

    @classmethod
    def between(cls, sources: ArrayLike, targets: ArrayLike) -> Self:
        """Return the links whose source and target positions are given as two arrays of the same length."""
        return cls(np.column_stack((np.asarray(sources, np.int64), np.asarray(targets, np.int64))))

    @classmethod
    def of_keys(cls, keys: NDArray[np.int64]) -> Self:
        """Wrap links packed into one number each, in ascending order: source position × 2³² + target position.

        This is how alignments are stored internally; nothing is checked or copied.
        """
        alignment = cls.__new__(cls)
        keys.flags.writeable = False
        alignment._keys = keys
        return alignment

    @property
    def sources(self) -> NDArray[np.int64]:
        """The source position of each link."""
        return self._keys >> 32

    @property
    def targets(self) -> NDArray[np.int64]:
        """The target position of each link."""
        return self._keys & 0xFFFFFFFF

    @property
    def inverse(self) -> Self:
        """The same links with source and target swapped."""
        return self.of_keys(np.sort(self.targets << 32 | self.sources))

    def targets_of(self, source: int) -> tuple[int, ...]:
        """Return the target positions linked to a source position, in order."""
        return tuple(self.targets[self.sources == source].tolist())

    @property
    def is_one_to_one(self) -> bool:
        """Whether no word has more than one link."""
        count = len(self)
        return len(np.unique(self.sources)) == count and len(np.unique(self.targets)) == count

    @property
    def is_monotone(self) -> bool:
        """Whether no two links cross."""
        latest_before = np.maximum.accumulate(self.targets)
        sources, targets = self.sources, self.targets
        # Among earlier links only those of an earlier source word can cross a link.
        first_of_source = np.searchsorted(sources, sources)
        has_earlier = first_of_source > 0
        return bool((latest_before[first_of_source[has_earlier] - 1] <= targets[has_earlier]).all())

    def crossings(self) -> int:
        """Return the number of pairs of links that cross: one earlier in the source, later in the target."""
        sources, targets = self.sources, self.targets
        later = sources[:, None] < sources[None, :]
        return int(np.count_nonzero(later & (targets[:, None] > targets[None, :])))

    def within(self, source_length: int, target_length: int) -> Self:
        """Return the alignment itself if all its links fit sentences of these lengths.

        Raises:
            DataError: a link points beyond the end of its sentence.
        """
        beyond = (self.sources >= source_length) | (self.targets >= target_length)
        if beyond.any():
            source, target = list(self)[int(np.argmax(beyond))]
            raise DataError(
                f"the link {source}-{target} points beyond a pair of {source_length} and {target_length} words; "
                "positions are counted from 0."
            )
        return self

    def __and__(self, other: Alignment) -> Self:
        return self.of_keys(np.intersect1d(self._keys, other._keys, assume_unique=True))

    def __or__(self, other: Alignment) -> Self:
        return self.of_keys(np.union1d(self._keys, other._keys))

    def __sub__(self, other: Alignment) -> Self:
        return self.of_keys(np.setdiff1d(self._keys, other._keys, assume_unique=True))

    def __le__(self, other: Alignment) -> bool:
        return len(self & other) == len(self)

    def __contains__(self, link: Link) -> bool:
        source, target = link
        if not (0 <= source <= MAX_POSITION and 0 <= target <= MAX_POSITION):
            return False
        key = source << 32 | target
        place = int(np.searchsorted(self._keys, key))
        return place < len(self._keys) and int(self._keys[place]) == key

    def __iter__(self) -> Iterator[Link]:
        return zip(self.sources.tolist(), self.targets.tolist(), strict=True)

    def __len__(self) -> int:
        return len(self._keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alignment) and np.array_equal(self._keys, other._keys)

    def __hash__(self) -> int:
        return hash(self._keys.tobytes())

    def __str__(self) -> str:
        return " ".join(f"{source}-{target}" for source, target in self)

    def __repr__(self) -> str:
        return f"Alignment.parse({str(self)!r})"
