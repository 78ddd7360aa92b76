"""Random trees, fragments and rules, small enough to enumerate everything about them."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from laconic.grammar import DELETED, Fragment, Rule
from laconic.tree import Leaf, Tree

LABELS = ("S", "NP", "VP")
WORDS = ("a", "b", "c")
_few_labels, _few_words = st.sampled_from(LABELS), st.sampled_from(WORDS)

# Everything that could confuse a reader: brackets, marks, separators, white space, other scripts.
awkward_words = st.one_of(
    st.text(min_size=1, max_size=6),
    st.text(alphabet="()@|\\ \n\r\tεs1n\u00a0\u2028", min_size=1, max_size=6),
    st.sampled_from(["|||", "ε", "-LRB-", "NP@1", "\\s", "#"]),
)


def fragments(labels: st.SearchStrategy[str], words: st.SearchStrategy[str]) -> st.SearchStrategy[Fragment]:
    """Draw fragments that have at least one production."""
    leaves = st.one_of(words, st.builds(Fragment, labels))
    below = st.recursive(
        leaves,
        lambda children: st.builds(Fragment, labels, st.lists(children, min_size=1, max_size=3).map(tuple)),
        max_leaves=6,
    )
    return st.builds(Fragment, labels, st.lists(below, min_size=1, max_size=3).map(tuple))


@st.composite
def rules(
    draw: st.DrawFn,
    labels: st.SearchStrategy[str] = _few_labels,
    words: st.SearchStrategy[str] = _few_words,
) -> Rule:
    """Draw rules of every kind: reordering, deletion, insertion, empty and lone-variable targets."""
    source = draw(fragments(labels, words))
    count = len(source.variables)
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return Rule(source, None, (DELETED,) * count)
    if kind == 1 and count:
        linked = draw(st.integers(0, count - 1))
        return Rule(source, Fragment(draw(labels)), tuple(0 if k == linked else DELETED for k in range(count)))
    target = draw(fragments(labels, words))
    wanted = len(target.variables)
    if wanted > count:
        target = target.replaced(
            [variable if k < count else Fragment("X", ("x",)) for k, variable in enumerate(target.variables)]
        )
        wanted = count
    links = draw(st.permutations(list(range(wanted)) + [DELETED] * (count - wanted)))
    return Rule(source, target, tuple(links))


@st.composite
def trees(draw: st.DrawFn, most_words: int = 6) -> Tree:
    """Draw a tree over the same few labels and words, so that rules match it."""
    words = iter(range(100))

    def leaf() -> Leaf:
        return Leaf(draw(st.sampled_from(WORDS)), next(words))

    def node(width: int, depth: int) -> Tree | Leaf:
        if width == 1 and (depth > 3 or draw(st.booleans())):
            return leaf()
        cuts = sorted(draw(st.lists(st.integers(1, width), max_size=2))) if depth < 4 else list(range(1, width))
        bounds = [0, *dict.fromkeys(cut for cut in cuts if 0 < cut < width), width]
        children = [node(end - start, depth + 1) for start, end in pairwise(bounds)]
        return Tree(draw(st.sampled_from(LABELS)), tuple(children))

    made = node(draw(st.integers(1, most_words)), 0)
    return made if isinstance(made, Tree) else Tree("S", (made,))
