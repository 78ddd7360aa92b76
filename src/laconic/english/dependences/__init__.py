"""Words that mean something else, or nothing, without another: the cost of losing only one of them.

A model has learnt from people, who sometimes drop *only* and write headlines; asked for few words, it drops what
turns a statement round (*if*, *few*, *deny*, *may*) or leaves half an expression. A dependence names two words of which
one must not go while the other stays. It is charged to the neighbours that come together over the required word, so
that every search for neighbouring words can look at it. `table.KINDS` says which words depend on which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from laconic.english.dependences.dependence import NEVER, Dependence, Floats, gaps_of
from laconic.english.dependences.parsed import Heads, Parsed, Relations
from laconic.english.dependences.statement import Statement
from laconic.english.dependences.table import KINDS, Kind
from laconic.english.marks import paired_marks
from laconic.english.transcripts import COST_OF_KEEPING, passing_positions
from laconic.text import Sentence, Token

__all__ = [
    "KINDS",
    "NEVER",
    "Charges",
    "Dependence",
    "Kind",
    "broken_dependences",
    "charges_of",
    "dependences_of",
    "with_required",
]

_REMEMBERED = 32
"""Charges of the last sentences: the same ones are often asked for again, for another length."""


class Charges:
    """What answers to one sentence are charged, whatever their scores.

    Attributes:
        dependences: the dependences between its words; without a parse, those that the spelling shows.
        token: ``[n]``, what it costs to keep each word: editors strike *um* and a speaker's label first.
        bigram: ``[n + 2, n + 2]``, what it costs to bring two words together, like `Scores.bigram`.
        pairs: the positions of marks that stay or go together.
    """

    def __init__(self, tokens: tuple[Token, ...], heads: Heads, relations: Relations) -> None:
        words = tuple(token.text for token in tokens)
        parse = Parsed(tokens, heads, relations)
        self.dependences = tuple(
            [
                Dependence._make((kind.name, kind.cost, kind.is_distant, *link))
                for kind in KINDS
                for link in kind.pattern(parse)
            ]
        )
        self._statement = Statement(parse)
        self.token: Floats = np.zeros(len(words))
        self.token[list(passing_positions(words, heads, relations))] = COST_OF_KEEPING
        self._gaps = gaps_of(self.dependences, len(words))
        self.bigram = self._gaps.charges()
        self.token.flags.writeable = self.bigram.flags.writeable = False
        self.pairs = tuple(paired_marks(words, parse.tags))

    def broken(self, kept: Iterable[int]) -> list[Dependence]:
        """Return the dependences that an answer breaks, given the positions of the words that stay."""
        stays = np.zeros((1, len(self.token)), np.bool_)
        stays[0, list(kept)] = True
        return [self.dependences[number] for number in np.flatnonzero(self._gaps.costs(stays)).tolist()]

    def costs(self, kept: NDArray[np.bool_]) -> Floats:
        """Return ``[K, D]``: what K answers are charged for each of D dependences, given which words they keep."""
        return self._gaps.costs(kept)

    def says_nothing(self, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return ``[K]``: which of K answers have lost every verb by which the sentence says something."""
        return self._statement.is_lost(kept)


def charges_of(sentence: Sentence) -> Charges:
    """Return what answers to a sentence are charged; that of the last sentences is remembered.

    While one sentence is compressed, its charges are needed once for every rate, to judge candidates and to explain
    answers: it is recognised without a look at its tokens.
    """
    global _last
    known = _last  # read once: another thread may replace it
    if known is None or known[0] is not sentence:
        known = _last = sentence, _charges(sentence.tokens, sentence.heads, sentence.relations)
    return known[1]


def dependences_of(sentence: Sentence) -> Sequence[Dependence]:
    """Return the dependences between the words of a sentence; without a parse, those that the spelling shows.

    >>> sentence = Sentence.from_words("They 've sold less than several hundred cars".split())
    >>> for each in dependences_of(sentence):
    ...     print(each.kind, sentence.words[each.required], sentence.words[each.dependent])
    clitic They 've
    comparison less than
    comparison than several
    multiplied number several hundred
    """
    return charges_of(sentence).dependences


def broken_dependences(sentence: Sentence, kept: Sequence[int]) -> list[Dependence]:
    """Return the dependences that an answer breaks.

    Args:
        sentence: what is shortened.
        kept: the positions of the words that stay, ascending.
    """
    return charges_of(sentence).broken(kept)


def with_required(kept: Iterable[int], sentence: Sentence) -> list[int]:
    """Return positions of words with those added that must not go while they stay, ascending.

    >>> with_required([1, 4], Sentence.from_words("They 've sold several hundred cars".split()))
    [0, 1, 3, 4]
    """
    charges = charges_of(sentence)
    staying = set(kept)
    while staying:
        broken = charges.broken(sorted(staying))
        if not broken:
            break
        staying |= {dependence.required for dependence in broken}
    return sorted(staying)


_charges = lru_cache(_REMEMBERED)(Charges)
_last: tuple[Sentence, Charges] | None = None
