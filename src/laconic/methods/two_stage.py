"""`two-stage`: candidates by a maximum entropy model of edges, ranked by regression (Galanis & Androutsopoulos)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from laconic.arrays import read_arrays
from laconic.errors import DataError
from laconic.features.candidates import CandidateFeatures
from laconic.features.edges import DependencyView, edge_features
from laconic.files import read_lines, write_whole, write_whole_binary
from laconic.lm import LanguageModel, bundled
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.info import MethodInfo
from laconic.search.base import Floats, Kept, Parts
from laconic.search.two_stage import Branch, TwoStageScores, TwoStageSearch, below, whole_tree
from laconic.settings import Count, Finite, stored_settings
from laconic.text import Sentence

KEEP, DELETE_BELOW, DELETE_ABOVE = range(3)
"""What can happen to an edge: both ends stay, the lower one goes with all below it, or the upper one with all above."""

NAMES_FILE = "edges.txt.xz"
ARRAYS_FILE = "two-stage.npz"
_MOST_ABOVE = 2
"""How many of the likeliest deletions of all above a word are considered."""


@dataclass(frozen=True)
class EdgeModel:
    """A maximum entropy model: the probabilities of what happens to an edge.

    Attributes:
        columns: each feature's column.
        weights: one row for each of the three outcomes.
    """

    columns: Mapping[str, int]
    weights: Floats

    def log_probabilities(self, view: DependencyView) -> Floats:
        """Return for each word's edge the logarithms of its outcomes' probabilities."""
        scores = np.zeros((len(view.sentence), len(self.weights)))
        for word in range(1, len(view.sentence) + 1):
            known = [self.columns[name] for name in edge_features(view, word) if name in self.columns]
            scores[word - 1] = self.weights[:, known].sum(axis=1)
        highest = scores.max(axis=1, keepdims=True)
        totals: Floats = highest + np.log(np.exp(scores - highest).sum(axis=1, keepdims=True))
        return scores - totals


@dataclass(frozen=True)
class Ranker:
    """Support vector regression with a Gaussian kernel, as arrays.

    Attributes:
        vectors: the support vectors, in standardised features.
        coefficients: one per support vector.
        intercept: added to every answer.
        gamma: how narrow the kernel is.
        mean: the features' means, and
        scale: their deviations, by which they are standardised.
    """

    vectors: Floats
    coefficients: Floats
    intercept: float
    gamma: float
    mean: Floats
    scale: Floats

    def __call__(self, features: Floats) -> Floats:
        """Return a value for each row of features: the higher, the better the candidate."""
        rows = (features - self.mean) / self.scale
        squares = (rows**2).sum(axis=1)[:, None] + (self.vectors**2).sum(axis=1)[None, :] - 2 * rows @ self.vectors.T
        values: Floats = np.exp(-self.gamma * np.maximum(squares, 0.0)) @ self.coefficients + self.intercept
        return values


@dataclass(frozen=True)
class TwoStageSettings:
    """What a model's file says of both stages, whose numbers are stored apart.

    Attributes:
        word_bonus: what each word adds to a candidate's value.
        candidates: how many candidates are ranked.
    """

    word_bonus: Finite
    candidates: Count


class TwoStage(DeletionMethod):
    """Deletes branches of the dependency tree: many candidates, the best of which is chosen by regression.

    Args:
        edges: the first stage.
        ranker: the second stage.
        lm: the language model whose scores the second stage looks at.
        word_bonus: what each word adds to a candidate's value; it decides how long texts of free length are.
        candidates: how many candidates are ranked.
        name: the name of the method.
    """

    def __init__(
        self,
        edges: EdgeModel,
        ranker: Ranker,
        *,
        lm: LanguageModel | None = None,
        word_bonus: float = 0.0,
        candidates: int = 100,
        name: str = "two-stage",
    ) -> None:
        super().__init__(name, self._score, TwoStageSearch(candidates))
        self.edges = edges
        self.ranker = ranker
        self.lm = lm or bundled()
        self.word_bonus = word_bonus
        self.candidates = candidates

    @property
    def gives(self) -> Parts:
        """Words and the ways to begin, which only the search of both stages reads."""
        return frozenset({"token", "branches"})

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the features' names as text and the numbers as arrays, and return the settings."""
        with write_whole(folder / NAMES_FILE) as stream:
            stream.writelines(f"{name}\n" for name in sorted(self.edges.columns, key=self.edges.columns.__getitem__))
        ranker = self.ranker
        with write_whole_binary(folder / ARRAYS_FILE) as stream:
            np.savez_compressed(
                stream,
                edges=self.edges.weights.astype(np.float32),
                vectors=ranker.vectors.astype(np.float32),
                coefficients=ranker.coefficients.astype(np.float32),
                numbers=np.array([ranker.intercept, ranker.gamma]),
                mean=ranker.mean,
                scale=ranker.scale,
            )
        return asdict(TwoStageSettings(float(self.word_bonus), self.candidates))

    @classmethod
    def load(cls, folder: Path, settings: dict[str, Any]) -> Self:
        """Return the method that `save` wrote.

        Raises:
            DataError: a file is missing or damaged.
        """
        path = folder / ARRAYS_FILE
        used = stored_settings(TwoStageSettings, settings, folder)
        columns = {name: place for place, (_, name) in enumerate(read_lines(folder / NAMES_FILE))}
        stored = read_arrays(path, "a two-stage model")
        try:
            arrays = {name: np.asarray(array, np.float64) for name, array in stored.items()}
            ranker = Ranker(
                arrays["vectors"],
                arrays["coefficients"],
                float(arrays["numbers"][0]),
                float(arrays["numbers"][1]),
                arrays["mean"],
                arrays["scale"],
            )
            if arrays["edges"].shape != (3, len(columns)):
                raise ValueError(f"it has weights of {arrays['edges'].shape[-1]} features, and {len(columns)} names")
            return cls(
                EdgeModel(columns, arrays["edges"]),
                ranker,
                word_bonus=used.word_bonus,
                candidates=used.candidates,
                name=str(settings["name"]),
            )
        except (ValueError, KeyError, IndexError) as error:
            raise DataError(f"does not hold a two-stage model: {error}.", path=path) from None

    def _score(self, sentence: Sentence) -> TwoStageScores:
        view = DependencyView(sentence)
        logs = self.edges.log_probabilities(view)
        features = CandidateFeatures(view, self.lm)

        def judge(candidates: Sequence[Kept]) -> Floats:
            rows = features.rows([(kept.positions, kept.score) for kept in candidates])
            lengths = np.array([len(kept.positions) for kept in candidates])
            return self.ranker(rows) + self.word_bonus * lengths / max(1, len(sentence))

        return TwoStageScores(word_scores(view, logs), branches(view, logs), judge)


