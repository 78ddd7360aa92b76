"""Turn compression corpora into the small folder that training reads.

    python prepare_pairs.py --data DIR --parser FOLDER --cache FILE --out carry

``--data`` holds ``compression/``; ``--parser`` is the folder that ``../parser/prepare.py`` wrote, of which the
treebanks, the plain sentences, the labels and the encoder's settings are taken along. Needs laconic.

Arcs of a reference are those of its source: a word whose head was deleted hangs from the nearest ancestor that stays.
Google's large training set and WikiSplit are not parsed; their arcs are unknown.
"""

from __future__ import annotations

import argparse
import json
import lzma
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import store
from styles import CORPORA

from laconic.learn.deletion.examples import shared_positions
from laconic.parse.cache import CachedParser
from laconic.parse.encoder import Encoder
from laconic.parse.english import EnglishParser
from laconic.parse.tokenize import tokenize
from laconic.text import Sentence

TOKENISED = {"written", "spoken", "wikisplit"}
MAX_WORDS = 150
TAKEN_ALONG = ["gold.npz.xz", "plain.npz.xz", "labels.json", "config.json"]
UNKNOWN_HEAD = 1000
"""The column's number for a kept word whose head is not known."""


@dataclass
class Vocabulary:
    """Numbers for lower-cased words, so that F1 can be counted without text."""

    numbers: dict[str, int] = field(default_factory=dict)

    def coded(self, words: Sequence[str]) -> list[int]:
        """Return the numbers of the words."""
        return [self.numbers.setdefault(word.lower(), len(self.numbers)) for word in words]


def references(record: dict[str, Any]) -> list[str]:
    """Return the references of a pair; an editor's cuts by deletion are three of them."""
    if "light" in record:
        return [record[level] for level in ("light", "medium", "short")]
    return list(record["references"])


def split(text: str, tokenised: bool) -> list[str]:
    """Return the words of a text."""
    return text.split() if tokenised else [token.text for token in tokenize(text)]


def read_pairs(folder: Path, name: str, part: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the sources and references of a corpus; of those in one file, one pair in thirty is held out."""
    single = folder / f"{name}.jsonl"
    path = single if single.exists() else folder / name / f"{part}.jsonl"
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            record = json.loads(line)
            if path == single and (number % 30 == 0) != (part == "dev"):
                continue
            if record.get("deletion", True):
                yield record["source"], references(record)


def head_column(sentence: Sentence, kept: Sequence[int]) -> list[int]:
    """Return a number for each word of the source: 0 if deleted, otherwise one more than its head's."""
    column = [0] * len(sentence)
    staying = {position + 1 for position in kept}
    for position in kept:
        if sentence.heads is None:
            column[position] = UNKNOWN_HEAD
            continue
        head = sentence.heads[position]
        while head and head not in staying:
            head = sentence.heads[head - 1]
        column[position] = head + 1
    return column


def add_pair(
    builder: store.Builder,
    sentence: Sentence,
    texts: list[list[str]],
    encoder: Encoder,
    vocabulary: Vocabulary,
    **about: int,
) -> bool:
    """Append a sentence with its references to the columns; return whether they share a word."""
    found = [(text, kept) for text in texts if (kept := shared_positions(sentence.words, text))]
    if not found or len(sentence) > MAX_WORDS:
        return False
    pieces = encoder.pieces(sentence.words)
    builder.add(
        length=len(sentence),
        piece=pieces.ids,
        pieces=pieces.counts,
        shape=pieces.shapes,
        word=vocabulary.coded(sentence.words),
        references=len(found),
        kept_head=[number for _, kept in found for number in head_column(sentence, kept)],
        coverage=[min(100, 100 * len(kept) // len(text)) for text, kept in found],
        texts=len(found),
        text_length=[len(text) for text, _ in found],
        text_word=[number for text, _ in found for number in vocabulary.coded(text)],
        **about,
    )
    return True


def large_google(path: Path, encoder: Encoder, seed: int) -> store.Arrays:
    """Return Google's large training set: its tokens, with plausible numbers for ``##``, and which of them are kept."""
    random = Random(seed)
    builder = store.Builder()
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            text, bits = line.rstrip("\n").split("\t")
            words = [str(random.choice((2, 7, 12, 20, 45, 300, 2014))) if w == "##" else w for w in text.split()]
            words = ["[UNK]" if word == "<unk>" else word for word in words]
            if 4 <= len(words) <= 60 and "1" in bits:
                pieces = encoder.pieces(words)
                builder.add(
                    length=len(words),
                    piece=pieces.ids,
                    pieces=pieces.counts,
                    shape=pieces.shapes,
                    kept=[int(bit) for bit in bits],
                )
    return builder.arrays()


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
    folder = options.data / "compression"
    for corpus, name in enumerate(CORPORA):
        tokenised = name in TOKENISED
        for part in ("train", "dev") if name != "any" else ():
            pairs = list(read_pairs(folder, name, part))
            sources = [
                Sentence.from_words(source.split()) if tokenised else Sentence(source, tokenize(source))
                for source, _ in pairs
            ]
            parsed = sources if name == "wikisplit" else parser.parse(sources)
            for sentence, (_, texts) in zip(parsed, pairs, strict=True):
                words = [split(text, tokenised) for text in texts]
                about = {"corpus": corpus, "dev": int(part == "dev")}
                counts[f"{name} {part}"] += add_pair(builder, sentence, words, encoder, vocabulary, **about)
            print(f"{name} {part}: {counts[f'{name} {part}']}", flush=True)
    store.save(options.out / "pairs.npz.xz", builder.arrays())
    store.save(options.out / "google200k.npz.xz", large_google(folder / "google200k.tsv.xz", encoder, seed=1))
    for name in TAKEN_ALONG:
        shutil.copy(options.parser / name, options.out / name)
    print(dict(counts))
    print({path.name: f"{path.stat().st_size / 2**20:.1f} MiB" for path in sorted(options.out.iterdir())})


if __name__ == "__main__":
    main()
