"""Drawings: every word and label is there, in its place, whatever the tree looks like."""

from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from laconic.draw import sentence_svg, sentences_svg, tree_svg, tree_text
from laconic.text import Sentence
from laconic.tree import Leaf, Tree

WORDS = st.sampled_from(["a", "the", "works", "中文", "😀", "(", "<b>", "&", "\x1b[2J", "\x00", "extraordinarily"])
LABELS = st.sampled_from(["S", "NP", "WHADVP", "``", "-LRB-", "."])


def numbered(node: tuple[str, Any], place: int = 0) -> tuple[Tree, int]:
    """Return a tree of (label, word or children), its words numbered from a place on, and the next place."""
    label, below = node
    if isinstance(below, str):
        return Tree(label, (Leaf(below, place),)), place + 1
    children = []
    for child in below:
        tree, place = numbered(child, place)
        children.append(tree)
    return Tree(label, tuple(children)), place


TREES = st.recursive(
    st.tuples(LABELS, WORDS), lambda below: st.tuples(LABELS, st.lists(below, min_size=1, max_size=4)), max_leaves=12
).map(lambda node: numbered(node)[0])


def deep(depth: int) -> Tree:
    tree = Tree("X", (Leaf("deep", 0),))
    for _ in range(depth):
        tree = Tree("X", (tree,))
    return tree


def test_a_branching_tree() -> None:
    tree = Tree.parse("(S (NP (DT The) (NN dog)) (VP (VBZ barks)))")
    drawing = """\
      S
   ┌──┴───┐
  NP     VP
 ┌─┴─┐    │
DT  NN   VBZ
The dog barks"""
    assert tree_text(tree) == drawing


def test_an_outline_where_there_is_no_room() -> None:
    tree = Tree.parse("(S (NP (DT The) (NN dog)) (VP (VBZ barks)))")
    outline = """\
S
├── NP
│   ├── DT The
│   └── NN dog
└── VP
    └── VBZ barks"""
    assert tree_text(tree, width=12) == outline
    assert tree_text(tree, width=13) != outline


@given(TREES, st.integers(1, 120))
def test_a_drawing_has_its_words_on_the_last_line_or_one_a_line(tree: Tree, width: int) -> None:
    drawing = tree_text(tree, width)
    assert "\x1b" not in drawing
    lines = drawing.split("\n")
    shown = ["".join(letter if letter.isprintable() else "\ufffd" for letter in word) for word in tree.words]
    if max(map(cell_len, tree_text(tree, 10_000).split("\n"))) > width:  # an outline
        tagged = [f"{node.label} {word}" for node, word in zip(tree.preterminals(), shown, strict=True)]
        assert [line.lstrip("│├└─ ") for line in lines if line.endswith(tuple(tagged))] == tagged
    else:
        assert lines[-1].split() == shown
        assert max(map(cell_len, lines)) <= width


@given(TREES)
def test_stems_stand_above_their_words(tree: Tree) -> None:
    lines = tree_text(tree, 10_000).split("\n")
    tags = [node.label for node in tree.preterminals()]
    assert lines[-2].split() == tags


@pytest.mark.parametrize("depth", [400, 3000])
def test_deep_trees(depth: int) -> None:
    assert tree_text(deep(depth)).split("\n")[-1] == "deep"
    assert len(tree_text(deep(depth), width=1).split("\n")) == depth + 1
    sentence = Sentence.from_words(["deep"])
    assert "deep" in sentence_svg(Sentence(sentence.text, sentence.tokens, deep(depth), (0,), ("root",)))


NAMESPACE = "{http://www.w3.org/2000/svg}"


def texts(svg: str, kind: str) -> list[tuple[float, float, str]]:
    """Return place and content of the texts of a kind, from left to right."""
    root = ElementTree.fromstring(svg)
    found = [e for e in root.iter(f"{NAMESPACE}text") if e.get("class") == kind]
    return sorted((float(e.get("x", "")), float(e.get("y", "")), e.text or "") for e in found)


@given(TREES)
def test_svg_is_well_formed_and_complete(tree: Tree) -> None:
    tokens = Sentence.from_words(tree.words).tokens
    count = len(tokens)
    sentence = Sentence(" ".join(tree.words), tokens, tree, tuple(range(count)), ("root", *["dep"] * (count - 1)))
    svg = sentence_svg(sentence)
    assert len(texts(svg, "word")) == count
    assert len(texts(svg, "label")) == sum(1 for _ in tree.nodes())
    assert [name for _, _, name in texts(svg, "relation")].count("root") == 1
    assert len(texts(svg, "relation")) == count
    assert len({y for _, y, _ in texts(svg, "word")}) == 1


HEADS = st.integers(1, 9).flatmap(
    lambda count: st.tuples(st.just(count), st.lists(st.integers(0, count), min_size=count, max_size=count))
)


@given(HEADS, st.lists(st.sampled_from(["x", "nsubj", "compound:prt", "acl:relcl"]), min_size=9, max_size=9))
def test_relations_do_not_overlap(drawn: tuple[int, list[int]], names: list[str]) -> None:
    count, heads = drawn
    heads = [0 if head == word else head for word, head in enumerate(heads, 1)]
    sentence = Sentence.from_words(["w"] * count)
    drawn_sentence = Sentence(sentence.text, sentence.tokens, None, tuple(heads), tuple(names[:count]))
    boxes: dict[float, list[tuple[float, float]]] = {}
    for x, y, name in texts(sentence_svg(drawn_sentence), "relation"):
        half = 6.0 * len(name) / 2
        boxes.setdefault(y, []).append((x - half, x + half))
    assert sum(map(len, boxes.values())) == count
    if heads.count(0) == 1:
        for row in boxes.values():
            row.sort()
            assert all(left[1] <= right[0] for left, right in pairwise(row))


def test_several_sentences_are_one_document() -> None:
    one = Sentence.from_words(["It", "works"])
    root = ElementTree.fromstring(sentences_svg([one, one]))
    assert len(root.findall(f"{NAMESPACE}g")) == 2
    alone = ElementTree.fromstring(sentence_svg(one))
    assert float(root.get("height", "")) == 2 * float(alone.get("height", ""))
    assert ElementTree.fromstring(sentences_svg([])).tag == f"{NAMESPACE}svg"


def test_the_parts_of_a_tree_can_be_found_in_its_drawing() -> None:
    tree = Tree.parse("(S (NP (PRP It)) (VP (VBZ works)) (. .))")
    root = ElementTree.fromstring(tree_svg(tree))
    drawn = {int(group.get("data-node", "")): group for group in root.iter(f"{NAMESPACE}g") if group.get("data-node")}
    words = {group.get("data-word"): group[0].text for group in root.iter(f"{NAMESPACE}g") if group.get("data-word")}
    for number, node in enumerate(tree.nodes()):
        assert [text.text for text in drawn[number].iter(f"{NAMESPACE}text")] == [node.label]
        assert words.get(drawn[number].get("data-tag")) == (node.words[0] if node.is_preterminal else None)
    assert list(words.values()) == list(tree.words)