def word_scores(view: DependencyView, logs: Floats) -> Floats:
    """Return what each word adds to the logarithm of a candidate's probability if it stays.

    A candidate's probability is the product over the edges whose head stays: both ends stay, or the lower one goes
    with its subtree. Counted from a candidate that keeps nothing, keeping a word takes back the deletion of its
    subtree and adds that of each of its children's.
    """
    scores = logs[:, KEEP] - logs[:, DELETE_BELOW]
    for word in range(1, len(scores) + 1):
        scores[word - 1] += sum(logs[child - 1, DELETE_BELOW] for child in view.children[word])
    return scores


def branches(view: DependencyView, logs: Floats) -> list[Branch]:
    """Return the ways to begin: the whole tree, and the subtrees above which most likely everything goes."""
    found = [whole_tree(view.heads)]
    likeliest = np.argsort(-logs[:, DELETE_ABOVE], kind="stable")[:_MOST_ABOVE]
    for place in likeliest.tolist():
        word = place + 1
        if view.heads[place] and view.size[word] > 1:
            score = float(logs[place, DELETE_ABOVE] - logs[place, KEEP])
            found.append(below(word, view.subtree(word), view.heads, score))
    return found


INFO = MethodInfo(
    name="two-stage",
    description="Deletes branches of the sentence's dependency tree; a second model chooses among candidates.",
    load=TwoStage.load,
    train="laconic.learn.two_stage:train_two_stage",
    training_needs=("scipy", "sklearn"),
    gives=frozenset({"token", "branches"}),
)
