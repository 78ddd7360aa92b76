"""The annotated sentences of all treebanks, by one set of conventions, with what is held out named apart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from conventions import Gold, from_tree, penn_tag, with_wh_categories

from laconic.dependency import read_conllu
from laconic.tree import read_trees

SOURCES = "gum masc wsj craft ewt gum-dev masc-dev wsj-dev craft-dev ewt-dev".split()
WSJ_LINES = range(5847, 6161)
"""Lines of the MASC file that are Wall Street Journal text; those of `WSJ_DEV` are held out."""
WSJ_DEV = range(6012, 6161)


def masc(path: Path) -> Iterator[tuple[str, Gold]]:
    """Yield MASC sentences; blocks of forty lines in every six hundred are held out."""
    with path.open(encoding="utf-8") as lines:
        for number, tree in read_trees(lines):
            gold = from_tree(tree)
            if gold is None:
                continue
            if number in WSJ_LINES:
                yield ("wsj-dev" if number in WSJ_DEV else "wsj"), gold
            else:
                yield ("masc-dev" if number % 600 >= 560 else "masc"), gold


def craft(path: Path) -> Iterator[tuple[str, Gold]]:
    """Yield CRAFT sentences; the last three hundred lines are held out."""
    with path.open(encoding="utf-8") as lines:
        trees = [from_tree(tree) for _, tree in read_trees(lines)]
    for index, gold in enumerate(trees):
        if gold is not None:
            yield ("craft-dev" if index >= len(trees) - 300 else "craft"), gold


def universal(path: Path) -> Iterator[Gold]:
    """Yield the sentences of a CoNLL-U file with tags and arcs."""
    with path.open(encoding="utf-8") as lines:
        for _, block in read_conllu(line.rstrip("\n") for line in lines):
            rows = [row for row in block.rows if row[0].isdigit()]
            yield Gold(
                [row[1] for row in rows],
                [penn_tag(row[4], row[1]) for row in rows],
                None,
                [int(row[6]) for row in rows],
                [row[7] for row in rows],
                ["SpaceAfter=No" in row[9].split("|") for row in rows],
            )


def gum(trees: Path, arcs: Path, source: str) -> Iterator[tuple[str, Gold]]:
    """Yield GUM sentences with the brackets of one file and the arcs of the other."""
    with trees.open(encoding="utf-8") as lines:
        brackets = [from_tree(tree) for _, tree in read_trees(lines)]
    for left, right in zip(brackets, universal(arcs), strict=True):
        if left is None or len(left.words) != len(right.words):
            yield source, right
            continue
        gold = Gold(right.words, right.tags, left.spans, right.heads, right.relations, right.glued)
        yield source, with_wh_categories(gold)


def read_gold(folder: Path) -> Iterator[tuple[str, Gold]]:
    """Yield every annotated sentence with the name of its source."""
    for part, source in (("train", "gum"), ("dev", "gum-dev")):
        yield from gum(folder / f"gum.{part}.ptb", folder / f"gum.{part}.conllu", source)
        for gold in universal(folder / f"ewt.{part}.conllu"):
            yield source.replace("gum", "ewt"), gold
    yield from masc(folder / "masc.ptb")
    yield from craft(folder / "craft.ptb")
