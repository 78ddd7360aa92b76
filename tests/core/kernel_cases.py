"""One case for every function, class, method and property of the compiled core: how to call it rightly.

A case draws arguments that are right, of sizes that differ from draw to draw; for a method the first is the object.
`kernels` lists what the module offers, so that a kernel without a case is noticed.
"""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from laconic import _core

Random = np.random.Generator
Arguments = list[Any]
Case = Callable[[Random], Arguments]

# Arguments that stay as they are: numbers of rounds, which may be as large as one likes and then take as long, and a
# folder to write to.
UNTOUCHED = {
    *(("forest_sample", 2), ("joint_subgradient", 6), ("dual_search", 9), ("dual_search", 11)),
    ("NgramEstimator", 4),
}

CASES: dict[str, Case] = {}


def kernels() -> list[str]:
    """Return the names of all that the core offers to call: ``function``, ``Class`` and ``Class.method``."""
    names = []
    for name, thing in vars(_core).items():
        if inspect.isclass(thing):
            names += [name, *(f"{name}.{member}" for member in vars(thing) if _is_member(thing, member))]
        elif callable(thing) and not name.startswith("_"):
            names.append(name)
    return names


def _is_member(cls: type, member: str) -> bool:
    hidden = member.startswith("_") and member not in ("__len__", "__contains__", "__eq__", "__hash__")
    return not hidden and getattr(cls, member) is not None


def callee(kernel: str) -> Callable[..., Any]:
    """Return what a kernel's name stands for; a property as the function that gets it."""
    thing: Any = _core
    for part in kernel.split("."):
        thing = getattr(thing, part)
    return thing if callable(thing) else thing.__get__


def case(*names: str) -> Callable[[Case], Case]:
    """Take a function as the case of these kernels."""

    def register(draw: Case) -> Case:
        CASES.update(dict.fromkeys(names, draw))
        return draw

    return register


def _ints(values: Sequence[int]) -> Any:
    return np.array(values, np.int32)


def _size(random: Random) -> int:
    return int(random.integers(0, 7))


def _scores(random: Random, *shape: int) -> Any:
    """Return scores of which some are minus infinity."""
    scores = random.normal(size=shape)
    scores[random.random(shape) < 0.1] = -np.inf
    return scores


# Ending computations. Nothing that is watched here is ever called for, so that the other cases go on.


@case("Cancelled", "Cancellation", "watched_cancellation", "check_cancelled")
def _(random: Random) -> Arguments:
    return []


@case("Cancellation.cancel", "Cancellation.is_cancelled")
def _(random: Random) -> Arguments:
    return [_core.Cancellation()]


@case("watch_cancellation")
def _(random: Random) -> Arguments:
    return [_core.Cancellation() if random.random() < 0.5 else None]


# Searches for words to keep.


def _words(random: Random, size: int, *, weightless: bool = False) -> _core.Words:
    keep = random.random(size) < 0.2
    drop = (random.random(size) < 0.2) & ~keep
    if weightless:
        return _core.Words(keep, drop, np.zeros(size, np.int32), np.zeros(size, np.int32))
    space = random.integers(0, 2, size, np.int32)
    return _core.Words(keep, drop, space + random.integers(1, 3, size, np.int32), space)


def _gaps(random: Random, size: int) -> Arguments:
    count = int(random.integers(0, 5)) if size else 0
    words, limits = random.integers(0, max(1, size), (count, 2)), random.integers(-1, max(1, size), (count, 3))
    links = np.concatenate([words, limits], axis=1).astype(np.int32)
    return [links, random.random(count) < 0.3, random.random(count), size]


@case("Gaps")
def _(random: Random) -> Arguments:
    return _gaps(random, _size(random))


@case("Gaps.charges")
def _(random: Random) -> Arguments:
    return [_core.Gaps(*_gaps(random, _size(random)))]


@case("Gaps.costs")
def _(random: Random) -> Arguments:
    size = _size(random)
    return [_core.Gaps(*_gaps(random, size)), random.random((int(random.integers(0, 4)), size)) < 0.5]


@case("Words")
def _(random: Random) -> Arguments:
    size = _size(random)
    keep = random.random(size) < 0.2
    return [keep, (random.random(size) < 0.2) & ~keep, np.ones(size, np.int32), np.zeros(size, np.int32)]


@case("Words.__len__")
def _(random: Random) -> Arguments:
    return [_words(random, _size(random))]


