"""Types of the compiled core; a test compares the names here with the module's."""

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

# bitext_bindings.cpp
class WordTable:
    def __init__(self, english: str, foreign: str, counts: NDArray[np.int64]) -> None: ...
    def __len__(self) -> int: ...
    def english_given_foreign(self, english: str, foreign: str) -> float: ...
    def foreign_given_english(self, foreign: str, english: str) -> float: ...

def count_word_links(
    trees: str, english: str, foreign: str, links: str
) -> tuple[tuple[bytes, NDArray[np.int64]], tuple[bytes, NDArray[np.int64]], NDArray[np.int64]]: ...
def extract_tree_rules(
    trees: str,
    english: str,
    foreign: str,
    links: str,
    table: WordTable | None,
    most_words: int,
    most_variables: int,
    most_nodes: int,
) -> tuple[object, ...]: ...
def extract_phrase_rules(
    trees: str,
    english: str,
    foreign: str,
    links: str,
    table: WordTable | None,
    syntax: bool,
    complex_label: bool,
    complex_slots: bool,
    tight: bool,
    most_span: int,
    most_symbols: int,
    most_slots: int,
) -> tuple[object, ...]: ...

# cky.cpp
def cky(
    scores: NDArray[np.float32], lengths: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]: ...

# deletion_features.cpp
class DeletionFeatures:
    def __init__(
        self,
        words: list[str],
        tags: list[str],
        relations: list[str],
        heads: list[int],
        stopword: list[int],
        starts: list[int],
        ends: list[int],
        parents: list[int],
        labels: list[str],
    ) -> None: ...
    def __len__(self) -> int: ...
    def scores(
        self, weights: NDArray[np.float32], with_pairs: bool = True, with_arcs: bool = True
    ) -> tuple[NDArray[np.float64], NDArray[np.float64] | None, NDArray[np.float64] | None]: ...
    def indices(
        self, kept: NDArray[np.int32], heads: NDArray[np.int32], buckets: int, with_pairs: bool = True
    ) -> NDArray[np.int32]: ...
    def token_rows(self, buckets: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...
    def describe(self, part: str, i: int, j: int, buckets: int) -> list[tuple[int, str]]: ...

# edit.cpp
MATCH: Final[int]
SUBSTITUTE: Final[int]
DELETE: Final[int]
INSERT: Final[int]

def edit_links(source: NDArray[np.int32], target: NDArray[np.int32], substitution: int = 1) -> NDArray[np.int64]: ...
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
def bigram_lattice(
    token: NDArray[np.float64], bigram: NDArray[np.float64], keep: NDArray[np.bool_], drop: NDArray[np.bool_]
) -> WordLattice: ...
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

# divide.cpp
def divide(
    starts: NDArray[np.int32],
    size: NDArray[np.int32],
    value: NDArray[np.float64],
    budget: int,
    exact: bool,
) -> NDArray[np.int32]: ...

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

# joshua.cpp
class JoshuaReader:
    def __init__(self) -> None: ...
    def read(self, text: str) -> int: ...
    def finish(
        self,
    ) -> tuple[
        list[str],
        list[str],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int64],
        NDArray[np.int32],
        NDArray[np.int64],
        dict[str, NDArray[np.float32]],
        NDArray[np.int32],
        NDArray[np.int64],
    ]: ...

# lm_bindings.cpp
MAX_ORDER: Final[int]

class NgramState:
    @property
    def words(self) -> tuple[int, ...]: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class ChartState:
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class NgramModel:
    @property
    def order(self) -> int: ...
    @property
    def counts(self) -> list[int]: ...
    @property
    def bytes(self) -> int: ...
    def begin_state(self) -> NgramState: ...
    def null_state(self) -> NgramState: ...
    def score(self, state: NgramState, word: str) -> tuple[float, NgramState]: ...
    def encode(self, sentences: Iterable[str | Iterable[str]]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]: ...
    def score_sentences(
        self, ids: NDArray[np.uint32], starts: NDArray[np.int64], begin: bool = True, end: bool = True
    ) -> tuple[NDArray[np.float64], NDArray[np.float32], NDArray[np.uint8]]: ...
    def compose(self, parts: Iterable[str | ChartState], begin: bool = False) -> tuple[float, ChartState]: ...
    def word(self, id: int) -> str: ...
    def find(self, word: str) -> int: ...
    def __contains__(self, word: str) -> bool: ...

class ArpaReader:
    def __init__(self) -> None: ...
    def feed(self, piece: bytes) -> None: ...
    def finish(self) -> NgramModel: ...
    @property
    def line(self) -> int: ...

class ArpaWriter:
    def __init__(self, model: NgramModel) -> None: ...
    def next(self) -> bytes: ...

class NgramEstimator:
    def __init__(self, order: int, cutoffs: list[int], vocabulary: int, memory: int, folder: str) -> None: ...
    def feed(self, piece: bytes) -> None: ...
    def estimate(self, progress: Callable[[float], None]) -> None: ...
    def next_arpa_piece(self) -> bytes: ...
    def model(self) -> NgramModel: ...
    @property
    def line(self) -> int: ...
    @property
    def sentences(self) -> int: ...
    @property
    def tokens(self) -> int: ...
    @property
    def counts(self) -> list[int]: ...
    @property
    def discounts(self) -> list[tuple[tuple[float, float, float], bool]]: ...

