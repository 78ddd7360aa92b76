"""Paraphrasing: the forest of everything that a synchronous grammar can make of a sentence.

The best derivation of this forest is equation 5 of Ganitkevitch et al. (2011).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic import _core
from laconic.errors import UsageError
from laconic.forest.derivation import Derivation
from laconic.forest.forest import Forest
from laconic.forest.optional_deletions import Deletion
from laconic.forest.rewriting import Rewriting
from laconic.forest.span_labels import ANY, LabelledSpan
from laconic.grammar.scfg import Scfg, ScfgRule

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Ints = NDArray[np.int32]

GLUE = "glue"
"""The label of nodes that stand for words side by side, whatever they are."""

RULE_SHAPES = (
    "rule",
    "identity",
    "reorder",
    "new_words",
    "source_words",
    "target_words",
    "word_difference",
    "length_difference",
)
"""What every rule tells by its shape: whether it changes anything, nothing, the order of its slots; its target words
that its source lacks; and c_src, c_tgt, c_dcount and c_davg of Ganitkevitch et al. (2011), section 6.1."""

LONGEST_RULE = 10
"""How many words a rule may cover where rules give the labels, as is usual in translation."""

_JOIN, _PASS, _COPY, _DELETE = range(4)


@dataclass(frozen=True)
class Paraphrases(Rewriting):
    """A sentence, a grammar, and the forest of what the grammar makes of the sentence.

    The forest's rules are the grammar's by their numbers. Those from ``len(grammar)`` on are, in this order:
    putting two pieces side by side, passing one on as it is, copying a word, and then the deletions.

    Attributes:
        words: the sentence's words.
        grammar: the grammar.
        deletions: the rules that delete words.
        new_words: the numbers in the grammar of the vocabulary's words after the sentence's own.
        importance: how much each word of the sentence matters, from 0 to 1; zeros where that is not known.
    """

    words: tuple[str, ...]
    grammar: Scfg
    deletions: tuple[Deletion, ...]
    new_words: NDArray[np.int32]
    importance: NDArray[np.float64]

    @property
    def joins(self) -> Flags:
        """Which edges put two pieces side by side."""
        return np.equal(self.forest.rule, len(self.grammar) + _JOIN)

    @property
    def copies(self) -> Flags:
        """Which edges copy a word."""
        return np.equal(self.forest.rule, len(self.grammar) + _COPY)

    @property
    def grammar_rules(self) -> Numbers:
        """Each edge's rule in the grammar; -1 where it has none."""
        return np.where(self.forest.rule < len(self.grammar), self.forest.rule, -1)

    @property
    def deleted(self) -> Numbers:
        """Each edge's deletion; -1 where it is none."""
        return np.maximum(self.forest.rule - (len(self.grammar) + _DELETE), -1)

    def rule(self, number: int) -> ScfgRule | None:
        """Return the rule of a number in ``forest.rule``; None for what is not of the grammar."""
        return self.grammar[number] if number < len(self.grammar) else None

    def deletion(self, number: int) -> Deletion | None:
        """Return the deletion of a number in ``forest.rule``; None for what is none."""
        place = number - len(self.grammar) - _DELETE
        return self.deletions[place] if place >= 0 else None

    def span(self, derivation: Derivation, place: int) -> tuple[int, int]:
        """Return which words of the source the edge at this place of a derivation rewrites."""
        assert self.forest.spans is not None
        begin, end = self.forest.spans[self.forest.head[derivation.edges[place]]].tolist()
        return begin, end


