"""Words that must stay: words that the user names, or kinds of words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from laconic.errors import UsageError
from laconic.language import LANGUAGE, Negation
from laconic.pipeline.regions import region_ranges
from laconic.search.constraints import Masks
from laconic.text import Sentence

_MOST_COMBINED, _MOST_SINGLE = 3, 6
"""Of this many negations, any may go while the others stay, and of this many, one or all but one: each choice is
searched for answers."""


@dataclass(frozen=True)
class Protection:
    """What a compression may never drop.

    Attributes:
        words: words or phrases, ignoring case; a phrase must match as a whole.
        negation: negations, which are never separated from what they negate: the word that ``n't`` is attached to and,
            if the sentence is parsed, the negated word with its subject and auxiliaries. All of it stays, or
            (`mask_choices`) the negation and what it negates go together.
        numbers: numbers in digits or words, with signs, currencies and units; dates and ranges.
        names: proper nouns, with the small words inside names of several words.
        quotes: everything between quotation marks, including the marks.
        regions: pairs of marks; everything from the first mark to the second stays.

    Examples:
        >>> from laconic import Sentence
        >>> sentence = Sentence.from_words("They did n't pay 300 euros".split())
        >>> sorted(Protection(numbers=True).positions(sentence))
        [1, 2, 3, 4, 5]
    """

    words: tuple[str, ...] = ()
    negation: bool = True
    numbers: bool = False
    names: bool = False
    quotes: bool = False
    regions: tuple[tuple[str, str], ...] = ()

    def positions(self, sentence: Sentence) -> set[int]:
        """Return the positions of the sentence's tokens that must stay, counted from 0.

        Raises:
            UsageError: a region is not closed within the sentence.
        """
        (settled,) = self.in_paragraph([sentence])
        return settled

    def in_paragraph(self, sentences: Sequence[Sentence]) -> list[set[int]]:
        """Return the same for each sentence of a paragraph, in which a quotation may span several sentences."""
        quoted = LANGUAGE.quoted_positions(sentences) if self.quotes else [set[int]() for _ in sentences]
        return [self._alone(sentence) | marked for sentence, marked in zip(sentences, quoted, strict=True)]

    def _alone(self, sentence: Sentence) -> set[int]:
        settled = set(self._named(sentence.words)) | self.negated(sentence)
        if self.numbers:
            settled |= LANGUAGE.number_positions(sentence)
        if self.names:
            settled |= LANGUAGE.name_positions(sentence)
        if self.regions:
            settled.update(self._in_regions(sentence))
        return settled

    def masks(self, sentence: Sentence) -> Masks:
        """Return which words of a sentence must stay and which must go; negations need only be said.

        Raises:
            UsageError: a word must both stay and go, or there is none at a position.
        """
        (masks,) = self.part_masks(sentence, [sentence])
        return masks

    def mask_choices(self, sentence: Sentence) -> list[Masks]:
        """Return the ways to treat the negations of a sentence: all stay, or some of them go with what they negate.

        One that negates the main statement, a word that is protected for another reason, or one that another negation
        cannot do without, stays. What is so instead (*not his age but his health*) may stand for the main statement.
        """
        others = replace(self, negation=False).masks(sentence)
        if not self.negated(sentence):
            return [others]
        held = {int(place) for place in np.flatnonzero(others.keep)}
        settled = {int(place) for place in np.flatnonzero(others.drop)}
        return [
            self.masks(sentence),
            *(
                Masks.of(len(sentence), held, settled | goes, say=stays - settled)
                for stays, goes in self.without_negations(sentence, held)
            ),
        ]

    def negated(self, sentence: Sentence) -> set[int]:
        """Return the positions of negations and of what must stay with them, if they are protected."""
        return set(LANGUAGE.negated_positions(sentence)) if self.negation else set()

    def remedy(self, sentences: Iterable[Sentence]) -> str:
        """Return what to do if more of these sentences must stay than there is room for, for a message."""
        if any(map(self.negated, sentences)):
            return "protect less (--drop-negation lets negations go)"
        return "protect less"

    def without_negations(self, sentence: Sentence, held: Collection[int]) -> Iterator[tuple[set[int], set[int]]]:
        """Yield for each way to let negations go what must stay with the others, and what goes.

        Args:
            sentence: the sentence; without a parse, it is not known what is negated, and all negations stay.
            held: the positions of words that must stay for another reason.
        """
        if not self.negation or sentence.heads is None:
            return
        main = {place for place, head in enumerate(sentence.heads) if head == 0}
        found = list(LANGUAGE.negations(sentence))
        firm = main.union(held)
        loose = [each for each in found if each.core.isdisjoint(held if each.contrast else firm)]
        for gone in _some_of(loose):
            stays = set().union(*(each.core | each.around for each in found if each not in gone))
            goes = set().union(*(each.core | each.contrast for each in gone))
            if goes.isdisjoint(stays):
                yield stays, goes

    def part_masks(self, sentence: Sentence, parts: Sequence[Sentence]) -> list[Masks]:
        """Return which words of each part of a long sentence must stay and which must go.

        Args:
            sentence: the sentence, which need not be parsed.
            parts: its parts, parsed.

        Raises:
            UsageError: a word must both stay and go, or there is none at a position.
        """
        pinned = self._pinned(sentence)
        marked = set(self._in_regions(sentence)) if self.regions else set()
        inside = replace(self, negation=False, regions=()).in_paragraph(parts)
        found = []
        for part, held, (start, size) in zip(parts, inside, _extents(parts), strict=True):
            keep, drop, region = (_within(each, start, size) for each in (*pinned, marked))
            stays = ((held | region) - drop) | keep
            found.append(Masks.of(size, stays, drop, say=self.negated(part) - drop))
        return found

    def _pinned(self, sentence: Sentence) -> tuple[Collection[int], Collection[int]]:
        """Return the positions of single words that must stay, and of those that must go whatever else is protected."""
        return (), ()

    def _named(self, words: Sequence[str]) -> Iterator[int]:
        folded = [word.casefold() for word in words] if self.words else []
        for phrase in self.words:
            parts = _parts(phrase)
            for start in range(len(folded) - len(parts) + 1):
                if parts and folded[start : start + len(parts)] == parts:
                    yield from range(start, start + len(parts))

    def _in_regions(self, sentence: Sentence) -> Iterator[int]:
        for start, end in region_ranges(sentence.text, self.regions):
            for place, token in enumerate(sentence.tokens):
                if token.start < end and token.end > start:
                    yield place


@dataclass(frozen=True)
class PinnedWords(Protection):
    """What one sentence may never drop, and single words that the user keeps or drops, by position.

    Attributes:
        keep: positions of words that must stay.
        drop: positions of words that must go, even if their kind is protected.
    """

    keep: frozenset[int] = frozenset()
    drop: frozenset[int] = frozenset()

    def _pinned(self, sentence: Sentence) -> tuple[Collection[int], Collection[int]]:
        if both := self.keep & self.drop:
            raise UsageError(f"the word at position {min(both)} cannot both stay and go.")
        Masks.of(len(sentence), self.keep, self.drop)  # refuses positions that do not exist
        return self.keep, self.drop


def missing_words(words: Iterable[str], sentences: Sequence[Sentence]) -> list[str]:
    """Return the words to keep that occur in none of the sentences."""
    return [
        word
        for word in words
        if not any(Protection((word,), negation=False).positions(sentence) for sentence in sentences)
    ]


def _some_of(loose: Sequence[Negation]) -> Iterator[tuple[Negation, ...]]:
    """Yield which negations may go together: any of a few; of more, one of them, all but one, or all; of many, all."""
    every = len(loose)
    sizes = (
        range(1, every + 1) if every <= _MOST_COMBINED else (1, every - 1, every) if every <= _MOST_SINGLE else (every,)
    )
    for size in sizes:
        yield from combinations(loose, size)


def _extents(parts: Sequence[Sentence]) -> Iterator[tuple[int, int]]:
    """Yield where each part of a sentence begins, and how many words it has."""
    start = 0
    for part in parts:
        yield start, len(part)
        start += len(part)


def _within(positions: Collection[int], start: int, size: int) -> set[int]:
    return {place - start for place in positions if start <= place < start + size}


def _parts(phrase: str) -> list[str]:
    from laconic.parse.tokenize import tokenize

    return [token.text.casefold() for token in tokenize(phrase)]
