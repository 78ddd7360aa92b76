"""Words that must stay: named by the user, or kinds of words that carry too much to lose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from laconic.errors import UsageError
from laconic.search.base import Masks
from laconic.text import Sentence

NEGATIONS = frozenset("not n't n’t no never none nobody nothing nowhere neither nor without cannot".split())
"""Words whose loss would turn a statement into its opposite."""

_OPENING = {"“": "”", "``": "''", "„": "”", "«": "»"}
_STRAIGHT = '"'
_DIGIT = re.compile(r"\d")
_VERB_PARTS = frozenset(["aux", "cop"])
_NUMBER_TAGS = frozenset(["CD"])
_NAME_TAGS = frozenset(["NNP", "NNPS"])


@dataclass(frozen=True)
class Protection:
    """What a compression may never drop.

    Attributes:
        words: words or phrases, compared without regard to case; a phrase must stand as it is.
        negation: negations with what they negate, so that no statement turns into its opposite: the
            word a clitic ``n't`` leans on and, where the sentence is parsed, the negated word with its
            auxiliaries.
        numbers: numerals, and tokens with a digit.
        names: proper nouns.
        quotes: everything between quotation marks, with the marks.

    >>> from laconic import Sentence
    >>> sentence = Sentence.from_words("They did n't pay 300 euros".split())
    >>> sorted(Protection(numbers=True).positions(sentence))
    [1, 2, 4]
    """

    words: tuple[str, ...] = ()
    negation: bool = True
    numbers: bool = False
    names: bool = False
    quotes: bool = False

    def positions(self, sentence: Sentence) -> set[int]:
        """Return the positions of the sentence's tokens that must stay, counted from 0."""
        settled = set(self._named(sentence.words))
        if self.negation:
            settled.update(_negations(sentence))
        if self.numbers:
            settled.update(
                place
                for place, token in enumerate(sentence.tokens)
                if token.tag in _NUMBER_TAGS or _DIGIT.search(token.text)
            )
        if self.names:
            settled.update(place for place, token in enumerate(sentence.tokens) if token.tag in _NAME_TAGS)
        if self.quotes:
            settled.update(_quoted(sentence.words))
        return settled

    def masks(self, sentence: Sentence) -> Masks:
        """Return which words of a sentence must stay."""
        return Masks.of(len(sentence), keep=self.positions(sentence))

    def _named(self, words: Sequence[str]) -> Iterator[int]:
        folded = [word.casefold() for word in words]
        for phrase in self.words:
            parts = _parts(phrase)
            for start in range(len(folded) - len(parts) + 1):
                if parts and folded[start : start + len(parts)] == parts:
                    yield from range(start, start + len(parts))


@dataclass(frozen=True)
class Settled(Protection):
    """What one sentence may never drop, and words of it that someone has settled one by one, by position.

    Attributes:
        keep: positions of words that must stay.
        drop: positions of words that must go, even if they are of a kind that is protected.
    """

    keep: frozenset[int] = frozenset()
    drop: frozenset[int] = frozenset()

    def masks(self, sentence: Sentence) -> Masks:
        """Return which words of the sentence must stay and which must go.

        Raises:
            UsageError: a word must both stay and go, or there is none at a position.
        """
        if both := self.keep & self.drop:
            raise UsageError(f"the word at position {min(both)} cannot both stay and go.")
        kept = self.positions(sentence) - self.drop
        return Masks.of(len(sentence), keep=kept | self.keep, drop=self.drop)


def missing_words(words: Iterable[str], sentences: Sequence[Sentence]) -> list[str]:
    """Return the words to be kept that stand in none of the sentences."""
    return [
        word
        for word in words
        if not any(Protection((word,), negation=False).positions(sentence) for sentence in sentences)
    ]


def _parts(phrase: str) -> list[str]:
    from laconic.parse.tokenize import tokenize

    return [token.text.casefold() for token in tokenize(phrase)]


def _negations(sentence: Sentence) -> Iterator[int]:
    for place, word in enumerate(sentence.words):
        if word.casefold() not in NEGATIONS:
            continue
        yield place
        if ("'" in word or "’" in word) and place:
            yield place - 1
        if sentence.heads is not None and sentence.relations is not None and sentence.heads[place]:
            negated = sentence.heads[place]
            yield negated - 1
            for other, (head, relation) in enumerate(zip(sentence.heads, sentence.relations, strict=True)):
                if head == negated and relation.partition(":")[0] in _VERB_PARTS:
                    yield other


def _quoted(words: Sequence[str]) -> Iterator[int]:
    """Yield what stands between matching marks; a mark without its partner protects nothing."""
    opened: int | None = None
    closing = ""
    for place, word in enumerate(words):
        if opened is not None and word == closing:
            yield from range(opened, place + 1)
            opened = None
        elif opened is None and (word in _OPENING or word == _STRAIGHT):
            opened, closing = place, _OPENING.get(word, _STRAIGHT)
