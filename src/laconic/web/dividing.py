"""Dividing the words of a whole text among sentences whose lengths and scores the client already knows."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from laconic.errors import UsageError
from laconic.search.division import Options, best_division, divide, even_value
from laconic.web.limits import Limits
from laconic.web.problems import Problem
from laconic.web.schemas import DivideRequest, SentenceOptions

_ALMOST_ALL = 1 - 1e-9
"""The greatest rate of a text that still lets a sentence lose a word."""

_MOST_STEPS = 500_000_000
"""The most pairs of a length and a total that a request may cause to be looked at: about a second of work."""


def division(body: DivideRequest, limits: Limits) -> dict[str, Any]:
    """Return which length of each sentence to take, so that the whole is worth most.

    Raises:
        Problem: there are more or longer sentences than are allowed (422).
        UsageError: the options make no sense, or even the shortest have too many words together.
    """
    _check_work(body, limits)
    for sentence in body.sentences:
        _check(sentence)
    size = sum(each.size for each in body.sentences)
    rate = min(body.words / max(size, 1), _ALMOST_ALL)
    options = [Options(each.words, _values(each, rate)) for each in body.sentences]
    chosen = best_division(options, body.words)
    if chosen is None:  # no choice has exactly this many words
        chosen = divide(options, body.words, exact=False)
    words = sum(each.words[place] for each, place in zip(body.sentences, chosen, strict=True))
    return {"chosen": chosen, "words": words}


def _check_work(body: DivideRequest, limits: Limits) -> None:
    if len(body.sentences) > limits.sentences:
        raise Problem(422, f"The text has {len(body.sentences)} sentences, and {limits.sentences} are allowed.")
    longest = max((each.size for each in body.sentences), default=0)
    if longest > limits.sentence_words:
        raise Problem(422, f"A sentence has {longest} words, and {limits.sentence_words} are allowed.")
    totals = sum(each.words[-1] - each.words[0] for each in body.sentences)
    if totals * sum(len(each.words) for each in body.sentences) > _MOST_STEPS:
        raise Problem(422, "The sentences have too many lengths for one division: send fewer sentences.")


def _check(sentence: SentenceOptions) -> None:
    if len(sentence.words) != len(sentence.scores):
        raise UsageError("each length of a sentence needs one score.")
    if any(later <= former for former, later in pairwise(sentence.words)):
        raise UsageError("the lengths of a sentence must be in ascending order.")
    if sentence.words[-1] > sentence.size:
        raise UsageError("a sentence cannot become longer than it is.")


def _values(sentence: SentenceOptions, rate: float) -> list[float]:
    return [
        even_value(score, words, sentence.size, rate)
        for words, score in zip(sentence.words, sentence.scores, strict=True)
    ]
