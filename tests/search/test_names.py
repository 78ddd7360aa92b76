"""Every search in the catalogue can be had by its name and keeps the contract."""

from __future__ import annotations

import inspect

import pytest

from laconic.catalog import SEARCHES, resolve
from laconic.search.base import Search

NAMES = "bigram crf joint-exact joint-lagrangian subtree joint-ilp clarke-lapata random".split()


def test_promised_names_are_there() -> None:
    assert set(NAMES) <= set(SEARCHES)


@pytest.mark.parametrize("name", SEARCHES)
def test_each_is_a_search(name: str) -> None:
    search = resolve(name, SEARCHES, "search")()
    for method in ("search", "all_lengths"):
        promised = inspect.signature(getattr(Search, method)).parameters
        assert list(inspect.signature(getattr(search, method)).parameters) == list(promised)[1:]
