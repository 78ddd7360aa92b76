"""Modified Kneser-Ney by its definition, in dictionaries: slow, plain, and the truth for small texts.

Equations and names follow Chen and Goodman (1998), section 3 and equation 26.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence

BEGIN, END, UNKNOWN = "<s>", "</s>", "<unk>"
FALLBACK = (0.5, 1.0, 1.5)

Ngram = tuple[str, ...]


class KneserNey:
    """Interpolated modified Kneser-Ney of every n-gram of some sentences."""

    def __init__(
        self, sentences: Sequence[Sequence[str]], order: int, cutoffs: Sequence[int] = (), *, whole: bool = True
    ) -> None:
        self.order = order
        self.cutoffs = [*cutoffs, *[0] * order][:order]
        self.raw: Counter[Ngram] = Counter()
        for words in sentences:
            padded = (BEGIN, *words, END)
            for length in range(1, order + 1):
                self.raw.update(padded[i : i + length] for i in range(len(padded) - length + 1))
        del self.raw[(BEGIN,)]
        self.adjusted = self._adjusted()
        self.discounts = [self._discounts(length) for length in range(1, order + 1)]
        if not whole:  # without rare words, nothing can be told about the discounts of words
            self.discounts[0] = FALLBACK
        self.by_context: dict[Ngram, dict[str, int]] = defaultdict(dict)
        for ngram, count in self.adjusted.items():
            self.by_context[ngram[:-1]][ngram[-1]] = count
        self.words = sorted({ngram[0] for ngram in self.raw if len(ngram) == 1} | {UNKNOWN})

    def _adjusted(self) -> dict[Ngram, int]:
        left: dict[Ngram, set[str]] = defaultdict(set)
        for ngram in self.raw:
            left[ngram[1:]].add(ngram[0])
        return {
            ngram: count if len(ngram) == self.order or ngram[0] == BEGIN else len(left[ngram])
            for ngram, count in self.raw.items()
        }

    def _discounts(self, length: int) -> tuple[float, float, float]:
        n = Counter(count for ngram, count in self.adjusted.items() if len(ngram) == length)
        if not (n[1] and n[2] and n[3]):
            return FALLBACK
        y = n[1] / (n[1] + 2 * n[2])
        amounts = tuple(k - (k + 1) * y * n[k + 1] / n[k] for k in (1, 2, 3))
        if any(not 0 <= amount <= k for k, amount in enumerate(amounts, 1)):
            return FALLBACK
        return amounts

    def kept(self, ngram: Ngram) -> bool:
        return self.raw[ngram] > self.cutoffs[len(ngram) - 1]

    def discount(self, length: int, count: int) -> float:
        return self.discounts[length - 1][min(count, 3) - 1] if count else 0.0

    def backoff(self, context: Ngram) -> float:
        """The weight that the shorter history gets: discounts, and all that was cut off."""
        followers = self.by_context.get(context, {})
        if not followers:
            return 1.0
        freed = sum(
            self.discount(len(context) + 1, count) if self.kept((*context, word)) else count
            for word, count in followers.items()
        )
        return freed / sum(followers.values())

    def probability(self, context: Ngram, word: str) -> float:
        followers = self.by_context.get(context, {})
        count = followers.get(word, 0) if self.kept((*context, word)) else 0
        own = (count - self.discount(len(context) + 1, count)) / sum(followers.values()) if count else 0.0
        lower = self.probability(context[1:], word) if context else 1 / len(self.words)
        return own + self.backoff(context) * lower

    def ngrams(self, length: int) -> list[Ngram]:
        ngrams = [ngram for ngram in self.raw if len(ngram) == length and self.kept(ngram)]
        return sorted([*ngrams, (UNKNOWN,), (BEGIN,)] if length == 1 else ngrams)

    def arpa(self) -> str:
        lines = ["\\data\\"]
        lines += [f"ngram {length}={len(self.ngrams(length))}" for length in range(1, self.order + 1)]
        for length in range(1, self.order + 1):
            lines += ["", f"\\{length}-grams:"]
            for ngram in self.ngrams(length):
                log10 = 0.0 if ngram == (BEGIN,) else math.log10(self.probability(ngram[:-1], ngram[-1]))
                line = f"{log10:.7g}\t{' '.join(ngram)}"
                if length < self.order:
                    line += f"\t{math.log10(self.backoff(ngram)):.7g}"
                lines.append(line)
        return "\n".join([*lines, "", "\\end\\", ""])


class NaiveBackoff:
    """An ARPA file in dictionaries, queried by the textbook recursion."""

    def __init__(self, arpa: str) -> None:
        self.log10: dict[Ngram, float] = {}
        self.backoff: dict[Ngram, float] = {}
        length = 0
        for line in arpa.split("\n"):
            if line.endswith("-grams:"):
                length = int(line[1:].split("-")[0])
            elif line and length and not line.startswith("\\"):
                fields = line.replace("\t", " ").split(" ")
                ngram = tuple(fields[1 : length + 1])
                self.log10[ngram] = float(fields[0])
                self.backoff[ngram] = float(fields[length + 1]) if len(fields) > length + 1 else 0.0
        self.order = length

    def score(self, context: Ngram, word: str) -> float:
        context = context[len(context) - (self.order - 1) :] if len(context) >= self.order else context
        known = tuple(x if (x,) in self.log10 else UNKNOWN for x in context)
        return self._score(known, word if (word,) in self.log10 else UNKNOWN)

    def _score(self, context: Ngram, word: str) -> float:
        if (*context, word) in self.log10:
            return self.log10[(*context, word)]
        return self.backoff.get(context, 0.0) + self._score(context[1:], word)

    def sentence(self, words: Sequence[str]) -> float:
        padded = (BEGIN, *words, END)
        return sum(self.score(padded[:i], padded[i]) for i in range(1, len(padded)))


def random_sentences(seed: int, count: int, vocabulary: int = 12, longest: int = 9) -> list[list[str]]:
    """Sentences over a few words, some much more frequent than others, as in real text."""
    generator = random.Random(seed)
    words = [f"w{i}" for i in range(vocabulary)]
    weights = [1 / (i + 1) for i in range(vocabulary)]
    return [generator.choices(words, weights, k=generator.randint(1, longest)) for _ in range(count)]
