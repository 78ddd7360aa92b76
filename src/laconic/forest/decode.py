"""Decoding with a synchronous grammar and a language model, without building the whole forest.

`Paraphraser` builds that forest, so that edges can have any scores and any question can be asked. Where a score is a
sum over rules, a `Decoder` finds the same answers as `rescore` in a fraction of the time: rules of the same source side
are one edge of its chart, the most promising of them first, and most are never looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laconic import _core
from laconic.errors import DataError
from laconic.forest.cky import LONGEST_RULE, Paraphraser, Paraphrases
from laconic.forest.derivation import Derivation
from laconic.forest.inference import Floats, best
from laconic.forest.optional_deletions import Deletion
from laconic.forest.rescore import DEFAULT_BEAM, check_weight, search_limits
from laconic.forest.span_labels import LabelledSpan
from laconic.lm.model import LanguageModel


class Decoder:
    """Rewrites sentences by rules that each have one score, and a language model.

    Args:
        paraphraser: the grammar.
        rule_scores: one score per rule; minus infinity forbids a rule.
        model: the language model. Words of rules are scored as the grammar spells them.
        weight: how much the language model counts.
        join: the score of putting two pieces side by side.
        copy: the score of a word that no rule rewrites.

    Raises:
        DataError: the scores do not fit the grammar.
        UsageError: the weight is out of range.

    >>> from laconic.grammar.scfg import Scfg, ScfgRule
    >>> from laconic.lm import bundled
    >>> grammar = Scfg.of([ScfgRule("X", ("at", "the", "present", "time"), ("now",))])
    >>> decode = Decoder(Paraphraser(grammar), [1.0], bundled())
    >>> str(decode("they are at the present time busy".split()).best())
    'they are now busy'
    """

    def __init__(
        self,
        paraphraser: Paraphraser,
        rule_scores: ArrayLike,
        model: LanguageModel,
        *,
        weight: float = 1.0,
        join: float = 0.0,
        copy: float = 0.0,
    ) -> None:
        check_weight(weight)
        self._paraphraser, self._model = paraphraser, model
        self.weight, self.join, self.copy = weight, join, copy
        self.rule_scores: Floats = np.ascontiguousarray(rule_scores, np.float64)
        words, _ = model.encode([paraphraser.grammar.words])
        try:
            self._core = _core.ScfgDecoder(paraphraser.core, self.rule_scores, model.core, words, weight)
        except ValueError as error:
            raise DataError(str(error)) from None

    def __call__(
        self,
        words: Sequence[str],
        labels: Iterable[LabelledSpan] | None = None,
        deletions: Sequence[Deletion] = (),
        deletion_scores: ArrayLike = (),
        *,
        longest: int = LONGEST_RULE,
        lowercase: bool = True,
        beam: int | None = DEFAULT_BEAM,
        pops: int | None = None,
    ) -> Decoded:
        """Search the rewritings of a sentence.

        Args:
            words: the sentence.
            labels: which labels its spans have; None leaves that to the rules. This, ``longest`` and ``lowercase`` are
                as for `Paraphraser`.
            deletions: rules that delete words.
            deletion_scores: one score for each of them.
            longest: how many words a rule may cover with its slots, where rules give the labels.
            lowercase: whether the grammar knows words in lower case only.
            beam: how many states each node keeps; this and ``pops`` are as for `rescore`.
            pops: how many partial derivations each node takes up.

        Raises:
            UsageError: the sentence has no words, or a limit is less than 1.
            DataError: the deletions have not one score each, or a score is not a number.
        """
        numbers, spans, deleting, widest = self._paraphraser.encode(
            words, labels, deletions, longest=longest, lowercase=lowercase
        )
        own_words, _ = self._model.encode([words])
        try:
            found = self._core.decode(
                numbers,
                own_words,
                spans,
                deleting,
                np.ascontiguousarray(deletion_scores, np.float64),
                self.join,
                self.copy,
                widest,
                *search_limits(beam, pops),
            )
        except ValueError as error:
            raise DataError(str(error)) from None
        return Decoded(self, self._paraphraser, found, words, deletions, deletion_scores)


class Decoded:
    """What a decoder found for a sentence: a best derivation, and a forest of many good ones."""

    def __init__(
        self,
        decoder: Decoder,
        paraphraser: Paraphraser,
        core: _core.ScfgDecoded,
        words: Sequence[str],
        deletions: Sequence[Deletion],
        deletion_scores: ArrayLike,
    ) -> None:
        self._weight = decoder.weight
        self._paraphraser = paraphraser
        self._core = core
        self._words, self._deletions = tuple(words), tuple(deletions)
        # By the numbers that rules have in forests: the grammar's, joining, passing on, copying, deletions.
        own = [decoder.join, 0.0, decoder.copy, *np.asarray(deletion_scores, np.float64)]
        self._rule_scores: Floats = np.concatenate([decoder.rule_scores, own])

    def best(self) -> Derivation:
        """Return the best derivation found, with the language model in its score, in a forest of nothing else.

        Raises:
            DataError: there is none.
        """
        found, scores = self._forest(best_only=True)
        return best(found.forest, scores)

    @property
    def paraphrases(self) -> Paraphrases:
        """What the search kept as a forest, its nodes told apart by the words at their ends as in `Rescored.forest`."""
        return self._kept[0]

    @property
    def scores(self) -> Floats:
        """The scores of that forest's edges, the language model included."""
        return self._kept[1]

    @cached_property
    def _kept(self) -> tuple[Paraphrases, NDArray[np.float64]]:
        return self._forest(best_only=False)

    def _forest(self, *, best_only: bool) -> tuple[Paraphrases, Floats]:
        arrays, log10 = self._core.forest(best_only)
        found = self._paraphraser.paraphrases(arrays, self._words, self._deletions)
        return found, self._rule_scores[found.forest.rule] + self._weight * log10.astype(np.float64)
