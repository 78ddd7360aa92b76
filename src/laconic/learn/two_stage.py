"""training of the two-stage compressor: maximum entropy over edges, then support vector regression over candidates.

scikit-learn does the learning; what it finds is kept as arrays, and compressing does without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from laconic.errors import DataError, UsageError
from laconic.features.candidates import CandidateFeatures
from laconic.features.edges import DependencyView, edge_features
from laconic.learn.deletion.examples import DeletionExample, make_examples
from laconic.learn.packages import require
from laconic.learn.t3.examples import pairs_with_trees
from laconic.learn.training_run import TrainingRun
from laconic.learn.tuning.held_out import with_best_bonus
from laconic.lm import LanguageModel, bundled
from laconic.methods.two_stage import (
    DELETE_ABOVE,
    DELETE_BELOW,
    KEEP,
    EdgeModel,
    Ranker,
    TwoStage,
    branches,
    word_scores,
)
from laconic.progress import track
from laconic.search.base import Floats, Kept
from laconic.search.constraints import Constraints
from laconic.search.two_stage import TwoStageScores, TwoStageSearch
from laconic.settings import Count, Natural, NotNegative, Positive


@dataclass(frozen=True)
class TwoStageTraining:
    """How to train.

    Attributes:
        edge_c: how far the weights of edges' features may go; less means smaller ones.
        min_count: features of edges seen less often are left out.
        svr_c: how much the regression's errors count.
        epsilon: errors of the regression below this count nothing.
        gamma: how narrow its kernel is, times the number of features.
        per_sentence: how many candidates of each sentence are learnt from.
        candidates: how many are ranked when compressing.
        match_rate: whether free texts are made as long as references on average.
        tuning_pairs: how many held-out pairs are used for that.
        seed: settles which candidates are drawn.
    """

    edge_c: Positive = 1.0
    min_count: Natural = 2
    svr_c: Positive = 1.0
    epsilon: NotNegative = 0.05
    gamma: Positive = 1.0
    per_sentence: Count = 6
    candidates: Count = 100
    match_rate: bool = True
    tuning_pairs: Count = 150
    seed: Natural = 1


def train_two_stage(run: TrainingRun) -> TwoStage:
    """Train the compressor of Galanis & Androutsopoulos (2010); the settings are those of `TwoStageTraining`.

    Candidates for the second stage come from a first stage that has not seen their sentence: each half of the
    sentences is judged by a model of the other half. Their value is the F1 of the words kept. Held-out pairs choose
    the length of free texts.

    Raises:
        DataError: there is nothing to learn from.
        MissingDependency: scikit-learn is not installed.
        UsageError: a setting is unknown or has a wrong value.
    """
    require("sklearn", "training of two-stage")
    chosen = run.chosen(TwoStageTraining)
    examples = run.learning(make_examples)
    held_out = run.held_out(pairs_with_trees, chosen.tuning_pairs)
    if len(examples) < 2:
        raise DataError("the training corpus has too few pairs to learn from: at least two are needed.")
    lm = bundled()
    edges = _learn_edges(examples, chosen)
    rows, values = _judged_candidates(examples, lm, chosen)
    ranker = _learn_ranker(rows, values, chosen)
    print(f"edges: {len(edges.columns):,} features; ranking: {len(rows):,} candidates", flush=True)

    def method(bonus: float) -> TwoStage:
        return TwoStage(edges, ranker, lm=lm, word_bonus=bonus, candidates=chosen.candidates, name=run.method)

    return with_best_bonus(method, held_out) if chosen.match_rate else method(0.0)


def edge_outcomes(view: DependencyView, kept: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield words, from 1, and what happened to their edges; edges that lost both ends are left out."""
    stays = {0, *(place + 1 for place in kept)}
    for word, head in enumerate(view.heads, 1):
        if word in stays:
            yield word, KEEP if head in stays else DELETE_ABOVE
        elif head in stays:
            yield word, DELETE_BELOW


