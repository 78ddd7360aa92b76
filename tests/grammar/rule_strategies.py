"""Random trees, fragments and rules, small enough to enumerate everything about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from laconic.grammar import DELETED, Fragment, Rule
from laconic.tree import Leaf, Tree

LABELS = ("S", "NP", "VP")
WORDS = ("a", "b", "c")
Made = TypeVar("Made")

# Everything that could confuse a reader: brackets, marks, separators, white space, other scripts.
awkward_words = st.one_of(
    st.text(min_size=1, max_size=6),
    st.text(alphabet="()@|\\ \n\r\tεs1n\u00a0\u2028", min_size=1, max_size=6),
    st.sampled_from(["|||", "ε", "-LRB-", "NP@1", "\\s", "#"]),
)


def seeded(make: Callable[[Random], Made]) -> st.SearchStrategy[Made]:
    """Draw a seed and make something of it: many times faster than drawing large structures part by part."""
    return st.integers(0, 2**32 - 1).map(lambda seed: make(Random(seed)))


def awkward_rules() -> st.SearchStrategy[Rule]:
    """Draw rules whose labels and words are awkward."""
    symbols = st.lists(awkward_words, min_size=1, max_size=5)
    return st.builds(lambda names, seed: random_rule(Random(seed), names, names), symbols, st.integers(0, 2**32 - 1))


def rules() -> st.SearchStrategy[Rule]:
    """Draw rules over few labels and words."""
    return seeded(random_rule)


def rule_lists(most: int) -> st.SearchStrategy[list[Rule]]:
    """Draw up to so many different rules over few labels and words."""

    def make(random: Random) -> list[Rule]:
        return list(dict.fromkeys(random_rule(random) for _ in range(random.randint(0, most))))

    return seeded(make)


def trees_with_rules(most_words: int, most_rules: int) -> st.SearchStrategy[tuple[Tree, list[Rule]]]:
    """Draw a tree and different rules, most of which match somewhere in it."""

    def make(random: Random) -> tuple[Tree, list[Rule]]:
        tree = random_tree(random, most_words)
        nodes = list(tree.nodes())
        sources = [cut_fragment(random, random.choice(nodes)) for _ in range(random.randint(0, most_rules - 2))]
        matching = [random_rule(random, source=source) for source in sources]
        return tree, list(dict.fromkeys([*matching, random_rule(random), random_rule(random)]))

    return seeded(make)


def trees(most_words: int = 6) -> st.SearchStrategy[Tree]:
    """Draw trees over the same few labels and words, so that rules match them."""
    return seeded(lambda random: random_tree(random, most_words))


def random_fragment(random: Random, labels: Sequence[str], words: Sequence[str]) -> Fragment:
    """Make a fragment that has at least one production."""

    def below(depth: int) -> Fragment | str:
        kind = random.random()
        if kind < 0.3:
            return random.choice(words)
        if kind < 0.7 or depth == 3:
            return Fragment(random.choice(labels))
        return Fragment(random.choice(labels), tuple(below(depth + 1) for _ in range(random.randint(1, 3))))

    return Fragment(random.choice(labels), tuple(below(1) for _ in range(random.randint(1, 3))))


def cut_fragment(random: Random, node: Tree) -> Fragment:
    """Make a fragment that matches at a node."""

    def below(part: Tree | Leaf) -> Fragment | str:
        if isinstance(part, Leaf):
            return part.word
        return Fragment(part.label, () if random.random() < 0.6 else tuple(map(below, part.children)))

    return Fragment(node.label, tuple(map(below, node.children)))


def random_rule(
    random: Random,
    labels: Sequence[str] = LABELS,
    words: Sequence[str] = WORDS,
    source: Fragment | None = None,
) -> Rule:
    """Make a rule of any kind: reordering, deletion, insertion, an empty or a lone-variable target."""
    source = source or random_fragment(random, labels, words)
    count = len(source.variables)
    kind = random.randrange(10)
    if kind == 0:
        return Rule(source, None, (DELETED,) * count)
    if kind <= 2 and count:
        linked = random.randrange(count)
        return Rule(source, Fragment(random.choice(labels)), tuple(0 if k == linked else DELETED for k in range(count)))
    target = random_fragment(random, labels, words)
    wanted = len(target.variables)
    if wanted > count:
        filled = [variable if k < count else Fragment("X", ("x",)) for k, variable in enumerate(target.variables)]
        target, wanted = target.replaced(filled), count
    links = [*range(wanted), *[DELETED] * (count - wanted)]
    if random.random() < 0.5:
        random.shuffle(links)
    rule = Rule(source, target, tuple(links))
    if random.random() < 0.7:  # mostly variables and roots keep their labels, so that derivations are many
        variables = [Fragment(source.variables[place].label) for place in rule.target_links]
        target = Fragment(source.label, target.replaced(variables).children)
    return Rule(source, target, rule.links)


def random_tree(random: Random, most_words: int) -> Tree:
    """Make a tree: wide and narrow nodes, chains of single children, words beside phrases."""
    words = iter(range(100))

    def node(width: int, depth: int) -> Tree | Leaf:
        if width == 1 and (depth > 3 or random.random() < 0.5):
            return Leaf(random.choice(WORDS), next(words))
        most = width if depth > 3 else min(width, 3)
        cuts = sorted(random.sample(range(1, width), random.randint(0, most - 1))) if depth <= 3 else range(1, width)
        bounds = [0, *cuts, width]
        children = tuple(node(bounds[k + 1] - bounds[k], depth + 1) for k in range(len(bounds) - 1))
        return Tree(random.choice(LABELS), children)

    made = node(random.randint(1, most_words), 0)
    return made if isinstance(made, Tree) else Tree("S", (made,))
