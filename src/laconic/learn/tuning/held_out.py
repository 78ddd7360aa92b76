"""What learning cannot decide, chosen on held-out pairs: how much one model counts beside another, how long texts are.

A model's weight is one number, found by trying: for each, held-out sentences are compressed to the length of their
references, and the one wins whose texts share most with them: words and pairs of words, or grammatical relations.
The bonus for each word then makes texts of free length as long as the references on average.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np

from laconic.corpus.parsing import ParsedPair
from laconic.errors import UsageError
from laconic.metrics import evaluate
from laconic.metrics.relation import RelationF1
from laconic.parse.base import Parser
from laconic.pipeline.method import Method
from laconic.search.constraints import Constraints
from laconic.text import Sentence

Tuned = TypeVar("Tuned", bound=Method)

_ROUNDS = 8
_CLOSE_ENOUGH = 0.005


def overlap(output: Sequence[str], reference: Sequence[str]) -> float:
    """Return the mean of the F1 of words and the F1 of neighbouring words, sentence bounds included."""
    words = _f1(Counter(output), Counter(reference))
    pairs = _f1(Counter(pairwise(["", *output, ""])), Counter(pairwise(["", *reference, ""])))
    return (words + pairs) / 2


def choose_weight(
    with_weight: Callable[[float], Tuned], weights: Iterable[float], quality: Callable[[Tuned], float]
) -> tuple[float, float]:
    """Return the weight of the best method, and how good it is; of equally good ones the least.

    Args:
        with_weight: makes the method in which the model has a weight.
        weights: the weights to try.
        quality: returns how good a method is.
    """
    measured = [(quality(with_weight(weight)), weight) for weight in weights]
    best, weight = max(measured, key=lambda pair: (pair[0], -pair[1]))
    return weight, best


def mean_overlap(method: Method, pairs: Sequence[ParsedPair]) -> float:
    """Return the mean overlap of compressions as long as their references."""
    overlaps = [overlap(found, pair.reference.words) for found, pair in _as_long_as_references(method, pairs)]
    return float(np.mean(overlaps)) if overlaps else 0.0


def relation_f1(method: Method, pairs: Sequence[ParsedPair], parser: Parser) -> float:
    """Return the relation F1 of compressions as long as their references, parsed by the parser that parsed those."""
    found = list(_as_long_as_references(method, pairs))
    if not found:
        return 0.0
    outputs = parser.parse([Sentence.from_words(words) for words, _ in found])
    sources, references = [pair.source for _, pair in found], [[pair.reference] for _, pair in found]
    return evaluate(sources, outputs, references, [RelationF1()]).scores["relation_f1"] or 0.0


def likeness(method: Method, pairs: Sequence[ParsedPair], parser: Parser) -> float:
    """Return how like their references compressions are: by relations, or by overlap if the parser gives none."""
    if all(pair.reference.heads is not None for pair in pairs):
        return relation_f1(method, pairs, parser)
    return mean_overlap(method, pairs)


def _as_long_as_references(method: Method, pairs: Sequence[ParsedPair]) -> Iterator[tuple[tuple[str, ...], ParsedPair]]:
    """Yield compressions as long as their references, with their pairs."""
    for pair in pairs:
        try:
            words = min(len(pair.reference), len(pair.source))
            found = method.compress(pair.source, Constraints.exactly(len(pair.source), words))
        except UsageError:  # no rewriting has exactly this length
            continue
        yield found.tokens, pair


def with_best_bonus(with_bonus: Callable[[float], Tuned], pairs: Sequence[ParsedPair]) -> Tuned:
    """Return the method whose free compressions are as long as the references on average, and print its bonus."""
    bonus = choose_word_bonus(with_bonus, pairs)
    print(f"bonus per word: {bonus:.4f}", flush=True)
    return with_bonus(bonus)


def choose_word_bonus(with_bonus: Callable[[float], Method], pairs: Sequence[ParsedPair]) -> float:
    """Return the bonus per word with which free compressions are as long as the references on average."""
    wanted = float(np.mean([len(pair.reference) / len(pair.source) for pair in pairs]))

    def excess(bonus: float) -> float:
        method = with_bonus(bonus)
        rates = [method.compress(pair.source, Constraints.any_length(len(pair.source))).rate for pair in pairs]
        return float(np.mean(rates)) - wanted

    low, high = -1.0, 1.0
    while excess(low) > 0 and low > -64:
        low *= 2
    while excess(high) < 0 and high < 64:
        high *= 2
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        difference = excess(middle)
        if abs(difference) < _CLOSE_ENOUGH:
            return middle
        low, high = (low, middle) if difference > 0 else (middle, high)
    return (low + high) / 2


def _f1(output: Counter[object], reference: Counter[object]) -> float:
    total = output.total() + reference.total()
    return 2 * (output & reference).total() / total if total else 1.0
