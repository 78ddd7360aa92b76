"""Every kernel of the core answers or refuses whatever it is given; it never crashes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fuzz_kernels import try_call, wrong_arguments
from kernel_cases import CASES, UNTOUCHED, Arguments, kernels
from kernel_mutations import ARRAYS, mutations

from laconic import _core

Random = np.random.Generator


def words(size: int) -> _core.Words:
    """Return words of which nothing is settled."""
    no = np.zeros(size, np.bool_)
    return _core.Words(no, no, np.ones(size, np.int32), np.zeros(size, np.int32))


def test_every_kernel_has_a_case() -> None:
    hidden = {"NgramModel", "NgramState", "ChartState", "WordLattice", "ScfgDecoded"}  # classes that Python cannot make
    assert set(CASES) == set(kernels()) - hidden
    for name in hidden:
        with pytest.raises(TypeError):
            getattr(_core, name)()


@pytest.mark.parametrize("kernel", CASES)
def test_right_arguments_are_taken(kernel: str) -> None:
    for seed in range(20):
        assert try_call(kernel, CASES[kernel](np.random.default_rng(seed)))


@pytest.mark.parametrize("kernel", CASES)
@pytest.mark.filterwarnings("ignore:nanobind")
def test_wrong_arguments_are_refused_or_do_no_harm(kernel: str) -> None:
    random = np.random.default_rng(0)
    for place, right in enumerate(CASES[kernel](random)):
        for mutation in mutations(right) if (kernel, place) not in UNTOUCHED else ():
            for _ in range(4):
                arguments = CASES[kernel](random)
                if not isinstance(arguments[place], type(right)):
                    continue
                arguments[place] = mutation(random, arguments[place])
                try_call(kernel, arguments)


@pytest.mark.parametrize("kernel", CASES)
@pytest.mark.filterwarnings("ignore:nanobind")
def test_wrong_arguments_together(kernel: str) -> None:
    random = np.random.default_rng(1)
    for _ in range(30):
        try_call(kernel, wrong_arguments(random, kernel))


SCORED: dict[str, tuple[int, ...]] = {
    "bigram_lengths": (0, 1),
    "bigram_best": (0, 1),
    "bigram_lattice": (0, 1),
    "bigram_marginals": (0, 1),
    "length_partitions": (0, 1),
    "length_marginals": (0, 1),
    "chain_lengths": (0, 1),
    "chain_best": (0, 1),
    "chain_marginals": (0, 1),
    "subtree_lengths": (0,),
    "subtree_best": (0,),
    "trigram_lattice": (3, 4),
    "joint_bisect": (0, 1, 2),
    "joint_subgradient": (0, 1, 2),
    "JointChart": (0, 1, 2),
    "dual_search": (1,),
    "divide": (2,),
    "upper_envelopes": (0, 1),
    **dict.fromkeys(("forest_inside", "forest_outside", "forest_through", "forest_count", "forest_best"), (1,)),
    **dict.fromkeys(("forest_sample", "forest_useful", "forest_target", "BestFirst", "RescoredForest"), (1,)),
    "ForestStrata": (1,),
    "ScfgDecoder": (1,),
    "ScfgDecoder.decode": (5,),
    "cky": (0,),
    "eisner": (0,),
}


@pytest.mark.parametrize(
    ("kernel", "place"), [(kernel, place) for kernel, places in SCORED.items() for place in places]
)
@pytest.mark.parametrize("wrong", [np.nan, np.inf, 1e101])
def test_scores_that_are_no_numbers_are_refused(kernel: str, place: int, wrong: float) -> None:
    arguments: Arguments = []
    seed = 0
    while not arguments or not arguments[place].size:
        arguments = CASES[kernel](np.random.default_rng(seed))
        seed += 1
    with np.errstate(over="ignore"):
        arguments[place] = np.full_like(arguments[place], wrong)
    assert not try_call(kernel, arguments)


@pytest.mark.parametrize("place", range(5))
def test_what_is_a_score(place: int) -> None:
    def is_taken(score: float, kernel: Any, *others: Any) -> bool:
        scores = np.zeros(5)
        scores[place] = score
        try:
            kernel(scores, *others)
        except ValueError:
            return False
        return True

    beyond = np.nextafter(1e100, np.inf)
    for score in (0.0, -0.0, 5e-324, -3.5, 1e100, -1e100, -np.inf):
        assert is_taken(score, _core.bigram_lattice, np.zeros((7, 7)))
    for score in (np.nan, -np.nan, np.inf, beyond, -beyond, 1.7e308, -1.7e308):
        assert not is_taken(score, _core.bigram_lattice, np.zeros((7, 7)))
    starts = np.array([0, 5])
    assert is_taken(-1e100, _core.upper_envelopes, np.zeros(5), starts)
    for number in (-np.inf, np.inf, np.nan, -beyond):
        assert not is_taken(number, _core.upper_envelopes, np.zeros(5), starts)


def test_a_matrix_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match=r"an axis of bigram must have the size 5, not 1\."):
        _core.bigram_best(np.zeros(3), np.zeros((1, 1)), words(3), 0, 3, 1)


def test_masks_must_fit_the_scores() -> None:
    with pytest.raises(ValueError, match=r"token must have the size 4, not 3\."):
        _core.chain_lengths(np.zeros(3), np.zeros((4, 2, 2)), words(4), 3)


@pytest.mark.parametrize("heads", [[0, 9, 1], [0, -1, 1], [0, 3, 2], [2, 1, 0]])
def test_heads_must_be_a_tree(heads: list[int]) -> None:
    with pytest.raises(ValueError, match="heads"):
        _core.subtree_best(np.zeros(3), np.array(heads, np.int32), words(3), 0, 3, 1)


@pytest.mark.parametrize(
    ("part", "value"),
    [("weight", [1, -1]), ("space", [2, 0]), ("space", [-1, 0]), ("weight", [2**30, 2**30]), ("drop", [True, False])],
)
def test_words_must_make_sense(part: str, value: list[Any]) -> None:
    parts = {"keep": [True, False], "drop": [False, False], "weight": [1, 1], "space": [0, 0], part: value}
    kinds = (np.bool_, np.bool_, np.int32, np.int32)
    with pytest.raises(ValueError, match=r"weigh|forced"):
        _core.Words(*(np.array(parts[name], kind) for name, kind in zip(parts, kinds, strict=True)))


def test_lengths_that_would_fill_the_memory_are_refused() -> None:
    with pytest.raises(ValueError, match="two gigabytes"):
        _core.bigram_lengths(np.zeros(3), np.zeros((5, 5)), words(3), 2**30 - 1)


def test_a_derivation_beyond_memory_is_refused() -> None:
    nodes = 60  # each but the first uses the one before it twice
    head = np.arange(nodes, dtype=np.int32)
    tails = np.repeat(np.arange(nodes - 1, dtype=np.int32), 2)
    pointers = np.concatenate([[0], np.arange(nodes) * 2]).astype(np.int32)
    graph = _core.Hypergraph(nodes, head, pointers, tails, pointers, np.tile([-1, -2], nodes - 1).astype(np.int32), 0)
    assert _core.forest_inside(graph, np.ones(nodes), True)[-1] == 2.0**60 - 1
    with pytest.raises(ValueError, match=r"more than 2\^24 edges"):
        _core.forest_best(graph, np.ones(nodes))


def test_states_of_another_model_are_refused() -> None:
    one, other = (CASES["NgramModel.order"](np.random.default_rng(seed))[0] for seed in (0, 1))
    assert one is not other
    with pytest.raises(ValueError, match="another language model"):
        one.score(other.begin_state(), "dog")
    with pytest.raises(ValueError, match="another language model"):
        one.compose(["the", other.compose(["dog"])[1]])


def test_readers_do_not_go_on_after_an_error() -> None:
    estimator, text = CASES["NgramEstimator.feed"](np.random.default_rng(0))
    with pytest.raises(ValueError, match="not UTF-8"):
        estimator.feed(b"\xff\n")
    for go_on in (lambda: estimator.feed(text), lambda: estimator.estimate(print), estimator.model):
        with pytest.raises(ValueError, match=r"before|not been estimated"):
            go_on()
    reader = _core.ArpaReader()
    with pytest.raises(ValueError, match="stands where"):
        reader.feed(b"\\data\\\nngram 1=2\n\\9-grams:\n")
    with pytest.raises(ValueError, match="met an error before"):
        reader.feed(b"\\end\\\n")


def test_a_joshua_reader_starts_afresh() -> None:
    reader, text = CASES["JoshuaReader.read"](np.random.default_rng(1))
    for _ in range(2):
        assert reader.read(text or "[X] ||| a ||| b\n") > 0
        assert len(reader.finish()[2]) > 0
    assert len(reader.finish()[2]) == 0


@pytest.mark.parametrize("mutation", ARRAYS, ids=lambda mutation: mutation.__name__)
def test_mutations_change_arrays(mutation: Any) -> None:
    random = np.random.default_rng(0)
    right = np.arange(12, dtype=np.int32).reshape(3, 4)
    wrongs = [mutation(random, right) for _ in range(30)]
    assert any(
        not isinstance(wrong, np.ndarray)
        or (wrong.shape, wrong.dtype, wrong.flags.aligned) != (right.shape, right.dtype, True)
        or not np.array_equal(wrong, right)
        for wrong in wrongs
    )
