"""Types of the compiled core; a test compares the names here with the module's."""

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

_Bools = NDArray[np.bool_]
_Floats = NDArray[np.float32]
_Doubles = NDArray[np.float64]
_Ints = NDArray[np.int32]
_Longs = NDArray[np.int64]
_Words = NDArray[np.uint32]
_Bytes = NDArray[np.uint8]

# parse/cky.cpp
def cky(scores: _Floats, lengths: _Ints) -> tuple[_Ints, _Ints, _Ints]: ...

# parse/eisner.cpp
def eisner(scores: _Floats, lengths: _Ints) -> _Ints: ...

# align/edit.cpp
MATCH: Final[int]
SUBSTITUTE: Final[int]
DELETE: Final[int]
INSERT: Final[int]

def edit_links(source: _Ints, target: _Ints, substitution: int = 1) -> _Longs: ...
def edit_script(source: _Ints, target: _Ints, substitution: int = 1) -> _Bytes: ...

# align/surface.cpp
def surface_similarity(
    source_letters: _Words, source_ends: _Longs, target_letters: _Words, target_ends: _Longs
) -> _Floats: ...

# metrics/ngrams.cpp
def bleu_statistics(
    words: _Ints, starts: _Longs, reference_words: _Ints, reference_starts: _Longs, first_reference: _Longs
) -> _Longs: ...
def sari_statistics(
    source_words: _Ints,
    source_starts: _Longs,
    words: _Ints,
    starts: _Longs,
    reference_words: _Ints,
    reference_starts: _Longs,
    first_reference: _Longs,
) -> _Longs: ...

# metrics/ter.cpp
def ter_edits(
    words: _Ints, starts: _Longs, reference_words: _Ints, reference_starts: _Longs, first_reference: _Longs
) -> _Longs: ...

# features/deletion.cpp
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
        self, weights: _Floats, with_pairs: bool = True, with_arcs: bool = True
    ) -> tuple[_Doubles, _Doubles | None, _Doubles | None]: ...
    def indices(self, kept: _Ints, heads: _Ints, buckets: int, with_pairs: bool = True) -> _Ints: ...
    def token_rows(self, buckets: int) -> tuple[_Ints, _Longs]: ...
    def describe(self, part: str, i: int, j: int, buckets: int) -> list[tuple[int, str]]: ...

# lm/bindings.cpp
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
    def encode(self, sentences: Iterable[str | Iterable[str]]) -> tuple[_Words, _Longs]: ...
    def score_sentences(
        self, ids: _Words, starts: _Longs, begin: bool = True, end: bool = True
    ) -> tuple[_Doubles, _Floats, _Bytes]: ...
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

# forest/graph.cpp
class Hypergraph:
    def __init__(
        self, nodes: int, head: _Ints, tail_ptr: _Ints, tails: _Ints, yield_ptr: _Ints, yield_symbols: _Ints, words: int
    ) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def head(self) -> _Ints: ...
    @property
    def edge_ptr(self) -> _Ints: ...
    @property
    def tail_ptr(self) -> _Ints: ...
    @property
    def tails(self) -> _Ints: ...
    @property
    def yield_ptr(self) -> _Ints: ...
    @property
    def yield_symbols(self) -> _Ints: ...

# forest/inference.cpp
def forest_inside(graph: Hypergraph, scores: _Doubles, maximise: bool) -> _Doubles: ...
def forest_outside(graph: Hypergraph, scores: _Doubles, maximise: bool) -> _Doubles: ...
def forest_through(graph: Hypergraph, scores: _Doubles, maximise: bool) -> _Doubles: ...
def forest_count(graph: Hypergraph, scores: _Doubles) -> float: ...
def forest_best(graph: Hypergraph, scores: _Doubles) -> tuple[float, _Ints]: ...
def forest_sample(graph: Hypergraph, scores: _Doubles, draws: int, seed: int) -> tuple[_Ints, _Ints]: ...
def forest_useful(graph: Hypergraph, scores: _Doubles) -> _Bools: ...

