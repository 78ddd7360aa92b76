"""The division of a budget is the best one: by enumeration, by a solver, and by its own bound."""

from itertools import product
from math import comb, log, pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laconic.errors import UsageError
from laconic.search.division import Options, divide, even_value
from laconic.search.program import Program, highs

VALUES = st.floats(-20, 20) | st.integers(-3, 3).map(float)  # small integers make ties


@st.composite
def options(draw) -> Options:
    sizes = sorted(draw(st.sets(st.integers(0, 9), min_size=1, max_size=5)))
    return Options(sizes, [draw(VALUES) for _ in sizes])


def enumerated(sentences: list[Options], budget: int, exact: bool) -> float | None:
    totals = [
        sum(each.values[place] for each, place in zip(sentences, places, strict=True))
        for places in product(*(range(len(each.sizes)) for each in sentences))
        if _meets(sum(each.sizes[place] for each, place in zip(sentences, places, strict=True)), budget, exact)
    ]
    return max(totals, default=None)


def _meets(size: int, budget: int, exact: bool) -> bool:
    return size == budget if exact else size <= budget


def by_solver(sentences: list[Options], budget: int, exact: bool) -> float:
    program = Program()
    taken = [program.add_variables(each.values) for each in sentences]
    for variables in taken:
        program.add_row((variables, 1.0), low=1, high=1)
    terms = [(variables, each.sizes) for variables, each in zip(taken, sentences, strict=True)]
    program.add_row(*terms, low=budget if exact else 0, high=budget)
    solution = highs(program, 60.0)
    assert solution is not None
    return solution.objective


def value_of(sentences: list[Options], places: list[int], budget: int, exact: bool) -> float:
    assert _meets(sum(each.sizes[place] for each, place in zip(sentences, places, strict=True)), budget, exact)
    return sum(each.values[place] for each, place in zip(sentences, places, strict=True))


@settings(max_examples=400)
@given(st.lists(options(), min_size=1, max_size=5), st.integers(0, 40), st.booleans())
def test_no_other_division_is_better(sentences: list[Options], budget: int, exact: bool) -> None:
    best = enumerated(sentences, budget, exact)
    if best is None:
        with pytest.raises(UsageError):
            divide(sentences, budget, exact=exact)
    else:
        assert value_of(sentences, divide(sentences, budget, exact=exact), budget, exact) == pytest.approx(best)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_a_solver_finds_nothing_better(seed: int, exact: bool) -> None:
    generator = np.random.default_rng(seed)
    sentences = []
    for size in generator.integers(5, 40, size=60):
        steps = generator.normal(0.2, 1.0, size)  # rough: most lengths are below the hull
        sizes = range(1, size + 1) if exact else np.sort(generator.choice(200, size, replace=False)).tolist()
        sentences.append(Options(list(sizes), np.cumsum(steps).tolist()))
    budget = int(0.5 * sum(each.sizes[-1] for each in sentences))
    found = value_of(sentences, divide(sentences, budget, exact=exact), budget, exact)
    assert found == pytest.approx(by_solver(sentences, budget, exact), rel=1e-6)


def test_alike_sentences_share_alike() -> None:
    values = [even_value(0.0, kept, 10, rate=0.35) for kept in range(1, 11)]
    taken = divide([Options(list(range(1, 11)), values)] * 20, 70)
    assert {place + 1 for place in taken} == {3, 4}


def test_a_constant_makes_no_difference() -> None:
    first, second = Options([1, 2, 3], [0.0, 2.0, 3.0]), Options([1, 2, 3], [0.0, 4.0, 4.5])
    raised = Options(first.sizes, [value + 100 for value in first.values])
    assert divide([first, second], 4) == divide([raised, second], 4) == [1, 1]


def test_the_prior_is_the_binomial_one_up_to_a_constant() -> None:
    """Stirling: ln C(n, k) r^k (1-r)^(n-k) is minus n KL(k/n ‖ r), but for half a logarithm."""
    size, rate = 400, 0.4
    for kept in (100, 160, 250):
        share = kept / size
        exact = log(comb(size, kept)) + kept * log(rate) + (size - kept) * log(1 - rate)
        correction = 0.5 * log(2 * pi * size * share * (1 - share))
        assert even_value(0.0, kept, size, rate) == pytest.approx(exact + correction, abs=0.01)


@pytest.mark.parametrize(
    ("budget", "exact", "problem"),
    [
        (1, True, "the least possible is 2"),
        (1, False, "the least possible is 2"),
        (9, True, "the most possible is 8"),
        (5, True, "the nearest that can be met is 4"),
    ],
)
def test_what_is_impossible_is_told_with_what_is_possible(budget: int, exact: bool, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        divide([Options([1, 3], [0.0, 1.0]), Options([1, 5], [0.0, 1.0])], budget, exact=exact)


def test_nothing_is_divided_among_none() -> None:
    assert divide([], 5) == []