def _bigram_scores(random: Random, size: int) -> Arguments:
    return [_scores(random, size), _scores(random, size + 2, size + 2)]


def _arc_scores(random: Random, size: int) -> Arguments:
    return [*_bigram_scores(random, size), _scores(random, size + 1, size + 1)]


def _chain_scores(random: Random, size: int) -> Arguments:
    return [_scores(random, size), _scores(random, size + 1, 2, 2)]


def _subtree_scores(random: Random, size: int) -> Arguments:
    return [_scores(random, size), _ints([random.integers(0, word + 1) for word in range(size)])]


def _searches(name: str, draw: Callable[[Random, int], Arguments], *, sums: bool = True) -> None:
    @case(f"{name}_lengths")
    def _(random: Random) -> Arguments:
        size = _size(random)
        return [*draw(random, size), _words(random, size), int(random.integers(0, 2 * size + 1))]

    @case(f"{name}_best")
    def _(random: Random) -> Arguments:
        size = _size(random)
        low, high = sorted(random.integers(0, 2 * size + 1, 2).tolist())
        return [*draw(random, size), _words(random, size), low, high, int(random.integers(1, 5))]

    if sums:

        @case(f"{name}_marginals")
        def _(random: Random) -> Arguments:
            size = _size(random)
            if random.random() < 0.5:
                return [*draw(random, size), _words(random, size, weightless=True), 0]
            return [*draw(random, size), _words(random, size), int(random.integers(0, size + 1))]


_searches("bigram", _bigram_scores)
_searches("chain", _chain_scores)
_searches("subtree", _subtree_scores, sums=False)


@case("bigram_lattice", "length_partitions", "length_marginals")
def _(random: Random) -> Arguments:
    return _bigram_scores(random, _size(random))


@case("trigram_lattice")
def _(random: Random) -> Arguments:
    size = _size(random)
    model = _model(random)
    words = random.integers(0, model.counts[0], size).astype(np.uint32)
    return [model, words, float(random.normal()), *_bigram_scores(random, size)]


@case("WordLattice.best")
def _(random: Random) -> Arguments:
    size = _size(random)
    low, high = sorted(random.integers(0, 2 * size + 1, 2).tolist())
    return [_core.bigram_lattice(*_bigram_scores(random, size)), _words(random, size), low, high]


@case("WordLattice.score")
def _(random: Random) -> Arguments:
    size = _size(random)
    return [_core.bigram_lattice(*_bigram_scores(random, size)), random.random(size) < 0.5]


@case("JointChart")
def _(random: Random) -> Arguments:
    size = _size(random)
    return [*_arc_scores(random, size), _words(random, size), int(random.integers(0, 2 * size + 1))]


def _chart(random: Random) -> _core.JointChart:
    size = _size(random)
    arguments = [random.normal(size=part.shape) for part in _arc_scores(random, size)]
    free = _core.Words(np.zeros(size, bool), np.zeros(size, bool), np.ones(size, np.int32), np.zeros(size, np.int32))
    return _core.JointChart(*arguments, free, size)


@case("JointChart.best")
def _(random: Random) -> Arguments:
    return [_chart(random)]


@case("JointChart.heads")
def _(random: Random) -> Arguments:
    chart = _chart(random)
    return [chart, int(random.integers(0, len(chart.best())))]


@case("joint_bisect")
def _(random: Random) -> Arguments:
    size = _size(random)
    target = int(random.integers(0, 2 * size + 1))
    return [*_arc_scores(random, size), _words(random, size), target, bool(random.integers(2))]


@case("joint_subgradient")
def _(random: Random) -> Arguments:
    return [*CASES["joint_bisect"](random), int(random.integers(1, 8)), float(random.random())]


@case("divide")
def _(random: Random) -> Arguments:
    options = random.integers(1, 5, _size(random))
    sizes = [np.sort(random.permutation(12)[:count]) for count in options]
    size = np.concatenate([np.zeros(0, np.int32), *sizes]).astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(options)]).astype(np.int32)
    return [starts, size, random.normal(size=len(size)), int(random.integers(0, 40)), bool(random.integers(2))]


