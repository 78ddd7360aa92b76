"""Why a sentence became another: the paraphrase rules applied, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from laconic.forest.cky import Paraphrases
from laconic.forest.derivation import Derivation
from laconic.grammar.scfg import ScfgRule
from laconic.pipeline.explanation.written import WrittenExplanation

EMPTY = "ε"
DELETION = "deletion"
IDENTITY = "identity"
INSERTION = "insertion"
REORDERING = "reordering"
SUBSTITUTION = "substitution"


@dataclass(frozen=True)
class Step:
    """A rule applied to some words of the source.

    Attributes:
        kind: deletion (words only go), substitution, insertion (words only come), reordering, or identity.
        begin: the first word of the source that the rule rewrites.
        end: the position after the last.
        rule: the rule as text; a deletion made up for the sentence has no label, and the target ``ε``.
        score: what the rule adds to the score, the language model aside.
    """

    kind: str
    begin: int
    end: int
    rule: str
    score: float

    @property
    def is_made_up(self) -> bool:
        """Whether the step deletes without a rule of the grammar."""
        return self.rule.endswith(f"||| {EMPTY}")

    def to_json(self) -> dict[str, Any]:
        """Return the step as plain values."""
        return {
            "kind": self.kind,
            "begin": self.begin,
            "end": self.end,
            "rule": self.rule,
            "score": round(self.score, 4),
        }


@dataclass(frozen=True)
class Rephrasing:
    """How an answer came about: a derivation, and what each of its edges scored.

    Attributes:
        paraphrases: the sentence, the grammar and the forest.
        derivation: the derivation, its score with the language model.
        scores: the score of each of the derivation's edges.
        lm_score: the language model's part of the score.
    """

    paraphrases: Paraphrases
    derivation: Derivation
    scores: tuple[float, ...]
    lm_score: float

    other = "language model, and words that are copied"

    def __reduce__(self) -> tuple[type[WrittenExplanation], tuple[str, list[dict[str, Any]]]]:
        return WrittenExplanation, (self.explain(), self.rules())

    @property
    def steps(self) -> tuple[Step, ...]:
        """The rules that changed something, in reading order, without words that are copied.

        Deletions made up for the sentence that lie side by side are told as one.
        """
        found: list[Step] = []
        for step in self._steps():
            if step.kind == IDENTITY:
                continue
            before = found[-1] if found else None
            if before is not None and before.is_made_up and step.is_made_up and before.end == step.begin:
                found[-1] = self._deletion(before.begin, step.end, before.score + step.score)
            else:
                found.append(step)
        return tuple(found)

    def explain(self, width: int = 120) -> str:
        """Return the rules in reading order with their scores.

        Args:
            width: how many columns a line may take.
        """
        lines = ["   score   change         rule"]
        for step in self.steps:
            line = f"{step.score:+8.3f}   {step.kind:<12}   {step.rule}"
            lines.append(line if len(line) <= width else line[: width - 1] + "…")
        lines.append(f"{self.lm_score:+8.3f}   language model")
        lines.append(f"{self.derivation.score:+8.3f}   in all, with the words that are copied")
        return "\n".join(lines)

    def rules(self) -> list[dict[str, Any]]:
        """Return the steps as plain values."""
        return [step.to_json() for step in self.steps]

    def _steps(self) -> Iterator[Step]:
        found = self.paraphrases
        for place, number in enumerate(self.derivation.rules):
            rule, deletion = found.rule(number), found.deletion(number)
            begin, end = found.span(self.derivation, place)
            if rule is not None:
                yield Step(change_kind(rule), begin, end, str(rule), self.scores[place])
            elif deletion is not None:
                yield self._deletion(begin, end, self.scores[place])

    def _deletion(self, begin: int, end: int, score: float) -> Step:
        words = " ".join(self.paraphrases.words[begin:end])
        return Step(DELETION, begin, end, f"{words} ||| {EMPTY}", score)


def change_kind(rule: ScfgRule) -> str:
    """Return what a rule does to the text.

    >>> from laconic.grammar.scfg.joshua import parse_rule
    >>> change_kind(parse_rule("[NP] ||| the [NN,1] of [NP,2] ||| [NP,2] 's [NN,1]"))
    'reordering'
    >>> change_kind(parse_rule("[NP] ||| all of the [NNS,1] ||| all [NNS,1]"))
    'deletion'
    """
    if rule.is_identity:
        return IDENTITY
    if rule.reorders:
        return REORDERING
    if _is_within(rule.target, rule.source):
        return DELETION
    if _is_within(rule.source, rule.target):
        return INSERTION
    return REORDERING if sorted(map(str, rule.source)) == sorted(map(str, rule.target)) else SUBSTITUTION


def _is_within(part: tuple[Any, ...], whole: tuple[Any, ...]) -> bool:
    """Return whether a phrase is a subsequence of another."""
    remaining = iter(whole)
    return all(symbol in remaining for symbol in part)
