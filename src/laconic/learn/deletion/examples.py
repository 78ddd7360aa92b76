"""Training examples for compression by deletion: which words the references keep, and their own trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic.corpus import Pair
from laconic.corpus.parsing import parse_pairs
from laconic.parse.base import Parser
from laconic.text import Sentence


@dataclass(frozen=True)
class Gold:
    """One reference compression, in positions of the source.

    Attributes:
        kept: positions of the kept words, counted from 0.
        heads: for each kept word the number of its head in the source, counted from 1, or 0 for the
            root, as the parser finds them in the compressed sentence.
    """

    kept: tuple[int, ...]
    heads: tuple[int, ...]


@dataclass(frozen=True)
class DeletionExample:
    """A parsed sentence with its references."""

    sentence: Sentence
    golds: tuple[Gold, ...]


def shared_positions(source: Sequence[str], target: Sequence[str]) -> tuple[int, ...]:
    """Return the source positions of the words that source and target share in order.

    The words compared are lower-cased. Of equal choices the last occurrence is taken (Yao et al. 2014).

    >>> shared_positions("the man in the boat".split(), "the boat".split())
    (3, 4)
    """
    vocabulary: dict[str, int] = {}

    def coded(words: Sequence[str]) -> NDArray[np.int32]:
        return np.array([vocabulary.setdefault(word.lower(), len(vocabulary)) for word in words], dtype=np.int32)

    # At the price of two, a substitution never beats leaving the word out: the matches are a longest
    # common subsequence.
    script = _core.edit_script(coded(source), coded(target), substitution=2)
    kept, position = [], 0
    for operation in script.tolist():
        if operation == _core.MATCH:
            kept.append(position)
        position += operation != _core.INSERT
    return tuple(kept)


def make_examples(pairs: Iterable[Pair], parser: Parser, *, tokenized: bool = False) -> Iterator[DeletionExample]:
    """Yield examples for the pairs; references that share no word are left out."""
    for parsed in parse_pairs(pairs, parser, tokenized=tokenized):
        golds = (_gold(parsed.source, reference) for reference in parsed.references)
        usable = tuple(gold for gold in golds if gold.kept)
        if usable:
            yield DeletionExample(parsed.source, usable)


def _gold(source: Sentence, reference: Sentence) -> Gold:
    """Find the reference's words in the source and carry its arcs over."""
    kept = shared_positions(source.words, reference.words)
    matched = shared_positions(reference.words, [source.words[position] for position in kept])
    number_in_source = {place + 1: position + 1 for place, position in zip(matched, kept, strict=True)}
    heads = []
    for place in matched:
        head = place + 1
        # A head that the source does not have is passed over in favour of its own head.
        while head != 0:
            head = reference.heads[head - 1] if reference.heads is not None else 0
            if head in number_in_source:
                break
        heads.append(number_in_source.get(head, 0))
    return Gold(kept, tuple(heads))
