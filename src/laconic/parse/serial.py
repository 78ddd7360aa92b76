"""Parsed sentences as plain JSON values, without loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from laconic.errors import DataError
from laconic.text import Sentence, Token
from laconic.tree import Leaf, Tree


def sentence_to_json(sentence: Sentence) -> dict[str, Any]:
    """Return a sentence as plain values: text, tokens with offsets, tags, lemmas, tree, heads, relations."""
    return {
        "text": sentence.text,
        "tokens": list(sentence.words),
        "offsets": [[token.start, token.end] for token in sentence.tokens],
        "tags": [token.tag for token in sentence.tokens],
        "lemmas": [token.lemma for token in sentence.tokens],
        "tree": None if sentence.tree is None else str(sentence.tree),
        "heads": None if sentence.heads is None else list(sentence.heads),
        "relations": None if sentence.relations is None else list(sentence.relations),
        "start": sentence.start,
        "pretokenized": sentence.pretokenized,
    }


def sentence_from_json(record: dict[str, Any]) -> Sentence:
    """Return the sentence that `sentence_to_json` wrote.

    Raises:
        DataError: the record is not one of a sentence.
    """
    try:
        tokens = tuple(
            Token(text, tag, lemma, start, end)
            for text, tag, lemma, (start, end) in zip(
                record["tokens"], record["tags"], record["lemmas"], record["offsets"], strict=True
            )
        )
        return Sentence(
            record["text"],
            tokens,
            tree=None if record["tree"] is None else _read_tree(record["tree"], tokens),
            heads=None if record["heads"] is None else tuple(record["heads"]),
            relations=None if record["relations"] is None else tuple(record["relations"]),
            start=record["start"],
            pretokenized=record["pretokenized"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"a record is not a parsed sentence: {error!r}.") from None


def _read_tree(brackets: str, tokens: Sequence[Token]) -> Tree:
    """Return the tree over exactly these tokens: brackets cannot spell every word (``-LRB-``, a space)."""
    leaves = [Leaf(token.text, position) for position, token in enumerate(tokens)]
    return Tree.parse(brackets).with_leaves(leaves)
