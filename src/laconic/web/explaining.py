"""The rules behind an answer, for a page: with the words they cover, and their nodes in two drawn trees."""

from __future__ import annotations

from typing import Any

from laconic.compression import Compression
from laconic.draw import tree_svg
from laconic.errors import UsageError
from laconic.pipeline.explanation.edits import Revision
from laconic.pipeline.explanation.phrases import DELETION, Rephrasing
from laconic.pipeline.explanation.tree_steps import Place
from laconic.pipeline.explanation.trees import Transformation


def explanation(answer: Compression) -> dict[str, Any]:
    """Return the rules that made an answer, and the trees before and after where there are trees.

    Raises:
        UsageError: the method has no rules, or the sentence was too long to be rewritten whole.
    """
    found = answer.explanation
    if isinstance(found, Transformation):
        told = _of_trees(found)
    elif isinstance(found, Rephrasing | Revision):
        told = _of_phrases(found)
    elif "parts" in answer.details:
        raise UsageError("a sentence this long is rewritten in parts, which cannot be explained.")
    else:
        raise UsageError(f"the method {answer.method} does not use rules: choose a model that does, such as t3.")
    return {"text": answer.text, "score": answer.score, "other_score": found.lm_score, **told}


def _of_trees(found: Transformation) -> dict[str, Any]:
    nodes = list(found.transduction.source.nodes())
    return {
        "other": found.other,
        "note": found.note,
        "rules": [
            {
                "rule": str(step.rule),
                "score": step.score,
                "made_up": step.made_up,
                "deletes": step.rule.target is None,
                "words": nodes[step.source.inside[0]].span,
                "source": _place(step.source),
                "target": _place(step.target),
            }
            for step in found.steps
        ],
        "source_tree": tree_svg(found.transduction.source),
        "target_tree": tree_svg(found.tree),
    }


def _of_phrases(found: Rephrasing | Revision) -> dict[str, Any]:
    return {
        "other": found.other,
        "note": "",
        "rules": [
            {
                "rule": step.rule,
                "score": step.score,
                "made_up": step.rule.endswith("ε"),
                "deletes": step.kind == DELETION,
                "words": (step.begin, step.end),
                "source": _place(Place()),
                "target": _place(Place()),
            }
            for step in found.steps
        ],
        "source_tree": None,
        "target_tree": None,
    }


def _place(place: Place) -> dict[str, list[int]]:
    return {"inside": list(place.inside), "frontier": list(place.frontier)}
