"""`clarke-lapata`: trigrams, word significance and hand-written constraints (Clarke & Lapata 2008).

Nothing is learnt: a language model, counts of words and a parse are enough.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike

from laconic.dependency import ROOT
from laconic.errors import UsageError
from laconic.search.base import Floats, Kept, Parts, Scores
from laconic.search.constraints import Constraints, Masks, words_at_rate
from laconic.search.ilp import IlpSearch, add_length, add_words, kept_words
from laconic.search.program import Indices, Program
from laconic.search.rules import CLAUSES, Rule
from laconic.text import Sentence

END_WORD = "</s>"


class TrigramModel(Protocol):
    """The part of a language model that is asked for."""

    @property
    def begin_state(self) -> Any:
        """The state at the beginning of a sentence."""

    def score(self, state: Any, word: str) -> tuple[float, Any]:
        """Return the log10 probability of a word after a state, and the state after it."""


class TrigramScores(Scores):
    """Scores of words and of the trigrams of the compressed sentence, and the rules it must obey.

    Attributes:
        trigram: ``[n + 1, n + 1, n + 1]``, for word k after i and j with i < j < k; index 0 is the begin.
        first: ``[n + 1]``, for word k at the beginning.
        last: ``[n + 1, n + 1]``, for the end after i and j.
        rules: linear constraints on the kept words.
    """

    __slots__ = ("first", "last", "rules", "trigram")

    def __init__(
        self, token: ArrayLike, first: Floats, trigram: Floats, last: Floats, rules: Sequence[Rule] = ()
    ) -> None:
        super().__init__(token)
        nodes = self.size + 1
        if first.shape != (nodes,) or trigram.shape != (nodes,) * 3 or last.shape != (nodes,) * 2:
            raise UsageError(f"the trigram scores do not have the shapes that {self.size} words need.")
        self.parts |= {"trigram"}
        self.first, self.trigram, self.last, self.rules = first, trigram, last, tuple(rules)


def trigram_scores(
    words: Sequence[str], model: TrigramModel, significance: ArrayLike, rules: Sequence[Rule] = ()
) -> TrigramScores:
    """Return the scores of a sentence: natural logarithms of the model's probabilities, and the significance."""
    nodes = len(words) + 1
    first, last = np.full(nodes, -np.inf), np.full((nodes, nodes), -np.inf)
    trigram = np.full((nodes, nodes, nodes), -np.inf)
    begin = model.begin_state

    def natural(state: Any, word: str) -> tuple[float, Any]:
        log10, after = model.score(state, word)
        return log10 * math.log(10), after

    def follow(i: int, j: int, state: Any) -> None:
        last[i, j] = natural(state, END_WORD)[0]
        for k in range(j + 1, nodes):
            trigram[i, j, k] = natural(state, words[k - 1])[0]

    for j in range(1, nodes):
        first[j], state = natural(begin, words[j - 1])
        follow(0, j, state)
        for k in range(j + 1, nodes):
            follow(j, k, natural(state, words[k - 1])[1])
    return TrigramScores(significance, first, trigram, last, rules)


def significance(
    sentence: Sentence, in_document: Mapping[str, int], in_corpus: Mapping[str, int], weight: float = 1.0
) -> Floats:
    """Return the significance of each word: ``weight · l/N · f log(F_all / F)``, Clarke & Lapata's I(x).

    Only nouns and verbs have any. f and F are the counts of the word, in lower case, in the document and in
    the corpus; F_all is the sum of the counts in the corpus, which should be of nouns and verbs only; l is
    the number of clauses around the word, and N that around the deepest word. A word that the corpus lacks
    counts as seen once.
    """
    depths = clause_depths(sentence)
    deepest = max(depths, default=0) or 1
    total = max(sum(in_corpus.values()), 1)
    values = np.zeros(len(sentence))
    for position, token in enumerate(sentence.tokens):
        if token.tag.startswith(("N", "V")):
            word = token.text.lower()
            rarity = math.log(total / max(in_corpus.get(word, 0), 1))
            values[position] = weight * depths[position] / deepest * in_document.get(word, 0) * rarity
    return values