@case("dual_search")
def _(random: Random) -> Arguments:
    index = _core.GrammarIndex("")
    tree = _tree(random)
    size = len(tree[4])
    head, tail_ptr, tails, _, yield_ptr, symbols, positions, sources, _, words, _ = index.transduce(*tree, True, True)
    graph = _core.Hypergraph(len(sources), head, tail_ptr, tails, yield_ptr, symbols, len(words))
    spans = _spans(tree)[sources]
    lattice = _core.bigram_lattice(*_bigram_scores(random, size))
    low, high = sorted(random.integers(0, size + 1, 2).tolist())
    length = int(random.integers(-1, size + 1))
    return [
        *(graph, _scores(random, len(head)), positions, spans, lattice, _words(random, size)),
        *(low, high, length, int(random.integers(1, 6)), float(random.random()), int(random.integers(0, 5))),
    ]


# Parsers, aligners, metrics, tuning.


def _batch(random: Random) -> Arguments:
    sentences, width = _size(random), int(random.integers(2, 8))
    lengths = random.integers(1, width, sentences, np.int32)
    return [_scores(random, sentences, width, width).astype(np.float32), lengths]


CASES["cky"] = CASES["eisner"] = _batch


@case("edit_links", "edit_script")
def _(random: Random) -> Arguments:
    source, target = (random.integers(0, 4, _size(random), np.int32) for _ in range(2))
    return [source, target, int(random.integers(0, 4))]


@case("surface_similarity")
def _(random: Random) -> Arguments:
    arguments: Arguments = []
    for _ in range(2):
        ends = np.cumsum(random.integers(0, 4, _size(random)))
        arguments += [random.integers(97, 100, ends[-1] if len(ends) else 0).astype(np.uint32), ends]
    return arguments


def _rows(random: Random, count: int) -> Arguments:
    starts = np.concatenate([[0], np.cumsum(random.integers(0, 8, count))])
    return [random.integers(0, 4, starts[-1], np.int32), starts]


def _references(random: Random, sentences: int) -> Arguments:
    first = np.concatenate([[0], np.cumsum(random.integers(1, 3, sentences))])
    return [*_rows(random, first[-1]), first]


@case("bleu_statistics", "ter_edits")
def _(random: Random) -> Arguments:
    sentences = _size(random)
    return [*_rows(random, sentences), *_references(random, sentences)]


@case("sari_statistics")
def _(random: Random) -> Arguments:
    sentences = _size(random)
    return [*_rows(random, sentences), *_rows(random, sentences), *_references(random, sentences)]


@case("upper_envelopes")
def _(random: Random) -> Arguments:
    starts = np.concatenate([[0], np.cumsum(random.integers(0, 6, _size(random)))])
    return [random.normal(size=starts[-1]), random.normal(size=starts[-1]), starts]


# Features.

_NAMES = ["a", "bc", "the", "é", "dogs"]


def _names(random: Random, count: int) -> list[str]:
    return [_NAMES[place] for place in random.integers(0, len(_NAMES), count)]


@case("DeletionFeatures")
def _(random: Random) -> Arguments:
    size = _size(random)
    columns = [_names(random, size) for _ in range(3)]
    heads = random.integers(0, size + 1, size).tolist()
    stopword = random.integers(0, 2, size).tolist()
    spans = [] if size == 0 else [(0, size, -1, "S"), (0, 1, 0, "NP"), (size - 1, size, 0, "VP")]
    starts, ends, parents, labels = (list(column) for column in zip(*spans, strict=True)) if spans else ([],) * 4
    return [*columns, heads, stopword, starts, ends, parents, labels]


def _features(random: Random) -> _core.DeletionFeatures:
    return _core.DeletionFeatures(*CASES["DeletionFeatures"](random))


def _buckets(random: Random) -> int:
    return 1 << int(random.integers(0, 12))


@case("DeletionFeatures.__len__")
def _(random: Random) -> Arguments:
    return [_features(random)]


@case("DeletionFeatures.scores")
def _(random: Random) -> Arguments:
    weights = random.normal(size=_buckets(random)).astype(np.float32)
    return [_features(random), weights, bool(random.integers(2)), bool(random.integers(2))]


@case("DeletionFeatures.indices")
def _(random: Random) -> Arguments:
    features = _features(random)
    kept = np.flatnonzero(random.random(len(features)) < 0.6).astype(np.int32)
    heads = np.zeros(len(kept) * int(random.integers(2)), np.int32)
    return [features, kept, heads, _buckets(random), bool(random.integers(2))]


