"""The best edits that go together, against all sets of edits."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from laconic.english.rewriting import Edit, Kept, New
from laconic.forest.edits import best_edits

SIZE = 8


def random_edit(chance: random.Random, name: int) -> Edit:
    begin = chance.randrange(SIZE - 1)
    end = chance.randrange(begin + 1, min(SIZE, begin + 6) + 1)
    cuts = sorted(chance.sample(range(begin, end + 1), min(end - begin + 1, chance.choice([2, 3, 4]))))
    slots = [Kept(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    chance.shuffle(slots)
    slots = [slot for slot in slots if slot != Kept(begin, end)]
    return Edit(f"rule {name}", begin, end, (*slots, New("new")), chance.uniform(0.5, 1))


def go_together(edits: tuple[Edit, ...]) -> bool:
    return all(one.allows(other) for one, other in combinations(edits, 2))


@pytest.mark.parametrize("seed", range(60))
def test_the_best_set_is_found(seed: int) -> None:
    chance = random.Random(seed)
    edits = [random_edit(chance, number) for number in range(chance.randint(1, 9))]
    worth = {edit: chance.uniform(-0.3, 1) for edit in edits}
    found = best_edits(edits, SIZE, worth.__getitem__)
    assert go_together(tuple(found))
    assert all(worth[edit] > 0 for edit in found)
    every = (
        sum(worth[edit] for edit in chosen)
        for count in range(len(edits) + 1)
        for chosen in combinations(edits, count)
        if go_together(chosen)
    )
    assert sum(worth[edit] for edit in found) == pytest.approx(max(every))


def test_no_edits() -> None:
    assert best_edits([], 5, lambda edit: 1.0) == []
