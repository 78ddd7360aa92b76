"""The two-stage compressor: its models against scikit-learn's own answers, its candidates against enumeration."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from sklearn.svm import SVR

from laconic.corpus import Pair, sample
from laconic.dependency import ROOT
from laconic.errors import DataError, UsageError
from laconic.features.candidates import FEATURES, CandidateFeatures
from laconic.features.edges import DependencyView, edge_features
from laconic.learn.training_run import TrainingRun
from laconic.learn.two_stage import edge_outcomes, train_two_stage
from laconic.lm import bundled
from laconic.methods.two_stage import DELETE_ABOVE, DELETE_BELOW, KEEP, Ranker, TwoStage, branches, word_scores
from laconic.model import Model, load
from laconic.parse.english import EnglishParser
from laconic.pipeline.stored import seal
from laconic.search.base import Scores
from laconic.search.constraints import Constraints, Masks
from laconic.search.two_stage import TwoStageScores, TwoStageSearch
from laconic.testing import check_method
from search.instances import asked

PARSER = EnglishParser()
PAIRS = [Pair(pair.id, pair.source, pair.references) for pair in sample("deletion")]
SENTENCES = PARSER.parse(
    [
        "The old man sold his red car.",
        "Nobody was hurt, but eleven boats were sunk.",
        "He said that the wall, built in 1890, fell at dawn.",
    ]
)


@pytest.fixture(scope="module")
def method(tmp_path_factory: pytest.TempPathFactory) -> TwoStage:
    settings = {"per_sentence": "3", "candidates": "20", "tuning_pairs": "4"}
    return train_two_stage(
        TrainingRun("two-stage", PAIRS[:24], PAIRS[24:28], PARSER, tmp_path_factory.mktemp("work"), settings)
    )


def log_probability(view: DependencyView, logs: np.ndarray, kept: set[int]) -> float:
    """A candidate's logarithm by the definition: edges from what stays, kept or cut. Words count from 1."""
    total = 0.0
    for word, head in enumerate(view.heads, 1):
        if head == ROOT or head in kept:
            total += logs[word - 1, KEEP if word in kept else DELETE_BELOW]
    return total


def subtrees(view: DependencyView) -> list[set[int]]:
    """Every set of words each of which has its head in the set."""
    words = range(1, len(view.sentence) + 1)
    sets = (set(chosen) for size in words for chosen in combinations(words, size))
    return [kept for kept in sets if all(view.heads[word - 1] in (ROOT, *kept) for word in kept)]


def test_the_first_stage_ranks_by_the_probabilities_of_edges(method: TwoStage) -> None:
    view = DependencyView(SENTENCES[0])
    logs = method.edges.log_probabilities(view)
    np.testing.assert_allclose(np.exp(logs).sum(axis=1), 1.0)
    scores = word_scores(view, logs)
    truth = {tuple(sorted(kept)): log_probability(view, logs, kept) for kept in subtrees(view)}
    nothing = log_probability(view, logs, set())
    for kept, value in truth.items():
        assert scores[[word - 1 for word in kept]].sum() == pytest.approx(value - nothing)
    whole = TwoStageScores(scores, branches(view, logs)[:1], lambda found: np.zeros(len(found)))
    for words in (None, 4):
        found = TwoStageSearch(5).candidates_for(whole, asked(len(whole), words))
        expected = sorted((value for kept, value in truth.items() if words in (None, len(kept))), reverse=True)[:5]
        assert sorted((kept.score + nothing for kept in found), reverse=True) == pytest.approx(expected)


def test_what_is_above_a_word_can_go(method: TwoStage) -> None:
    view = DependencyView(SENTENCES[2])
    logs = np.full((len(view.sentence), 3), -9.0)
    logs[:, KEEP] = -0.1
    inner = next(word for word, relation in enumerate(view.relations, 1) if relation == "ccomp")
    logs[inner - 1] = [-9.0, -9.0, -0.1]
    assert DELETE_ABOVE == 2
    scores = TwoStageScores(
        word_scores(view, logs), branches(view, logs), lambda found: np.array([k.score for k in found])
    )
    (kept,) = TwoStageSearch().search(scores, Constraints.any_length(len(scores)))
    assert set(kept.positions) == {word - 1 for word in view.subtree(inner)}


