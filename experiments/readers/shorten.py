"""Shorten sentences as a user would, for readers to judge.

    python shorten.py SENTENCES.jsonl --out OUTPUTS.jsonl [--method encoder] [--exact] [--fast]

Each sentence is shortened to at most .8, .6 and .4 of its tokens, and to a length chosen by the model. Needs laconic.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import laconic

RATES = (0.8, 0.6, 0.4)


def main() -> None:
    """Shorten the sentences."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("sentences", type=Path)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--method", default="encoder")
    arguments.add_argument("--exact", action="store_true")
    arguments.add_argument("--fast", action="store_true")
    options = arguments.parse_args()
    model = laconic.load(options.method)
    records = [json.loads(line) for line in options.sentences.read_text(encoding="utf-8").splitlines()]
    parsed = model.parse(record["source"] for record in records)
    with options.out.open("w", encoding="utf-8") as stream:
        for record, sentence in zip(records, parsed, strict=True):
            for rate in (*RATES, None):
                exact = options.exact and rate is not None
                answer = model.compress(sentence, rate=rate, exact=exact, fast=options.fast)
                about = {"id": record["id"], "request": rate or "free", "output": answer.text}
                stream.write(json.dumps({**about, "confidence": answer.confidence}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
