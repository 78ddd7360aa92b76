"""The bundled English parser: tags, lemmas, constituency trees and dependencies from one small network."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from laconic import __version__
from laconic.cancellation import check_cancelled, watched_here
from laconic.errors import UsageError
from laconic.parse.decode import Parse, decode, join_parts
from laconic.parse.lemmas import english_lemmatizer
from laconic.parse.reader import shared_reader
from laconic.parse.tokenize import tokenize
from laconic.text import Sentence, Token


class EnglishParser:
    """Parses English offline, on a CPU, with weights that ship with the package.

    A sentence's parse depends on nothing but the sentence: not on others given with it, nor on threads.

    >>> sentence, = EnglishParser().parse(["It works."])
    >>> str(sentence.tree)
    '(S (NP (PRP It)) (VP (VBZ works)) (. .))'
    >>> sentence.heads, sentence.relations
    ((2, 0, 2), ('nsubj', 'root', 'punct'))

    Args:
        folder: another network of the same kind; the bundled one if not given.
        threads: how many sentences are parsed at the same time.
    """

    def __init__(self, folder: str | Path | None = None, threads: int = 1) -> None:
        if threads < 1:
            raise UsageError(f"a parser needs at least one thread, not {threads}.")
        self.reader = shared_reader(None if folder is None else Path(folder).resolve())
        self.encoder = self.reader.encoder
        self.threads = threads

    @cached_property
    def fingerprint(self) -> str:
        """Changes with the weights, and with the version, which has its own rules for tokens and lemmas."""
        return f"english {__version__} {self.encoder.fingerprint}"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text, in order; see `laconic.parse.base.Parser`.

        A sentence too long for the network is parsed in parts, cut where that does the least harm.
        """
        if self.threads == 1:
            return [self._parse_one(text) for text in texts]
        from concurrent.futures import ThreadPoolExecutor  # slow to load, and not needed for one thread

        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(watched_here(self._parse_one), texts))

    def _parse_one(self, text: str | Sentence) -> Sentence:
        check_cancelled()
        sentence = Sentence(text, tokenize(text)) if isinstance(text, str) else text
        if not sentence.tokens:
            return replace(sentence, tree=None, heads=(), relations=())
        words = sentence.words
        labels = self.encoder.labels
        found = [decode(outputs, words[part.start : part.end], labels) for part, outputs in self.reader.read(words)]
        return _with_parse(sentence, join_parts(found))


def _with_parse(sentence: Sentence, parse: Parse) -> Sentence:
    """Return the sentence with its parse and its tokens' tags and lemmas."""
    lemmatize = english_lemmatizer()
    tokens = tuple(
        Token(token.text, tag, lemmatize(token.text, tag), token.start, token.end)
        for token, tag in zip(sentence.tokens, parse.tags, strict=True)
    )
    heads, relations = tuple(parse.heads), tuple(parse.relations)
    return replace(sentence, tokens=tokens, tree=parse.tree, heads=heads, relations=relations)
