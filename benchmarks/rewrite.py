"""Rewriting: sentences a second on one core after parsing, beside deletion of the same sentences to the same limit.

    python benchmarks/rewrite.py

Deletion, the rival, runs in turns with it: machines are noisy. The time grows with the sentences' length, so that is
shown too. Times are processor time.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

os.environ.setdefault("OMP_NUM_THREADS", "1")

import laconic
from _clock import seconds
from laconic.corpus import sample
from laconic.model import Model

RATES = (0.8, 0.65, 0.4, None)
GROUPS = 3


def each(model: Model, texts: Sequence[str], rate: float | None) -> float:
    """Return the milliseconds for a sentence that has just been parsed."""
    return 1000 * sum(after_parsing(model, text, rate) for text in texts) / len(texts)


def after_parsing(model: Model, text: str, rate: float | None) -> float:
    """Return the seconds for a sentence, without those for parsing it."""
    (sentence,) = model.parse([text])
    return seconds(lambda: model.compress(sentence, rate=rate))


def main() -> None:
    """Measure and print."""
    rewriting, deleting = laconic.load("rewrite"), laconic.load()
    texts = sorted({pair.source for pair in sample("rewrite")} | {pair.source for pair in sample("deletion")}, key=len)
    words = [len(sentence) for sentence in deleting.parse(texts)]
    each(rewriting, texts[:5], 0.65)  # loads what is loaded on first use
    each(deleting, texts[:5], 0.65)
    print(f"{len(texts)} sentences, {sum(words) / len(words):.1f} words each, one core, without parsing")
    for rate in RATES:
        slow, fast = each(rewriting, texts, rate), each(deleting, texts, rate)
        asked = "any length" if rate is None else f"at most {rate} of the words"
        print(
            f"{asked}: {1000 / slow:.0f} sentences a second, {slow:.1f} ms; deletion {fast:.1f} ms, {slow / fast:.2f}x"
        )
    size = len(texts) // GROUPS
    for begin in range(0, size * GROUPS, size):
        group = slice(begin, begin + size)
        print(f"{sum(words[group]) / size:.0f} words: {each(rewriting, texts[group], 0.65):.1f} ms")
    answers = [rewriting.compress(text, rate=0.65) for text in texts]
    print(f"rewritten at 0.65: {sum(answer.kept is None for answer in answers) / len(answers):.0%}")


if __name__ == "__main__":
    main()