def _learn_edges(examples: Sequence[DeletionExample], chosen: TwoStageTraining) -> EdgeModel:
    """Learn the first stage by logistic regression over the edges of all references."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    seen: list[list[str]] = []
    outcomes: list[int] = []
    for example in examples:
        view = DependencyView(example.sentence)
        for gold in example.golds:
            for word, outcome in edge_outcomes(view, gold.kept):
                seen.append(list(edge_features(view, word)))
                outcomes.append(outcome)
    counts = Counter(name for names in seen for name in names)
    columns = {name: place for place, name in enumerate(sorted(n for n, c in counts.items() if c >= chosen.min_count))}
    if "bias" not in columns:
        raise DataError(f"no feature occurs {chosen.min_count} times; lower min_count, or use more pairs.")
    rows = [[columns[name] for name in names if name in columns] for names in seen]
    pointers = np.cumsum([0, *map(len, rows)])
    flat = np.array([column for row in rows for column in row], np.int32)
    matrix = csr_matrix((np.ones(len(flat)), flat, pointers), shape=(len(rows), len(columns)))
    kinds = sorted(set(outcomes))
    if len(kinds) < 2:
        raise DataError("no word is ever deleted in the training corpus, so there is nothing to learn.")
    fitted = LogisticRegression(C=chosen.edge_c, max_iter=1000).fit(matrix, outcomes)
    weights = np.full((3, len(columns)), 0.0)
    if len(kinds) == 2:  # one row of weights: those of the second kind against the first
        weights[kinds[1]] = fitted.coef_[0]
        weights[kinds[1], columns["bias"]] += fitted.intercept_[0]
    else:
        weights[:] = fitted.coef_
        weights[:, columns["bias"]] += fitted.intercept_
    missing = [kind for kind in (KEEP, DELETE_BELOW, DELETE_ABOVE) if kind not in kinds]
    weights[missing, columns["bias"]] = -20.0  # what was never seen is next to impossible
    return EdgeModel(columns, weights)


def _judged_candidates(
    examples: Sequence[DeletionExample], lm: LanguageModel, chosen: TwoStageTraining
) -> tuple[Floats, Floats]:
    """Return features and values of candidates, each made by a first stage that has not seen the sentence."""
    rows: list[Floats] = []
    values: list[float] = []
    random = np.random.default_rng(chosen.seed)
    search = TwoStageSearch(chosen.candidates)
    for half in (0, 1):
        edges = _learn_edges(examples[1 - half :: 2], chosen)
        for example in track(examples[half::2], "Ranking candidates"):
            view = DependencyView(example.sentence)
            logs = edges.log_probabilities(view)
            scores = TwoStageScores(word_scores(view, logs), branches(view, logs), lambda kept: np.zeros(len(kept)))
            found = _candidates(search, scores, example)
            drawn = random.permutation(len(found))[: chosen.per_sentence]
            picked = [found[place] for place in drawn]
            rows.append(CandidateFeatures(view, lm).rows([(kept.positions, kept.score) for kept in picked]))
            values += [max(_f1(kept.positions, gold.kept) for gold in example.golds) for kept in picked]
    return np.concatenate(rows), np.array(values)


def _candidates(search: TwoStageSearch, scores: TwoStageScores, example: DeletionExample) -> list[Kept]:
    """Return candidates of any length, and some of the reference's."""
    found = search.candidates_for(scores, Constraints.any_length(len(scores)))
    try:
        found += search.candidates_for(scores, Constraints.exactly(len(scores), len(example.golds[0].kept)))
    except UsageError:  # no candidate has this length
        return found
    return found


def _learn_ranker(rows: Floats, values: Floats, chosen: TwoStageTraining) -> Ranker:
    from sklearn.svm import SVR

    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(scale > 0, scale, 1.0)
    gamma = chosen.gamma / rows.shape[1]
    fitted = SVR(C=chosen.svr_c, epsilon=chosen.epsilon, gamma=gamma).fit((rows - mean) / scale, values)
    return Ranker(
        np.asarray(fitted.support_vectors_, np.float64),
        np.asarray(fitted.dual_coef_[0], np.float64),
        float(fitted.intercept_[0]),
        gamma,
        mean,
        scale,
    )


def _f1(kept: Sequence[int], gold: Sequence[int]) -> float:
    return 2 * len(set(kept) & set(gold)) / (len(kept) + len(gold))
