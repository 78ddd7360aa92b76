"""`paraphrase` and `simplify`: rewriting by a synchronous grammar and a language model (Ganitkevitch et al. 2011)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, Self, get_args

import numpy as np
from numpy.typing import NDArray

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.contractions import contraction_edits
from laconic.errors import DataError, UsageError
from laconic.features.paraphrase import LM, ParaphraseScorer
from laconic.forest.cky import Paraphraser, Paraphrases
from laconic.forest.derivation import Derivation
from laconic.forest.optional_deletions import ANYTHING, EXTENTS, Extent, optional_deletions
from laconic.forest.pinned import pinned_scores
from laconic.forest.span_labels import ANY, TAGGED, LabelledSpan, any_labels, parse_labels, tagged_labels
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.storage import read_scfg, write_scfg
from laconic.lm import BUNDLED, LanguageModel, load_lm
from laconic.lm.stored import store_lm, stored_lm
from laconic.pipeline.explanation.phrases import Rephrasing
from laconic.pipeline.forest_search import ForestSearch
from laconic.pipeline.importance import NONE, Importance
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.rewriting import RewritingMethod, tree_of
from laconic.search.constraints import Masks
from laconic.settings import Count, Positive, stored_settings
from laconic.text import Sentence
from laconic.trust import file_inside

GRAMMAR_FILE = "grammar.scfg"

Labels = Literal["parse", "rules"]

SPOKEN = f"{ANY}{TAGGED}spoken"
"""The label of a pronoun and a verb that may be contracted, because someone speaks or writes informally."""

_VERBS = frozenset(["VB", "VBP", "VBZ", "VBD", "VBN", "VBG"])


@dataclass(frozen=True)
class ParaphraseSettings:
    """How a grammar is used.

    Attributes:
        grammar: ``bundled``, or the name of a file in the model's folder.
        lm: the language model: ``bundled``, or the path of a file.
        beam: the number of partial answers that the search keeps at a node.
        deletions: how much may be deleted by rules made up for the sentence: none, words, constituents, anything.
        labels: where spans get their labels from: the ``parse``, so that rules apply to constituents that the parser
            found; or the ``rules`` that derive them, as in decoders for translation.
        importance: a bundled deletion model that says which words matter, or ``none``.
        longer: how many words an answer may have for each word of the source.
        editor: a bundled deletion model that proposes and judges what is left out (`encoder`), or ``none``: then the
            weights of features decide all.
    """

    grammar: str = BUNDLED
    lm: str = BUNDLED
    beam: Count = 100
    deletions: Extent = ANYTHING
    labels: Labels = "parse"
    importance: str = "joint"
    longer: Positive = 1.0
    editor: str = NONE

    def __post_init__(self) -> None:
        if self.deletions not in EXTENTS:
            raise UsageError(f"deletions must be one of {', '.join(EXTENTS)}, not {self.deletions!r}.")
        if self.labels not in get_args(Labels):
            raise UsageError(f"labels come from {' or '.join(get_args(Labels))}, not {self.labels!r}.")


class Paraphrase(RewritingMethod[Paraphrases]):
    """Rewrites a sentence with a paraphrase grammar: words and phrases are replaced, moved and left out.

    If the grammar has syntactic labels, rules apply to the constituents that the parser finds; with Hiero's one
    label they apply anywhere.

    Args:
        grammar: the rules.
        weights: the weights of features, by name; see `laconic.features.paraphrase`.
        settings: how the grammar is used.
        lm: the language model that the settings name, if it was read already.
        name: the name of the method.
    """

    def __init__(
        self,
        grammar: Scfg,
        weights: Mapping[str, float],
        settings: ParaphraseSettings | None = None,
        *,
        lm: LanguageModel | None = None,
        name: str = "paraphrase",
    ) -> None:
        self.name = name
        self.settings = settings or ParaphraseSettings()
        self.paraphraser = Paraphraser(grammar)
        self.lm = lm or load_lm(self.settings.lm)
        self.scorer = ParaphraseScorer(self.paraphraser, weights, self.lm)
        self._importance = Importance(self.settings.importance)
        self._has_any = ANY in grammar.labels
        self._tagged = frozenset(label for label in grammar.labels if label.startswith(ANY + TAGGED))
        self._has_syntax = bool(set(grammar.labels) - {ANY})

    @property
    def grammar(self) -> Scfg:
        """The rules."""
        return self.paraphraser.grammar

    @property
    def weights(self) -> dict[str, float]:
        """The features' weights by name."""
        return self.scorer.weights

    def reweigh(self, weights: Mapping[str, float]) -> None:
        """Use other weights from now on."""
        self.scorer = self.scorer.reweighed(weights)

    def paraphrases(self, sentence: Sentence) -> Paraphrases:
        """Return the forest of everything that the grammar makes of a sentence.

        Raises:
            UsageError: the sentence is empty, or has no constituency tree although the grammar is syntactic.
        """
        deletions = optional_deletions(tree_of(sentence, self.name), self.settings.deletions)
        return self.paraphraser(sentence.words, self.labels(sentence), deletions, self._importance(sentence))

    def labels(self, sentence: Sentence) -> list[LabelledSpan] | None:
        """Return the labels of a sentence's spans; None if rules give them.

        A name that was taken for a verb has no label: in *we are going to Del Mar*, no one will *del*.
        """
        if self.settings.labels == "rules":
            return None
        is_name = names_of(sentence)
        tags = [token.tag for token in sentence.tokens]
        spans = [
            *(parse_labels(tree_of(sentence, self.name)) if self._has_syntax else ()),
            *(any_labels(len(sentence)) if self._has_any else ()),
            *(tagged_labels(tags, self._tagged) if self._tagged else ()),
            *(contractible(sentence) if SPOKEN in self._tagged else ()),
        ]
        return [
            span for span in spans if not (span.end - span.begin == 1 and is_name[span.begin] and span.label in _VERBS)
        ]

    def search(self, sentence: Sentence, masks: Masks | None = None) -> ForestSearch[Paraphrases]:
        """Return the search for the rewritings of a sentence."""
        found = self.paraphrases(sentence)
        return ForestSearch(
            found,
            self.scorer(found) + pinned_scores(found, masks) + verbatim_scores(found, names_of(sentence)),
            longest=int(self.settings.longer * len(sentence)),
            lm=self.lm,
            lm_weight=self.weights.get(LM, 0.0),
            beam=self.settings.beam,
        )

    def explanation(self, search: ForestSearch[Paraphrases], derivation: Derivation) -> Rephrasing:
        """Return the rules behind an answer, with their scores."""
        scores = tuple(search.scores[list(derivation.edges)].tolist())
        return Rephrasing(search.rewriting, derivation, scores, search.lm_score(derivation))

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the grammar, unless it is the bundled one, and return settings and weights."""
        if self.settings.grammar != BUNDLED:
            write_scfg(self.grammar, folder / GRAMMAR_FILE)
        grammar = BUNDLED if self.settings.grammar == BUNDLED else GRAMMAR_FILE
        weights = {name: float(weight) for name, weight in sorted(self.weights.items()) if weight}
        lm = store_lm(self.settings.lm, folder, (BUNDLED,))
        return {**asdict(self.settings), "grammar": grammar, "lm": lm, "weights": weights}

    @classmethod
    def load(cls, folder: Path, settings: dict[str, Any]) -> Self:
        """Return the method that `save` wrote.

        Raises:
            DataError: a file is missing or damaged.
        """
        stored = stored_settings(ParaphraseSettings, settings, folder)
        used = replace(stored, lm=stored_lm(stored.lm, folder, (BUNDLED,)))
        try:
            weights = {str(name): float(weight) for name, weight in settings["weights"].items()}
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise DataError(f"has no weights, or wrong ones: {error}.", path=folder) from None
        grammar = bundled_grammar() if used.grammar == BUNDLED else read_scfg(file_inside(folder, used.grammar))
        return cls(grammar, weights, used, name=str(settings["name"]))


def verbatim_scores(found: Paraphrases, is_verbatim: Sequence[bool]) -> NDArray[np.float64]:
    """Return minus infinity for each rule that replaces one of some words, else 0; they may be moved and left out."""
    places = np.flatnonzero(is_verbatim).tolist()
    pinned = pinned_scores(found, Masks.of(len(found.words), keep=places))
    return np.where(found.grammar_rules >= 0, pinned, 0.0)


def names_of(sentence: Sentence) -> list[bool]:
    """Return which words are names: those that are tagged as names, and capitalised words except the first."""
    return [
        token.tag.startswith("NNP") or (place > 0 and token.text[:1].isupper())
        for place, token in enumerate(sentence.tokens)
    ]


def contractible(sentence: Sentence) -> Iterator[LabelledSpan]:
    """Yield the pronouns and verbs that may be contracted; those beside curved apostrophes would need such ones."""
    if sentence.heads is None or "’" in sentence.text:
        return
    parsed = Parsed(sentence.tokens, sentence.heads, sentence.relations)
    for edit in contraction_edits(parsed):
        if edit.end - edit.begin == 1:  # *not* stays as it is
            yield LabelledSpan(edit.begin - 1, edit.end, SPOKEN)


@cache
def bundled_grammar() -> Scfg:
    """Return the English paraphrase grammar that comes with laconic, read once for all methods that use it."""
    from importlib.resources import as_file, files

    with as_file(files("laconic") / "data" / "grammar" / "english.scfg") as path:
        return read_scfg(path)


def load_paraphrase(folder: Path, settings: dict[str, Any]) -> Paraphrase:
    """Return the method that `Paraphrase.save` wrote, with its editor if it has one.

    Raises:
        DataError: a file is missing or damaged.
    """
    from laconic.methods.judged_paraphrase import JudgedParaphrase

    kind = Paraphrase if settings.get("editor", NONE) == NONE else JudgedParaphrase
    return kind.load(folder, settings)


INFO = MethodInfo(
    name="paraphrase",
    description="Replaces phrases by shorter ones learnt from translations.",
    load=load_paraphrase,
    train="laconic.learn.paraphrase.training:train_paraphrase",
    explains=True,
)
