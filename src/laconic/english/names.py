"""Names, whole: proper nouns, and the small words inside names of several words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from laconic.text import Sentence

_TAGS = frozenset(["NNP", "NNPS"])
_INSIDE = frozenset(
    "of the de da do dos del della di du des la le van von der den ter ten zu zur bin ibn al el al- & - ’s 's ' ’ for "
    "upon".split()
)
"""What may stand between the words of one name: *Bank of England*, *Leonardo da Vinci*."""

_MOST_INSIDE = 2
_NO_NAMES = frozenset(["I", "OK", "O.K.", "TV"])
_STARTERS = frozenset("“ ‘ \" ' `` ` « ( [ : . ! ? … - – — -- • *".split())
_CAPITALS_SHARE = 0.7
"""In a sentence with more capitals than this (a headline, shouting), they mean nothing."""


def name_positions(sentence: Sentence) -> set[int]:
    """Return the positions of names, with the small words inside those of several words.

    A name is what is tagged as a proper noun, or begins with a capital inside a sentence that has few. Shouted
    sentences, in which a tagger finds nothing but names, have none.
    """
    return places_of_names(sentence.words, [token.tag for token in sentence.tokens])


def places_of_names(words: Sequence[str], tags: Sequence[str]) -> set[int]:
    """Return the same for words with their tags."""
    telling = _capitals_tell(words)
    if not telling and _is_shouted(words):
        return set()
    held = {place for place, tag in enumerate(tags) if tag in _TAGS}
    if telling:
        held.update(_capitalised(words))
    held.update(_inside(words, held))
    return held


def _capitalised(words: Sequence[str]) -> Iterator[int]:
    """Yield the positions of words whose capital no beginning of a sentence or quotation explains."""
    may_begin = True
    for place, word in enumerate(words):
        if any(map(str.isalpha, word)):
            has_capital = word[0].isupper() or any(map(str.isupper, word[1:]))
            if has_capital and not may_begin and word not in _NO_NAMES:
                yield place
            may_begin = False
        else:
            may_begin = may_begin or word in _STARTERS


def _capitals_tell(words: Sequence[str]) -> bool:
    cased = [word for word in words if word[:1].isupper() or word[:1].islower()]
    return sum(word[:1].isupper() for word in cased) <= max(1, _CAPITALS_SHARE * len(cased))


def _is_shouted(words: Sequence[str]) -> bool:
    text = "".join(words)
    return text.isupper() and len(words) > 2


def _inside(words: Sequence[str], held: set[int]) -> Iterator[int]:
    for first, second in pairwise(sorted(held)):
        between = words[first + 1 : second]
        if between and len(between) <= _MOST_INSIDE and all(word in _INSIDE for word in between):
            yield from range(first + 1, second)
