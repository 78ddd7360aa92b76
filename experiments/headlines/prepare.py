"""Write Google's pairs of sentences and headlines as flat arrays for `teach.py`.

    python prepare.py --data DATA --out CARRY

``DATA/compression`` holds ``google200k.tsv.xz`` (the large set) and ``google/train.jsonl`` (the small one). Every set
becomes one file: the pieces of all words, how many each word has, how many words each sentence has, and which stay.
Needs laconic.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import numpy as np

from laconic.parse.encoder import Encoder
from laconic.parse.tokenize import split_words

NUMBERS = ("2", "7", "12", "20", "45", "300", "2014")
"""What stands for ``##``, which the large set has for every number."""

UNKNOWN, RARE, NUMBER = 100, "<unk>", "##"
MOST_PIECES = 160

Labelled = tuple[list[str], list[bool]]
"""The words of a sentence, and which stay."""


def large(path: Path, seed: int = 1) -> Iterator[Labelled]:
    """Yield the pairs of the large set, with numbers for what stands for them."""
    random = Random(seed)
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            text, bits = line.rstrip("\n").split("\t")
            words = [random.choice(NUMBERS) if word == NUMBER else word for word in text.split(" ")]
            yield words, [bit == "1" for bit in bits]


def small(path: Path) -> Iterator[Labelled]:
    """Yield the pairs of the small set whose headlines are deletions."""
    for line in path.open(encoding="utf-8"):
        record = json.loads(line)
        words = split_words(record["source"])
        kept = kept_words(words, split_words(record["references"][0]))
        if kept is not None:
            yield words, kept


def kept_words(source: list[str], version: list[str]) -> list[bool] | None:
    """Return which words a version keeps, each as late as possible, so that they stand together; None if others.

    >>> kept_words("the cat saw the dog".split(), "the dog".split())
    [False, False, False, True, True]
    """
    wanted = [word.casefold() for word in version]
    kept = [False] * len(source)
    for place in range(len(source) - 1, -1, -1):
        if wanted and source[place].casefold() == wanted[-1]:
            wanted.pop()
            kept[place] = True
    return None if wanted else kept


def store(pairs: Iterable[Labelled], encoder: Encoder, path: Path) -> int:
    """Write pairs, and return how many there are."""
    pieces: list[int] = []
    counts: list[int] = []
    words: list[int] = []
    stays: list[bool] = []
    for forms, kept in pairs:
        found = [[UNKNOWN] if form == RARE else encoder.pieces([form]).ids for form in forms]
        if not 3 <= sum(map(len, found)) <= MOST_PIECES or not any(kept):
            continue
        pieces += [piece for each in found for piece in each]
        counts += map(len, found)
        words.append(len(found))
        stays += kept
    arrays = {"piece": (pieces, np.uint16), "pieces": (counts, np.uint8), "words": (words, np.uint8)}
    packed = np.packbits(np.array(stays, np.bool_))
    np.savez_compressed(path, stays=packed, **{name: np.array(values, kind) for name, (values, kind) in arrays.items()})
    return len(words)


def main() -> None:
    """Write both sets."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    folder, encoder = options.data / "compression", Encoder()
    for name, pairs in (
        ("large", large(folder / "google200k.tsv.xz")),
        ("small", small(folder / "google/train.jsonl")),
        ("development", small(folder / "google/dev.jsonl")),
    ):
        print(f"{name}: {store(pairs, encoder, options.out / f'{name}.npz')} pairs")


if __name__ == "__main__":
    main()
