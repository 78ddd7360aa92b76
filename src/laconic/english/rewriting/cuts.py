"""Cuts of a parsed sentence, for rules to look at.

What was left out no longer stands between the words that a rule needs side by side: *the mayor, elected in May, of
Leeds*, cut to *the mayor of Leeds*, can become *Leeds's mayor*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from laconic.english.dependences import charges_of
from laconic.english.rewriting.edit import Edit, Kept
from laconic.text import Sentence

UNSURE = "dep"
"""The relation of a word whose head was left out: no rule asks for it."""


def project(sentence: Sentence, kept: Sequence[int]) -> Sentence:
    """Return the words of a parsed sentence that are kept, each hanging from the nearest kept word above it."""
    heads, relations = sentence.heads or (), sentence.relations or ()
    numbers = {place: number for number, place in enumerate(kept, 1)}
    new_heads, new_relations = [], []
    for place in kept:
        above = heads[place] - 1
        is_near = above in numbers or above < 0
        while above >= 0 and above not in numbers:
            above = heads[above] - 1
        new_heads.append(numbers.get(above, 0))
        new_relations.append(relations[place] if is_near else UNSURE)
    tokens = tuple(sentence.tokens[place] for place in kept)
    return Sentence("", tokens, heads=tuple(new_heads), relations=tuple(new_relations))


_OF_ARTICLES = frozenset(["definite article", "determiner"])
"""The dependences of nouns on their articles."""


def without_article(sentence: Sentence, kept: Sequence[int]) -> frozenset[int]:
    """Return the positions of nouns in the singular, and of names, that a cut keeps without their *a* or *the*."""
    broken = (each.dependent for each in charges_of(sentence).broken(kept) if each.kind in _OF_ARTICLES)
    return frozenset(noun for noun in broken if sentence.tokens[noun].tag in ("NN", "NNP"))


def placed(edit: Edit, kept: Sequence[int]) -> Edit:
    """Return an edit of a cut as an edit of the sentence: its words keep their places there, and others stay out."""

    def whole(begin: int, end: int) -> tuple[int, int]:
        return (kept[begin], kept[end - 1] + 1) if begin < end else (kept[begin - 1] + 1, kept[begin - 1] + 1)

    begin, end = whole(edit.begin, edit.end)
    target = tuple(Kept(*whole(piece.begin, piece.end)) if isinstance(piece, Kept) else piece for piece in edit.target)
    left_out = frozenset(range(begin, end)).difference(kept[edit.begin : edit.end])
    needs = frozenset(kept[place] for place in edit.needs)
    return replace(edit, begin=begin, end=end, target=target, left_out=left_out, needs=needs)
