"""Building a compression corpus from sentences that were written several times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from laconic.corpus.pair import Pair
from laconic.corpus.words import SplitWords

_ABOUT_SOURCE_WORDS = frozenset(["tokens", "tags", "lemmas", "heads", "relations", "kept", "columns"])


def longest_to_shortest(
    pairs: Iterable[Pair],
    split: SplitWords,
    *,
    min_rate: float = 0.5,
    max_rate: float = 0.8,
    with_source: bool = False,
) -> Iterator[Pair]:
    """Yield, of each pair's versions, the longest as the source and the shortest as its only reference.

    A pair is kept if its rate is above ``min_rate`` and at most ``max_rate``, as in Ganitkevitch et al.
    (2011), section 6.2, who took reference translations. Among versions of the same length, the first is used.

    Args:
        pairs: sentences with several references.
        split: cuts a text into the words that are counted.
        min_rate: the rate that a pair must exceed.
        max_rate: the rate that a pair must not exceed.
        with_source: whether to count the source among the versions.
    """
    for pair in pairs:
        versions = (pair.source, *pair.references) if with_source else pair.references
        lengths = [len(split(version)) for version in versions]
        longest, shortest = max(lengths), min(lengths)
        if min_rate < shortest / longest <= max_rate:
            yield Pair(
                pair.id,
                versions[lengths.index(longest)],
                (versions[lengths.index(shortest)],),
                pair.document,
                {name: value for name, value in pair.extra.items() if name not in _ABOUT_SOURCE_WORDS},
            )