class Paraphraser:
    """Finds the rules of a grammar that apply to sentences, and builds forests of them.

    Args:
        grammar: the rules; those with more than two slots are never used.

    >>> rule = ScfgRule("NN", ("car",), ("vehicle",))
    >>> paraphraser = Paraphraser(Scfg.of([rule]))
    >>> found = paraphraser(["the", "car"], [LabelledSpan(1, 2, "NN")])
    >>> found.forest
    <Forest: 4 nodes, 5 edges, 3 words>
    """

    def __init__(self, grammar: Scfg) -> None:
        self.grammar = grammar
        self._words = {word: number for number, word in enumerate(grammar.words)}
        self._labels = {label: number for number, label in enumerate(grammar.labels)}
        self.core = _core.ScfgRules(
            grammar.lhs,
            grammar.source,
            grammar.source_start.astype(np.int32),
            grammar.target,
            grammar.target_start.astype(np.int32),
            len(grammar.words),
        )

    def rule_shapes(self) -> NDArray[np.float64]:
        """Return the `RULE_SHAPES` of all rules, one row per rule."""
        return self.core.shapes(np.array([len(word) for word in self.grammar.words], np.int32))

    def __call__(
        self,
        words: Sequence[str],
        labels: Iterable[LabelledSpan] | None,
        deletions: Sequence[Deletion] = (),
        importance: ArrayLike | None = None,
        *,
        longest: int = LONGEST_RULE,
        lowercase: bool = True,
    ) -> Paraphrases:
        """Build the forest of all texts that the grammar makes of a sentence.

        With labels given, as by a parse, a rule applies to words that have its label, if its slots meet words that have
        theirs; slots are filled by rules of their label or by words as they are. Without, words have the labels of
        the rules that derive them, and slots are filled by rules alone, as in decoders for translation: such a grammar
        needs rules that change nothing (identities). Either way, what no rule rewrites is copied word by word, and
        pieces stand side by side in their order (glue).

        Args:
            words: the sentence.
            labels: which labels its spans have; None leaves that to the rules.
            deletions: rules that delete words.
            importance: how much each word matters.
            longest: how many words a rule may cover with its slots, where rules give the labels.
            lowercase: whether the grammar knows words in lower case only.

        Raises:
            UsageError: the sentence has no words, or ``longest`` is less than 1.
        """
        given = self.encode(words, labels, deletions, longest=longest, lowercase=lowercase)
        return self.paraphrases(self.core.chart(*given), words, deletions, importance)

    def encode(
        self,
        words: Sequence[str],
        labels: Iterable[LabelledSpan] | None,
        deletions: Sequence[Deletion],
        *,
        longest: int,
        lowercase: bool,
    ) -> tuple[Ints, Ints, Ints, int]:
        """Return a sentence as the core reads it: words, labels, deletions, and the longest span of a rule.

        Raises:
            UsageError: the sentence has no words, or ``longest`` is less than 1.
        """
        if not words:
            raise UsageError("an empty sentence cannot be paraphrased.")
        if longest < 1:
            raise UsageError(f"a rule must cover at least 1 word, not {longest}.")
        numbers = [self._words.get(word.lower() if lowercase else word, -1) for word in words]
        given = () if labels is None else labels
        known = [(span.begin, span.end, self._labels[span.label]) for span in given if span.label in self._labels]
        deleting = [(each.begin, each.end, self._label_number(each.label)) for each in deletions]
        return np.array(numbers, np.int32), _rows(known), _rows(deleting), longest if labels is None else 0

    def paraphrases(
        self,
        arrays: tuple[Ints, ...],
        words: Sequence[str],
        deletions: Sequence[Deletion] = (),
        importance: ArrayLike | None = None,
    ) -> Paraphrases:
        """Return the forest whose arrays the core gave for a sentence."""
        head, tail_ptr, tails, rule, yield_ptr, symbols, positions, begin, end, label, new_words = arrays
        matters = np.zeros(len(words)) if importance is None else np.asarray(importance, np.float64)
        names = (*self.grammar.labels, GLUE)  # the last one stands for the label -1
        forest = Forest(
            head,
            tail_ptr,
            tails,
            nodes=len(begin),
            rule=rule,
            yield_ptr=yield_ptr,
            yield_symbols=symbols,
            vocabulary=(*words, *(self.grammar.words[number] for number in new_words.tolist())),
            labels=[names[number] for number in label.tolist()],
            spans=np.column_stack([begin, end]),
        )
        return Paraphrases(forest, positions, tuple(words), self.grammar, tuple(deletions), new_words, matters)

    def _label_number(self, label: str | None) -> int:
        """Return the number of a deletion's label; where a grammar has one label for all, that is its label, too."""
        return -1 if label is None else self._labels.get(label, self._labels.get(ANY, -1))


def _rows(spans: Sequence[tuple[int, int, int]]) -> NDArray[np.int32]:
    return np.fromiter(chain.from_iterable(spans), np.int32, 3 * len(spans)).reshape(-1, 3)
