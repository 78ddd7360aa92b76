"""Tree transduction with its language model: sentences a second on one core, and what the beam misses.

The rival is exhaustive search, which keeps every state of the language model; on short sentences it ends. A search
error is an answer that scores less than the best one there is.

    python benchmarks/t3.py [corpus.jsonl] [--model DIR] [--tokenized] [--longest 12] [--sentences 100]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import laconic
from laconic.corpus import Corpus, sample
from laconic.corpus.parsing import unparsed
from laconic.errors import UsageError
from laconic.forest.rescore import rescore
from laconic.methods.t3 import T3
from laconic.text import Sentence

RATE = 0.7


def speed(method: T3, sentences: Sequence[Sentence]) -> None:
    """Print how many parsed sentences are compressed in a second, at free length and at a rate."""
    for name, rate in (("free length", None), (f"rate {RATE}", RATE)):
        begun = time.process_time()
        for sentence in sentences:
            search = method.search(sentence)
            try:
                search.best(None if rate is None else max(1, round(rate * len(sentence))))
            except UsageError:  # no rewriting has exactly this length
                continue
        spent = time.process_time() - begun
        print(f"{name:<16} {len(sentences) / spent:6.0f} sentences a second")


def errors(method: T3, sentences: Sequence[Sentence]) -> None:
    """Print how often the beam misses the best answer, and what exhaustive search costs beside it."""
    assert method.lm is not None
    weight, beam = method.settings.lm_weight, method.settings.beam
    missed, short, fast, slow = 0, 0.0, 0.0, 0.0
    for sentence in sentences:
        search = method.search(sentence)
        begun = time.process_time()
        found = rescore(search.forest, search.scores, method.lm, weight=weight, beam=beam).best()
        middle = time.process_time()
        truth = rescore(search.forest, search.scores, method.lm, weight=weight, beam=None).best()
        fast, slow = fast + middle - begun, slow + time.process_time() - middle
        missed += found.score < truth.score - 1e-4
        short += max(0.0, truth.score - found.score)
    count = len(sentences)
    print(f"beam {beam} missed the best answer of {missed} of {count} sentences: {missed / count:.2%}")
    print(f"it scores {short / count:.5f} less on average; exhaustive search takes {slow / fast:.1f} times as long")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", type=Path)
    parser.add_argument("--model", default="t3")
    parser.add_argument("--tokenized", action="store_true")
    parser.add_argument("--longest", type=int, default=12)
    parser.add_argument("--sentences", type=int, default=100)
    arguments = parser.parse_args()
    pairs = sample("deletion") if arguments.corpus is None else Corpus.open(arguments.corpus)
    texts = [pair.source for pair in pairs]
    model = laconic.load(arguments.model)
    assert isinstance(model.method, T3)
    sentences = list(model.parse(unparsed(text, tokenized=arguments.tokenized) for text in texts))
    model.method.search(sentences[0]).best()  # load what is loaded on first use
    print(f"{len(sentences)} sentences, {sum(map(len, sentences)) / len(sentences):.1f} words each, processor time")
    speed(model.method, sentences)
    short = [each for each in sentences if len(each) <= arguments.longest][: arguments.sentences]
    print(f"{len(short)} sentences of up to {arguments.longest} words:")
    errors(model.method, short)


if __name__ == "__main__":
    main()
