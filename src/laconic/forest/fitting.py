"""Which edits may be made in a cut, and which can be read together to see whether they fit."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.english.rewriting.edit import Edit, New
from laconic.language import LANGUAGE
from laconic.text import Sentence

MOST_READ = 3
"""How many times a sentence is read with some of its edits: those that stand near each other are read apart."""

APART = 8
"""How many words must stand between edits that are read together, so that each is seen as if it were alone."""

_SMALL = frozenset(["that", "the", "a", "an"])
_CONTENT = ("NN", "VB", "JJ", "RB")


def place_of(edit: Edit) -> tuple[str, int, int]:
    """Return what tells an edit from others, however sure it is."""
    return edit.rule, edit.begin, edit.end


def apart(edits: Sequence[Edit]) -> list[tuple[Edit, ...]]:
    """Return the edits, the first ones first, in groups that stand far from each other."""
    groups: list[list[Edit]] = []
    for edit in edits:
        far = (group for group in groups if all(_gap(edit, other) >= APART for other in group))
        group = next(far, None)
        if group is not None:
            group.append(edit)
        elif len(groups) < MOST_READ:
            groups.append([edit])
    return [tuple(sorted(group, key=lambda edit: edit.begin)) for group in groups]


def _gap(one: Edit, other: Edit) -> int:
    """Return how many words stand between two edits; less than 0 if they overlap."""
    return max(one.begin, other.begin) - min(one.end, other.end)


def has_context(edit: Edit) -> bool:
    """Return whether the words around an edit say whether it fits: of those that say the very same, they do not."""
    return not edit.gone and not edit.says_same and not edit.is_deletion


def is_lexical(edit: Edit, sentence: Sentence) -> bool:
    """Return whether an edit puts one content word in the place of another: *firm* for *company*, but not *%*."""
    new = [piece for piece in edit.target if isinstance(piece, New)]
    if len(edit.replaced) != 1 or len(new) != 1 or not new[0].text[0].isalpha():
        return False
    (place,) = edit.replaced
    return sentence.tokens[place].tag[:2] in _CONTENT and new[0].text.casefold() not in LANGUAGE.STOP_WORDS


def applies(edit: Edit, kept: frozenset[int], sentence: Sentence) -> bool:
    """Return whether an edit can be made in a cut: it keeps all that is replaced or needed, and heads of what stays.

    Small words may be missing: what stands for *due to the fact that* stands for *due to the fact* as well.
    A mark or an enclitic also needs the words beside it: *'s* cannot stand before nothing.
    """
    left_out = edit.replaced - kept
    if any(not _is_small(sentence, place) for place in left_out) or edit.gone & kept or edit.needs - kept:
        return False
    if left_out and (len(edit.replaced - left_out) < len(left_out) or not edit.replaced & kept):
        return False
    if any(not kept.issuperset(_tops(sentence, slot.begin, slot.end)) for slot in edit.slots):
        return False
    leans = any(isinstance(piece, New) and not piece.text[0].isalnum() for piece in edit.target)
    return not leans or all(place in kept for place in (edit.begin - 1, edit.end) if 0 <= place < len(sentence))


def _is_small(sentence: Sentence, place: int) -> bool:
    """Return whether a word may be missing; a relative pronoun may not, for without it there is no relative clause."""
    return sentence.words[place].casefold() in _SMALL and sentence.tokens[place].tag != "WDT"


def _tops(sentence: Sentence, begin: int, end: int) -> list[int]:
    """Return the words of a range whose heads are outside it."""
    heads = sentence.heads or ()
    return [place for place in range(begin, end) if not begin < heads[place] <= end]
