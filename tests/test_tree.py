"""Trees keep their brackets exactly, however they are laid out and however deep they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import DataError
from laconic.tree import EMPTY_LABEL, MAX_DEPTH, Leaf, Tree, escape, read_trees, unescape


def read(text: str) -> list[tuple[int, Tree]]:
    return list(read_trees(text.split("\n")))


@pytest.mark.parametrize(
    "brackets",
    [
        "(S (NP (PRP It)) (VP (VBZ works)) (. .))",
        "((S (NP (PRP It)) (VP (VBZ works)) (. .)))",
        "(S (NP-SBJ-1 (-NONE- *PRO*)) (VP=2 (VB go)))",
        "(PRN (-LRB- -LRB-) (NN a) (-RRB- -RRB-))",
        "(X (SYM :-LRB-) (NN http://x.org/a_-LRB-b-RRB-))",
        "(NP (CD 1\u00a0000) (NN 字))",
        "(NP (NP (NP (NN unary))))",
        "(NN word)",
        "(X several words (Y z) mixed)",
        r"(CC and\/or)",
    ],
)
def test_brackets_come_back_exactly(brackets: str) -> None:
    assert str(Tree.parse(brackets)) == brackets


def test_brackets_may_be_laid_out_freely() -> None:
    text = "(A (B b)) ( (C\n  (D\td)\r\n (E e) ) )\n\n(F f)(G g)"
    assert [(line, str(tree)) for line, tree in read(text)] == [
        (1, "(A (B b))"),
        (1, "((C (D d) (E e)))"),
        (5, "(F f)"),
        (5, "(G g)"),
    ]


def test_brackets_are_words_and_positions_count_from_the_first_word() -> None:
    tree = Tree.parse("(S (-LRB- -LRB-) (NP a b) (-RRB- -RRB-))")
    assert tree.leaves == (Leaf("(", 0), Leaf("a", 1), Leaf("b", 2), Leaf(")", 3))
    assert [node.span for node in tree.nodes()] == [(0, 4), (0, 1), (1, 3), (3, 4)]
    assert [node.label for node in tree.preterminals()] == ["-LRB-", "-RRB-"]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("(A (B b)", 1, "1 brackets are not closed"),
        ("(A a)\n(B\n\n(C c)", 2, "1 brackets are not closed"),
        ("(A a))", 1, "closes no bracket"),
        ("(A a)\nword", 2, "stands outside"),
        ("(A\n(B))", 2, r"the node \(B\) is empty"),
        ("()", 1, r"the node \(\) is empty"),
        ("(a " * (MAX_DEPTH + 1), 1, "nested more than"),
    ],
)
def test_broken_brackets_name_the_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(DataError, match=problem) as caught:
        read(text)
    assert caught.value.line == line


def test_parse_takes_exactly_one_tree() -> None:
    for text in ("", "(A a) (B b)"):
        with pytest.raises(DataError, match="one bracketed tree was expected"):
            Tree.parse(text)


def test_a_node_needs_children() -> None:
    with pytest.raises(DataError, match="empty"):
        Tree("NP", ())


@pytest.mark.parametrize(
    ("label", "category"),
    [
        ("NP", "NP"),
        ("NP-SBJ-1", "NP"),
        ("NP=2", "NP"),
        ("S-TPC-1=3", "S"),
        ("PRT|ADVP", "PRT"),
        ("-LRB-", "-LRB-"),
        (EMPTY_LABEL, EMPTY_LABEL),
        ("PRP$", "PRP$"),
        ("''", "''"),
        ("-", "-"),
        ("=", "="),
        ("", ""),
    ],
)
def test_category(label: str, category: str) -> None:
    assert Tree(label, (Leaf("a", 0),)).category == category


def test_without_empty_drops_traces_and_their_parents() -> None:
    tree = Tree.parse(
        "(S (NP-SBJ (-NONE- *)) (VP (TO to) (VP (VB go) (ADVP (-NONE- *T*-1)) loose (-NONE- *-2))) (. .))"
    )
    pruned = tree.without_empty()
    assert pruned is not None
    assert str(pruned) == "(S (VP (TO to) (VP (VB go) loose)) (. .))"
    assert [leaf.position for leaf in pruned.leaves] == [0, 1, 2, 3]
    assert Tree.parse("(S (NP (-NONE- *)))").without_empty() is None
    assert Tree.parse("(-NONE- *)").without_empty() is None


def test_equality_sees_structure_labels_words_and_positions() -> None:
    tree = Tree.parse("(A (B b) (C c))")
    assert tree == Tree.parse("(A  (B b)\n(C c))")
    assert hash(tree) == hash(Tree.parse("(A (B b) (C c))"))
    others = ["(A (B b (C c)))", "(A (B (B b)) (C c))", "(A (B b) (C d))", "(A (B b) (D c))", "(A b c)", "(A (B b))"]
    assert len({tree, *map(Tree.parse, others)}) == 1 + len(others)
    assert tree.children[1] != Tree.parse("(C c)")
    assert Tree("A", (Leaf("B", 1),)) != Tree("A", (Tree("B", (Leaf("b", 0),)),))
    assert tree != "(A (B b) (C c))"
    assert eval(repr(tree), {"Tree": Tree}) == tree


def test_deep_trees_do_not_exhaust_the_stack() -> None:
    depth = 20_000
    tree = Tree("X", (Leaf("x", 0),))
    twin = Tree("X", (Leaf("x", 0),))
    for _ in range(depth):
        tree, twin = Tree("Y-1", (tree,)), Tree("Y-1", (twin,))
    assert tree == twin
    assert hash(tree) == hash(twin)
    assert tree.words == ("x",)
    assert tree.span == (0, 1)
    assert str(tree) == "(Y-1 " * depth + "(X x)" + ")" * depth
    assert sum(1 for _ in tree.nodes()) == depth + 1
    assert tree.without_empty() == tree
    assert repr(tree).startswith("Tree.parse")


words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6).filter(
    lambda word: not any(character in "\t\n\v\f\r " for character in word) and "RB-" not in word
)
labels = st.text(alphabet="NPSX-=|1$.", min_size=1, max_size=5)


def grow(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds("({} {})".format, labels, st.lists(children, min_size=1, max_size=4).map(" ".join))


brackets = grow(st.recursive(words.map(escape), grow, max_leaves=12))


@given(st.lists(brackets, max_size=3))
def test_generated_brackets_come_back_exactly(texts: list[str]) -> None:
    assert [str(tree) for _, tree in read(" ".join(texts))] == texts


@given(brackets)
def test_a_tree_is_read_back_equal(text: str) -> None:
    tree = Tree.parse(text)
    again = Tree.parse(str(tree))
    assert again == tree
    assert hash(again) == hash(tree)
    assert [leaf.position for leaf in tree.leaves] == list(range(len(tree.leaves)))


@given(words)
def test_escaping_is_undone(word: str) -> None:
    assert unescape(escape(word)) == word


def test_white_space_in_a_word_cannot_break_the_brackets() -> None:
    assert Tree.parse(str(Tree("CD", (Leaf("1 000\n", 0),)))).words == ("1\u00a0000\u00a0",)


def lines_told(text: str) -> list[int | None]:
    """Return the lines on which trees begin, or else the line of the problem."""
    try:
        return [line for line, _ in read(text)]
    except DataError as error:
        return [error.line]


@given(st.text(alphabet="() ab\n", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert all(line is not None and 1 <= line <= text.count("\n") + 1 for line in lines_told(text))
