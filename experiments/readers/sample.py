"""Draw sentences of many genres that no model has been trained on, for readers to judge.

    python sample.py --data DATA --items 200 --seed 7 --out SENTENCES.jsonl [--without EARLIER.jsonl ...]

``DATA`` holds the development parts of GUM and EWT, Google's development set, magazine journalism and Europarl. Each
genre gives as many sentences as any other. Sentences of the editor's corpus, of the judgements and of earlier samples
are left out. Needs laconic.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from laconic.parse.tokenize import sentences

FEWEST, MOST = 9, 45
"""Words of a sentence that is worth shortening and that a reader takes in at once."""

Drawn = tuple[str, str, str]
"""Genre, id and text."""


def treebank(path: Path, corpus: str) -> Iterator[Drawn]:
    """Yield the sentences of a CoNLL-U file; the genre is a part of their ids."""
    name = ""
    for line in path.open(encoding="utf-8"):
        if line.startswith("# sent_id ="):
            name = line.partition("=")[2].strip()
        elif line.startswith("# text ="):
            genre = name.split("_")[1] if corpus == "gum" else name.split("-")[0]
            yield f"{corpus}-{genre}", name, line.partition("=")[2].strip()


def news(path: Path) -> Iterator[Drawn]:
    """Yield the sources of Google's development set."""
    for number, line in enumerate(path.open(encoding="utf-8")):
        yield "google-news", f"google-dev-{number}", json.loads(line)["source"]


def journalism(path: Path, seed: int) -> Iterator[Drawn]:
    """Yield sentences of one paragraph in a hundred."""
    for number, line in enumerate(path.open(encoding="utf-8")):
        if number % 97 == seed % 97:
            for place, sentence in enumerate(sentences(line)):
                yield "slate", f"slate-{number}-{place}", sentence.text.strip()


def parliament(path: Path, seed: int) -> Iterator[Drawn]:
    """Yield one line in a thousand of those that training does not read."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number > 200_000 and number % 1009 == seed % 1009:
                yield "europarl", f"europarl-{number}", line.strip()


def every_sentence(data: Path, seed: int) -> Iterator[Drawn]:
    """Yield all sentences there are to draw from."""
    yield from treebank(data / "treebank/gum.dev.conllu", "gum")
    yield from treebank(data / "treebank/ewt.dev.conllu", "ewt")
    yield from news(data / "compression/google/dev.jsonl")
    yield from journalism(data / "text/slate.txt", seed)
    yield from parliament(data / "bitext/europarl.en.xz", seed)


def used(paths: Iterable[Path]) -> set[str]:
    """Return the sources that files of JSON lines hold."""
    return {json.loads(line)["source"] for path in paths for line in path.open(encoding="utf-8")}


def is_sentence(text: str) -> bool:
    """Return whether a text looks like a whole sentence of a readable length."""
    return FEWEST <= len(text.split()) <= MOST and (text[0].isupper() or text[0] in '"“') and text[-1] in '.?!"”'


def main() -> None:
    """Draw the sentences."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--items", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--without", type=Path, nargs="*", default=[])
    options = arguments.parse_args()
    editor = options.data / "compression/editor"
    known = [editor / "train.jsonl", editor / "dev.jsonl", options.data / "judgements/outputs.jsonl"]
    seen = used([*known, *options.without])
    pools: dict[str, list[Drawn]] = defaultdict(list)
    for genre, name, text in every_sentence(options.data, options.seed):
        if text and text not in seen and is_sentence(text):
            pools[genre].append((genre, name, text))
    random = Random(options.seed)
    for pool in pools.values():
        random.shuffle(pool)
    longest = max(map(len, pools.values()))
    chosen = [pool[place] for place in range(longest) for _, pool in sorted(pools.items()) if place < len(pool)]
    with options.out.open("w", encoding="utf-8") as stream:
        for genre, name, text in chosen[: options.items]:
            stream.write(json.dumps({"id": name, "genre": genre, "source": text}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