@case("DeletionFeatures.token_rows")
def _(random: Random) -> Arguments:
    return [_features(random), _buckets(random)]


@case("DeletionFeatures.describe")
def _(random: Random) -> Arguments:
    features = _features(random)
    while not len(features):
        features = _features(random)
    part = ["token", "pair", "arc"][random.integers(3)]
    i, j = (1, 1) if part == "token" else (0, int(random.integers(1, len(features) + 1)))
    return [features, part, i, j, _buckets(random)]


# Language models.

_TEXT = b"the dog sees the cat\na cat sees a dog\nthe cat sleeps\nthe dog sees a bird and the bird sings\n" * 2


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def _estimator(order: int) -> _core.NgramEstimator:
    return _core.NgramEstimator(order, [0] * order, 0, 1 << 16, _folder().name)


@cache
def _model_of(order: int) -> _core.NgramModel:
    estimator = _estimator(order)
    estimator.feed(_TEXT)
    estimator.estimate(lambda done: None)
    return estimator.model()


def _model(random: Random) -> _core.NgramModel:
    return _model_of(int(random.integers(1, 5)))


def _text(random: Random) -> str:
    words = ["the", "dog", "sees", "unheard", "<s>", "</s>", "sings"]
    return " ".join(words[place] for place in random.integers(0, len(words), _size(random)))


@case(
    *("NgramModel.order", "NgramModel.counts", "NgramModel.bytes", "NgramModel.begin_state", "NgramModel.null_state"),
    *("encode_ngram_model", "ArpaWriter"),
)
def _(random: Random) -> Arguments:
    return [_model(random)]


def _state(random: Random, model: _core.NgramModel) -> _core.NgramState:
    state = model.begin_state() if random.integers(2) else model.null_state()
    for word in _text(random).split():
        state = model.score(state, word)[1]
    return state


@case("NgramState.words", "NgramState.__hash__")
def _(random: Random) -> Arguments:
    return [_state(random, _model(random))]


@case("NgramState.__eq__")
def _(random: Random) -> Arguments:
    return [_state(random, _model(random)), _state(random, _model(random))]


@case("NgramModel.score")
def _(random: Random) -> Arguments:
    model = _model(random)
    return [model, _state(random, model), (_text(random).split() or ["dog"])[0]]


def _chart_state(random: Random, model: _core.NgramModel) -> _core.ChartState:
    return model.compose(_text(random).split(), bool(random.integers(2)))[1]


@case("ChartState.__hash__")
def _(random: Random) -> Arguments:
    return [_chart_state(random, _model(random))]


@case("ChartState.__eq__")
def _(random: Random) -> Arguments:
    return [_chart_state(random, _model(random)), _chart_state(random, _model(random))]


@case("NgramModel.compose")
def _(random: Random) -> Arguments:
    model = _model(random)
    parts = [_chart_state(random, model), *_text(random).split(), _chart_state(random, model)]
    return [model, parts, bool(random.integers(2))]


@case("NgramModel.encode")
def _(random: Random) -> Arguments:
    return [_model(random), [_text(random), _text(random).split()]]


@case("NgramModel.score_sentences")
def _(random: Random) -> Arguments:
    model = _model(random)
    ids, starts = model.encode([_text(random) for _ in range(_size(random))])
    return [model, ids, starts, bool(random.integers(2)), bool(random.integers(2))]


@case("NgramModel.word")
def _(random: Random) -> Arguments:
    model = _model(random)
    return [model, int(random.integers(0, model.counts[0]))]


@case("NgramModel.find", "NgramModel.__contains__")
def _(random: Random) -> Arguments:
    return [_model(random), (_text(random).split() or [""])[0]]


@case("prune_ngram_model")
def _(random: Random) -> Arguments:
    return [_model(random), int(random.integers(0, 30))]


@case("decode_ngram_model")
def _(random: Random) -> Arguments:
    return [_core.encode_ngram_model(_model(random))]


@case("ArpaReader", "JoshuaReader")
def _(random: Random) -> Arguments:
    return []


@cache
def _arpa(order: int) -> bytes:
    return b"".join(iter(_core.ArpaWriter(_model_of(order)).next, b""))


@case("ArpaReader.feed")
def _(random: Random) -> Arguments:
    return [_core.ArpaReader(), _arpa(int(random.integers(1, 5)))]


