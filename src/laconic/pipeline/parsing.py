"""Texts and sentences on their way into the pipeline: parsed in batches, unless they will be split first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from laconic.errors import UsageError
from laconic.parse.base import Parser
from laconic.parse.tokenize import tokenize
from laconic.pipeline.long import MOST_WORDS
from laconic.text import Sentence

_BATCH = 64


def parsed(parser: Parser, texts: Iterable[str | Sentence], *, split_later: bool = False) -> Iterator[Sentence]:
    """Yield sentences with parses; those that have one are passed on.

    Args:
        parser: parses the others, in batches.
        texts: sentences, as text or with their tokens.
        split_later: whether long sentences only get tokens, because they will be split before they are parsed.

    Raises:
        UsageError: something is neither a text nor a sentence.
    """
    stream = iter(texts)
    while batch := list(islice(stream, _BATCH)):
        for text in batch:
            if not isinstance(text, str | Sentence):
                raise UsageError(f"a sentence is a str or a laconic.Sentence, not {type(text).__name__}.")
        yield from _batch(parser, batch, split_later)


def _batch(parser: Parser, batch: Sequence[str | Sentence], split_later: bool) -> list[Sentence]:
    ready = [_tokenised(text) if split_later and _is_long(text) else text for text in batch]
    waiting = [text for text in ready if not _is_ready(text, split_later)]
    found = iter(parser.parse(waiting)) if waiting else iter(())
    return [text if isinstance(text, Sentence) and _is_ready(text, split_later) else next(found) for text in ready]


def _is_long(text: str | Sentence) -> bool:
    """Return whether a text has more words than are searched at once; words between spaces are the least it has."""
    return len(text.split() if isinstance(text, str) else text) > MOST_WORDS


def _tokenised(text: str | Sentence) -> Sentence:
    return text if isinstance(text, Sentence) else Sentence(text, tokenize(text))


def _is_ready(text: str | Sentence, split_later: bool) -> bool:
    return isinstance(text, Sentence) and (text.heads is not None or (split_later and len(text) > MOST_WORDS))
