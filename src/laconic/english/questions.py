"""Questions: whether the remaining words still ask one."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from laconic.text import Sentence

_QUESTION_TAGS = frozenset(["WP", "WP$", "WRB", "WDT"])
_AUXILIARIES = ("aux", "cop")


def still_asks(sentence: Sentence, kept: Collection[int]) -> bool:
    """Return whether a question remains one: of the words that ask, at least one stays.

    A question that nothing but its mark tells (*You are coming?*), or that is not parsed, remains one.

    Args:
        sentence: a sentence that ends in a question mark.
        kept: the positions of the words that stay.
    """
    asking = set(_asking_words(sentence))
    return not asking or not asking.isdisjoint(kept)


def _asking_words(sentence: Sentence) -> Iterator[int]:
    """Yield question words, outside relative clauses, and verbs that stand before their subjects."""
    if sentence.heads is None or sentence.relations is None:
        return
    relations = sentence.relations
    subjects: dict[int, int] = {}
    for place, (head, relation) in enumerate(zip(sentence.heads, relations, strict=True)):
        if relation.startswith(("nsubj", "csubj", "expl")):
            subjects.setdefault(head, place)
    for place, (token, head, relation) in enumerate(zip(sentence.tokens, sentence.heads, relations, strict=True)):
        is_relative = head > 0 and "relcl" in relations[head - 1]
        is_inverted = relation.startswith(_AUXILIARIES) and place < subjects.get(head, place)
        if is_inverted or (token.tag in _QUESTION_TAGS and not is_relative):
            yield place
