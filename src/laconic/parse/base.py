"""What a parser is: anything that turns texts into parsed sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from laconic.text import Sentence


class Parser(Protocol):
    """Tokenises, tags and parses.

    ``laconic.testing.check_parser`` checks that an object keeps this contract.
    """

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same text could be parsed otherwise: a name and a version or a checksum of the weights.

        Stores of parses depend on it.
        """
        ...

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text, in order.

        A string is one sentence, to be tokenised; a `Sentence` keeps the tokens it has, and a parse that it
        has already is made anew. Every result has tags, heads that form a projective tree with one root,
        relations, and a constituency tree over exactly its tokens (or none, if the parser makes none). A
        text without words gives a sentence without tokens, heads and relations. A parse depends on its own
        text alone.
        """
        ...
