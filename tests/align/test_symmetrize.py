"""The symmetrising heuristics, against worked examples and a plain rendering on a grid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.align import Alignment
from laconic.align.symmetrize import SYMMETRIZERS, grow_diag, grow_diag_final, grow_diag_final_and, intersection, union

SIZE = 6


@st.composite
def directions(draw: st.DrawFn) -> tuple[Alignment, Alignment]:
    """Two directions as aligners give them: at most one link a target word, and at most one a source word."""
    choices = st.lists(st.none() | st.integers(0, SIZE - 1), min_size=SIZE, max_size=SIZE)
    forward = Alignment([(i, j) for j, i in enumerate(draw(choices)) if i is not None])
    backward = Alignment([(i, j) for i, j in enumerate(draw(choices)) if j is not None])
    return forward, backward


def on_a_grid(forward: Alignment, backward: Alignment, final: str) -> set[tuple[int, int]]:
    """Grow and finish on a square of cells, rescanning all of it each round."""
    cells = [(i, j) for i in range(SIZE) for j in range(SIZE)]
    on = {cell: cell in forward and cell in backward for cell in cells}

    def row_is_free(i: int) -> bool:
        return not any(on[i, j] for j in range(SIZE))

    def column_is_free(j: int) -> bool:
        return not any(on[i, j] for i in range(SIZE))

    before = None
    while before != on:
        before = dict(on)
        for i, j in cells:
            if not on[i, j]:
                continue
            around = sorted(
                ((x, y) for x in range(i - 1, i + 2) for y in range(j - 1, j + 2) if (x, y) in on),
                key=lambda cell: (abs(cell[0] - i) + abs(cell[1] - j), _clockwise(cell[0] - i, cell[1] - j)),
            )
            for x, y in around:
                if ((x, y) in forward or (x, y) in backward) and (row_is_free(x) or column_is_free(y)):
                    on[x, y] = True
    for direction in (forward, backward) if final else ():
        for i, j in cells:
            free = row_is_free(i), column_is_free(j)
            if (i, j) in direction and (all(free) if final == "and" else any(free)):
                on[i, j] = True
    return {cell for cell in cells if on[cell]}


def _clockwise(down: int, right: int) -> int:
    """Order the steps as Koehn's program does: up, left, down, right, then the four corners."""
    return [(0, 0), (-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)].index((down, right))


@given(directions())
def test_growing_agrees_with_a_grid(pair: tuple[Alignment, Alignment]) -> None:
    assert set(grow_diag(*pair)) == on_a_grid(*pair, final="")
    assert set(grow_diag_final(*pair)) == on_a_grid(*pair, final="or")
    assert set(grow_diag_final_and(*pair)) == on_a_grid(*pair, final="and")


@given(directions())
def test_each_heuristic_adds_to_the_one_before(pair: tuple[Alignment, Alignment]) -> None:
    smallest, grown, largest = intersection(*pair), grow_diag(*pair), union(*pair)
    assert smallest <= grown <= grow_diag_final_and(*pair) <= largest
    assert grown <= grow_diag_final(*pair) <= largest


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("intersection", "0-0 2-2"),
        # 1-1 touches 0-0 and covers two new words; 3-2 touches 2-2 and covers source word 3;
        # 5-5 and 2-5 touch nothing.
        ("grow-diag", "0-0 1-1 2-2 3-2"),
        # 5-5 covers new words on both sides; after it, 2-5 covers none.
        ("grow-diag-final-and", "0-0 1-1 2-2 3-2 5-5"),
        # 6-2 covers a new word on one side only.
        ("grow-diag-final", "0-0 1-1 2-2 3-2 5-5 6-2"),
        ("union", "0-0 1-1 2-2 2-5 3-2 5-5 6-2"),
    ],
)
def test_worked_example(name: str, expected: str) -> None:
    forward = Alignment.parse("0-0 1-1 2-2 5-5")
    backward = Alignment.parse("0-0 2-2 2-5 3-2 6-2")
    assert str(SYMMETRIZERS[name](forward, backward)) == expected


def test_two_empty_directions_give_no_link() -> None:
    assert all(len(heuristic(Alignment(), Alignment())) == 0 for heuristic in SYMMETRIZERS.values())
