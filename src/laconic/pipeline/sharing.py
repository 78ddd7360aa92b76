"""One length shared by several sentences, or by the parts of a long one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from laconic.compression import Compression, EveryLength, unchanged
from laconic.search.division import Options, divide, even_value
from laconic.text import Sentence


class Answers:
    """What a sentence can become.

    Args:
        sentence: the sentence.
        ladder: its compressions, one a length, rising.
        nothing: what it scores to keep none of its words; None where that is not allowed.
        width: counts the characters that a compression takes; those of its text if not given.
    """

    def __init__(
        self,
        sentence: Sentence,
        ladder: Sequence[Compression],
        nothing: float | None = None,
        width: Callable[[Compression], int] | None = None,
    ) -> None:
        self.sentence = sentence
        self.ladder = ladder
        self.nothing = nothing
        self._width = width or (lambda answer: len(answer.text))

    def measured(self, width: Callable[[Compression], int]) -> Answers:
        """Return the same answers, their characters counted in another way."""
        return Answers(self.sentence, self.ladder, self.nothing, width)

    def take(self, words: int) -> Compression:
        """Return the compression of so many words."""
        if not words:
            return Compression(self.sentence, "", (), (), self.nothing or 0.0, self.ladder[0].method)
        return self.ladder[[length for length, _ in self.lengths()].index(words)]

    def narrowest(self) -> Compression:
        """Return the compression of the fewest characters, which may be nothing if that is allowed."""
        return self.take(min(self.widths.items(), key=lambda item: item[1])[0])

    @cached_property
    def widths(self) -> dict[int, int]:
        """The characters of the compression of each number of words; for this they are all written out, once."""
        nothing = {} if self.nothing is None else {0: self._width(self.take(0))}
        return nothing | {len(answer.tokens): self._width(answer) for answer in self.ladder}

    @cached_property
    def source_width(self) -> int:
        """The characters of the whole sentence."""
        return self._width(unchanged(self.sentence, self.ladder[0].method))

    def lengths(self) -> list[tuple[int, float]]:
        """Return the number of words and the score of each compression, without writing them out if possible."""
        if isinstance(self.ladder, EveryLength):
            return list(zip(self.ladder.lengths, self.ladder.scores, strict=True))
        return [(len(answer.tokens), answer.score) for answer in self.ladder]

    def values(self, rate: float, evenness: float) -> list[tuple[int, float]]:
        """Return the number of words and the value of each possibility, keeping nothing among them if allowed."""
        nothing = [] if self.nothing is None else [(0, self.nothing)]
        return [
            (words, even_value(score, words, len(self.sentence), rate, evenness))
            for words, score in (*nothing, *self.lengths())
        ]


def share_words(sentences: Sequence[Answers], words: int, *, evenness: float = 1.0) -> list[Compression]:
    """Return the compressions that have exactly so many words together and the greatest sum of values.

    Args:
        sentences: what each can become.
        words: how many words all have together.
        evenness: how strongly an even division is preferred; see `laconic.search.division`.

    Raises:
        UsageError: no choice has so many words.
    """
    rate = words / sum(len(each.sentence) for each in sentences)
    values = [each.values(rate, evenness) for each in sentences]
    taken = divide([Options(*zip(*each, strict=True)) for each in values], words)
    return [each.take(value[place][0]) for each, value, place in zip(sentences, values, taken, strict=True)]


def share_characters(sentences: Sequence[Answers], characters: int, *, evenness: float = 1.0) -> list[Compression]:
    """Return the compressions with at most so many characters together and the greatest sum of values.

    Each sentence offers its best compression of every number of words. The even rate is that of the characters.

    Raises:
        UsageError: no choice has so few characters.
    """
    rate = min(1.0, characters / max(1, sum(each.source_width for each in sentences)))
    narrowed = [_by_width(each, rate, evenness) for each in sentences]
    options = [Options(list(each), [value for value, _ in each.values()]) for each in narrowed]
    taken = divide(options, characters, exact=False, unit="characters")
    return [
        each.take(list(widths.values())[place][1])
        for each, widths, place in zip(sentences, narrowed, taken, strict=True)
    ]


def _by_width(answers: Answers, rate: float, evenness: float) -> dict[int, tuple[float, int]]:
    """Return for each width in characters, rising, the best value and its number of words."""
    best: dict[int, tuple[float, int]] = {}
    for words, value in answers.values(rate, evenness):
        width = answers.widths[words]
        if width not in best or best[width][0] < value:
            best[width] = value, words
    return dict(sorted(best.items()))