# forest/kbest.cpp
class BestFirst:
    def __init__(self, graph: Hypergraph, scores: _Doubles, distinct: bool) -> None: ...
    def next(self) -> tuple[float, _Ints] | None: ...

# forest/rescore.cpp
class RescoredForest:
    def __init__(
        self,
        graph: Hypergraph,
        scores: _Doubles,
        symbols: _Words,
        model: NgramModel,
        weight: float,
        beam: int,
        pops: int,
        longest: int,
    ) -> None: ...
    def lengths(self) -> _Ints: ...
    def trace(self, which: int) -> tuple[_Ints, _Floats]: ...
    def arrays(self) -> tuple[_Ints, _Ints, _Ints, _Ints, _Ints, _Floats]: ...

# forest/strata.cpp
class ForestStrata:
    def __init__(self, graph: Hypergraph, scores: _Doubles, counts: _Ints, cap_a: int, cap_b: int) -> None: ...
    def totals(self) -> tuple[int, int, _Doubles]: ...
    def trace(self, a: int, b: int) -> _Ints: ...

# forest/target.cpp
def forest_target(graph: Hypergraph, scores: _Doubles, text: _Ints) -> tuple[float, _Ints]: ...

# grammar/joshua.cpp
class JoshuaReader:
    def __init__(self) -> None: ...
    def read(self, text: str) -> int: ...
    def finish(
        self,
    ) -> tuple[list[str], list[str], _Ints, _Ints, _Longs, _Ints, _Longs, dict[str, _Floats], _Ints, _Longs]: ...

# grammar/scfg/bindings.cpp
class ScfgRules:
    def __init__(
        self, lhs: _Ints, source: _Ints, source_ptr: _Ints, target: _Ints, target_ptr: _Ints, words: int
    ) -> None: ...
    def __len__(self) -> int: ...
    def shapes(self, letters: _Ints) -> _Doubles: ...
    def chart(
        self, words: _Ints, labels: _Ints, deletions: _Ints
    ) -> tuple[_Ints, _Ints, _Ints, _Ints, _Ints, _Ints, _Ints, _Ints, _Ints, _Ints, _Ints]: ...

# grammar/bindings.cpp
def canonical_rules(lines: str) -> list[str]: ...

