"""Relation F1: how many grammatical relations output and reference share."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from laconic.dependency import ROOT, arcs
from laconic.errors import DataError
from laconic.metrics.base import MeanMetric, Statistics, f1, sign
from laconic.metrics.batch import Batch
from laconic.text import Sentence

_PUNCTUATION_RELATIONS = frozenset({"punct", "p"})
_ROOT_WORD = ""


class Relation(NamedTuple):
    """A head word, the relation, and the dependent word, all in lower case; the root's head word is empty."""

    head: str
    name: str
    dependent: str


class RelationF1(MeanMetric):
    """F1 over the multisets of relations of parsed outputs and references, as the mean over sentences.

    Output and reference must come from one parser. Case does not count, and punctuation is left out. Of
    several references, the one with the best F1 counts.
    """

    name = "relation_f1"
    title = "relation F1"
    needs_parse = True

    def __init__(self, parser: str = "unnamed") -> None:
        """Name the parser that outputs and references come from; the signature includes it."""
        self.parser = parser

    @property
    def signature(self) -> str:
        """How relations are compared and references chosen, and the parser."""
        return sign(self.name, case="lc", refs="best", average="macro", punct="no", root="yes", parser=self.parser)

    def sentence_values(self, batch: Batch) -> Statistics:
        """Return each sentence's F1 with its best reference; raise `DataError` if one is not parsed."""
        values = np.empty(len(batch))
        for index, (output, references) in enumerate(zip(batch.outputs, batch.references, strict=True)):
            found = relations(_parsed(output.parse, index))
            wanted = (relations(_parsed(reference.parse, index)) for reference in references)
            values[index] = max(_f1(found, each) for each in wanted)
        return values


def relations(sentence: Sentence) -> Counter[Relation]:
    """Return how often each relation between words stands in a parsed sentence, punctuation left out.

    Raises:
        DataError: the sentence has not been parsed.
    """
    words = [word.lower() for word in sentence.words]
    return Counter(
        Relation(_ROOT_WORD if head == ROOT else words[head - 1], relation.lower(), words[dependent - 1])
        for head, dependent, relation in arcs(sentence)
        if relation.lower() not in _PUNCTUATION_RELATIONS and not _is_punctuation(words[dependent - 1])
    )


def _is_punctuation(word: Iterable[str]) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in word)


def _parsed(parse: Sentence | None, index: int) -> Sentence:
    if parse is None:
        raise DataError(f"sentence {index + 1}: relation F1 needs parsed outputs and references.")
    return parse


def _f1(first: Counter[Relation], second: Counter[Relation]) -> float:
    return f1((first & second).total(), first.total(), second.total())
