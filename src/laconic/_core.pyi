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