def test_the_ranker_answers_as_scikit_learn_does() -> None:
    generator = np.random.default_rng(1)
    rows, values = generator.normal(size=(80, 5)), generator.normal(size=80)
    fitted = SVR(C=0.7, epsilon=0.1, gamma=0.3).fit(rows, values)
    ranker = Ranker(
        fitted.support_vectors_, fitted.dual_coef_[0], float(fitted.intercept_[0]), 0.3, np.zeros(5), np.ones(5)
    )
    others = generator.normal(size=(30, 5))
    np.testing.assert_allclose(ranker(others), fitted.predict(others), atol=1e-9)


def test_outcomes_of_edges_follow_the_reference() -> None:
    view = DependencyView(SENTENCES[0])  # The old man sold his red car .
    told = dict(edge_outcomes(view, [2, 3, 6]))
    assert told[2] == DELETE_BELOW  # old, from man
    assert told[3] == told[4] == told[7] == KEEP
    told = dict(edge_outcomes(view, [0, 1]))
    assert told[1] == DELETE_ABOVE  # The stays without man
    assert 5 not in told  # his and car both went


def test_features_are_finite_and_named(method: TwoStage) -> None:
    view = DependencyView(SENTENCES[1])
    rows = CandidateFeatures(view, bundled()).rows([([0, 1], -1.0), (range(len(SENTENCES[1])), 0.0)])
    assert rows.shape == (2, len(FEATURES))
    assert np.isfinite(rows).all()
    assert rows[1, FEATURES.index("importance")] == pytest.approx(1.0)
    assert all(name for word in range(1, len(SENTENCES[1]) + 1) for name in edge_features(view, word))
    with pytest.raises(DataError, match="parse it first"):
        DependencyView(type(SENTENCES[0]).from_words(["It", "works"]))


def test_it_keeps_the_promises_of_a_method(method: TwoStage) -> None:
    check_method(method, SENTENCES)


def test_lengths_are_obeyed(method: TwoStage) -> None:
    model = Model(method, PARSER)
    for sentence in SENTENCES:
        assert len(model.compress(sentence, words=4, exact=True).tokens) == 4
        assert len(model.compress(sentence, words=4).text.split()) == 4
        assert len(model.compress(sentence, chars=25).text) <= 25
        answer = model.compress(sentence, words=5, exact=True, nbest=3)
        assert len({answer.text, *(each.text for each in answer.alternatives)}) == 3
    with pytest.raises(UsageError):
        method.compress(
            SENTENCES[0],
            Constraints.any_length(len(SENTENCES[0]), Masks.of(len(SENTENCES[0]), drop=range(len(SENTENCES[0])))),
        )
    with pytest.raises(UsageError, match="both stages"):
        TwoStageSearch().search(Scores(token=[1.0]), Constraints.any_length(len(Scores(token=[1.0]))))


def test_a_saved_model_answers_the_same(method: TwoStage, tmp_path: Path) -> None:
    Model(method, PARSER).save(tmp_path)
    loaded = load(tmp_path).method
    for sentence in SENTENCES:
        assert (
            loaded.compress(sentence, Constraints.exactly(len(sentence), 5)).tokens
            == method.compress(sentence, Constraints.exactly(len(sentence), 5)).tokens
        )
    path = tmp_path / "edges.txt.xz"
    other = tmp_path / "two-stage.npz"
    other.write_bytes(other.read_bytes()[:100])
    seal(tmp_path)
    with pytest.raises(DataError, match="two-stage model"):
        load(tmp_path)
    path.unlink()
    seal(tmp_path)
    with pytest.raises(DataError, match="edges"):
        load(tmp_path)


def test_nothing_to_learn_is_told(tmp_path: Path) -> None:
    same = [Pair(pair.id, pair.source, (pair.source,)) for pair in PAIRS[:4]]
    with pytest.raises(DataError, match="no word is ever deleted"):
        train_two_stage(TrainingRun("two-stage", same, same, PARSER, tmp_path))
    with pytest.raises(DataError, match="no feature occurs 9999 times; lower min_count"):
        train_two_stage(TrainingRun("two-stage", PAIRS[:4], PAIRS[:4], PARSER, tmp_path, {"min_count": "9999"}))
    with pytest.raises(DataError, match="too few pairs"):
        train_two_stage(TrainingRun("two-stage", PAIRS[:1], PAIRS[:1], PARSER, tmp_path))
