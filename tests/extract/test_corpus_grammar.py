"""Grammars from corpora: counting, composing, parsing and aligning."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from laconic.align import Alignment
from laconic.align.edit import EditAligner
from laconic.corpus import Pair, sample
from laconic.extract.corpus import AlignedPair, Composition, aligned_pairs, extract_grammar
from laconic.forest.inference import best
from laconic.forest.transduce import transduce
from laconic.parse.english import EnglishParser
from laconic.text import Sentence
from laconic.tree import Leaf, Tree

DOG = Tree.parse("(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks)))")
SHORT = Tree.parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
PAIR = AlignedPair(DOG, SHORT, Alignment.parse("0-0 2-1 3-2"))


class FlatParser:
    """Makes one flat tree of any text: all that these tests need of a parser."""

    fingerprint = "flat"

    def parse(self, texts: Iterable[str | Sentence]) -> list[Sentence]:
        made = []
        for text in texts:
            words = text.words if isinstance(text, Sentence) else tuple(text.split())
            leaves = tuple(Tree("X", (Leaf(word, place),)) for place, word in enumerate(words))
            tree = Tree("S", leaves) if leaves else None
            made.append(Sentence.from_tokens(Sentence.from_words(words).tokens, tree=tree))
        return made


def test_rules_are_counted_over_pairs() -> None:
    found = extract_grammar([PAIR, PAIR, AlignedPair(DOG, SHORT, Alignment())])
    assert found.pairs == 2
    assert sum(found.unusable.values()) == 1
    counts = dict(zip(found.grammar.lines, found.grammar.count.tolist(), strict=True))
    assert counts["(NP DT@1 JJ@ε NN@2) ||| (NP DT@1 NN@2)"] == 2
    assert counts["(TOP S@1) ||| (TOP S@1)"] == 2
    assert found.grammar.origins_of(0) == ("extract",)


def test_specific_rules_are_pruned() -> None:
    lexical = "(NP DT@1 (JJ old) NN@2) ||| (NP DT@1 NN@2)"
    assert lexical not in extract_grammar([PAIR, PAIR]).grammar.lines
    assert lexical in extract_grammar([PAIR, PAIR], compose=Composition()).grammar.lines
    # Seen once, it is a singleton; with more variables than allowed, it goes as well.
    assert lexical not in extract_grammar([PAIR], compose=Composition()).grammar.lines
    assert lexical not in extract_grammar([PAIR, PAIR], compose=Composition(most_variables=1)).grammar.lines
    two_words = "(NP (DT the) (JJ old) NN@1) ||| (NP (DT the) NN@1)"
    assert two_words not in extract_grammar([PAIR, PAIR], compose=Composition()).grammar.lines
    assert two_words in extract_grammar([PAIR, PAIR], compose=Composition(most_rules=3)).grammar.lines


def test_every_reference_is_a_pair_and_empty_ones_are_left_out() -> None:
    pairs = [Pair("1", "a b c", ("a c", "b")), Pair("2", "x", (" ",))]
    found = list(aligned_pairs(pairs, FlatParser(), EditAligner(), tokenized=True))
    assert [(pair.source.words, pair.target.words, str(pair.alignment)) for pair in found] == [
        (("a", "b", "c"), ("a", "c"), "0-0 2-1"),
        (("a", "b", "c"), ("b",), "1-0"),
    ]


def test_references_of_the_sample_can_be_reached_by_what_was_learnt_from_them() -> None:
    """With the bundled parser: a grammar extracted from pairs derives each pair's own target tree."""
    pairs = [pair for pair, _ in zip(sample("deletion"), range(12), strict=False)]
    aligned = list(aligned_pairs(pairs, EnglishParser(), EditAligner()))
    grammar = extract_grammar(aligned).grammar
    for pair in aligned:
        found = transduce(pair.source, grammar)
        steps = set(extract_grammar([pair]).grammar.lines)
        own = np.array([str(found.rule(number)) in steps for number in found.forest.rule.tolist()])
        derivation = best(found.forest, np.where(own, 0.0, -1.0))
        assert derivation.score == 0.0