def clause_depths(sentence: Sentence) -> list[int]:
    """Return for each word how many clauses it stands in, by the dependency parse."""
    if sentence.heads is None or sentence.relations is None:
        raise UsageError("word significance needs a sentence with a dependency parse.")
    depths = []
    for number in range(1, len(sentence) + 1):
        depth, word = 0, number
        for _ in range(len(sentence)):
            depth += sentence.relations[word - 1].partition(":")[0] in CLAUSES
            word = sentence.heads[word - 1]
            if word == ROOT:
                break
        depths.append(depth)
    return depths


@dataclass(frozen=True)
class ClarkeLapataSearch(IlpSearch):
    """The best compression under trigrams, significance and rules, by a solver.

    Attributes:
        least_rate: a free length keeps at least this share of the words, for trigrams alone prefer few.
    """

    reads: ClassVar[Parts] = frozenset({"token", "trigram"})

    least_rate: float = 0.4

    def search(self, scores: Scores, constraints: Constraints) -> list[Kept]:
        """Return the best answers that meet the constraints; `IlpSearch.search` says what it raises."""
        if not isinstance(scores, TrigramScores):
            raise UsageError("the search clarke-lapata needs trigram scores: make them with trigram_scores.")
        return super().search(scores, constraints)

    def _under(self, scores: Scores, constraints: Constraints, masks: Masks) -> Kept | None:
        assert isinstance(scores, TrigramScores)
        if constraints.high == 0:
            return Kept((), 0.0)
        program = Program()
        words = add_words(program, scores.token, masks)
        if words is None:
            return None
        first = add_trigrams(program, scores, words)
        add_length(program, constraints, words, first)
        if constraints.counts_words and constraints.low != constraints.high:
            program.add_row((words, 1.0), low=words_at_rate(len(scores), self.least_rate))
        for rule in scores.rules:
            if not _is_overruled(rule, constraints.masks):
                positions = list(rule.coefficients)
                program.add_row((words[positions], list(rule.coefficients.values())), low=rule.low, high=rule.high)
        solution = self.solver(program, self.seconds)
        return None if solution is None else kept_words(solution, words)


def add_trigrams(program: Program, scores: TrigramScores, words: Indices) -> Indices:
    """Add trigrams that make one path through exactly the kept words; return the variables of the first word.

    Clarke & Lapata ask that each kept word be once the first, once the middle and once the last word of a
    trigram (their constraints 1 to 5). Here each pair of neighbours must be left as often as it is entered, which
    says the same of every path, is tighter for the solver, and leaves no room for trigrams that do not
    overlap. Only the words must be asked for whole numbers: every path of a mixture would have to go through all
    kept words, and only one does. This spares the solver nearly all of its branching.
    """
    nodes = len(words) + 1
    before = np.triu(np.ones((nodes, nodes), dtype=bool), k=1)
    first = program.add_variables(scores.first[1:], integer=False)
    triples = program.add_variables(_rising(scores.trigram), integer=False)
    last = program.add_variables(np.where(before, scores.last, -np.inf), integer=False)
    program.add_row((first, 1.0), low=1, high=1)
    program.add_row((last, 1.0), low=1, high=1)
    for j in range(1, nodes):
        into_first = (first[j - 1], 1.0)
        program.add_row(into_first, (triples[:j, :j, j], 1.0), (words[j - 1], -1.0), low=0, high=0)
        program.add_row(into_first, (triples[0, j, j + 1 :], -1.0), (last[0, j], -1.0), low=0, high=0)
        for i in range(1, j):
            program.add_row((triples[:i, i, j], 1.0), (triples[i, j, j + 1 :], -1.0), (last[i, j], -1.0), low=0, high=0)
    return first


def _rising(trigram: Floats) -> Floats:
    """Return the scores with minus infinity where i < j < k does not hold."""
    nodes = np.arange(len(trigram))
    rising = (nodes[:, None, None] < nodes[None, :, None]) & (nodes[None, :, None] < nodes[None, None, :])
    return np.where(rising, trigram, -np.inf)


def _is_overruled(rule: Rule, masks: Masks) -> bool:
    """Return whether a rule about a single word (brackets, pronouns) speaks of one that the user has settled."""
    return len(rule.coefficients) == 1 and all(masks.keep[word] or masks.drop[word] for word in rule.coefficients)
