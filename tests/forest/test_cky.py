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

from laconic.errors import UsageError
from laconic.forest.cky import Paraphraser
from laconic.forest.inference import best, count_derivations, kbest
from laconic.forest.span_labels import LabelledSpan, any_labels, parse_labels
from laconic.grammar.scfg import Scfg, ScfgRule, Slot
from laconic.grammar.scfg.joshua import parse_rule
from laconic.tree import Tree

Text = tuple[str, ...]
LABELS = "A", "B"
WORDS = "a", "b", "c"


class Oracle:
    """Counts the derivations of every text, by trying all ways to cut spans into pieces."""

    def __init__(
        self,
        rules: Sequence[ScfgRule],
        words: Sequence[str],
        labels: Sequence[LabelledSpan],
        deletions: Sequence[LabelledSpan],
    ) -> None:
        self.rules, self.words = rules, words
        self.labels = set(labels)
        self.deletions = Counter((span.begin, span.end) for span in deletions)

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
        for label in {span.label for span in self.labels}:
            found += self.rewritten(begin, end, label)
        found += Counter({(): self.deletions[begin, end]})
        if end == begin + 1:
            found[self.words[begin],] += 1
        return found

    def filler(self, begin: int, end: int, label: str) -> Counter[Text]:
        found = self.rewritten(begin, end, label)
        if end == begin + 1:
            found[self.words[begin],] += 1
            return found
        return found + self.tilings(begin, end, fewest=2)

    def rewritten(self, begin: int, end: int, label: str) -> Counter[Text]:
        found: Counter[Text] = Counter()
        if (begin, end, label) not in self.labels:
            return found
        for rule in self.rules:
            if rule.label != label:
                continue
            for spans in self.matches(rule.source, begin, end):
                fillers = [self.filler(*span) for span in spans]
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
        for middle in range(begin + 1, end + 1):
            span = LabelledSpan(begin, middle, symbol.label)
            if span in self.labels:
                yield from ([span, *others] for others in self.matches(rest, middle, end))


@st.composite
def rules(draw: st.DrawFn) -> ScfgRule:
    """Draw a rule with at most two slots, and more than a slot on its source side."""
    slots = [Slot(draw(st.sampled_from(LABELS)), number) for number in range(1, draw(st.integers(0, 2)) + 1)]
    words = draw(st.lists(st.sampled_from(WORDS), min_size=2 - min(len(slots), 1), max_size=2))
    mixed = draw(st.permutations([*slots, *words]))
    order = iter(slots)
    source = [next(order) if isinstance(symbol, Slot) else symbol for symbol in mixed]
    target = draw(st.permutations([*slots, *draw(st.lists(st.sampled_from((*WORDS, "d")), max_size=2))]))
    return ScfgRule.renumbered(draw(st.sampled_from(LABELS)), source, target)


@st.composite
def spans(draw: st.DrawFn, words: int, labels: Sequence[str], most: int) -> list[LabelledSpan]:
    """Draw different labelled spans of a sentence."""
    begins = st.integers(0, words - 1)
    span = begins.flatmap(
        lambda begin: st.builds(LabelledSpan, st.just(begin), st.integers(begin + 1, words), st.sampled_from(labels))
    )
    return draw(st.lists(span, unique=True, max_size=most))


@given(st.data())
def test_every_derivation_is_there_once(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
    grammar = data.draw(st.lists(rules(), max_size=5))
    labels = data.draw(spans(len(words), LABELS, 8))
    deletions = data.draw(spans(len(words), ("any",), 2))
    found = Paraphraser(Scfg.of(grammar))(words, labels, deletions)
    wanted = Oracle(grammar, words, labels, deletions).texts()
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
    assert labels[2, 6] == {"NP+PP", "VP\\VBD"}
    assert labels[1, 5] == {"VP/NN"}
    assert (0, 3) not in labels  # "she closed the" is nothing


def test_labels_of_every_span_are_bounded() -> None:
    assert sorted(any_labels(3, longest=2)) == [(0, 1, "X"), (0, 2, "X"), (1, 2, "X"), (1, 3, "X"), (2, 3, "X")]
