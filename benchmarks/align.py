"""Aligning words: speed of edit-distance alignment against Python's difflib and rapidfuzz, and of the other aligners.

The pairs are those of the sample corpus, cut into words, repeated: ``python benchmarks/align.py 5000`` takes
5,000 of them. Times are processor time. rapidfuzz comes with
``pip install '.[bench]'`` and is left out without it; it knows no tie rule. Each makes `Alignment` objects.
"""

import difflib
import sys
import time
from importlib.util import find_spec
from itertools import cycle, islice

from _clock import seconds
from laconic.align import Alignment, WordPair
from laconic.align.edit import EditAligner
from laconic.align.monolingual import MonolingualAligner
from laconic.align.statistical import StatisticalAligner
from laconic.corpus import sample
from laconic.parse.tokenize import split_words

DEFAULT_PAIRS = 5_000
SLOW_PAIRS = 500


def by_difflib(pairs: list[WordPair]) -> list[Alignment]:
    """Align equal words by the matching blocks of Python's standard library."""
    found = []
    for source, target in pairs:
        blocks = difflib.SequenceMatcher(None, source, target, autojunk=False).get_matching_blocks()
        found.append(Alignment([(a + k, b + k) for a, b, size in blocks for k in range(size)]))
    return found


def by_rapidfuzz(pairs: list[WordPair]) -> list[Alignment]:
    """Align equal words by a longest common subsequence."""
    from rapidfuzz.distance import LCSseq

    found = []
    for source, target in pairs:
        blocks = LCSseq.opcodes(source, target).as_matching_blocks()
        found.append(Alignment([(block.a + k, block.b + k) for block in blocks for k in range(block.size)]))
    return found


def main() -> None:
    """Print microseconds a pair, and how many times quicker than the rivals that is."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_PAIRS
    texts = [(split_words(pair.source), split_words(pair.reference)) for pair in sample("rewrite")]
    pairs: list[WordPair] = list(islice(cycle(texts), count))
    ours = seconds(lambda: EditAligner(ignore_case=False).align(pairs), runs=3)
    print(f"{'edit':24}{ours / count * 1e6:10.1f} µs a pair")
    rivals = {"difflib": by_difflib} | ({"rapidfuzz": by_rapidfuzz} if find_spec("rapidfuzz") else {})
    for name, rival in rivals.items():
        taken = seconds(lambda rival=rival: rival(pairs), runs=3)
        print(f"{name:24}{taken / count * 1e6:10.1f} µs a pair: edit is {taken / ours:.1f} times as quick")
    few = pairs[:SLOW_PAIRS]
    aligner = MonolingualAligner()
    taken = seconds(lambda: aligner.align(few), runs=3)
    print(f"{'monolingual':24}{taken / len(few) * 1e6:10.1f} µs a pair")
    begun = time.process_time()
    learnt = StatisticalAligner().train(few)
    print(f"{'statistical, learning':24}{(time.process_time() - begun) / len(few) * 1e6:10.1f} µs a pair")
    taken = seconds(lambda: learnt.align(few), runs=3)
    print(f"{'statistical, aligning':24}{taken / len(few) * 1e6:10.1f} µs a pair")


if __name__ == "__main__":
    main()
