"""Extract paraphrase rules from sentences that were rewritten: an editor's versions, simplified news.

python experiments/paraphrases/rewrites.py OUT CORPUS... [--field rewrite]

A line of CORPUS is a JSON object with a `source` and a version of it, in `references` or under another name. Words are
aligned within English, and phrases extracted as from bitext, with the version in the place of the foreign text. OUT
gets one line per rule that shortens: how many sentences have it, how many have its source side at all, the rule.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from laconic.align.monolingual import MonolingualAligner
from laconic.extract.samt import SyntaxExtractor
from laconic.extract.translation import BitextPart
from laconic.parse.english import EnglishParser
from laconic.parse.tokenize import split_words

BATCH = 200
LONGEST = 45


def pairs(paths: list[Path], field: str) -> Iterator[tuple[str, str]]:
    """Yield sources and versions."""
    for path in paths:
        for line in path.open(encoding="utf-8"):
            record = json.loads(line)
            versions = [record[field]] if field in record else record.get("references", [])
            yield from ((record["source"], version) for version in versions)


def main() -> None:
    """Extract and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--field", default="rewrite")
    arguments = parser.parse_args()
    english, aligner = EnglishParser(), MonolingualAligner()
    extractor = SyntaxExtractor(most_span=8, most_symbols=6, most_slots=2, complex_label=False, complex_slots=False)
    sentences: Counter[tuple[str, str]] = Counter()
    sides: Counter[str] = Counter()
    every = list(pairs(arguments.corpora, arguments.field))
    for start in range(0, len(every), BATCH):
        batch = every[start : start + BATCH]
        parsed = english.parse([source for source, _ in batch])
        for sentence, (_, version) in zip(parsed, batch, strict=True):
            target = [word.lower() for word in split_words(version)]
            if sentence.tree is None or not 3 < len(sentence) <= LONGEST or not target:
                continue
            source = [word.lower() for word in sentence.words]
            (links,) = aligner.align([(source, target)])
            part = BitextPart(str(sentence.tree), " ".join(source), " ".join(target), str(links))
            found = set()
            for rule in extractor.extract(part):
                if len(rule.foreign_side.split()) <= len(rule.english.split()):
                    found.add((rule.english, _renumbered(rule.foreign_side, rule.slot_order)))
            sentences.update(found)
            sides.update({side for side, _ in found})
        print(f"{start + len(batch)} of {len(every)} pairs, {len(sentences):,} rules", flush=True)
    with arguments.out.open("w", encoding="utf-8") as stream:
        for (side, version), count in sentences.most_common():
            _, _, target = version.partition(" ||| ")
            if side != version:
                print(count, sides[side], f"{side} ||| {target}", sep="\t", file=stream)


def _renumbered(side: str, order: str) -> str:
    """Return a foreign side with its slots numbered as on the English side."""
    for place, number in enumerate(order, start=1):
        side = side.replace(f",{place}]", f",#{number}]")
    return side.replace("#", "")


if __name__ == "__main__":
    main()