@case("ArpaReader.finish", "ArpaReader.line")
def _(random: Random) -> Arguments:
    reader = _core.ArpaReader()
    reader.feed(_arpa(int(random.integers(1, 5))))
    return [reader]


@case("ArpaWriter.next")
def _(random: Random) -> Arguments:
    return [_core.ArpaWriter(_model(random))]


@case("NgramEstimator")
def _(random: Random) -> Arguments:
    order = int(random.integers(1, 5))
    return [order, [0] * order, int(random.integers(0, 10)), int(random.integers(0, 1 << 16)), _folder().name]


@case("NgramEstimator.feed")
def _(random: Random) -> Arguments:
    return [_estimator(int(random.integers(1, 5))), _TEXT]


@case("NgramEstimator.estimate")
def _(random: Random) -> Arguments:
    estimator = _estimator(int(random.integers(1, 5)))
    estimator.feed(_TEXT)
    return [estimator, lambda done: None]


@case(
    *("NgramEstimator.next_arpa_piece", "NgramEstimator.model", "NgramEstimator.line", "NgramEstimator.sentences"),
    *("NgramEstimator.tokens", "NgramEstimator.counts", "NgramEstimator.discounts"),
)
def _(random: Random) -> Arguments:
    estimator, progress = CASES["NgramEstimator.estimate"](random)
    estimator.estimate(progress)
    return [estimator]


# Forests.


@case("Hypergraph")
def _(random: Random) -> Arguments:
    nodes = int(random.integers(1, 6))
    head, tails, symbols = [], [], []
    tail_ptr, yield_ptr = [0], [0]
    for node in range(nodes):
        for edge in range(int(random.integers(1, 4))):
            arity = 0 if node == 0 or edge == 0 else int(random.integers(0, 3))
            places = [-1 - k for k in range(arity)] + random.integers(0, 4, int(random.integers(0, 3))).tolist()
            head.append(node)
            tails += random.integers(0, max(node, 1), arity).tolist()
            symbols += random.permutation(np.array(places, int)).tolist()
            tail_ptr.append(len(tails))
            yield_ptr.append(len(symbols))
    return [nodes, _ints(head), _ints(tail_ptr), _ints(tails), _ints(yield_ptr), _ints(symbols), 4]


def _graph(random: Random) -> _core.Hypergraph:
    return _core.Hypergraph(*CASES["Hypergraph"](random))


@case(*(f"Hypergraph.{name}" for name in "nodes head edge_ptr tail_ptr tails yield_ptr yield_symbols".split()))
def _(random: Random) -> Arguments:
    return [_graph(random)]


def _scored_graph(random: Random) -> Arguments:
    graph = _graph(random)
    return [graph, _scores(random, len(graph.head))]


@case("forest_count", "forest_best", "forest_useful")
def _(random: Random) -> Arguments:
    return _scored_graph(random)


@case("forest_inside", "forest_outside", "forest_through", "BestFirst")
def _(random: Random) -> Arguments:
    return [*_scored_graph(random), bool(random.integers(2))]


@case("BestFirst.next")
def _(random: Random) -> Arguments:
    derivations = _core.BestFirst(*CASES["BestFirst"](random))
    for _ in range(_size(random)):
        derivations.next()
    return [derivations]


@case("forest_sample")
def _(random: Random) -> Arguments:
    return [*_scored_graph(random), int(random.integers(0, 5)), int(random.integers(0, 99))]


@case("forest_target")
def _(random: Random) -> Arguments:
    return [*_scored_graph(random), random.integers(-1, 4, _size(random), np.int32)]


@case("RescoredForest")
def _(random: Random) -> Arguments:
    graph, scores = _scored_graph(random)
    model = _model(random)
    words = random.integers(0, model.counts[0], 4).astype(np.uint32)
    limits = random.integers(0, 9, 2).tolist()
    return [graph, scores, words, model, float(random.normal()), *limits, int(random.integers(-1, 5))]


def _rescored(random: Random) -> _core.RescoredForest:
    return _core.RescoredForest(*CASES["RescoredForest"](random))


@case("RescoredForest.lengths", "RescoredForest.arrays")
def _(random: Random) -> Arguments:
    return [_rescored(random)]


@case("RescoredForest.trace")
def _(random: Random) -> Arguments:
    forest = _rescored(random)
    while not len(forest.lengths()):
        forest = _rescored(random)
    return [forest, int(random.integers(0, len(forest.lengths())))]


