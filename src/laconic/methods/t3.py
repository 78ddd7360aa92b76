"""`t3`: tree transduction with learnt weights and a language model (Cohn & Lapata 2007, 2013)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from laconic.errors import DataError
from laconic.features.rule_fluency import source_fluency
from laconic.features.rule_table import RuleScorer
from laconic.features.rules import template_names
from laconic.files import read_lines, write_whole
from laconic.forest.derivation import Derivation
from laconic.forest.pinned import pinned_scores
from laconic.forest.transduce import Coverage, Transduction, transduce
from laconic.grammar import Grammar
from laconic.lm import BUNDLED, LanguageModel, load_lm
from laconic.lm.stored import store_lm, stored_lm
from laconic.pipeline.explanation.trees import Transformation
from laconic.pipeline.forest_search import ForestSearch
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.rewriting import RewritingMethod, tree_of
from laconic.search.base import Floats
from laconic.search.constraints import Masks
from laconic.settings import Count, Finite, stored_settings
from laconic.text import Sentence

GRAMMAR_FILE = "grammar.txt.xz"
WEIGHTS_FILE = "weights.tsv.xz"
NO_LM = "none"


@dataclass(frozen=True)
class T3Settings:
    """How a trained grammar is used.

    Attributes:
        lm: the language model: ``bundled``, ``none``, or the path of a file.
        lm_weight: the weight of the log10 probability of the text.
        lm_change: whether only the change counts that a rewriting makes to the probability of the words it
            keeps, and not their probability itself (as in 2013), by which rare words go.
        word_bonus: what each word adds to the score; it decides how long texts of free length are.
        boldness: a bonus for each rule that inserts a word or changes the order.
        beam: how many partial answers the search with the language model keeps at a node.
        deletion_only: whether words may only be deleted, never rewritten.
        coverage: which rules are made up for a sentence: ``all``, ``copy`` (2007) or ``none``.
    """

    lm: str = BUNDLED
    lm_weight: Finite = 0.0
    lm_change: bool = True
    word_bonus: Finite = 0.0
    boldness: Finite = 0.0
    beam: Count = 100
    deletion_only: bool = False
    coverage: Coverage = "all"


class T3(RewritingMethod[Transduction]):
    """Rewrites a parse tree into a shorter one with the rules of a grammar.

    Without a language model the best rewriting is found exactly (2007); with one, by cube pruning (2013, §5.4).

    Args:
        grammar: the rules; rules that copy and delete are added for each sentence.
        templates: which features the rules have.
        weights: the features' weights, by name.
        settings: how the grammar is used.
        lm: the language model that the settings name, if it was read already; one with a weight of 0 is left out.
        name: the name of the method.
    """

    def __init__(
        self,
        grammar: Grammar,
        templates: str,
        weights: Mapping[str, float],
        settings: T3Settings | None = None,
        *,
        lm: LanguageModel | None = None,
        name: str = "t3",
    ) -> None:
        self.name = name
        self.grammar = grammar
        self.templates = templates
        self.weights = weights
        self.settings = settings or T3Settings()
        self.scorer = RuleScorer(grammar, template_names(templates), weights)
        self.lm = (lm or language_model(self.settings.lm)) if self.settings.lm_weight else None

    def with_settings(self, settings: T3Settings) -> Self:
        """Return the same grammar and weights with other settings.

        What is known of rules stays, and so does the language model, unless it counts nothing any more.
        """
        other = copy(self)
        other.settings = settings
        other.lm = self.lm if settings.lm_weight else None
        return other

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the grammar and the weights as text, and return the settings."""
        self.grammar.write(folder / GRAMMAR_FILE)
        with write_whole(folder / WEIGHTS_FILE) as stream:
            stream.writelines(f"{name}\t{weight:.6g}\n" for name, weight in sorted(self.weights.items()) if weight)
        lm = store_lm(self.settings.lm, folder, (BUNDLED, NO_LM))
        return {"templates": self.templates, **asdict(self.settings), "lm": lm}

    @classmethod
    def load(cls, folder: Path, settings: dict[str, Any]) -> Self:
        """Return the method that `save` wrote.

        Raises:
            DataError: a file is missing or damaged.
        """
        stored = stored_settings(T3Settings, settings, folder)
        used = replace(stored, lm=stored_lm(stored.lm, folder, (BUNDLED, NO_LM)))
        templates = settings.get("templates")
        if not isinstance(templates, str):
            raise DataError("lacks the setting templates.", path=folder)
        grammar = Grammar.read(folder / GRAMMAR_FILE)
        return cls(grammar, templates, _read_weights(folder / WEIGHTS_FILE), used, name=str(settings["name"]))

    def transduce(self, sentence: Sentence) -> Transduction:
        """Return the forest of everything that the grammar makes of a sentence.

        Raises:
            UsageError: the sentence is empty or has no constituency tree.
        """
        used = self.settings
        tree = tree_of(sentence, self.name)
        return transduce(tree, self.grammar, coverage=used.coverage, deletion_only=used.deletion_only)

    def search(self, sentence: Sentence, masks: Masks | None = None) -> ForestSearch[Transduction]:
        """Return the search for the rewritings of a sentence.

        Raises:
            UsageError: the sentence is empty or has no constituency tree.
        """
        transduction = self.transduce(sentence)
        scores = self.edge_scores(transduction, masks)
        return self.search_under(scores, transduction, sentence, self.expected(transduction, sentence))

    def edge_scores(self, transduction: Transduction, masks: Masks | None) -> Floats:
        """Return one score per edge, with the bonus for rewriting; minus infinity if masks forbid it."""
        bold = self.settings.boldness * ~transduction.only_deletes
        return self.scorer(transduction) + bold + self.forbidden(transduction, masks)

    def forbidden(self, transduction: Transduction, masks: Masks | None) -> Floats:
        """Return minus infinity for each edge that masks forbid, else 0."""
        return pinned_scores(transduction, masks)

    def search_under(
        self, scores: Floats, transduction: Transduction, sentence: Sentence, expected: Floats | None
    ) -> ForestSearch[Transduction]:
        """Return the search of a forest under scores, and less of the language model's than `expected` says."""
        return ForestSearch(
            transduction,
            scores,
            longest=len(sentence),
            lm=self.lm,
            lm_weight=self.settings.lm_weight,
            expected=expected,
            word_bonus=self.settings.word_bonus,
            beam=self.settings.beam,
        )

    def expected(self, transduction: Transduction, sentence: Sentence) -> Floats | None:
        """Return for each edge the log10 probability that its words had before, if only a change of it counts."""
        if self.lm is None or not self.settings.lm_change:
            return None
        return source_fluency(transduction, sentence.words, self.lm)

    def explanation(self, search: ForestSearch[Transduction], derivation: Derivation) -> Transformation:
        """Return the rules behind an answer, with their scores."""
        rule_scores = tuple(search.rule_scores[list(derivation.edges)].tolist())
        return Transformation(search.rewriting, derivation, rule_scores, search.lm_score(derivation))


def language_model(name: str) -> LanguageModel | None:
    """Return the language model that a setting names: ``bundled``, ``none``, or a file's path."""
    return None if name == NO_LM else load_lm(name)


def _read_weights(path: Path) -> dict[str, float]:
    weights = {}
    for number, line in read_lines(path):
        name, tab, value = line.rpartition("\t")
        try:
            weights[name] = float(value)
        except ValueError:
            tab = ""
        if not tab:
            raise DataError("is not a feature, a tab and its weight.", path=path, line=number)
    return weights


INFO = MethodInfo(
    name="t3",
    description="Rewrites the sentence's tree by rules learnt from examples.",
    load=T3.load,
    train="laconic.learn.t3.training:train_t3",
    training_needs=("piqp", "scipy"),
    explains=True,
)
