"""Turn compression corpora into the small folder that training reads.

    python prepare_pairs.py --data DIR --parser FOLDER --cache FILE --out carry

``--data`` holds ``compression/``; ``--parser`` is the folder that ``../parser/prepare.py`` wrote, of which the
treebanks, the plain sentences, the labels and the encoder's settings are taken along. Needs laconic.
"""

from __future__ import annotations

import argparse
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import store
from styles import CORPORA

from laconic.corpus import Corpus, Pair
from laconic.learn.deletion.examples import DeletionExample, Gold, make_examples
from laconic.parse.cache import CachedParser
from laconic.parse.encoder import Encoder
from laconic.parse.english import EnglishParser
from laconic.parse.tokenize import tokenize

TOKENISED = {"written", "spoken"}
MAX_WORDS = 200
TAKEN_ALONG = ["gold.npz.xz", "plain.npz.xz", "labels.json", "config.json"]


@dataclass
class Vocabulary:
    """Numbers for lower-cased words, so that F1 can be counted without text."""

    numbers: dict[str, int] = field(default_factory=dict)

    def coded(self, words: list[str]) -> list[int]:
        """Return the numbers of the words."""
        return [self.numbers.setdefault(word.lower(), len(self.numbers)) for word in words]


def read_examples(path: Path, parser: CachedParser, tokenised: bool) -> Iterator[tuple[Pair, DeletionExample]]:
    """Yield the pairs of a corpus that share words with a reference, with their parsed references."""
    for pair in Corpus.open(path):
        for example in make_examples([pair], parser, tokenized=tokenised):
            if len(example.sentence) <= MAX_WORDS:
                yield pair, example


def head_column(gold: Gold, length: int) -> list[int]:
    """Return a number for each word of the source: 0 if deleted, otherwise one more than its head's."""
    column = [0] * length
    for position, head in zip(gold.kept, gold.heads, strict=True):
        column[position] = head + 1
    return column


def add_example(
    builder: store.Builder, pair: Pair, example: DeletionExample, encoder: Encoder, vocabulary: Vocabulary, **about: int
) -> None:
    """Append a sentence with its references to the columns."""
    words = list(example.sentence.words)
    tokenised = CORPORA[about["corpus"]] in TOKENISED
    texts = [text.split() if tokenised else [token.text for token in tokenize(text)] for text in pair.references]
    longest = [max(1, len(text)) for text in texts] if len(texts) == len(example.golds) else [1] * len(example.golds)
    pieces = encoder.pieces(words)
    builder.add(
        length=len(words),
        piece=pieces.ids,
        pieces=pieces.counts,
        shape=pieces.shapes,
        word=vocabulary.coded(words),
        references=len(example.golds),
        kept_head=[number for gold in example.golds for number in head_column(gold, len(words))],
        coverage=[min(100, 100 * len(gold.kept) // size) for gold, size in zip(example.golds, longest, strict=True)],
        texts=len(texts),
        text_length=[len(text) for text in texts],
        text_word=[number for text in texts for number in vocabulary.coded(text)],
        **about,
    )


def main() -> None:
    """Prepare everything."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--parser", type=Path, required=True)
    arguments.add_argument("--cache", type=Path, required=True, help="a file that remembers parses")
    arguments.add_argument("--out", type=Path, default=Path("carry"))
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    parser = CachedParser(EnglishParser(), options.cache)
    encoder, vocabulary, builder = Encoder(), Vocabulary(), store.Builder()
    counts: Counter[str] = Counter()
    for corpus, name in enumerate(CORPORA):
        for part in ("train", "dev") if name != "any" else ():
            path = options.data / "compression" / name / f"{part}.jsonl"
            for pair, example in read_examples(path, parser, name in TOKENISED):
                add_example(builder, pair, example, encoder, vocabulary, corpus=corpus, dev=int(part == "dev"))
                counts[f"{name} {part}"] += 1
    store.save(options.out / "pairs.npz.xz", builder.arrays())
    for name in TAKEN_ALONG:
        shutil.copy(options.parser / name, options.out / name)
    print(dict(counts))
    print({path.name: f"{path.stat().st_size / 2**20:.1f} MiB" for path in sorted(options.out.iterdir())})


if __name__ == "__main__":
    main()
