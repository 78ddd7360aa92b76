"""What a sentence can do without: the spans that rules made up for it may delete (Ganitkevitch et al. 2011, §6.4)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from laconic.english.marks import DOUBLE_QUOTES, SEPARATORS
from laconic.tree import Leaf, Tree

Extent = Literal["none", "words", "constituents", "anything"]
"""How much may be deleted: nothing; what the paper deletes; modifiers; these and every single word."""

WORDS: Final = "words"
CONSTITUENTS: Final = "constituents"
ANYTHING: Final = "anything"
EXTENTS: tuple[Extent, ...] = get_args(Extent)

ANY_WORD = "word"
COMMA = "comma"
_TAGS = {"JJ": "JJ", "JJR": "JJ", "JJS": "JJ", "RB": "RB", "RBR": "RB", "RBS": "RB", "DT": "DT", "PDT": "DT"}
_SPARE_SLOTS = frozenset(["JJ", "RB", "PP", "ADVP"])
"""Kinds whose slot may be filled by nothing: a rule makes sense without such a part."""

_PHRASES = frozenset(["PP", "SBAR", "ADVP", "ADJP", "PRN", "S", "NP", "VP"])
_ENDS = SEPARATORS | {"."}


class Deletion(NamedTuple):
    """A rule that deletes the words from ``begin`` up to ``end``, which is not included.

    Attributes:
        begin: the first word.
        end: the position after the last one.
        kind: what it deletes, for its feature.
        label: the label of the words; slots of rules that have it may be filled by nothing. None if none may.
    """

    begin: int
    end: int
    kind: str
    label: str | None = None


def optional_deletions(tree: Tree, extent: Extent = CONSTITUENTS) -> list[Deletion]:
    """Return the rules that may delete words of a sentence.

    Args:
        tree: the parse.
        extent: ``words`` are all adjectives, adverbs and determiners, as in the paper; ``constituents`` are modifiers:
            adjectives and nouns before nouns, adverbs, articles, prepositional phrases, relative clauses, appositions
            and conjuncts, with the commas that set them off; ``anything`` also allows every single word, so that any
            length can be reached. With ``none`` nothing is.

    >>> tree = Tree.parse("(S (NP (DT the) (JJ old) (NN man)) (VP (VBD slept) (PP (IN in) (NP (NN bed)))))")
    >>> for deletion in optional_deletions(tree):
    ...     print(*tree.words[deletion.begin:deletion.end], deletion.kind)
    the DT
    old JJ
    in bed PP
    """
    if extent == "none":
        return []
    found = _paper_deletions(tree) if extent == WORDS else _modifiers(tree)
    if extent == ANYTHING:
        for place in range(len(tree.words)):
            found.setdefault((place, place + 1), Deletion(place, place + 1, ANY_WORD))
    found.pop((0, len(tree.words)), None)
    return [found[span] for span in sorted(found)]


def _paper_deletions(tree: Tree) -> dict[tuple[int, int], Deletion]:
    """Return a rule such as JJ → superfluous | ε for every adjective, adverb and determiner, wherever it stands."""
    words = [node for node in tree.nodes() if node.is_preterminal and node.label in _TAGS]
    return {node.span: Deletion(*node.span, _TAGS[node.label], node.label) for node in words}


def _modifiers(tree: Tree) -> dict[tuple[int, int], Deletion]:
    words = tree.words
    found: dict[tuple[int, int], Deletion] = {}
    for parent in tree.nodes():
        for place, child in enumerate(parent.children):
            if isinstance(child, Leaf):
                continue
            kind = _word_kind(parent, place, child) or _phrase_kind(parent, place, child)
            if kind is not None:
                span = _widened(words, parent, place, child)
                label = child.label if span == child.span and kind in _SPARE_SLOTS else None
                found.setdefault(span, Deletion(*span, kind, label))
    for place in range(1, len(words)):
        if words[place] == ",":
            found.setdefault((place, place + 1), Deletion(place, place + 1, COMMA))
    return found


def _word_kind(parent: Tree, place: int, child: Tree) -> str | None:
    """Return the kind of a word that may go: not the last of its phrase, unless it is an adverb."""
    kind = _TAGS.get(child.label) if child.is_preterminal else None
    last = place == len(parent.children) - 1
    if kind in ("JJ", "DT"):
        return kind if parent.label in ("NP", "NML") and not last else None
    if kind is None and child.label in ("NN", "NNP", "ADJP", "NML") and parent.label == "NP" and not last:
        after = parent.children[place + 1]
        return "NN" if isinstance(after, Tree) and after.label.startswith("NN") else None
    return kind


def _phrase_kind(parent: Tree, place: int, child: Tree) -> str | None:
    """Return the kind of a phrase that modifies another."""
    if child.is_preterminal or child.label not in _PHRASES or len(parent.children) == 1:
        return None
    before = parent.children[place - 1] if place else None
    label_before = before.label if isinstance(before, Tree) else ""
    if child.label in ("NP", "VP", "S"):
        if label_before == "CC":
            return "CC"
        # After a comma: an apposition, or a clause that hangs on what came before.
        hosts = {"NP": ("NP",), "S": ("NP", "VP", "S")}.get(child.label, ())
        return child.label if label_before == "," and parent.label in hosts else None
    heads = {"ADJP": ("NP",), "SBAR": ("NP", "VP", "S")}
    return child.label if parent.label in heads.get(child.label, (parent.label,)) and parent.label != "PRN" else None


def _widened(words: tuple[str, ...], parent: Tree, place: int, child: Tree) -> tuple[int, int]:
    """Return a child's span with the conjunction and the commas that have no use without it."""
    begin, end = child.span
    labels = [part.label if isinstance(part, Tree) else "" for part in parent.children]
    if place and labels[place - 1] == "CC":
        begin -= 1
    comma_before = begin > 0 and words[begin - 1] == ","
    comma_after = end < len(words) and words[end] == ","
    if begin > 0 and end < len(words) and words[begin - 1] in DOUBLE_QUOTES and words[end] in DOUBLE_QUOTES:
        return begin - 1, end + 1
    if comma_before and comma_after:
        return begin - 1, end if "CC" in labels else end + 1
    if comma_before and (end == len(words) or words[end] in _ENDS or "CC" in labels):
        return begin - 1, end
    return begin, end + 1 if comma_after and begin == 0 else end
