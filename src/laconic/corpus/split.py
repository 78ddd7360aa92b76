"""Splitting a corpus into parts, without splitting documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from math import isclose

from laconic.corpus.pair import Pair
from laconic.errors import UsageError

_PART_NAME = re.compile(r"[\w-]+")


class Splitter:
    """Assigns every document to a part, given how many pairs each document has.

    Documents are put in an order that depends only on their names and the seed, and each goes to the
    part that lacks most. So the same corpus is always split in the same way, whatever the order of its
    pairs, and the shares are as close to the requested ones as whole documents allow. Only a number
    for each document is held in memory.

    >>> pairs = [Pair(str(i), "a b", ("a",), document=str(i % 10)) for i in range(100)]
    >>> splitter = Splitter(pairs, {"train": 0.8, "test": 0.2}, seed=1)
    >>> sorted(Counter(splitter.part(pair) for pair in pairs).items())
    [('test', 20), ('train', 80)]
    """

    def __init__(
        self, pairs: Iterable[Pair], shares: Mapping[str, float], *, seed: int = 0, pattern: str | None = None
    ) -> None:
        """Read the pairs through and assign their documents.

        Args:
            pairs: the corpus.
            shares: what fraction of the pairs each part shall get; the fractions must sum to 1.
            seed: another seed gives another split.
            pattern: a regular expression whose first group, matched on the id, names the document, for
                pairs that name none; without it such a pair is a document of its own.

        Raises:
            UsageError: the shares or the pattern make no sense.
        """
        if not isclose(sum(shares.values()), 1.0, abs_tol=1e-6) or min(shares.values()) <= 0:
            raise UsageError("the shares of the parts must be positive and sum to 1, as in train=0.8,dev=0.1,test=0.1.")
        self._seed = seed
        self._pattern = _compile(pattern)
        sizes = Counter(map(self._key, pairs))
        self.documents: Counter[str] = Counter()
        self.pairs: Counter[str] = Counter()
        self._part_of: dict[int, str] = {}
        lacking = {part: share * sizes.total() for part, share in shares.items()}
        for key in sorted(sizes):
            part = max(lacking, key=lambda name: lacking[name])
            lacking[part] -= sizes[key]
            self.documents[part] += 1
            self.pairs[part] += sizes[key]
            self._part_of[key] = part

    def part(self, pair: Pair) -> str:
        """Return the part that the pair's document belongs to."""
        return self._part_of[self._key(pair)]

    def _key(self, pair: Pair) -> int:
        """Return a number for the pair's document that looks random but depends only on its name and the seed."""
        name = pair.document
        if name is None and self._pattern is not None and (match := self._pattern.match(pair.id)):
            name = match[1]
        kind = "id" if name is None else "document"
        text = f"{self._seed} {kind} {pair.id if name is None else name}"
        return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little")


def parse_shares(text: str) -> dict[str, float]:
    """Read ``train=0.8,dev=0.1,test=0.1``; raise `UsageError` if it does not have this form."""
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, _, share = part.strip().partition("=")
        try:
            value = float(share)
        except ValueError:
            raise UsageError(f"{part!r} is not of the form train=0.8.") from None
        if not _PART_NAME.fullmatch(name) or name in shares:
            raise UsageError(f"{name!r} cannot name a part: use letters, digits and hyphens, and each name once.")
        shares[name] = value
    return shares


def _compile(pattern: str | None) -> re.Pattern[str] | None:
    if pattern is None:
        return None
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise UsageError(f"{pattern!r} is not a regular expression: {error}.") from None
    if compiled.groups == 0:
        raise UsageError(f"{pattern!r} needs brackets around the part of the id that names the document.")
    return compiled
