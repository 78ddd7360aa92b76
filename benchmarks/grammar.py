"""Grammars: matching in the compiled index against a plain matcher, growth to a million rules, extraction, forests.

The trees are those of the sample corpus, by the bundled parser. Rules are made up of the trees' productions,
with words of a made-up vocabulary besides; ``python benchmarks/grammar.py 100000`` stops at 100,000 of them.
The plain matcher is a dictionary from root productions to rules, each tested node by node: what one would
write first. Times are processor time.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from random import Random

from laconic.align.edit import EditAligner
from laconic.corpus import sample
from laconic.extract.corpus import AlignedPair, Composition, aligned_pairs, extract_grammar
from laconic.extract.coverage import production
from laconic.forest.transduce import transduce
from laconic.grammar import DELETED, Fragment, Grammar, Rule
from laconic.grammar.index import RuleIndex
from laconic.parse.english import EnglishParser
from laconic.tree import Leaf, Tree

DEFAULT_RULES = 1_000_000
VOCABULARY = 50_000
PLAIN_TREES = 20


class RuleMaker:
    """Makes rules up: a random walk over the productions of real trees."""

    def __init__(self, trees: Sequence[Tree]) -> None:
        self.random = Random(1)
        self.productions: dict[str, list[Fragment]] = defaultdict(list)
        for tree in trees:
            for node in tree.nodes():
                self.productions[node.label].append(production(node))
        self.labels = sorted(self.productions)

    def rule(self) -> Rule:
        """Make a rule that copies, deletes, or drops one variable."""
        source = self.expand(self.random.choice(self.labels), 0)
        count = len(source.variables)
        if count == 0 or self.random.random() < 0.2:
            return Rule(source, None, (DELETED,) * count)
        kept = self.random.randrange(count)
        links = tuple(0 if place == kept else DELETED for place in range(count))
        return Rule(source, Fragment(source.variables[kept].label), links)

    def expand(self, label: str, depth: int) -> Fragment:
        """Make a fragment with this root; the deeper a node, the rarer it is expanded."""
        chosen = self.random.choice(self.productions[label])
        if chosen.is_preterminal:
            made_up = self.random.random() < 0.5
            return Fragment(label, (f"w{self.random.randrange(VOCABULARY)}",)) if made_up else chosen
        children = []
        for child in chosen.children:
            grows = isinstance(child, Fragment) and self.random.random() < 0.6 / (depth + 1)
            children.append(self.expand(child.label, depth + 1) if grows and isinstance(child, Fragment) else child)
        return Fragment(label, tuple(children))

    def lines(self, count: int) -> list[str]:
        """Make so many different rules, as text."""
        made: dict[str, None] = {}
        while len(made) < count:
            made[str(self.rule())] = None
        return list(made)


def fits(fragment: Fragment | str, tree: Tree | Leaf) -> bool:
    """Return whether a fragment matches at a node."""
    if isinstance(fragment, str) or isinstance(tree, Leaf):
        return isinstance(tree, Leaf) and fragment == tree.word
    return fragment.label == tree.label and (
        fragment.is_variable
        or (len(fragment.children) == len(tree.children) and all(map(fits, fragment.children, tree.children)))
    )


def plain_seconds(lines: Sequence[str], trees: Sequence[Tree]) -> tuple[float, int]:
    """Return the time that the plain matcher takes a tree, and how many matches it finds in all."""
    table: dict[Fragment, list[Fragment]] = defaultdict(list)
    for line in lines:
        source = Rule.parse(line).source
        children = (child if isinstance(child, str) else Fragment(child.label) for child in source.children)
        table[Fragment(source.label, tuple(children))].append(source)
    started = time.process_time()
    found = sum(fits(source, node) for tree in trees for node in tree.nodes() for source in table[production(node)])
    return (time.process_time() - started) / len(trees), found


def measure_matching(trees: Sequence[Tree], most: int) -> None:
    """Print time and memory of the index for grammars that grow tenfold."""
    print("   rules   build  bytes/rule  matches/tree  µs/tree  µs/match   plain matcher")
    lines = RuleMaker(trees).lines(most)
    size = min(10_000, most)
    while size <= most:
        started = time.process_time()
        index = RuleIndex(lines[:size])
        build = time.process_time() - started
        started = time.process_time()
        matches = sum(len(index.matches(tree)) for tree in trees)
        seconds = (time.process_time() - started) / len(trees)
        row = f"{size:8,} {build:6.2f} s {index.bytes / size:9.0f} {matches / len(trees):13.0f} {seconds * 1e6:8.0f}"
        row += f" {seconds * len(trees) / max(matches, 1) * 1e6:9.3f}"
        if size <= 100_000:
            plain, found = plain_seconds(lines[:size], trees[:PLAIN_TREES])
            assert found == sum(len(index.matches(tree)) for tree in trees[:PLAIN_TREES])
            row += f"   {plain / seconds:.0f} times as long"
        print(row)
        size *= 10


def measure_extraction(pairs: Sequence[AlignedPair]) -> Grammar:
    """Print the speed of extraction, and return the grammar."""
    started = time.process_time()
    grammar = extract_grammar(pairs).grammar
    minimal = time.process_time() - started
    started = time.process_time()
    composed = extract_grammar(pairs, compose=Composition()).grammar
    both = time.process_time() - started
    print(f"extraction: {len(pairs) / minimal:.0f} pairs/s, {len(grammar):,} minimal rules;", end=" ")
    print(f"{len(pairs) / both:.0f} pairs/s, {len(composed):,} rules with composed ones")
    return composed


def measure_forests(trees: Sequence[Tree], grammar: Grammar) -> None:
    """Print the speed of transduction."""
    len(grammar.index)
    started = time.process_time()
    forests = [transduce(tree, grammar).forest for tree in trees]
    seconds = time.process_time() - started
    words = sum(len(tree.words) for tree in trees) / len(trees)
    edges = sum(forest.edges for forest in forests) / len(trees)
    print(f"forests: {len(trees) / seconds:.0f} a second of {words:.1f} words and {edges:.0f} edges")


def main() -> None:
    """Print all figures."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_RULES
    pairs = list(aligned_pairs(sample("deletion"), EnglishParser(), EditAligner()))
    trees = [pair.source for pair in pairs]
    measure_forests(trees, measure_extraction(pairs))
    measure_matching(trees, most)


if __name__ == "__main__":
    main()
