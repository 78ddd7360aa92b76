"""Types of the compiled core; a test compares the names here with the module's."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

# cky.cpp
def cky(
    scores: NDArray[np.float32], lengths: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]: ...

# edit.cpp
MATCH: Final[int]
SUBSTITUTE: Final[int]
DELETE: Final[int]
INSERT: Final[int]

def edit_distance(source: NDArray[np.int32], target: NDArray[np.int32]) -> int: ...
def edit_script(source: NDArray[np.int32], target: NDArray[np.int32], substitution: int = 1) -> NDArray[np.uint8]: ...

# eisner.cpp
def eisner(scores: NDArray[np.float32], lengths: NDArray[np.int32]) -> NDArray[np.int32]: ...

# bigram.cpp
def bigram_lengths(
    token: NDArray[np.float64],
    bigram: NDArray[np.float64],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    limit: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint8]]: ...
def bigram_best(
    token: NDArray[np.float64],
    bigram: NDArray[np.float64],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    low: int,
    high: int,
    count: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint8]]: ...
def bigram_marginals(
    token: NDArray[np.float64],
    bigram: NDArray[np.float64],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    limit: int,
) -> tuple[float, NDArray[np.float64]]: ...

# chain.cpp
def chain_lengths(
    token: NDArray[np.float64],
    transition: NDArray[np.float64],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    limit: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint8]]: ...
def chain_best(
    token: NDArray[np.float64],
    transition: NDArray[np.float64],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    low: int,
    high: int,
    count: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint8]]: ...
def chain_marginals(
    token: NDArray[np.float64],
    transition: NDArray[np.float64],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    limit: int,
) -> tuple[float, NDArray[np.float64]]: ...

# subtree.cpp
def subtree_lengths(
    score: NDArray[np.float64],
    heads: NDArray[np.int32],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    limit: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint8]]: ...
def subtree_best(
    score: NDArray[np.float64],
    heads: NDArray[np.int32],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    low: int,
    high: int,
    count: int,
) -> tuple[NDArray[np.float64], NDArray[np.uint8]]: ...

# ngrams.cpp
def bleu_statistics(
    words: NDArray[np.int32],
    starts: NDArray[np.int64],
    reference_words: NDArray[np.int32],
    reference_starts: NDArray[np.int64],
    first_reference: NDArray[np.int64],
) -> NDArray[np.int64]: ...
def sari_statistics(
    source_words: NDArray[np.int32],
    source_starts: NDArray[np.int64],
    words: NDArray[np.int32],
    starts: NDArray[np.int64],
    reference_words: NDArray[np.int32],
    reference_starts: NDArray[np.int64],
    first_reference: NDArray[np.int64],
) -> NDArray[np.int64]: ...

# ter.cpp
def ter_edits(
    words: NDArray[np.int32],
    starts: NDArray[np.int64],
    reference_words: NDArray[np.int32],
    reference_starts: NDArray[np.int64],
    first_reference: NDArray[np.int64],
) -> NDArray[np.int64]: ...
# forest_graph.cpp
class Hypergraph:
    def __init__(
        self,
        nodes: int,
        head: NDArray[np.int32],
        tail_ptr: NDArray[np.int32],
        tails: NDArray[np.int32],
        yield_ptr: NDArray[np.int32],
        yield_symbols: NDArray[np.int32],
        words: int,
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def head(self) -> NDArray[np.int32]: ...
    @property
    def edge_ptr(self) -> NDArray[np.int32]: ...
    @property
    def tail_ptr(self) -> NDArray[np.int32]: ...
    @property
    def tails(self) -> NDArray[np.int32]: ...
    @property
    def yield_ptr(self) -> NDArray[np.int32]: ...
    @property
    def yield_symbols(self) -> NDArray[np.int32]: ...

# forest_inference.cpp
def forest_inside(graph: Hypergraph, scores: NDArray[np.float64], maximise: bool) -> NDArray[np.float64]: ...
def forest_outside(graph: Hypergraph, scores: NDArray[np.float64], maximise: bool) -> NDArray[np.float64]: ...
def forest_through(graph: Hypergraph, scores: NDArray[np.float64], maximise: bool) -> NDArray[np.float64]: ...
def forest_count(graph: Hypergraph, scores: NDArray[np.float64]) -> float: ...
def forest_best(graph: Hypergraph, scores: NDArray[np.float64]) -> tuple[float, NDArray[np.int32]]: ...
def forest_sample(
    graph: Hypergraph, scores: NDArray[np.float64], draws: int, seed: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
def forest_useful(graph: Hypergraph, scores: NDArray[np.float64]) -> NDArray[np.bool_]: ...

# forest_kbest.cpp
class BestFirst:
    def __init__(self, graph: Hypergraph, scores: NDArray[np.float64], distinct: bool) -> None: ...
    def next(self) -> tuple[float, NDArray[np.int32]] | None: ...
