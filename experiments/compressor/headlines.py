"""How much the likeness to a headline should count beside an editor's verdict, where the length is free.

    python headlines.py DATA/compression/google200k.tsv.xz

Prints what the answers to held-out pairs of Google's large set would be like for other values of ``_LIKENESS`` and
``_REJECTED`` in ``laconic/pipeline/encoded.py``: unigram F1 and exact match with Google's headlines, and the shares
that the verifier expects an editor to accept and reject. The first line has the most probable headlines, by the search
alone. Google's small training set would not do: the network knows it by heart, so that its probabilities are far too
sharp there. On the large one, unigram F1 is like that on new sentences. Needs laconic.

Choose weights at which F1 is still that of the search alone and as few as possible are rejected.
"""

from __future__ import annotations

import argparse
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

import laconic
from laconic.features.network import NEWS
from laconic.methods.encoder import EncoderDeletion
from laconic.pipeline.encoded import Headline
from laconic.pipeline.limit import Limit
from laconic.pipeline.pipeline import Pipeline
from laconic.text import Sentence

LIKENESS = (2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0)
REJECTED = (0.0, 1.0, 2.0)
HELD_OUT = 2_900
"""The last pairs of the large set, which the network for headlines (`experiments/headlines`) has not learnt."""

NUMBERS = ("2", "7", "12", "20", "45", "300", "2014")
"""What stands for ``##``, as in the training."""


class Option(NamedTuple):
    """A headline that could be chosen.

    Attributes:
        worth: what its verdict, its length and what it breaks are worth.
        likeness: its expected F1.
        accept, reject: the expected verdicts.
        f1: its unigram F1 with Google's headline.
        is_exact: whether it is Google's headline.
    """

    worth: float
    likeness: float
    accept: float
    reject: float
    f1: float
    is_exact: bool


def pairs(path: Path, seed: int = 1) -> Iterator[tuple[Sentence, list[str]]]:
    """Yield sentences without unknown words, in random order, and their headlines."""
    random = Random(seed)
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        lines = stream.read().splitlines()[-HELD_OUT:]
    random.shuffle(lines)
    for line in lines:
        text, bits = line.split("\t")
        words = [random.choice(NUMBERS) if word == "##" else word for word in text.split()]
        if 8 <= len(words) <= 60 and "1" in bits and "<unk>" not in words:
            yield Sentence.from_words(words), [word for word, bit in zip(words, bits, strict=True) if bit == "1"]


def options(pipeline: Pipeline, sentence: Sentence, headline: Sequence[str]) -> list[Option]:
    """Return the headlines that compete, the most probable one first."""
    method = pipeline.method
    assert isinstance(method, EncoderDeletion)
    limit = Limit.of(sentence, "tokens", None)
    found = []
    for each in pipeline.judged(sentence, method.propose(sentence, None, None)):
        assert isinstance(each, Headline)
        assert each.verdict is not None
        verdict, worth = each.verdict, limit.worth(each) - each.gain
        same = tuple(headline) == each.tokens
        found.append(
            Option(worth, each.likeness, verdict.accept, verdict.reject, unigram_f1(each.tokens, headline), same)
        )
    return found


def unigram_f1(words: Sequence[str], others: Sequence[str]) -> float:
    """Return the F1 of two multisets of words."""
    return 2.0 * (Counter(words) & Counter(others)).total() / (len(words) + len(others))


def figures(chosen: Iterable[Option]) -> str:
    """Return the mean figures of answers."""
    rows = np.array([(each.f1, each.is_exact, each.accept, each.reject) for each in chosen])
    return "   ".join(f"{value:.4f}" for value in rows.mean(axis=0))


def main() -> None:
    """Choose with several weights, and print what comes of it."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("google", type=Path, help="google200k.tsv.xz")
    arguments.add_argument("--sentences", type=int, default=1500)
    given = arguments.parse_args()
    model = laconic.load(style=NEWS)
    pipeline = Pipeline(model.method, model.parser)
    sentences, headlines = zip(*islice(pairs(given.google), given.sentences), strict=True)
    every = [options(pipeline, *each) for each in zip(model.parse(sentences), headlines, strict=True)]
    print("likeness rejected   F1       exact    accept   reject")
    print(f"{'search alone':19} {figures(each[0] for each in every)}")
    for rejected in REJECTED:
        for likeness in LIKENESS:

            def value(option: Option, likeness: float = likeness, rejected: float = rejected) -> float:
                return option.worth + likeness * option.likeness - rejected * option.reject

            print(f"{likeness:8g} {rejected:8g}   {figures(max(each, key=value) for each in every)}")


if __name__ == "__main__":
    main()
