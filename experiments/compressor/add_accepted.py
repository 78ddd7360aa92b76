"""Add the versions that readers accepted to the pairs, as further references in the editor's style.

    python add_accepted.py JUDGEMENTS.jsonl ... --data carry

What a reader would print is as good a reference as an editor's, though it was found by a model: each counts half. The
sentences that `prepare_judgements.py` holds out stay out. Changes ``carry/pairs.npz.xz``. Needs laconic.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import defaultdict
from pathlib import Path
from random import Random

import numpy as np
import store
from prepare_judgements import HELD_OUT, MAX_WORDS, kept_words
from prepare_pairs import head_column
from styles import CORPORA

import laconic
from laconic.parse.encoder import Encoder
from laconic.parse.tokenize import split_words

MOST_REFERENCES = 6
COVERAGE = 70
"""In percent: a reference counts the square of it."""


def accepted_versions(paths: list[Path]) -> dict[str, list[str]]:
    """Return the accepted versions of each sentence that is not held out."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for path in paths:
        for line in path.open(encoding="utf-8"):
            record = json.loads(line)
            if record["verdict"] == "accept" and zlib.crc32(record["id"].encode()) % HELD_OUT:
                found[record["source"]].setdefault(record["output"])
    return {source: list(versions) for source, versions in found.items()}


def main() -> None:
    """Add the pairs."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", type=Path, nargs="+")
    arguments.add_argument("--data", type=Path, required=True)
    options = arguments.parse_args()
    accepted = accepted_versions(options.files)
    model, encoder, builder, random = laconic.load(), Encoder(), store.Builder(), Random(3)
    for sentence in model.parse(accepted):
        words = list(sentence.words)
        aligned = [kept_words(words, split_words(version)) for version in accepted[sentence.text]]
        kept = [each for each in aligned if each and len(each) < len(words)]
        if not kept or len(words) > MAX_WORDS:
            continue
        kept = random.sample(kept, min(MOST_REFERENCES, len(kept)))
        pieces = encoder.pieces(words)
        builder.add(
            length=len(words),
            piece=pieces.ids,
            pieces=pieces.counts,
            shape=pieces.shapes,
            word=[0] * len(words),  # words are looked at in development sets alone
            references=len(kept),
            kept_head=[number for each in kept for number in head_column(sentence, each)],
            coverage=[COVERAGE] * len(kept),
            texts=len(kept),
            text_length=[len(each) for each in kept],
            text_word=[0] * sum(map(len, kept)),
            corpus=CORPORA.index("editor"),
            dev=0,
        )
    path = options.data / "pairs.npz.xz"
    pairs, added = store.load(path), builder.arrays()
    store.save(path, {name: store.smallest(np.concatenate([values, added[name]])) for name, values in pairs.items()})
    print(f"{len(added['length'])} sentences with {len(added['coverage'])} references")


if __name__ == "__main__":
    main()
