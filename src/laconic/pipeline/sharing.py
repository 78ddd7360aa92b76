"""One length shared by several sentences, or by the parts of a long one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from laconic.compression import Compression, unchanged
from laconic.errors import UsageError
from laconic.search.base import LengthProfile
from laconic.search.division import Options, divide, even_value
from laconic.text import Sentence

_MOST_TRIES = 12
"""The number of divisions of a budget that are tried; the second usually fits."""


class Choices:
    """What a sentence can become.

    Args:
        sentence: the sentence.
        profile: its best answer of every length; of none, where every word must go.
        method: the name of the method that found them.
        may_vanish: whether nothing of it need stay. That scores 0 unless the profile knows better.
        width: counts the characters that an answer takes; those of its text if not given.
    """

    def __init__(
        self,
        sentence: Sentence,
        profile: LengthProfile[Compression],
        method: str,
        *,
        may_vanish: bool = False,
        width: Callable[[Compression], int] | None = None,
    ) -> None:
        self.sentence = sentence
        self.profile = profile
        self.method = method
        self.may_vanish = may_vanish
        self._width = width or (lambda answer: len(answer.text))

    def measured(self, width: Callable[[Compression], int]) -> Choices:
        """Return the same choices, their characters counted in another way."""
        return Choices(self.sentence, self.profile, self.method, may_vanish=self.may_vanish, width=width)

    def take(self, words: int) -> Compression:
        """Return the answer of ``words`` words."""
        if not words:
            return Compression(self.sentence, "", (), (), self.profile.nothing or 0.0, self.method)
        return self.profile.at(words)

    def staying(self) -> Choices:
        """Return the same choices without the possibility that nothing stays."""
        return Choices(self.sentence, self.profile, self.method, width=self._width)

    def narrowest(self) -> Compression:
        """Return the answer of the fewest characters, which may be nothing if that is allowed."""
        return self.take(min(self.widths.items(), key=lambda item: item[1])[0])

    @property
    def fewest_words(self) -> int:
        """The number of words in the shortest answer; 0 if nothing need stay."""
        return 0 if self.may_vanish else self.profile.lengths[0]

    @cached_property
    def widths(self) -> dict[int, int]:
        """The characters of the answer of each number of words; for this they are all written out, once."""
        nothing = {0: self._width(self.take(0))} if self.may_vanish else {}
        return nothing | {len(answer.tokens): self._width(answer) for answer in self.profile}

    @cached_property
    def source_width(self) -> int:
        """The characters of the whole sentence."""
        return self._width(unchanged(self.sentence, self.method))

    def values(self, rate: float, evenness: float) -> list[tuple[int, float]]:
        """Return the number of words and the value of each possibility, keeping nothing among them if allowed."""
        nothing = [(0, self.profile.nothing or 0.0)] if self.may_vanish else []
        found = [(words, float(self.profile.scores[words])) for words in self.profile.lengths]
        return [
            (words, even_value(score, words, len(self.sentence), rate, evenness)) for words, score in nothing + found
        ]


def share_words(
    sentences: Sequence[Choices], words: int, *, evenness: float = 1.0, exact: bool = True
) -> list[Compression]:
    """Return the answers that have this number of words together and the greatest sum of values.

    Args:
        sentences: what each can become.
        words: how many words all have together.
        evenness: how strongly an even division is preferred; see `laconic.search.division`.
        exact: whether they must have as many words, or may have fewer.

    Raises:
        UsageError: no choice has this many words.
    """
    rate = words / sum(len(each.sentence) for each in sentences)
    values = [each.values(rate, evenness) for each in sentences]
    taken = divide([Options(*zip(*each, strict=True)) for each in values], words, exact=exact)
    return [each.take(value[place][0]) for each, value, place in zip(sentences, values, taken, strict=True)]


def share_most_words(sentences: Sequence[Choices], words: int, *, evenness: float = 1.0) -> list[Compression]:
    """Return the answers that have this number of words together, or fewer where no choice has as many.

    Raises:
        UsageError: every choice has more words.
    """
    try:
        return share_words(sentences, words, evenness=evenness)
    except UsageError:
        return share_words(sentences, words, evenness=evenness, exact=False)


def fullest(
    share: Callable[[int], list[Compression]],
    taken_by: Callable[[Sequence[Compression]], int],
    room: int,
    *,
    fewest: int,
    size: int,
) -> list[Compression]:
    """Return the answers of the most tokens found that fit: where signs are free, there is room for more than words.

    If even the fewest tokens take too much room, their answers are returned all the same.

    Args:
        share: returns the best answers of a number of tokens in all.
        taken_by: how much of the room answers take; a token takes at most 1.
        room: how much there is.
        fewest: the fewest tokens that answers can have.
        size: the tokens of the source, of which at least one must go.
    """
    fits, exceeds = max(min(room, size - 1), fewest), size
    found = share(fits)
    taken = taken_by(found)
    for _ in range(_MOST_TRIES):
        tokens = min(fits + room - taken, (fits + exceeds) // 2)
        if tokens <= fits:
            break
        tried = share(tokens)
        if (needed := taken_by(tried)) <= room:
            found, fits, taken = tried, tokens, needed
        else:
            exceeds = tokens
    return found


def share_characters(sentences: Sequence[Choices], characters: int, *, evenness: float = 1.0) -> list[Compression]:
    """Return the compressions with at most this many characters together and the greatest sum of values.

    Each sentence offers its best compression of every number of words. The even rate is that of the characters.

    Raises:
        UsageError: every choice has more characters.
    """
    rate = min(1.0, characters / max(1, sum(each.source_width for each in sentences)))
    narrowed = [_by_width(each, rate, evenness) for each in sentences]
    options = [Options(list(each), [value for value, _ in each.values()]) for each in narrowed]
    taken = divide(options, characters, exact=False, unit="character")
    return [
        each.take(list(widths.values())[place][1])
        for each, widths, place in zip(sentences, narrowed, taken, strict=True)
    ]


def _by_width(choices: Choices, rate: float, evenness: float) -> dict[int, tuple[float, int]]:
    """Return for each width in characters, rising, the best value and its number of words."""
    best: dict[int, tuple[float, int]] = {}
    for words, value in choices.values(rate, evenness):
        width = choices.widths[words]
        if width not in best or best[width][0] < value:
            best[width] = value, words
    return dict(sorted(best.items()))
