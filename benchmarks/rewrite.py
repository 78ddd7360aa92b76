"""Rewriting: sentences a second on one core after parsing, beside deletion of the same sentences to the same limit.

    python benchmarks/rewrite.py

Deletion, the rival, runs in turns with it: machines are noisy. The time grows with the sentences' length, so that is
shown too. Times are processor time.
"""

from __future__ import annotations

from collections.abc import Sequence

import laconic
from _clock import seconds
from laconic.corpus import sample
from laconic.model import Model
from laconic.text import Sentence

RATES = (0.8, 0.65, 0.4, None)
GROUPS = 3


def each(model: Model, sentences: Sequence[Sentence], rate: float | None) -> float:
    """Return the milliseconds for a sentence."""
    return 1000 * seconds(lambda: [model.compress(sentence, rate=rate) for sentence in sentences]) / len(sentences)


def main() -> None:
    """Measure and print."""
    rewriting, deleting = laconic.load("rewrite"), laconic.load()
    texts = sorted({pair.source for pair in sample("rewrite")} | {pair.source for pair in sample("deletion")}, key=len)
    sentences = list(deleting.parse(texts))
    each(rewriting, sentences[:5], 0.65)  # loads what is loaded on first use
    each(deleting, sentences[:5], 0.65)
    print(f"{len(sentences)} sentences, {sum(map(len, sentences)) / len(sentences):.1f} words each, one core")
    for rate in RATES:
        slow, fast = each(rewriting, sentences, rate), each(deleting, sentences, rate)
        asked = "any length" if rate is None else f"at most {rate} of the words"
        print(
            f"{asked}: {1000 / slow:.0f} sentences a second, {slow:.1f} ms; deletion {fast:.1f} ms, {slow / fast:.2f}x"
        )
    size = len(sentences) // GROUPS
    for group in range(GROUPS):
        some = sentences[group * size : (group + 1) * size]
        words = sum(map(len, some)) / len(some)
        print(f"{words:.0f} words: {each(rewriting, some, 0.65):.1f} ms")
    answers = [rewriting.compress(sentence, rate=0.65) for sentence in sentences]
    print(f"rewritten at 0.65: {sum(answer.kept is None for answer in answers) / len(answers):.0%}")


if __name__ == "__main__":
    main()
