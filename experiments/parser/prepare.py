"""Turn treebanks and plain text into the small folder that training reads.

    python prepare.py --data DIR --model DIR --out carry

``--data`` holds ``treebank/``, ``text/``, ``compression/``, ``alignment/`` and ``bitext/``; ``--model`` the encoder (a
Hugging Face folder with config.json, tokenizer.json and model.safetensors). Needs laconic.
"""

from __future__ import annotations

import argparse
import itertools
import json
import lzma
import random
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import store
import torch
from conventions import (
    TAGS,
    Gold,
    joined_chains,
    with_joined_hyphens,
    with_other_spelling,
)
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from treebanks import SOURCES, read_gold

from laconic.parse import tokenize
from laconic.parse.words import MAX_PIECES, shapes, surface

MAX_WORDS = 150


def span_labels(sentences: Iterable[tuple[str, Gold]]) -> list[str]:
    """Return the chains worth a label of their own, most frequent first, after the empty label."""
    counts: Counter[str] = Counter()
    for source, gold in sentences:
        if gold.spans is not None and "dev" not in source:
            weight = 1 if source == "craft" else 12
            for _, _, label in joined_chains(gold.spans):
                counts[label] += weight
    return ["", *(label for label, count in counts.most_common() if count >= 96)]


def nearest_label(chain: str, known: dict[str, int]) -> int:
    """Return the label of a chain, or of its longest known subsequence, or 0."""
    parts = chain.split("+")
    for length in range(len(parts), 0, -1):
        candidates = {"+".join(chosen) for chosen in itertools.combinations(parts, length)} & known.keys()
        if candidates:
            return min(known[label] for label in candidates)
    return 0


class WordPieces:
    """Pieces of words for the encoder."""

    def __init__(self, path: Path) -> None:
        tokenizer = Tokenizer.from_file(str(path))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._unknown = tokenizer.token_to_id("[UNK]")
        self._encode = lru_cache(200_000)(lambda word: tokenizer.encode(word, add_special_tokens=False).ids)

    def columns(self, words: list[str]) -> dict[str, list[int] | int]:
        """Return the columns of a sentence that the encoder needs."""
        pieces = [self._encode(surface(word))[:MAX_PIECES] or [self._unknown] for word in words]
        return {
            "length": len(words),
            "piece": [piece for ids in pieces for piece in ids],
            "pieces": [len(ids) for ids in pieces],
            "shape": shapes(words),
        }


def gold_arrays(sentences: list[tuple[str, Gold]], labels: store.Labels, pieces: WordPieces) -> store.Arrays:
    """Return the annotated sentences and their variants as arrays."""
    builder = store.Builder()
    tags = {tag: index for index, tag in enumerate(labels.tags)}
    relations = {relation: index for index, relation in enumerate(labels.relations)}
    spans = {label: index for index, label in enumerate(labels.spans)}
    for base, (source, gold) in enumerate(sentences):
        variants = [gold]
        if "dev" not in source:
            joined = with_joined_hyphens(gold)
            variants += [joined] if joined is not None else []
            respelled = with_other_spelling(variants[-1])
            variants += [respelled] if respelled is not None else []
        for variant in variants:
            brackets = joined_chains(variant.spans or [])
            builder.add(
                **pieces.columns(variant.words),
                tag=[tags.get(tag, store.IGNORED) for tag in variant.tags],
                head=[h + 1 for h in variant.heads] if variant.heads else [0] * len(variant.words),
                relation=[relations.get(r, store.IGNORED) for r in variant.relations]
                if variant.relations
                else [store.IGNORED] * len(variant.words),
                brackets=len(brackets),
                start=[start for start, _, _ in brackets],
                end=[end for _, end, _ in brackets],
                label=[nearest_label(label, spans) for _, _, label in brackets],
                has_tree=int(variant.spans is not None),
                stop=int(can_lose_stop(variant)),
                source=labels.sources.index(source),
                base=base,
            )
    return builder.arrays()