@case("ForestStrata")
def _(random: Random) -> Arguments:
    graph, scores = _scored_graph(random)
    return [graph, scores, random.integers(0, 3, (len(scores), 2), np.int32), *random.integers(0, 9, 2).tolist()]


@case("ForestStrata.totals")
def _(random: Random) -> Arguments:
    return [_core.ForestStrata(*CASES["ForestStrata"](random))]


@case("ForestStrata.trace")
def _(random: Random) -> Arguments:
    return [_core.ForestStrata(*CASES["ForestStrata"](random)), *random.integers(0, 6, 2).tolist()]


# Grammars.

_RULES = """\
(S NP@1 VP@2) ||| (S NP@1 VP@2)
(S NP@1 VP@2) ||| (S VP@2 NP@1)
(S NP@ε VP@1) ||| VP@1
(NP (DT the) NN@1) ||| (NP NN@1)
(NN dog) ||| (NN hound)
(VP VBZ@1 NP@ε) ||| (VP VBZ@1)
(NP DT@ε NN@ε) ||| ε"""


def _rules(random: Random) -> str:
    lines = _RULES.split("\n")
    return "\n".join(lines[place] for place in random.integers(0, len(lines), _size(random)))


def _tree(random: Random) -> Arguments:
    """Return a tree of one or two levels of phrases over tagged words, in the arrays that the index takes."""
    labels, after, children, words = ["S"], [0], [[]], []
    for _ in range(int(random.integers(1, 3))):
        phrase = len(labels)
        children[0].append(phrase)
        labels.append(["NP", "VP"][random.integers(2)])
        after.append(0)
        children.append([])
        for _ in range(int(random.integers(1, 4))):
            children[phrase].append(len(labels))
            children.append([-1 - len(words)])
            labels.append(["DT", "NN", "VBZ"][random.integers(3)])
            words.append(["the", "dog", "cat"][random.integers(3)])
            after.append(len(labels))
        after[phrase] = len(labels)
    after[0] = len(labels)
    child_ptr = np.concatenate([[0], np.cumsum([len(row) for row in children])]).astype(np.int32)
    return [labels, _ints(after), child_ptr, _ints([child for row in children for child in row]), words]


def _spans(tree: Arguments) -> Any:
    """Return the first word and the end of every node."""
    _, after, child_ptr, children, _ = tree
    spans = []
    for node in range(len(after)):
        below = children[child_ptr[node] : child_ptr[after[node]]]
        positions = -1 - below[below < 0]
        spans.append((positions.min(), positions.max() + 1))
    return np.array(spans, np.int32)


@case("canonical_rules", "GrammarIndex")
def _(random: Random) -> Arguments:
    return [_rules(random)]


@case("GrammarIndex.__len__", "GrammarIndex.bytes", "GrammarIndex.only_deletes", "GrammarIndex.is_coverage")
def _(random: Random) -> Arguments:
    return [_core.GrammarIndex(_rules(random))]


@case("GrammarIndex.match")
def _(random: Random) -> Arguments:
    return [_core.GrammarIndex(_rules(random)), *_tree(random)]


@case("GrammarIndex.transduce")
def _(random: Random) -> Arguments:
    index = _core.GrammarIndex(_rules(random))
    return [index, *_tree(random), bool(random.integers(2)), bool(random.integers(2))]


@case("ScfgRules")
def _(random: Random) -> Arguments:
    lhs, source, target, source_ptr, target_ptr = [], [], [], [0], [0]
    for _ in range(_size(random)):
        slots = int(random.integers(0, 3))
        sides = []
        for places in ([-1 - int(label) for label in random.integers(0, 2, slots)], [-1 - k for k in range(slots)]):
            words = random.integers(0, 4, int(random.integers(1, 3))).tolist()
            sides.append(random.permutation(np.array(places + words, int)).tolist())
        lhs.append(int(random.integers(0, 2)))
        source += sides[0]
        target += sides[1]
        source_ptr.append(len(source))
        target_ptr.append(len(target))
    return [_ints(lhs), _ints(source), _ints(source_ptr), _ints(target), _ints(target_ptr), 4]


def _scfg(random: Random) -> _core.ScfgRules:
    return _core.ScfgRules(*CASES["ScfgRules"](random))


@case("ScfgRules.__len__")
def _(random: Random) -> Arguments:
    return [_scfg(random)]


