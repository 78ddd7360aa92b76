"""Scores and searches fit, or are refused with a reason: never a wrong answer."""

from copy import copy
from functools import cache
from itertools import product

import numpy as np
import pytest

from laconic import catalog, load
from laconic.errors import UsageError
from laconic.features.deletion import LinearScorer
from laconic.methods.crf import ChainDeletion
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.linear import LinearDeletion
from laconic.search.base import Scores, check_fit
from laconic.search.constraints import Constraints
from laconic.search.random import RandomSearch
from test_model import PARSED

JOINT = {"joint-exact", "joint-ilp", "joint-lagrangian"}
SUBTREE = {"subtree", "subtree-ilp"}
FITTING = {
    "bigram": {"bigram", "random"} | JOINT | SUBTREE,
    "crf": {"crf", "random"} | SUBTREE,
    "encoder": {"bigram", "random"} | JOINT,
    "joint": {"bigram", "random"} | JOINT | SUBTREE,
    "joint-t3": {"random"},
    "subtree": {"random"} | SUBTREE,
}
WEIGHTS = np.random.default_rng(1).normal(size=1024).astype(np.float32)


@cache
def method_called(name: str) -> DeletionMethod:
    if name == "crf":
        return ChainDeletion("crf", LinearScorer(WEIGHTS, with_pairs=False, with_arcs=False), np.eye(2))
    if name in ("bigram", "subtree"):
        return LinearDeletion(name, LinearScorer(WEIGHTS, with_pairs=name == "bigram", with_arcs=False), name)
    return load(name).method


@pytest.mark.parametrize(("name", "search"), list(product(FITTING, catalog.SEARCHES)))
def test_every_search_either_fits_a_method_or_is_refused(name: str, search: str) -> None:
    method = copy(method_called(name))
    other = catalog.resolve(search, catalog.SEARCHES, "search")()
    if search not in FITTING[name]:
        with pytest.raises(UsageError, match=rf"^the search \w+ reads .* scores, and the method {name} gives only"):
            method.search = other
        return
    method.search = other
    sentence = min(PARSED, key=len)
    answer = method.compress(sentence, Constraints.exactly(len(sentence), 5))
    assert len(answer.kept) == 5


def test_the_reason_names_what_is_missing() -> None:
    with pytest.raises(UsageError, match="the search ChainSearch reads transition scores, and the method joint gives"):
        LinearDeletion("joint", LinearScorer(np.zeros(16, np.float32)), "crf")


def test_what_is_not_a_search_is_refused() -> None:
    with pytest.raises(UsageError, match="dict is not a search: it needs reads, search and all_lengths"):
        check_fit({}, None, "mine")


def test_a_scorer_that_does_not_say_what_it_gives_is_trusted() -> None:
    method = DeletionMethod("mine", lambda sentence: Scores(token=np.zeros(len(sentence))), RandomSearch())
    assert method.gives is None
    assert Scores(token=[1.0], heads=[0]).parts == {"token", "heads"}