class GrammarIndex:
    def __init__(self, lines: str) -> None: ...
    def __len__(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def only_deletes(self) -> _Bytes: ...
    def is_coverage(self) -> _Bytes: ...
    def match(
        self, labels: list[str], after: _Ints, child_ptr: _Ints, children: _Ints, words: list[str]
    ) -> tuple[_Ints, _Ints]: ...
    def transduce(
        self,
        labels: list[str],
        after: _Ints,
        child_ptr: _Ints,
        children: _Ints,
        words: list[str],
        coverage: bool,
        deletion_only: bool,
    ) -> tuple[_Ints, _Ints, _Ints, _Longs, _Ints, _Ints, _Ints, _Ints, list[str], list[str], _Ints]: ...

# bitext/bindings.cpp
class WordTable:
    def __init__(self, english: str, foreign: str, counts: _Longs) -> None: ...
    def __len__(self) -> int: ...
    def english_given_foreign(self, english: str, foreign: str) -> float: ...
    def foreign_given_english(self, foreign: str, english: str) -> float: ...

def count_word_links(
    trees: str, english: str, foreign: str, links: str
) -> tuple[tuple[bytes, _Longs], tuple[bytes, _Longs], _Longs]: ...
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

# search/bigram.cpp
def bigram_lengths(
    token: _Doubles, bigram: _Doubles, keep: _Bools, drop: _Bools, weight: _Ints, space: _Ints, limit: int
) -> tuple[_Doubles, _Bytes]: ...
def bigram_best(
    token: _Doubles,
    bigram: _Doubles,
    keep: _Bools,
    drop: _Bools,
    weight: _Ints,
    space: _Ints,
    low: int,
    high: int,
    count: int,
) -> tuple[_Doubles, _Bytes]: ...
def bigram_lattice(token: _Doubles, bigram: _Doubles, keep: _Bools, drop: _Bools) -> WordLattice: ...
def bigram_marginals(
    token: _Doubles, bigram: _Doubles, keep: _Bools, drop: _Bools, weight: _Ints, space: _Ints, limit: int
) -> tuple[float, _Doubles]: ...

# search/chain.cpp
def chain_lengths(
    token: _Doubles, transition: _Doubles, keep: _Bools, drop: _Bools, weight: _Ints, space: _Ints, limit: int
) -> tuple[_Doubles, _Bytes]: ...
def chain_best(
    token: _Doubles,
    transition: _Doubles,
    keep: _Bools,
    drop: _Bools,
    weight: _Ints,
    space: _Ints,
    low: int,
    high: int,
    count: int,
) -> tuple[_Doubles, _Bytes]: ...
def chain_marginals(
    token: _Doubles, transition: _Doubles, keep: _Bools, drop: _Bools, weight: _Ints, space: _Ints, limit: int
) -> tuple[float, _Doubles]: ...

# search/subtree.cpp
def subtree_lengths(
    score: _Doubles, heads: _Ints, keep: _Bools, drop: _Bools, weight: _Ints, space: _Ints, limit: int
) -> tuple[_Doubles, _Bytes]: ...
def subtree_best(
    score: _Doubles,
    heads: _Ints,
    keep: _Bools,
    drop: _Bools,
    weight: _Ints,
    space: _Ints,
    low: int,
    high: int,
    count: int,
) -> tuple[_Doubles, _Bytes]: ...

# search/divide.cpp
def divide(starts: _Ints, size: _Ints, value: _Doubles, budget: int, exact: bool) -> _Ints: ...

# search/word_lattice.cpp
class WordLattice:
    def best(
        self, keep: _Bools, drop: _Bools, weight: _Ints, space: _Ints, low: int, high: int
    ) -> tuple[float, _Bytes]: ...
    def score(self, kept: _Bools) -> float: ...

# search/trigram.cpp
def trigram_lattice(
    model: NgramModel, words: _Words, weight: float, token: _Doubles, bigram: _Doubles
) -> WordLattice: ...

# search/dual.cpp
def dual_search(
    graph: Hypergraph,
    scores: _Doubles,
    positions: _Ints,
    spans: _Ints,
    lattice: WordLattice,
    keep: _Bools,
    drop: _Bools,
    weight: _Ints,
    space: _Ints,
    low: int,
    high: int,
    length: int,
    iterations: int,
    step: float,
    branches: int,
) -> tuple[float, float, _Ints, _Bytes, bool, int, int, int]: ...

# search/joint/exact.cpp
class JointChart:
    def __init__(
        self,
        token: _Doubles,
        bigram: _Doubles,
        arc: _Doubles,
        keep: _Bools,
        drop: _Bools,
        weight: _Ints,
        space: _Ints,
        limit: int,
    ) -> None: ...
    def best(self) -> _Doubles: ...
    def heads(self, length: int) -> _Ints: ...

# search/joint/relaxed.cpp
_Relaxation = tuple[bool, float, float, int, float, _Ints, _Ints]

def joint_bisect(
    token: _Doubles,
    bigram: _Doubles,
    arc: _Doubles,
    keep: _Bools,
    drop: _Bools,
    weight: _Ints,
    space: _Ints,
    target: int,
    at_most: bool,
) -> _Relaxation | None: ...
def joint_subgradient(
    token: _Doubles,
    bigram: _Doubles,
    arc: _Doubles,
    keep: _Bools,
    drop: _Bools,
    weight: _Ints,
    space: _Ints,
    target: int,
    at_most: bool,
    iterations: int,
    step: float,
) -> _Relaxation | None: ...

# learn/mert.cpp
def upper_envelopes(heights: _Doubles, slopes: _Doubles, starts: _Longs) -> tuple[_Longs, _Longs, _Doubles]: ...
