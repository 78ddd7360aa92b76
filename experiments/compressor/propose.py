"""Collect what the bundled model weighs for plain sentences, for the verifier's teacher to judge.

    python propose.py SENTENCES.jsonl ... --out carry [--seed 9] [--causal FOLDER]

A sentence's file has one JSON object per line with ``source``. Each sentence is shortened at two random rates, one of
which may be free; of all versions that were weighed, at most twenty are kept. They are stored like judgements
(``proposed.npz.xz``), but their verdicts mean nothing. ``--causal`` names the folder of a causal language model, whose
tokens of each word are added for the reader that is one. Needs laconic.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

import store
from causal_tokens import CausalTokens

import laconic
from laconic.parse.encoder import Encoder
from laconic.pipeline.protection import Protection
from laconic.pipeline.request import Length, Request
from laconic.text import Sentence

RATES = (0.8, 0.8, 0.7, 0.6, 0.6, 0.5, 0.4, 0.4, None)
"""Lengths to ask for; the usual ones are there twice."""

LEAST_WORDS, MOST_WORDS = 6, 70
MOST_VERSIONS = 20


def versions(model: laconic.Model, sentence: Sentence, random: Random) -> list[tuple[int, ...]]:
    """Return which words some of the versions that are weighed keep, in random order."""
    found: dict[tuple[int, ...], None] = {}
    choices = Protection().mask_choices(sentence)
    protected = min(int(masks.keep.sum()) for masks in choices)
    for rate in random.sample(RATES, 2):
        request = Request(Length(rate=rate))
        for each in model.pipeline.verify(sentence, choices, request.limit(sentence, protected), request):
            if each.kept and len(each.kept) < len(sentence):
                found.setdefault(tuple(each.kept))
    return random.sample(list(found), min(MOST_VERSIONS, len(found)))


def main() -> None:
    """Collect the proposals."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", type=Path, nargs="+")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--seed", type=int, default=9)
    arguments.add_argument("--causal", type=Path, help="folder of a causal model, to add its tokens")
    options = arguments.parse_args()
    causal = CausalTokens(options.causal) if options.causal else None
    sources = [json.loads(line)["source"] for path in options.files for line in path.open(encoding="utf-8")]
    model, encoder, builder = laconic.load(), Encoder(), store.Builder()
    random = Random(options.seed)
    for sentence in model.parse(sources):
        proposed = versions(model, sentence, random) if LEAST_WORDS <= len(sentence) <= MOST_WORDS else []
        if not proposed:
            continue
        pieces = encoder.pieces(sentence.words)
        builder.add(
            length=len(sentence),
            piece=pieces.ids,
            pieces=pieces.counts,
            shape=pieces.shapes,
            dev=0,
            versions=len(proposed),
            verdict=[0] * len(proposed),
            kept=[int(place in kept) for kept in map(set, proposed) for place in range(len(sentence))],
            **(causal.columns(sentence.words, sentence.text) if causal else {}),
        )
    store.save(options.out / "proposed.npz.xz", builder.arrays())


if __name__ == "__main__":
    main()