def prune_ngram_model(model: NgramModel, ngrams: int) -> NgramModel: ...
def encode_ngram_model(model: NgramModel) -> bytes: ...
def decode_ngram_model(body: bytes) -> NgramModel: ...

# word_lattice.cpp
class WordLattice:
    def best(
        self,
        keep: NDArray[np.bool_],
        drop: NDArray[np.bool_],
        weight: NDArray[np.int32],
        space: NDArray[np.int32],
        low: int,
        high: int,
    ) -> tuple[float, NDArray[np.uint8]]: ...
    def score(self, kept: NDArray[np.bool_]) -> float: ...

# trigram.cpp
def trigram_lattice(
    model: NgramModel,
    words: NDArray[np.uint32],
    weight: float,
    token: NDArray[np.float64],
    bigram: NDArray[np.float64],
) -> WordLattice: ...

# dual.cpp
def dual_search(
    graph: Hypergraph,
    scores: NDArray[np.float64],
    positions: NDArray[np.int32],
    spans: NDArray[np.int32],
    lattice: WordLattice,
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    low: int,
    high: int,
    length: int,
    iterations: int,
    step: float,
    branches: int,
) -> tuple[float, float, NDArray[np.int32], NDArray[np.uint8], bool, int, int, int]: ...

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

# forest_rescore.cpp
class RescoredForest:
    def __init__(
        self,
        graph: Hypergraph,
        scores: NDArray[np.float64],
        symbols: NDArray[np.uint32],
        model: NgramModel,
        weight: float,
        beam: int,
        pops: int,
        longest: int,
    ) -> None: ...
    def lengths(self) -> NDArray[np.int32]: ...
    def trace(self, which: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]: ...
    def arrays(
        self,
    ) -> tuple[
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.float32],
    ]: ...

# forest_strata.cpp
class ForestStrata:
    def __init__(
        self,
        graph: Hypergraph,
        scores: NDArray[np.float64],
        counts: NDArray[np.int32],
        cap_a: int,
        cap_b: int,
    ) -> None: ...
    def totals(self) -> tuple[int, int, NDArray[np.float64]]: ...
    def trace(self, a: int, b: int) -> NDArray[np.int32]: ...

# mert.cpp
def upper_envelopes(
    heights: NDArray[np.float64], slopes: NDArray[np.float64], starts: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]: ...

# scfg_bindings.cpp
class ScfgRules:
    def __init__(
        self,
        lhs: NDArray[np.int32],
        source: NDArray[np.int32],
        source_ptr: NDArray[np.int32],
        target: NDArray[np.int32],
        target_ptr: NDArray[np.int32],
        words: int,
    ) -> None: ...
    def __len__(self) -> int: ...
    def shapes(self, letters: NDArray[np.int32]) -> NDArray[np.float64]: ...
    def chart(
        self, words: NDArray[np.int32], labels: NDArray[np.int32], deletions: NDArray[np.int32]
    ) -> tuple[
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
    ]: ...

# forest_target.cpp
def forest_target(
    graph: Hypergraph, scores: NDArray[np.float64], text: NDArray[np.int32]
) -> tuple[float, NDArray[np.int32]]: ...

# joint_exact.cpp
class JointChart:
    def __init__(
        self,
        token: NDArray[np.float64],
        bigram: NDArray[np.float64],
        arc: NDArray[np.float64],
        keep: NDArray[np.bool_],
        drop: NDArray[np.bool_],
        weight: NDArray[np.int32],
        space: NDArray[np.int32],
        limit: int,
    ) -> None: ...
    def best(self) -> NDArray[np.float64]: ...
    def heads(self, length: int) -> NDArray[np.int32]: ...

# joint_relaxed.cpp
_Relaxation = tuple[bool, float, float, int, float, NDArray[np.int32], NDArray[np.int32]]

def joint_bisect(
    token: NDArray[np.float64],
    bigram: NDArray[np.float64],
    arc: NDArray[np.float64],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    target: int,
    at_most: bool,
) -> _Relaxation | None: ...
def joint_subgradient(
    token: NDArray[np.float64],
    bigram: NDArray[np.float64],
    arc: NDArray[np.float64],
    keep: NDArray[np.bool_],
    drop: NDArray[np.bool_],
    weight: NDArray[np.int32],
    space: NDArray[np.int32],
    target: int,
    at_most: bool,
    iterations: int,
    step: float,
) -> _Relaxation | None: ...

# grammar_bindings.cpp
def canonical_rules(lines: str) -> list[str]: ...

class GrammarIndex:
    def __init__(self, lines: str) -> None: ...
    def __len__(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def only_deletes(self) -> NDArray[np.uint8]: ...
    def is_coverage(self) -> NDArray[np.uint8]: ...
    def match(
        self,
        labels: list[str],
        after: NDArray[np.int32],
        child_ptr: NDArray[np.int32],
        children: NDArray[np.int32],
        words: list[str],
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
    def transduce(
        self,
        labels: list[str],
        after: NDArray[np.int32],
        child_ptr: NDArray[np.int32],
        children: NDArray[np.int32],
        words: list[str],
        coverage: bool,
        deletion_only: bool,
    ) -> tuple[
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int64],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.int32],
        list[str],
        list[str],
        NDArray[np.int32],
    ]: ...

# surface.cpp
def surface_similarity(
    source_letters: NDArray[np.uint32],
    source_ends: NDArray[np.int64],
    target_letters: NDArray[np.uint32],
    target_ends: NDArray[np.int64],
) -> NDArray[np.float32]: ...