def can_lose_stop(gold: Gold) -> bool:
    """Return whether the last word is a stop whose loss leaves brackets distinct and no word without head."""
    count = len(gold.words)
    ends = {(start, end) for start, end, _ in gold.spans or []}
    return (
        count > 2
        and gold.tags[-1] == "."
        and count not in (gold.heads or [])
        and not any(end == count and (start, count - 1) in ends for start, end in ends)
    )


def plain_sentences(data: Path, europarl: int) -> Iterator[list[str]]:
    """Yield the words of unannotated sentences whose terms allow it.

    They are compression sources, paraphrases, journalism, parliament, and the bare words of treebanks.
    """
    for path in ("google/train", "legislative/train", "editor/train", "onestop", "wikisplit"):
        with (data / f"compression/{path}.jsonl").open(encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                for text in (record["source"], *record.get("references", [])[:1]):
                    yield text.split() if path == "wikisplit" else tokenize.split_words(text)
    with (data / "alignment/edinburgh.train.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)["source"].split()
    for source, gold in read_gold(data / "treebank"):
        if source in ("gum", "ewt", "masc"):
            yield gold.words
    with (data / "text/slate.txt").open(encoding="utf-8") as lines:
        for line in lines:
            yield from (list(sentence.words) for sentence in tokenize.sentences(line))
    with lzma.open(data / "bitext/europarl.en.xz", "rt", encoding="utf-8") as lines:
        for line in itertools.islice(lines, europarl):
            yield tokenize.split_words(line)


def plain_arrays(sentences: Iterable[list[str]], pieces: WordPieces, seed: int) -> store.Arrays:
    """Return distinct sentences of 3 to 70 words as arrays, in random order."""
    distinct = {tuple(words) for words in sentences if 3 <= len(words) <= 70}
    ordered = sorted(distinct)
    random.Random(seed).shuffle(ordered)
    builder = store.Builder()
    for words in ordered:
        builder.add(**pieces.columns(list(words)))
    return builder.arrays()


def save_encoder(model: Path, out: Path) -> None:
    """Write the encoder's weights in half precision, with its settings and tokeniser."""
    weights = load_file(model / "model.safetensors")
    kept = {k: v.to(torch.float16) for k, v in weights.items() if not k.startswith("pooler") and v.is_floating_point()}
    save_file(kept, out / "encoder.safetensors")
    shutil.copy(model / "config.json", out / "config.json")


def save_gold(treebanks: Path, out: Path, pieces: WordPieces) -> None:
    """Write the annotated sentences and the names of their labels."""
    sentences = [(source, gold) for source, gold in read_gold(treebanks) if len(gold.words) <= MAX_WORDS]
    relations = Counter(r for source, gold in sentences if "dev" not in source for r in gold.relations or [])
    labels = store.Labels(TAGS, span_labels(sentences), [r for r, _ in relations.most_common()], SOURCES)
    labels.save(out / "labels.json")
    arrays = gold_arrays(sentences, labels, pieces)
    store.save(out / "gold.npz.xz", arrays)
    counts = Counter(source for source, _ in sentences)
    print(f"{len(sentences)} annotated sentences, {len(arrays['length'])} with variants: {dict(counts)}")
    print(f"{len(labels.spans)} span labels, {len(labels.relations)} relations")


def main() -> None:
    """Prepare everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("carry"))
    parser.add_argument("--europarl", type=int, default=40_000, help="lines of parliament to take")
    parser.add_argument("--gold-only", action="store_true", help="leave the plain sentences as they are")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    pieces = WordPieces(options.model / "tokenizer.json")
    save_encoder(options.model, options.out)
    save_gold(options.data / "treebank", options.out, pieces)
    if not options.gold_only:
        plain = plain_arrays(plain_sentences(options.data, options.europarl), pieces, options.seed)
        store.save(options.out / "plain.npz.xz", plain)
        print(f"{len(plain['length'])} plain sentences, {plain['length'].sum()} words")
    print({path.name: f"{path.stat().st_size / 2**20:.1f} MiB" for path in sorted(options.out.iterdir())})


if __name__ == "__main__":
    main()
