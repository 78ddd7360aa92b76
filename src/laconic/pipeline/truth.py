"""Which candidates are true: they break no dependence that must never be broken, and say something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from laconic.language import LANGUAGE
from laconic.pipeline.method import Candidate
from laconic.text import Sentence


def true_candidates(sentence: Sentence, candidates: Iterable[Candidate], *, or_all: bool) -> list[Candidate]:
    """Return the candidates with what they break, without those that are untrue or say nothing.

    Args:
        sentence: the sentence, parsed.
        candidates: what it can become.
        or_all: whether those that say nothing are returned if all others are untrue, and all if these are, too.
    """
    every = list(candidates)
    charges, kept = LANGUAGE.charges_of(sentence), _kept(sentence, every)
    lost = LANGUAGE.NEVER * charges.says_nothing(kept)
    costs = np.column_stack([charges.costs(kept), lost])
    is_true = np.asarray((costs[:, :-1] < LANGUAGE.NEVER).all(axis=1), np.bool_)
    chosen = is_true & (lost < LANGUAGE.NEVER)
    if or_all and not chosen.any():
        chosen = is_true if is_true.any() else np.ones(len(every), np.bool_)
    charges_of_each = costs.sum(axis=1).tolist()
    return [every[row].changed(charge=charges_of_each[row]) for row in np.flatnonzero(chosen).tolist()]


def untrue(sentence: Sentence, candidates: Sequence[Candidate]) -> list[bool]:
    """Return for each candidate whether it breaks a dependence that makes it untrue."""
    costs = LANGUAGE.charges_of(sentence).costs(_kept(sentence, candidates))
    return [cost >= LANGUAGE.NEVER for cost in costs.max(axis=1, initial=0.0).tolist()]


def _kept(sentence: Sentence, candidates: Sequence[Candidate]) -> NDArray[np.bool_]:
    """Return which words of a sentence each candidate keeps or replaces."""
    kept = np.zeros((len(candidates), len(sentence)), np.bool_)
    for row, each in enumerate(candidates):
        kept[row, list(each.meant)] = True
    return kept
