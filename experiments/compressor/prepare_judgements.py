"""Turn readers' verdicts on shorter versions into arrays that training reads.

    python prepare_judgements.py JUDGEMENTS.jsonl... --out carry [--causal FOLDER]

Each line has ``id``, ``source``, ``output``, ``system`` and ``verdict`` (accept, minor or reject). Only versions by
deletion count. One sentence in five is held out, chosen by its id, unless an editor has cut it for training (the system
``written``). ``--causal`` names the folder of a causal language model, whose tokens of each word are added for the
reader that is one. Needs laconic.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import store
from causal_tokens import CausalTokens
from verifier import VERDICTS

from laconic.parse.encoder import Encoder
from laconic.parse.tokenize import split_words

MAX_WORDS = 100
HELD_OUT = 5

Record = dict[str, Any]


def read_verdicts(paths: Sequence[Path]) -> list[Record]:
    """Return the records of files of verdicts."""
    return [json.loads(line) for path in paths for line in path.open(encoding="utf-8")]


def held_out(records: Sequence[Record]) -> set[str]:
    """Return the ids of the sentences that training does not see."""
    drawn = {record["id"] for record in records if zlib.crc32(record["id"].encode()) % HELD_OUT == 0}
    return drawn.difference(record["id"] for record in records if record["system"] == "written")


def kept_words(words: list[str], version: list[str]) -> tuple[int, ...] | None:
    """Return which words a version keeps, or None if it has others; an article may have changed with its noun.

    Where a word stands there twice, the version is taken to have the fewest gaps, and of such the last.

    >>> kept_words("she was ill and was not paid".split(), "she was not paid".split())
    (0, 4, 5, 6)
    """
    low, target = ([_word(each) for each in side] for side in (words, version))
    # For each place where a prefix of the version may end: its runs of neighbouring words, and the places (negative,
    # so that the last ones are the least).
    ends: dict[int, tuple[int, tuple[int, ...]]] = {-1: (0, ())}
    for word in target:
        longer = {}
        for place in (place for place, each in enumerate(low) if each == word):
            before = [
                (runs + (end != place - 1 or end < 0), (*places, -place))
                for end, (runs, places) in ends.items()
                if end < place
            ]
            if before:
                longer[place] = min(before)
        ends = longer
    return tuple(-place for place in min(ends.values())[1]) if target and ends else None


def _word(word: str) -> str:
    return "a" if word.lower() == "an" else word.lower()


def main() -> None:
    """Prepare the judgements."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", type=Path, nargs="+")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--causal", type=Path, help="folder of a causal model, to add its tokens")
    options = arguments.parse_args()
    causal = CausalTokens(options.causal) if options.causal else None
    encoder, builder = Encoder(), store.Builder()
    versions: dict[tuple[str, str], dict[tuple[int, ...], int]] = defaultdict(dict)
    counts: Counter[str] = Counter()
    records = read_verdicts(options.files)
    kept_out = held_out(records)
    for record in records:
        kept = kept_words(split_words(record["source"]), split_words(record["output"]))
        counts["deletions" if kept else "others"] += 1
        if kept:
            versions[record["id"], record["source"]].setdefault(kept, VERDICTS.index(record["verdict"]))
    for (name, source), judged in versions.items():
        words = split_words(source)
        if len(words) > MAX_WORDS:
            continue
        pieces = encoder.pieces(words)
        staying = [set(kept) for kept in judged]
        builder.add(
            length=len(words),
            piece=pieces.ids,
            pieces=pieces.counts,
            shape=pieces.shapes,
            dev=int(name in kept_out),
            versions=len(judged),
            verdict=list(judged.values()),
            kept=[int(place in stays) for stays in staying for place in range(len(words))],
            **(causal.columns(words, source) if causal else {}),
        )
    store.save(options.out / "judged.npz.xz", builder.arrays())
    print(dict(counts), len(versions), "sentences")


if __name__ == "__main__":
    main()
