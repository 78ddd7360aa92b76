"""Training material for tree transduction: parsed pairs, their grammar, forests and gold derivations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from laconic.align import Aligner
from laconic.align.alignment import Link
from laconic.corpus import Pair
from laconic.corpus.parsing import ParsedPair, parse_pairs
from laconic.features.rule_advice import rule_advice
from laconic.features.rule_fluency import source_fluency
from laconic.features.rule_table import FeatureTable
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Ints
from laconic.forest.sparse import SparseRows
from laconic.forest.strata import reference_counts
from laconic.forest.transduce import Coverage, Transduction, transduce
from laconic.grammar import Grammar
from laconic.learn.t3.gold_derivation import closest_derivation, derivation_of_text
from laconic.learn.t3.losses import Loss
from laconic.learn.t3.places import Places, place_counts
from laconic.learn.t3.problem import ForestExample
from laconic.lm import LanguageModel
from laconic.parse.base import Parser
from laconic.search.base import Floats


def pairs_with_trees(pairs: Iterable[Pair], parser: Parser, *, tokenized: bool = False) -> Iterator[ParsedPair]:
    """Yield the pairs with their first references parsed; those without trees are left out."""
    for parsed in parse_pairs(pairs, parser, tokenized=tokenized, references=1):
        if parsed.source.tree is not None and parsed.reference.tree is not None:
            yield parsed


@dataclass
class Reach:
    """How many references the grammar can produce from their sources.

    Attributes:
        linked: pairs with a derivation of exactly the reference.
        replaced: pairs whose reference was replaced by the closest text that can be produced.
        left_out: pairs that are not learnt from.
    """

    linked: int = 0
    replaced: int = 0
    left_out: int = 0

    def __str__(self) -> str:
        total = self.linked + self.replaced + self.left_out
        return (
            f"{self.linked} of {total} references can be derived, {self.replaced} were replaced by the closest "
            f"text that can, {self.left_out} left out"
        )


class ExampleMaker:
    """Makes examples for a structural support vector machine from parsed pairs.

    Args:
        grammar: the rules.
        table: numbers the rules' features.
        loss: judges which text is closest to a reference that cannot be derived.
        deletion_only: whether rules may only delete.
        coverage: which rules are made up for a tree.
        replace_unreachable: whether such references are replaced, and not left out.
        by_place: whether a word counts as right only where the reference has it from.
        lm: a language model, if its weight is to be learnt.
        lm_change: whether only the change counts that a rewriting makes to the words' probabilities.
        aligner: finds which words of a source its reference says, if advice on that is a feature.
    """

    def __init__(
        self,
        grammar: Grammar,
        table: FeatureTable,
        loss: Loss,
        *,
        deletion_only: bool = False,
        coverage: Coverage = "all",
        replace_unreachable: bool = True,
        by_place: bool = False,
        lm: LanguageModel | None = None,
        lm_change: bool = True,
        aligner: Aligner | None = None,
    ) -> None:
        self._grammar = grammar
        self._table = table
        self._loss = loss
        self._deletion_only = deletion_only
        self._coverage: Coverage = coverage
        self._replace = replace_unreachable
        self._by_place = by_place
        self._lm = lm
        self._lm_change = lm_change
        self._aligner = aligner
        self.reach = Reach()

    def learning(self, pairs: Iterable[ParsedPair]) -> Iterator[ForestExample]:
        """Yield examples with gold derivations, and count what could be linked."""
        for pair in pairs:
            transduction = self._transduce(pair)
            words = spelled_as_known(pair.reference.words, transduction.forest.vocabulary)
            derivation = derivation_of_text(transduction.forest, words)
            if derivation is not None:
                self.reach.linked += 1
            elif self._replace:
                self.reach.replaced += 1
                counts = self._reference_counts(transduction, pair, words)
                derivation = closest_derivation(
                    transduction.forest, counts, self._loss, len(words), is_plain=transduction.only_deletes
                )
            else:
                self.reach.left_out += 1
                continue
            counts = self._derivation_counts(transduction, pair, derivation)
            yield self._example(transduction, pair, counts, derivation.edges)

    def held_out(self, pairs: Iterable[ParsedPair]) -> Iterator[ForestExample]:
        """Yield examples to measure the loss on; they need no gold derivation."""
        for pair in pairs:
            transduction = self._transduce(pair)
            words = spelled_as_known(pair.reference.words, transduction.forest.vocabulary)
            yield self._example(transduction, pair, self._reference_counts(transduction, pair, words), (), len(words))

    def _transduce(self, pair: ParsedPair) -> Transduction:
        assert pair.source.tree is not None
        return transduce(pair.source.tree, self._grammar, coverage=self._coverage, deletion_only=self._deletion_only)

    def _example(
        self,
        transduction: Transduction,
        pair: ParsedPair,
        counts: Ints,
        gold: Sequence[int],
        length: int | None = None,
    ) -> ForestExample:
        edges = np.array(gold, np.int32)
        words = int(transduction.forest.words[edges].sum()) if length is None else length
        expected = None if self._lm is None else self._expected(transduction, pair.source.words, self._lm)
        advice = None if self._aligner is None else rule_advice(transduction, {here for here, _ in self._links(pair)})
        rows = self._table.rows(transduction)
        return ForestExample(transduction.forest, rows, counts, words, edges, expected, advice)

    def _links(self, pair: ParsedPair) -> list[Link]:
        """Return the links between the words of a source and those of its reference."""
        assert self._aligner is not None
        return list(self._aligner.align([(pair.source.words, pair.reference.words)])[0])

    def _reference_counts(self, transduction: Transduction, pair: ParsedPair, words: Sequence[str]) -> Ints:
        """Return for each edge its right and its wrong words, by the words of the reference."""
        if not self._by_place:
            return reference_counts(transduction.forest, words)
        links = None if self._aligner is None else self._links(pair)
        return place_counts(transduction, Places.of_text(pair.source.words, words, links))

    def _derivation_counts(self, transduction: Transduction, pair: ParsedPair, gold: Derivation) -> Ints:
        """Return the same by the text of the derivation to imitate."""
        if not self._by_place:
            return reference_counts(transduction.forest, gold.tokens)
        return place_counts(transduction, Places.of_derivation(transduction, gold, len(pair.source)))

    def _expected(self, transduction: Transduction, source: Sequence[str], lm: LanguageModel) -> Floats:
        """Return for each edge what its words' log10 probabilities are compared with: nothing, if all of it counts."""
        if self._lm_change:
            return source_fluency(transduction, source, lm)
        return np.zeros(transduction.forest.edges)


