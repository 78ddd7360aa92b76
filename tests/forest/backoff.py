"""A random backoff model over a few letters: its ARPA text, and a plain reading of it to check against."""

from __future__ import annotations

import random
from collections.abc import Sequence

LETTERS = "abcd"


class RandomBackoff:
    """Arbitrary numbers for the n-grams of some random sentences; nothing sums to one, and need not."""

    def __init__(self, order: int, seed: int) -> None:
        generator = random.Random(seed)
        self.order = order
        self.scores: dict[tuple[str, ...], float] = {("<unk>",): -3.0, ("<s>",): -99.0, ("</s>",): -1.25}
        self.scores |= {(letter,): -generator.random() * 2 for letter in LETTERS}
        for _ in range(6):
            words = ["<s>", *generator.choices(LETTERS, k=generator.randint(1, 5)), "</s>"]
            for length in range(2, order + 1):
                for start in range(len(words) - length + 1):
                    self.scores.setdefault(tuple(words[start : start + length]), -generator.random() * 2)
        self.backoffs = {
            ngram: -generator.random() for ngram in self.scores if len(ngram) < order and ngram[-1] != "</s>"
        }

    def arpa(self) -> str:
        by_length = [[ngram for ngram in self.scores if len(ngram) == length] for length in range(1, self.order + 1)]
        lines = ["\\data\\", *(f"ngram {length}={len(ngrams)}" for length, ngrams in enumerate(by_length, 1)), ""]
        for length, ngrams in enumerate(by_length, 1):
            lines.append(f"\\{length}-grams:")
            for ngram in ngrams:
                backoff = f"\t{self.backoffs[ngram]!r}" if ngram in self.backoffs else ""
                lines.append(f"{self.scores[ngram]!r}\t{' '.join(ngram)}{backoff}")
            lines.append("")
        return "\n".join([*lines, "\\end\\", ""])

    def word(self, history: tuple[str, ...], word: str) -> float:
        """Return the textbook score of a word: that of the longest n-gram there is, or back off."""
        history = history[len(history) - self.order + 1 :] if len(history) >= self.order else history
        if (*history, word) in self.scores:
            return self.scores[*history, word]
        return self.backoffs.get(history, 0.0) + self.word(history[1:], word) if history else self.scores["<unk>",]

    def sentence(self, words: Sequence[str]) -> float:
        text = ("<s>", *words, "</s>")
        return sum(self.word(text[:place], text[place]) for place in range(1, len(text)))
