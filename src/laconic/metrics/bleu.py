"""BLEU (Papineni et al. 2002), with sacrebleu's tokenisation, formula and results."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from laconic import _core
from laconic.metrics.base import Metric, Statistics, sign
from laconic.metrics.batch import BETWEEN_SPACES, Batch, Splitter

if TYPE_CHECKING:
    from sacrebleu.metrics.bleu import BLEU, BLEUScore

ORDERS = 4
"""N-grams of up to this many words count."""

COLUMNS = 2 + 2 * ORDERS
"""The number of statistics per sentence: two lengths, and the matches and totals of each order."""

Tokenization: TypeAlias = Literal["13a", "intl", "none"]
"""sacrebleu's names: ``13a`` for text as written, ``none`` for text whose tokens stand between spaces."""


class Bleu(Metric):
    """BLEU over the corpus, from 0 to 100, with sacrebleu's defaults: 13a tokens, case kept, exp smoothing.

    Counting n-grams is done by the compiled core, everything else by sacrebleu.
    """

    name = "bleu"
    tokenizes = True
    scale = 100

    def __init__(self, tokenize: Tokenization = "13a", *, lowercase: bool = False) -> None:
        self.tokenize: Tokenization = tokenize
        self.lowercase = lowercase

    @property
    def signature(self) -> str:
        """The settings, and the version of sacrebleu."""
        import sacrebleu

        case = "lc" if self.lowercase else "mixed"
        return sign(
            self.name, case=case, eff="no", tok=self.tokenize, smooth="exp", refs="all", sacrebleu=sacrebleu.__version__
        )

    @cached_property
    def _sacrebleu(self) -> BLEU:
        from sacrebleu.metrics.bleu import BLEU

        return BLEU(tokenize=self.tokenize, lowercase=self.lowercase, force=True)

    def statistics(self, batch: Batch) -> Statistics:
        """Return lengths of output and closest reference, matches and totals of orders 1 to 4."""
        return batch.once(("bleu", self.tokenize, self.lowercase), lambda: self._count(batch))

    def _count(self, batch: Batch) -> Statistics:
        numbered = batch.numbered(splitter(self.tokenize, lowercase=self.lowercase))
        counts = _core.bleu_statistics(*numbered.outputs, *numbered.references, numbered.first)
        return counts.astype(np.float64)

    def score(self, total: Statistics) -> float:
        """Return BLEU of the summed counts."""
        return float(self._score(total).score)

    def scores(self, totals: Statistics) -> Statistics:
        """Return BLEU of many rows of summed counts, by sacrebleu's formula with its exp smoothing."""
        output, reference = totals[:, 0], totals[:, 1]
        matches, counted = totals[:, 2 : 2 + ORDERS], totals[:, 2 + ORDERS : 2 + 2 * ORDERS]
        missing = matches == 0
        # The first order without a match counts as half a match, the next as a quarter, and so on.
        smoothed = np.where(missing, 0.5 ** np.cumsum(missing, axis=1), matches)
        precision = np.exp(np.mean(np.log(smoothed / np.maximum(counted, 1)), axis=1))
        brevity = np.exp(np.minimum(0.0, 1 - reference / np.maximum(output, 1)))
        possible = (counted > 0).all(axis=1) & (matches > 0).any(axis=1)
        return np.where(possible, 100 * brevity * precision, 0.0)

    def details(self, total: Statistics) -> Mapping[str, float]:
        """Return the precisions, the brevity penalty and the lengths."""
        score = self._score(total)
        precisions = {f"precision_{order}": float(value) for order, value in enumerate(score.precisions, 1)}
        lengths = {"output_length": float(score.sys_len), "reference_length": float(score.ref_len)}
        return {**precisions, "brevity_penalty": float(score.bp), **lengths}

    def sentence_scores(self, statistics: Statistics) -> Statistics:
        """Return sentence BLEU, over the orders that a short sentence has."""
        return np.array([self._score(row, effective_order=True).score for row in statistics], np.float64)

    def _score(self, total: Statistics, *, effective_order: bool = False) -> BLEUScore:
        counts = total.tolist()
        return self._sacrebleu.compute_bleu(
            correct=counts[2 : 2 + ORDERS],
            total=counts[2 + ORDERS :],
            sys_len=int(counts[0]),
            ref_len=int(counts[1]),
            smooth_method="exp",
            effective_order=effective_order,
        )


def splitter(tokenize: Tokenization, *, lowercase: bool = False) -> Splitter:
    """Return the way in which sacrebleu splits a text; it puts text in lower case before splitting it."""
    if tokenize == "none" and not lowercase:
        return BETWEEN_SPACES
    from sacrebleu.metrics.bleu import BLEU

    tokenizer = BLEU(tokenize=tokenize).tokenizer
    if lowercase:
        return Splitter(f"{tokenize}-lower", lambda version: tokenizer(version.text.lower().rstrip()).split())
    return Splitter(tokenize, lambda version: tokenizer(version.text.rstrip()).split())
