"""Learn to tell the first sentences of news stories from other text, by the bundled network's word vectors.

    PYTHONPATH=experiments/readers python news.py --data DATA --out NEWS.npz

The first sentences are those of Google's training set, and the others come from the training parts of web treebanks,
from a magazine, parliament, news for learners and statutes. Prints the share that is taken for the start of a story in
each development set, for several thresholds. Needs laconic and scikit-learn.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
from sample import is_sentence, treebank
from sklearn.linear_model import LogisticRegression

from laconic.features.news import summary
from laconic.parse.reader import Reader, shared_reader
from laconic.parse.tokenize import sentences, split_words

MOST = 8_000
THRESHOLDS = (-2.5, -2.0, -1.5, -1.0, 0.0)


def sources(path: Path) -> list[str]:
    """Return the sources of a corpus."""
    return [json.loads(line)["source"] for line in path.open(encoding="utf-8")]


def web(data: Path, part: str) -> list[str]:
    """Return the sentences of the web treebanks."""
    files = ((data / f"treebank/{corpus}.{part}.conllu", corpus) for corpus in ("gum", "ewt"))
    return [text for path, corpus in files for _, _, text in treebank(path, corpus)]


def magazine(path: Path, every: int, first: int) -> Iterator[str]:
    """Yield the sentences of some of the paragraphs."""
    for line in islice(path.open(encoding="utf-8"), first, None, every):
        yield from (sentence.text.strip() for sentence in sentences(line))


def parliament(path: Path, every: int, first: int) -> Iterator[str]:
    """Yield some of the lines."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from (line.strip() for line in islice(lines, first, 200_000, every))


def vectors(reader: Reader, texts: Iterable[str], most: int) -> np.ndarray:
    """Return the summaries of some sentences, drawn at random."""
    chosen = [text for text in texts if text and is_sentence(text)]
    Random(1).shuffle(chosen)
    return np.array([summary(reader, split_words(text)) for text in chosen[:most]])


def main() -> None:
    """Learn, store and measure."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    data, reader = options.data, shared_reader(None)
    compression, slate, europarl = data / "compression", data / "text/slate.txt", data / "bitext/europarl.en.xz"
    stories = vectors(reader, sources(compression / "google/train.jsonl"), MOST)
    others = [
        vectors(reader, web(data, "train"), MOST * 5 // 8),
        vectors(reader, magazine(slate, 20, 7), MOST // 4),
        vectors(reader, parliament(europarl, 101, 3), MOST // 8),
        vectors(reader, sources(compression / "onestop.jsonl"), MOST // 8),
        vectors(reader, sources(compression / "legislative/train.jsonl"), MOST // 16),
    ]
    rows = np.concatenate([stories, *others])
    labels = np.arange(len(rows)) < len(stories)
    learnt = LogisticRegression(C=0.3, max_iter=2000).fit(rows, labels)
    np.savez(options.out, weight=learnt.coef_[0].astype(np.float32), bias=np.float32(learnt.intercept_[0]))
    measured = {
        "Google's development set": sources(compression / "google/dev.jsonl"),
        "web treebanks": web(data, "dev"),
        "magazine": magazine(slate, 60, 11),
        "parliament": parliament(europarl, 333, 5),
    }
    for name, texts in measured.items():
        odds = learnt.decision_function(vectors(reader, texts, 1_000))
        print(name, *(f"{threshold}: {(odds > threshold).mean():.3f}" for threshold in THRESHOLDS), sep="  ")


if __name__ == "__main__":
    main()
