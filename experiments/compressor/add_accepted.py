"""Add an editor's further versions, and those of a model that readers accepted, to the pairs in the editor's style.

    python add_accepted.py JUDGEMENTS.jsonl ... --data carry

An editor's versions have the system ``written``; those that a reader rejected are left out. What a reader would print
was found by a model all the same: each counts half. The sentences that `prepare_judgements.py` holds out stay out.
Changes ``carry/pairs.npz.xz``. Needs laconic.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import store
from prepare_judgements import MAX_WORDS, Record, held_out, kept_words, read_verdicts
from prepare_pairs import head_column
from styles import CORPORA

import laconic
from laconic.parse.encoder import Encoder
from laconic.parse.tokenize import split_words

MOST = 6
"""References of a sentence."""

EDITORS, MODELS = 100, 70
"""Coverage in percent: a reference counts the square of it."""

Versions = dict[str, int]
"""Versions of a sentence, each with its coverage."""


def references(records: Sequence[Record]) -> dict[str, Versions]:
    """Return what can stand for an editor's cuts, by sentence; of an editor's cuts, those that no reader rejected."""
    kept_out = held_out(records)
    verdicts: dict[tuple[str, str], set[str]] = defaultdict(set)
    found: dict[str, Versions] = defaultdict(dict)
    for record in records:
        verdicts[record["source"], record["output"]].add(record["verdict"])
    for record in records:
        source, output = record["source"], record["output"]
        if record["id"] in kept_out or "reject" in verdicts[source, output]:
            continue
        if record["system"] == "written":
            found[source][output] = EDITORS
        elif record["verdict"] == "accept":
            found[source].setdefault(output, MODELS)
    return found


def chosen(versions: Versions, random: Random) -> Versions:
    """Return all of an editor's versions, and as many others as there is room for."""
    shuffled = random.sample(sorted(versions), len(versions))
    return {version: versions[version] for version in sorted(shuffled, key=lambda each: -versions[each])[:MOST]}


def main() -> None:
    """Add the pairs."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", type=Path, nargs="+")
    arguments.add_argument("--data", type=Path, required=True)
    options = arguments.parse_args()
    found = references(read_verdicts(options.files))
    model, encoder, builder, random = laconic.load(), Encoder(), store.Builder(), Random(3)
    for sentence in model.parse(found):
        words = list(sentence.words)
        versions = chosen(found[sentence.text], random)
        aligned = {kept_words(words, split_words(version)): coverage for version, coverage in versions.items()}
        kept = [each for each in aligned if each and len(each) < len(words)]
        if not kept or len(words) > MAX_WORDS:
            continue
        pieces = encoder.pieces(words)
        builder.add(
            length=len(words),
            piece=pieces.ids,
            pieces=pieces.counts,
            shape=pieces.shapes,
            word=[0] * len(words),  # words are looked at in development sets alone
            references=len(kept),
            kept_head=[number for each in kept for number in head_column(sentence, each)],
            coverage=[aligned[each] for each in kept],
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