def spelled_as_known(words: Sequence[str], vocabulary: Sequence[str]) -> tuple[str, ...]:
    """Return words with the capitals that the vocabulary has, where it has them in no other form.

    A reference that begins in the middle of its source has a capital there, and is not another text for that.

    >>> spelled_as_known(["The", "dog", "sleeps"], ["Yesterday", "the", "dog", "slept"])
    ('the', 'dog', 'sleeps')
    """
    known = set(vocabulary)
    forms = {word.lower(): word for word in reversed(vocabulary)}
    return tuple(word if word in known else forms.get(word.lower(), word) for word in words)


def shared_features(
    examples: Sequence[ForestExample], table: SparseRows, names: Sequence[str], least: int
) -> tuple[SparseRows, list[str]]:
    """Return the table and the names without the features that the forests of fewer than ``least`` examples have.

    What one sentence alone has can only be learnt by heart, and takes the place of what others share.
    """
    seen = np.zeros(len(names), np.int64)
    for example in examples:
        seen[np.unique(table.take(np.unique(example.rows.columns)).columns)] += 1
    is_shared = seen >= least
    entries = is_shared[table.columns]
    pointers = np.concatenate([[0], np.cumsum(entries)])[table.pointers]
    numbers = np.cumsum(is_shared) - 1
    shared = SparseRows(pointers, numbers[table.columns[entries]], table.values[entries])
    return shared, [name for name, wanted in zip(names, is_shared, strict=True) if wanted]
