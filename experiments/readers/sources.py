"""The sentences that stored verdicts name by their ids, read from the corpora that hold them."""

from __future__ import annotations

import json
import lzma
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path

from sample import treebank

from laconic.parse.tokenize import sentences

NUMBERED = {
    "google-train": ["google/train.jsonl"],
    "google-dev": ["google/dev.jsonl"],
    "gdev": ["google/dev.jsonl"],
    "law": ["legislative/train.jsonl", "legislative/dev.jsonl"],
    "onestop": ["onestop.jsonl"],
    "wikisplit": ["wikisplit.jsonl"],
}
"""What stands before the number of a line, and the files whose lines are numbered."""


def sentences_of(data: Path, ids: Collection[str]) -> dict[str, list[str]]:
    """Return the sentences of each id; a few ids stand for different sentences in different corpora.

    Args:
        data: the folder of the corpora.
        ids: the ids that are needed.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in _every_sentence(data, ids):
        if name in ids and text not in found[name]:
            found[name].append(text)
    return found


def _every_sentence(data: Path, ids: Collection[str]) -> Iterator[tuple[str, str]]:
    yield from _journalism(data / "text/slate.txt", ids)
    yield from _parliament(data / "bitext/europarl.en.xz")
    for part in ("train", "dev"):
        for corpus in ("gum", "ewt"):
            for _, name, text in treebank(data / f"treebank/{corpus}.{part}.conllu", corpus):
                yield name, text
    for prefix, files in NUMBERED.items():
        lines = [line for name in files for line in (data / "compression" / name).open(encoding="utf-8")]
        yield from ((f"{prefix}-{number}", json.loads(line)["source"]) for number, line in enumerate(lines))
    for name in ("compression/editor/train.jsonl", "compression/editor/dev.jsonl", "judgements/outputs.jsonl"):
        for line in (data / name).open(encoding="utf-8"):
            record = json.loads(line)
            yield record["id"], record["source"]


def _journalism(path: Path, ids: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the sentences of the paragraphs that are needed: to find the sentences of all would take minutes."""
    needed = {name.split("-")[1] for name in ids if name.startswith("slate")}
    for number, line in enumerate(path.open(encoding="utf-8")):
        if str(number) in needed:
            for place, sentence in enumerate(sentences(line)):
                for prefix in ("slate", "slate2"):
                    yield f"{prefix}-{number}-{place}", sentence.text.strip()


def _parliament(path: Path) -> Iterator[tuple[str, str]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            for prefix in ("europarl", "ep"):
                yield f"{prefix}-{number}", line.strip()
