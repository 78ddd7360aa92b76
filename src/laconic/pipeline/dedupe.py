"""Several answers that read differently: methods tell apart which words stay, readers only what is written."""

from __future__ import annotations

from dataclasses import replace

from laconic.compression import Compression
from laconic.pipeline.method import Method
from laconic.search.base import Wish
from laconic.text import Sentence

_MOST_TIMES = 4
"""At most so many times as many answers are looked at as are wished for."""


def compress_distinctly(method: Method, sentence: Sentence, wish: Wish) -> Compression:
    """Return a method's best answer, with alternatives of which no two have the same text.

    Two answers may keep the first or the second of two commas, and read the same. Then more are asked for, until
    there are enough different ones, or no more.
    """
    asked = wish.best
    while True:
        best = method.compress(sentence, replace(wish, best=asked))
        found = 1 + len(best.alternatives)
        different = {best.text: best}
        for each in best.alternatives:
            different.setdefault(each.text, each)
        if len(different) >= wish.best or found < asked or asked >= _MOST_TIMES * wish.best:
            return replace(best, alternatives=tuple(different.values())[1 : wish.best])
        asked *= 2
