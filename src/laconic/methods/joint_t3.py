"""`joint-t3`: tree transduction and a model of kept words, decoded together (Yao, Wan & Xiao 2014)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from laconic import _core
from laconic.compression import Compression
from laconic.errors import DataError, UsageError
from laconic.files import make_folder
from laconic.forest.dual import Agreed, DualSearch, ForestScores
from laconic.forest.transduce import Transduction
from laconic.language import LANGUAGE
from laconic.lm import LanguageModel
from laconic.methods.t3 import T3
from laconic.pipeline.deletion import DeletionMethod
from laconic.pipeline.explanation.trees import Transformation
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.linear import COST_SHARE, LinearDeletion
from laconic.pipeline.method import Candidate
from laconic.search.base import Kept, Parts, Scores
from laconic.settings import Count, Finite, Natural, Positive, stored_settings
from laconic.text import Sentence

T3_FOLDER = "t3"
BIGRAM_FOLDER = "bigram"
_PARTS = (T3_FOLDER, BIGRAM_FOLDER)
_LONGEST_NGRAM = 3


@dataclass(frozen=True)
class JointT3Settings:
    """What a model's file says beside its parts.

    Attributes:
        weight: how much the bigram model's scores count.
        iterations: the most steps of dual decomposition before the search is split.
        step: the size of the first step.
        branches: the most times that the search is split; 0 is the paper's algorithm.
        dependences: whether words that come together over one that they need are charged for it; the paper has no
            such charge.
    """

    weight: Finite = 1.0
    iterations: Count = DualSearch.iterations
    step: Positive = DualSearch.step
    branches: Natural = DualSearch.branches
    dependences: bool = True

    @property
    def search(self) -> DualSearch:
        """The search that they describe."""
        return DualSearch(self.iterations, self.step, self.branches)


class JointT3(DeletionMethod):
    """Deletes words with the rules of a grammar, so that the result also scores well under a second model.

    The second model is the language model of the tree transducer (the paper's T3+LM), a discriminative bigram model
    (T3+Discr.), or both: each is a score of the kept words, and their sum is searched as one. Without either,
    only the rules count.

    Args:
        t3: tree transduction; only its rules that delete are used.
        bigram: the bigram model, if there is one.
        settings: the weight of the bigram model, and how both are searched.
        name: the name of the method.
    """

    def __init__(
        self,
        t3: T3,
        bigram: LinearDeletion | None = None,
        settings: JointT3Settings | None = None,
        *,
        name: str = "joint-t3",
    ) -> None:
        if t3.lm is not None and t3.lm.order > _LONGEST_NGRAM:
            raise UsageError(
                f"joint-t3 needs a language model of order 3 or less, and the order of this one is {t3.lm.order}."
            )
        used = settings or JointT3Settings()
        super().__init__(name, self._score, used.search)
        self.t3 = t3.with_settings(replace(t3.settings, deletion_only=True))
        self.bigram = bigram
        self.settings = used

    @property
    def gives(self) -> Parts:
        """A forest and a lattice of words, which only a search of both reads."""
        return ForestScores.parts

    def save(self, folder: Path) -> dict[str, Any]:
        """Write both models to separate folders, and return the settings."""
        settings: dict[str, Any] = asdict(self.settings)
        settings[T3_FOLDER] = _saved(self.t3, folder / T3_FOLDER)
        if self.bigram is not None:
            settings[BIGRAM_FOLDER] = _saved(self.bigram, folder / BIGRAM_FOLDER)
        return settings

    @classmethod
    def load(cls, folder: Path, settings: dict[str, Any]) -> Self:
        """Return the method that `save` wrote.

        Raises:
            DataError: a file is missing or damaged.
        """
        used = stored_settings(JointT3Settings, settings, folder)
        parts = {name: _described(settings[name], folder / name) for name in _PARTS if name in settings}
        if T3_FOLDER not in parts:
            raise DataError("does not describe its tree transducer.", path=folder)
        t3 = T3.load(folder / T3_FOLDER, parts[T3_FOLDER])
        described = parts.get(BIGRAM_FOLDER)
        bigram = None if described is None else LinearDeletion.load(folder / BIGRAM_FOLDER, described)
        return cls(t3, bigram, used, name=str(settings["name"]))

    def _score(self, sentence: Sentence) -> ForestScores:
        search = self.t3.search(sentence)
        return ForestScores(len(sentence), search.rewriting, search.scores, self._lattice(sentence))

    def _lattice(self, sentence: Sentence) -> _core.WordLattice:
        """Return the model of kept words: neighbours, and three in a row where there is a language model."""
        size = len(sentence)
        scores = Scores(token=np.zeros(size)) if self.bigram is None else self.bigram.linear(sentence)
        token = self.settings.weight * scores.token
        bigram = self.settings.weight * scores.bigram
        if self.settings.dependences and (self.bigram is not None or self.t3.lm is not None):
            bigram -= COST_SHARE * LANGUAGE.charges_of(sentence).bigram
        if self.t3.lm is None:
            return _core.bigram_lattice(token, bigram)
        words = _word_numbers(self.t3.lm, sentence)
        return _core.trigram_lattice(self.t3.lm.core, words, self.t3.settings.lm_weight, token, bigram)

    def write(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with the rules behind it."""
        answer = super().write(candidate)
        kept = candidate.found
        if not isinstance(kept, Agreed) or kept.derived is None:  # no rules were asked, or none derives it
            return answer
        assert isinstance(kept.derived.rewriting, Transduction)
        rule_score = sum(kept.derived.rule_scores)
        explanation = Transformation(
            kept.derived.rewriting,
            kept.derived.derivation,
            kept.derived.rule_scores,
            kept.score - rule_score,
            other=self._second_model(),
            note=_certificate(kept),
        )
        details = {**answer.details, "rule_score": rule_score, "word_score": kept.score - rule_score}
        return replace(answer, details=details, explanation=explanation)

    def _second_model(self) -> str:
        names = {"language model": self.t3.lm, "bigram model": self.bigram}
        return " and ".join(name for name, model in names.items() if model is not None)


def _certificate(kept: Kept) -> str:
    """Say in a sentence how sure the answer is."""
    steps, branches = kept.details["all_iterations"], kept.details["branches"]
    effort = f"{steps} iterations" + (f" and {branches} branches" if branches else "")
    if kept.is_optimal:
        return f"Both models agree after {effort}: no answer scores higher."
    return f"After {effort} a better answer is not ruled out: it could score up to {kept.gap:.3f} more."


def _word_numbers(lm: LanguageModel, sentence: Sentence) -> NDArray[np.uint32]:
    return lm.encode([list(sentence.words)])[0]


def _described(table: Any, folder: Path) -> dict[str, Any]:
    """Return what a model's file says of a part, which is called like its folder."""
    if not isinstance(table, dict):
        raise DataError(f"is described by {table!r}, which is not a table of settings.", path=folder)
    return {**table, "name": folder.name}


def _saved(part: T3 | LinearDeletion, folder: Path) -> dict[str, Any]:
    make_folder(folder)
    return {**part.save(folder), "name": part.name}


INFO = MethodInfo(
    name="joint-t3",
    description="Deletes by rules over the sentence's tree while a second model reads what is left.",
    load=JointT3.load,
    train="laconic.learn.joint_t3:train_joint_t3",
    training_needs=("piqp", "scipy"),
    explains=True,
    gives=ForestScores.parts,
)