@case("ScfgRules.shapes")
def _(random: Random) -> Arguments:
    return [_scfg(random), random.integers(0, 9, 4, np.int32)]


@case("ScfgRules.chart")
def _(random: Random) -> Arguments:
    size = int(random.integers(1, 6))
    spans = [(begin, end) for begin in range(size) for end in range(begin + 1, size + 1)]
    labels = [(*span, int(random.integers(-1, 2))) for span in spans if random.random() < 0.6]
    deletions = [(*span, 0) for span in spans if random.random() < 0.2]
    rows = [np.array(kind, np.int32).reshape(-1, 3) for kind in (labels, deletions)]
    return [_scfg(random), random.integers(-1, 4, size, np.int32), *rows]


@case("ScfgDecoder")
def _(random: Random) -> Arguments:
    rules, model = _scfg(random), _model(random)
    words = random.integers(0, model.counts[0], 4).astype(np.uint32)
    return [rules, _scores(random, len(rules)), model, words, float(random.normal())]


@case("ScfgDecoder.decode")
def _(random: Random) -> Arguments:
    _, words, labels, deletions = CASES["ScfgRules.chart"](random)
    longest = int(random.integers(0, 9))  # from 1 on, rules give the labels
    return [
        _core.ScfgDecoder(*CASES["ScfgDecoder"](random)),
        words,
        random.integers(0, 3, len(words)).astype(np.uint32),
        labels[:0] if longest else labels,
        deletions,
        _scores(random, len(deletions)),
        *random.normal(size=2).tolist(),
        longest,
        *random.integers(0, 9, 2).tolist(),
    ]


@case("ScfgDecoded.forest")
def _(random: Random) -> Arguments:
    decoder, *arguments = CASES["ScfgDecoder.decode"](random)
    return [decoder.decode(*arguments), bool(random.integers(2))]


_JOSHUA = "[X] ||| the [NN,1] ||| [NN,1] ||| a=1 b=0.5 ||| 1-0\n[NN] ||| dog ||| hound ||| 2\nnot a rule\n\n"


@case("JoshuaReader.read")
def _(random: Random) -> Arguments:
    return [_core.JoshuaReader(), _JOSHUA * int(random.integers(0, 3))]


@case("JoshuaReader.finish")
def _(random: Random) -> Arguments:
    reader = _core.JoshuaReader()
    for _ in range(int(random.integers(0, 3))):
        reader.read(_JOSHUA)
    return [reader]


# Bitext.

_PAIRS = [
    ("(S (NP (DT the) (NN dog)) (VP (VBZ sees)))", "the dog sees", "der Hund sieht", "0-0 1-1 2-2"),
    ("(S (NP (PRP he)) (VP (VBZ is) (ADJP (JJ old))))", "he is old", "er ist alt", "0-0 1-1 2-2"),
    ("", "not parsed", "nicht geparst", "0-0"),
    ("(S (NN a))", "a", "ein [X]", "0-0 0-1"),
]


def _bitext(random: Random) -> Arguments:
    chosen = [_PAIRS[place] for place in random.integers(0, len(_PAIRS), int(random.integers(1, 5)))]
    return ["\n".join(column) for column in zip(*chosen, strict=True)]


@case("count_word_links")
def _(random: Random) -> Arguments:
    return _bitext(random)


@case("WordTable")
def _(random: Random) -> Arguments:
    size = _size(random)
    return ["\n".join(_names(random, size)), "\n".join(_names(random, size)), random.integers(0, 9, size)]


def _word_table(random: Random) -> _core.WordTable:
    return _core.WordTable(*CASES["WordTable"](random))


@case("WordTable.__len__")
def _(random: Random) -> Arguments:
    return [_word_table(random)]


@case("WordTable.english_given_foreign", "WordTable.foreign_given_english")
def _(random: Random) -> Arguments:
    return [_word_table(random), *_names(random, 2)]


@case("extract_tree_rules")
def _(random: Random) -> Arguments:
    table = _word_table(random) if random.integers(2) else None
    return [*_bitext(random), table, *random.integers(0, 12, 3).tolist()]


@case("extract_phrase_rules")
def _(random: Random) -> Arguments:
    table = _word_table(random) if random.integers(2) else None
    flags = [bool(flag) for flag in random.integers(0, 2, 4)]
    return [*_bitext(random), table, *flags, *random.integers(0, 12, 4).tolist()]
