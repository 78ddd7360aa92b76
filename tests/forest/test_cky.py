"""Forests of paraphrases, against an oracle that writes out every derivation from the definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import numpy as np
import pytest
from forest_oracle import enumerate_derivations
from hypothesis import given
from hypothesis import strategies as st
from scfg_examples import LABELS, WORDS, deletions_of, rules, spans

from laconic.errors import UsageError
from laconic.forest.cky import Paraphraser
from laconic.forest.inference import best, count_derivations, kbest
from laconic.forest.optional_deletions import Deletion, optional_deletions
from laconic.forest.span_labels import LabelledSpan, any_labels, parse_labels
from laconic.grammar.scfg import Scfg, ScfgRule, Slot
from laconic.grammar.scfg.joshua import parse_rule
from laconic.tree import Tree

Text = tuple[str, ...]


class Oracle:
    """Counts the derivations of every text, by trying all ways to cut spans into pieces."""

    def __init__(
        self,
        rules: Sequence[ScfgRule],
        words: Sequence[str],
        labels: Sequence[LabelledSpan],
        deletions: Sequence[Deletion],
    ) -> None:
        self.rules, self.words = rules, words
        self.labels = set(labels)
        known = {rule.label for rule in rules} | {
            symbol.label for rule in rules for symbol in rule.source if isinstance(symbol, Slot)
        }
        self.deletions = [each if each.label in known else each._replace(label=None) for each in deletions]

    def texts(self) -> Counter[Text]:
        return self.tilings(0, len(self.words), fewest=1)

    def tilings(self, begin: int, end: int, fewest: int) -> Counter[Text]:
        found: Counter[Text] = Counter()
        for cuts in product((False, True), repeat=end - begin - 1):
            borders = [begin, *(begin + 1 + place for place, cut in enumerate(cuts) if cut), end]
            if len(borders) - 1 < fewest:
                continue
            pieces = [self.piece(first, last) for first, last in pairwise(borders)]
            for chosen in product(*(piece.items() for piece in pieces)):
                text = tuple(word for words, _ in chosen for word in words)
                found[text] += int(np.prod([count for _, count in chosen]))
        return found

    def piece(self, begin: int, end: int) -> Counter[Text]:
        found: Counter[Text] = Counter()
        for label in LABELS:
            found += self.rewritten(begin, end, label)
        found += Counter({(): self.deleted(begin, end, None)})
        if end == begin + 1:
            found[self.words[begin],] += 1
        return found

    def filler(self, begin: int, end: int, label: str) -> Counter[Text]:
        found = self.rewritten(begin, end, label)
        if end == begin + 1:
            found[self.words[begin],] += 1
            return found
        return found + self.tilings(begin, end, fewest=2)

    def deleted(self, begin: int, end: int, label: str | None) -> int:
        return sum((each.begin, each.end, each.label) == (begin, end, label) for each in self.deletions)

    def is_labelled(self, begin: int, end: int, label: str) -> bool:
        return (begin, end, label) in self.labels

    def rewritten(self, begin: int, end: int, label: str) -> Counter[Text]:
        found = Counter({(): count} if (count := self.deleted(begin, end, label)) else {})
        if not self.is_labelled(begin, end, label):
            return found
        for rule in self.rules:
            if rule.label != label:
                continue
            for slots in self.matches(rule.source, begin, end):
                fillers = [self.filler(*span) for span in slots]
                for chosen in product(*(filler.items() for filler in fillers)):
                    text: list[str] = []
                    for symbol in rule.target:
                        text.extend([symbol] if isinstance(symbol, str) else chosen[symbol.number - 1][0])
                    found[tuple(text)] += int(np.prod([count for _, count in chosen]))
        return found

    def matches(self, source: Sequence[str | Slot], begin: int, end: int) -> Iterator[list[LabelledSpan]]:
        if not source:
            if begin == end:
                yield []
            return
        symbol, *rest = source
        if isinstance(symbol, str):
            if begin < end and self.words[begin] == symbol:
                yield from self.matches(rest, begin + 1, end)
            return
        for middle in range(begin + 1, end + 1 - len(rest)):
            span = LabelledSpan(begin, middle, symbol.label)
            if self.is_labelled(*span):
                yield from ([span, *others] for others in self.matches(rest, middle, end))


class RulesOracle(Oracle):
    """The same where rules give the labels: a span has the label of any rule that derives it."""

    def filler(self, begin: int, end: int, label: str) -> Counter[Text]:
        return self.rewritten(begin, end, label)

    def is_labelled(self, begin: int, end: int, label: str) -> bool:
        if self.deleted(begin, end, label):
            return True
        own = (rule for rule in self.rules if rule.label == label)
        return any(True for rule in own for _ in self.matches(rule.source, begin, end))


@given(st.data())
def test_every_derivation_is_there_once(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
    grammar = data.draw(st.lists(rules(), max_size=5))
    labels = data.draw(spans(len(words), LABELS, 8))
    deletions = data.draw(deletions_of(len(words)))
    by_rules = data.draw(st.booleans())
    found = Paraphraser(Scfg.of(grammar))(words, None if by_rules else labels, deletions)
    oracle = RulesOracle(grammar, words, (), deletions) if by_rules else Oracle(grammar, words, labels, deletions)
    wanted = oracle.texts()
    forest = found.forest
    assert count_derivations(forest) == wanted.total()
    if wanted.total() > 3000:
        return
    written = enumerate_derivations(forest, np.zeros(forest.edges))
    texts = Counter(tuple(forest.vocabulary[word] for word in each.words) for each in written)
    assert texts == wanted


@given(st.data())
def test_words_kept_are_those_of_the_source(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5))
    grammar = data.draw(st.lists(rules(), max_size=5))
    found = Paraphraser(Scfg.of(grammar))(words, data.draw(spans(len(words), LABELS, 8)))
    for derivation in kbest(found.forest, np.zeros(found.forest.edges), 20):
        positions = found.kept_positions(derivation)
        for token, position in zip(derivation.tokens, positions, strict=True):
            assert position is None or words[position] == token
        known = [position for position in positions if position is not None]
        assert len(known) == len(set(known))


def test_a_deletion_fills_a_slot() -> None:
    """Ganitkevitch et al. (2011), §6.4: JJ → superfluous | ε inside "the JJ plan"."""
    tree = Tree.parse("(NP (DT the) (JJ superfluous) (NN plan))")
    grammar = Scfg.of([parse_rule("[NP] ||| the [JJ,1] plan ||| the [JJ,1] scheme")])
    for labels in (list(parse_labels(tree)), None):
        found = Paraphraser(grammar)(tree.words, labels, optional_deletions(tree, "words"))
        texts = {str(each) for each in kbest(found.forest, np.zeros(found.forest.edges), 50)}
        assert "the scheme" in texts
        assert "the plan" in texts


def test_predicative_adjectives_are_deleted_as_in_the_paper() -> None:
    tree = Tree.parse("(S (NP (NNP John) (NNP Smith)) (VP (VBZ is) (ADJP (RB very) (JJ old))) (. .))")
    deleted = {tree.words[each.begin] for each in optional_deletions(tree, "words")}
    assert deleted == {"very", "old"}
    tree = Tree.parse("(S (NP (DT all) (DT these)) (VP (VBD came)))")
    assert len(optional_deletions(tree, "words")) == 2


def test_rules_alone_fill_slots_where_they_give_the_labels() -> None:
    lines = ["[NP] ||| the [NN,1] of [NP,2] ||| [NP,2] 's [NN,1]", "[NN] ||| capital ||| capital"]
    words = "the capital of France".split()
    without = Paraphraser(Scfg.of(map(parse_rule, lines)))(words, None)
    assert (without.grammar_rules != 0).all()  # no rule makes an NP of "France"
    grammar = Scfg.of(map(parse_rule, [*lines, "[NP] ||| france ||| france"]))
    found = Paraphraser(grammar)(words, None)
    scores = np.where(found.grammar_rules >= 0, 1.0, 0.0)
    assert str(best(found.forest, scores)) == "France 's capital"
    assert (Paraphraser(grammar)(words, None, longest=3).grammar_rules != 0).all()


def test_a_word_that_comes_twice_is_kept_once_each() -> None:
    grammar = Scfg.of([parse_rule("[A] ||| a b a ||| a a c a")])
    found = Paraphraser(grammar)("a b a".split(), [LabelledSpan(0, 3, "A")])
    scores = np.where(found.grammar_rules >= 0, 1.0, 0.0)
    derivation = best(found.forest, scores)
    assert str(derivation) == "a a c a"
    assert found.kept_positions(derivation) == (0, 2, None, None)


def test_capitals_of_the_source_stay() -> None:
    grammar = Scfg.of([parse_rule("[NP] ||| the [NN,1] of [NP,2] ||| [NP,2] 's [NN,1]")])
    labels = [LabelledSpan(0, 4, "NP"), LabelledSpan(1, 2, "NN"), LabelledSpan(3, 4, "NP")]
    found = Paraphraser(grammar)("The capital of France".split(), labels)
    scores = np.where(found.grammar_rules >= 0, 1.0, 0.0)
    assert str(best(found.forest, scores)) == "France 's capital"


def test_rules_with_three_slots_are_left_alone() -> None:
    grammar = Scfg.of([parse_rule("[X] ||| [X,1] [X,2] [X,3] a ||| [X,3] [X,2] [X,1] a")])
    found = Paraphraser(grammar)("b b b a".split(), any_labels(4))
    assert (found.grammar_rules < 0).all()


def test_an_empty_sentence_is_refused() -> None:
    with pytest.raises(UsageError, match="empty"):
        Paraphraser(Scfg.of([]))([], [])


def test_labels_of_a_parse() -> None:
    tree = Tree.parse("(S (NP (PRP she)) (VP (VBD closed) (NP (DT the) (NN leak)) (PP (IN with) (NP (NN tape)))))")
    labels: dict[tuple[int, int], set[str]] = {}
    for begin, end, label in parse_labels(tree):
        labels.setdefault((begin, end), set()).add(label)
    assert labels[0, 1] == {"NP", "PRP"}
    assert labels[2, 4] == {"NP"}
    assert labels[0, 2] == {"PRP+VBD"}
    assert labels[1, 4] == {"VP/PP", "VBD+NP"}
    assert labels[2, 6] == {"NP+PP", "VBD\\VP"}
    assert labels[1, 5] == {"VP/NN"}
    assert labels[0, 3] == {"PRP+VBD+DT"}
    assert labels[0, 4] == {"S/PP"}
    assert labels[0, 5] == {"S/NN"}


def test_labels_of_every_span_are_bounded() -> None:
    assert sorted(any_labels(3, longest=2)) == [(0, 1, "X"), (0, 2, "X"), (1, 2, "X"), (1, 3, "X"), (2, 3, "X")]
