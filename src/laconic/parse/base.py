"""What a parser is: anything that turns texts into parsed sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from laconic.text import Sentence


class Parser(Protocol):
    """Tokenises, tags and parses.

    ``laconic.testing.check_parser`` tells whether an object keeps this contract.

    Attributes:
        fingerprint: changes whenever the same text could be parsed otherwise: a name and a version or
            a checksum of the weights. Stores of parses depend on it.
    """

    fingerprint: str

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        """Return one parsed sentence a text, in order.

        A string is one sentence, to be tokenised; a `Sentence` keeps the tokens it has. Every result
        has a tree over exactly its tokens, heads that form a projective tree with one root, relations
        and tags. An empty text gives a sentence without tokens.
        """
        ...
