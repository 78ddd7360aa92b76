"""Why a sentence became another: the rules that rewrote it, and the trees before and after."""

from __future__ import annotations

from dataclasses import dataclass

from laconic.draw import trees_side_by_side
from laconic.forest.derivation import Derivation
from laconic.forest.transduce import Transduction
from laconic.pipeline.explanation.tree_steps import Step, steps
from laconic.pipeline.explanation.written import WrittenExplanation
from laconic.tree import Tree

_WIDEST_RULE = 100


@dataclass(frozen=True)
class Transformation:
    """How a compression came about: a derivation of rules, and what each of them scored.

    Attributes:
        transduction: the source tree, the grammar and the forest.
        derivation: the derivation, its score with the language model.
        rule_scores: the score of each of the derivation's rules, in reading order.
        lm_score: the language model's part of the score.
        other: what that part is called, where another model takes the language model's place.
        note: what else there is to say, printed below the scores.
    """

    transduction: Transduction
    derivation: Derivation
    rule_scores: tuple[float, ...]
    lm_score: float
    other: str = "language model"
    note: str = ""

    def __reduce__(self) -> tuple[type[WrittenExplanation], tuple[str, None]]:
        return WrittenExplanation, (self.explain(), None)

    @property
    def tree(self) -> Tree:
        """The tree of the compressed sentence."""
        return self.transduction.tree(self.derivation)

    @property
    def steps(self) -> list[Step]:
        """The rules in reading order, with their scores and their places in the two trees."""
        return steps(self.transduction, self.derivation, self.rule_scores)

    def explain(self, width: int = 120) -> str:
        """Return the rules in reading order with their scores, and the two trees side by side.

        Rules made up for the sentence, which copy or delete what the grammar has no rule for, are marked
        with ``+``. What is deleted whole is one line, with the score of all rules that it took.

        Args:
            width: how many columns the trees may take.
        """
        lines = ["   score   rule", *self._rule_lines()]
        if self.lm_score:
            lines.append(f"{self.lm_score:+8.3f}   {self.other}")
        lines.append(f"{self.derivation.score:+8.3f}   in all")
        if self.note:
            lines += ["", self.note]
        return "\n".join([*lines, "", trees_side_by_side(self.transduction.source, self.tree, width)])

    def rules(self) -> None:
        """Rules over trees are shown beside their trees, and have no place in JSON."""

    def _rule_lines(self) -> list[str]:
        return [
            f"{step.score:+8.3f} {'+' if step.made_up else ' '} {_shortened(str(step.rule))}" for step in self.steps
        ]


def _shortened(rule: str) -> str:
    return rule if len(rule) <= _WIDEST_RULE else rule[: _WIDEST_RULE - 1] + "…"
