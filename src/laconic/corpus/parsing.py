"""Parsed pairs: the sources and references of a corpus as a parser sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from laconic.corpus.pair import Pair
from laconic.corpus.words import word_splitter
from laconic.parse.base import Parser
from laconic.text import Sentence

_BATCH = 256


@dataclass(frozen=True)
class ParsedPair:
    """A pair with its source and its references parsed."""

    pair: Pair
    source: Sentence
    references: tuple[Sentence, ...]

    @property
    def reference(self) -> Sentence:
        """The first reference."""
        return self.references[0]


def unparsed(text: str, *, tokenized: bool) -> str | Sentence:
    """Return what to give a parser for a text: its tokens if they are known, otherwise the text."""
    return Sentence.from_words(word_splitter(tokenized)(text)) if tokenized else text


def parse_pairs(
    pairs: Iterable[Pair], parser: Parser, *, tokenized: bool = False, references: int | None = None
) -> Iterator[ParsedPair]:
    """Yield the pairs, parsed in batches.

    Args:
        pairs: the pairs.
        parser: parses sources and references.
        tokenized: whether the texts' tokens are separated by spaces.
        references: parse at most this many references of each pair; all without it.
    """
    stream = iter(pairs)
    while batch := list(islice(stream, _BATCH)):
        wanted = [pair.references[:references] for pair in batch]
        sources = parser.parse(unparsed(pair.source, tokenized=tokenized) for pair in batch)
        targets = iter(parser.parse(unparsed(text, tokenized=tokenized) for texts in wanted for text in texts))
        for pair, source, texts in zip(batch, sources, wanted, strict=True):
            yield ParsedPair(pair, source, tuple(islice(targets, len(texts))))
