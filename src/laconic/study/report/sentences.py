"""The sentences of a rating study in its report, each with its versions and what raters said about them."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from laconic.report.markup import element
from laconic.study.rating import Judgement


def folded_sentence(source: str, versions: Element, judgements: Iterable[Judgement]) -> Element:
    """Return a sentence that unfolds to the table of its versions and the comments on them.

    Args:
        source: the sentence.
        versions: the table.
        judgements: the answers about this sentence that count.
    """
    comments = [
        element("li", element("strong", each.rater), f" on {_systems(each)}: {each.comment}")
        for each in judgements
        if each.comment
    ]
    shown = [element("p", "Comments", class_="small soft"), element("ul", comments)] if comments else []
    return element("details", element("summary", source), versions, shown)


def _systems(judgement: Judgement) -> str:
    """Name the version that was rated, or the two that were compared as A and B."""
    return f"{judgement.system} (A) and {judgement.other} (B)" if judgement.other else judgement.system
