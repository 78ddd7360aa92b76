"""Words that say something else, or nothing, once another is gone: what losing one of them alone costs.

The network has learnt from people, who sometimes drop *only* and write headlines; asked for few words, it drops what
turns a statement round (*if*, *few*, *deny*, *may*) or leaves half an expression. A tie names two words of which one
must not go while the other stays. It is charged to the neighbours that come together over the lost word, so that every
search for neighbouring words can look at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from laconic.english.amounts import amount_ties
from laconic.english.dependences.dependence import NEVER, Floats, Tie, costs_of
from laconic.english.dependences.parsed_patterns import Heads, Relations, grammatical_ties
from laconic.text import Sentence, Token

_REMEMBERED = 32
"""Costs of the last sentences: they are asked for once a rate."""

_CLITICS = frozenset("'ll 've 're 'd 'm n't ’ll ’ve ’re ’d ’m n’t".split())
_COMPARED = frozenset("less more fewer greater higher lower larger smaller rather other".split())
_MEASURES = frozenset("dozen hundred thousand million billion trillion".split())
_HALVES = frozenset("a.m. am p.m. pm".split())
"""What tells the morning from the evening."""

_PHRASES = frozenset(
    tuple(phrase.split())
    for phrase in (
        "at least",
        "at most",
        "up to",
        "even if",
        "even though",
        "so that",
        "as long as",
        "as soon as",
        "as far as",
        "as well as",
        "because of",
        "instead of",
        "such as",
        "far from",
        "due to",
        "according to",
        "in order to",
        "rather than",
    )
)
"""Small words that stand or fall together."""

_BOUNDS = frozenset([("at", "least"), ("at", "most"), ("up", "to")])
"""Phrases whose loss makes a number another."""

_OPENING = frozenset(", ; : ( [ { “ ‘ – — -".split())
_QUOTES_END = frozenset("” '' \"".split())
_CLOSING = frozenset(", ; : . ! ? ) ] } ”".split())


def with_tied(kept: Iterable[int], sentence: Sentence) -> list[int]:
    """Return positions of words with those added that must not go while they stay, ascending.

    >>> with_tied([1, 4], Sentence.from_words("They 've sold several hundred cars".split()))
    [0, 1, 3, 4]
    """
    size = len(sentence)
    ties = _all_ties(sentence.tokens, sentence.heads, sentence.relations)
    staying = set(kept)
    while staying:
        ordered = sorted(staying)
        tied = {tie.lost for tie in ties if tie.is_broken_by(ordered, size)} - staying
        if not tied:
            break
        staying |= tied
    return sorted(staying)


@lru_cache(_REMEMBERED)
def tie_costs(tokens: tuple[Token, ...], heads: Heads = None, relations: Relations = None) -> Floats:
    """Return what it costs to bring two words together, as a matrix like `Scores.bigram`, from 0.

    Args:
        tokens: the words of a sentence.
        heads: their heads as in `Sentence`, if it is parsed.
        relations: their relations.
    """
    words = [token.text for token in tokens]
    costs = costs_of(_all_ties(tokens, heads, relations), len(words))
    for first, second in _clashes(words):
        costs[first + 1, second + 1] = NEVER
    costs.flags.writeable = False
    return costs


def _all_ties(tokens: Sequence[Token], heads: Heads, relations: Relations) -> list[Tie]:
    return [*spelled_ties([token.text for token in tokens]), *grammatical_ties(tokens, heads, relations)]


def spelled_ties(words: Sequence[str]) -> Iterator[Tie]:
    """Yield the ties that spelling tells: of clitics, comparisons, measures, amounts and set phrases.

    >>> [(tie.lost, tie.kept) for tie in spelled_ties("They 've sold less than several hundred cars".split())]
    [(0, 1), (3, 4), (4, 5), (5, 6)]
    """
    low = [word.casefold() for word in words]
    for place in range(1, len(low)):
        is_than = low[place] == "than" and low[place - 1] in _COMPARED
        is_compared = place > 1 and low[place - 1] == "than" and low[place - 2] in _COMPARED
        is_hour = low[place] in _HALVES and low[place - 1][:1].isdigit()
        if low[place] in _CLITICS or is_than or is_compared or low[place] in _MEASURES or is_hour:
            yield Tie(place - 1, place)
        if is_hour:
            yield Tie(place, place - 1)
    yield from amount_ties(words)
    for start in range(len(low)):
        for size in (2, 3):
            phrase = tuple(low[start : start + size])
            if phrase in _PHRASES:
                for first, second in pairwise(range(start, start + size)):
                    yield Tie(first, second)
                    yield Tie(second, first)
            if phrase in _BOUNDS and start + size < len(low):
                yield Tie(start + size - 1, start + size)
                yield Tie(start + size, start + size - 1)


def _ends_itself(words: Sequence[str], place: int) -> bool:
    """Tell whether a word brings its own full stop or a quotation its own comma, so that no other may follow."""
    is_quoted = place > 0 and words[place] in _QUOTES_END and words[place - 1] in _CLOSING
    return is_quoted or (words[place].endswith(".") and len(words[place]) > 1)


def _clashes(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of marks between which something must stay, such as a comma and the full stop; -1 is the begin."""
    opening = [-1, *(place for place, word in enumerate(words) if word in _OPENING or _ends_itself(words, place))]
    closing = [place for place, word in enumerate(words) if word in _CLOSING]
    for first in opening:
        for second in closing:
            if second > first + 1:
                yield first, second
