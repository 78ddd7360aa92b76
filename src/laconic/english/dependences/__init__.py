"""Words that say something else, or nothing, once another is gone: what losing one of them alone costs.

A model has learnt from people, who sometimes drop *only* and write headlines; asked for few words, it drops what
turns a statement round (*if*, *few*, *deny*, *may*) or leaves half an expression. A dependence names two words of which
one must not go while the other stays. It is charged to the neighbours that come together over the required word, so
that every search for neighbouring words can look at it. Which words depend on which is told by `table.KINDS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from laconic.english.dependences.dependence import Dependence, Floats, Gaps, costs_of
from laconic.english.dependences.kind import NEVER, Kind
from laconic.english.dependences.parsed import Heads, Parsed, Relations
from laconic.english.dependences.punctuation import clashing_marks
from laconic.english.dependences.table import KINDS
from laconic.text import Sentence, Token

__all__ = [
    "KINDS",
    "NEVER",
    "Dependence",
    "Kind",
    "broken_dependences",
    "dependence_costs",
    "dependences_of",
    "with_required",
]

_REMEMBERED = 32
"""Dependences of the last sentences: they are asked for once a rate, and once a candidate."""


def dependences_of(sentence: Sentence) -> Sequence[Dependence]:
    """Return the dependences between the words of a sentence; without a parse, those that spelling tells.

    >>> sentence = Sentence.from_words("They 've sold less than several hundred cars".split())
    >>> for each in dependences_of(sentence):
    ...     print(each.kind, sentence.words[each.required], sentence.words[each.dependent])
    clitic They 've
    comparison less than
    comparison than several
    multiplied number several hundred
    """
    return _found(sentence.tokens, sentence.heads, sentence.relations)


def broken_dependences(sentence: Sentence, kept: Sequence[int]) -> list[Dependence]:
    """Return the dependences that an answer breaks.

    Args:
        sentence: what is shortened.
        kept: the positions of the words that stay, ascending.
    """
    gaps = Gaps(kept, len(sentence))
    return [dependence for dependence in dependences_of(sentence) if gaps.breaks(dependence)]


def with_required(kept: Iterable[int], sentence: Sentence) -> list[int]:
    """Return positions of words with those added that must not go while they stay, ascending.

    >>> with_required([1, 4], Sentence.from_words("They 've sold several hundred cars".split()))
    [0, 1, 3, 4]
    """
    staying = set(kept)
    while staying:
        broken = broken_dependences(sentence, sorted(staying))
        if not broken:
            break
        staying |= {dependence.required for dependence in broken}
    return sorted(staying)


@lru_cache(_REMEMBERED)
def dependence_costs(tokens: tuple[Token, ...], heads: Heads = None, relations: Relations = None) -> Floats:
    """Return what it costs to bring two words together, as a matrix like `Scores.bigram`, from 0.

    Args:
        tokens: the words of a sentence.
        heads: their heads as in `Sentence`, if it is parsed.
        relations: their relations.
    """
    costs = costs_of(_found(tokens, heads, relations), len(tokens))
    for first, second in clashing_marks([token.text for token in tokens]):
        costs[first + 1, second + 1] = NEVER
    costs.flags.writeable = False
    return costs


@lru_cache(_REMEMBERED)
def _found(tokens: tuple[Token, ...], heads: Heads, relations: Relations) -> tuple[Dependence, ...]:
    parse = Parsed(tokens, heads, relations)
    return tuple(
        Dependence(kind.name, kind.cost, kind.is_distant, *link) for kind in KINDS for link in kind.pattern(parse)
    )
