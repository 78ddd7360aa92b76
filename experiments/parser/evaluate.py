"""Figures of the installed parser on held-out treebanks, from their words to its trees.

    python evaluate.py --data DIR [--folder FOLDER_OF_A_NETWORK]

``--data`` holds the treebanks that training read; only what training held out is parsed.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path

from conventions import Gold
from figures import PUNCTUATION, Figures, evalb_brackets
from treebanks import read_gold

from laconic.parse.english import EnglishParser
from laconic.text import Sentence
from laconic.tree import Tree


def spans(tree: Tree) -> list[tuple[int, int, str]]:
    """Return the labelled spans of a tree, tags left out."""
    return [(*node.span, node.label) for node in tree.nodes() if not node.is_preterminal]


def compare(figures: Figures, gold: Gold, found: Sentence, fold: bool) -> None:
    """Add the counts of one sentence."""
    counts = figures.counts
    for wanted, token in zip(gold.tags, found.tokens, strict=True):
        counts.update(tags=bool(wanted), tag_right=bool(wanted) and wanted == token.tag)
    if gold.spans is not None and found.tree is not None:
        keep = [tag not in PUNCTUATION for tag in gold.tags]
        left, right = evalb_brackets(gold.spans, keep, fold), evalb_brackets(spans(found.tree), keep, fold)
        counts.update(gold=left.total(), predicted=right.total(), matched=(left & right).total())
    if gold.heads is None or gold.relations is None or found.heads is None or found.relations is None:
        return
    for wanted_head, wanted, head, relation in zip(
        gold.heads, gold.relations, found.heads, found.relations, strict=True
    ):
        right_head = wanted_head == head
        both = right_head and wanted.split(":")[0] == relation.split(":")[0]
        counts.update(arcs=1, head_right=right_head, arc_right=both)
        if wanted != "punct":
            counts.update(arcs_word=1, head_right_word=right_head, arc_right_word=both)


def main() -> None:
    """Parse, compare, print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--folder", type=Path)
    options = arguments.parse_args()
    held_out = defaultdict(list)
    for source, gold in read_gold(options.data):
        if source.endswith("-dev"):
            held_out[source].append(gold)
    parser = EnglishParser(options.folder)
    for source, golds in held_out.items():
        figures = Figures()
        begun = time.process_time()
        parsed = parser.parse([Sentence.from_words(gold.words) for gold in golds])
        seconds = time.process_time() - begun
        for gold, found in zip(golds, parsed, strict=True):
            compare(figures, gold, found, fold=source.startswith("gum"))
        print(f"{source}: {len(golds)} sentences, {len(golds) / seconds:.0f} a second, {figures.summary()}", flush=True)


if __name__ == "__main__":
    main()
