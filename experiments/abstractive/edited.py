"""Rules of trees for what the table of phrases of `rewrite` says, as it stands in parsed sentences.

The table says what must stand beside a phrase, and which words of it stay. In a rule of trees, both become variables
with the tags of those words, or the words themselves, so that the rule asks for them, too. What a table can ask for and
a tree cannot, such as "not after this word", is left to `rewrite`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files

from laconic.english.rewriting import Edit, Kept, PhraseTable, edits_of, read_phrases
from laconic.english.rewriting.phrases import Context, Phrase
from laconic.grammar import Fragment, Rule
from laconic.text import Sentence
from laconic.tree import Leaf, Tree

LEAST_SURE = 0.85
"""How likely a phrase must be to do no harm: a rule of trees is not weighed in its context, as an edit is."""

MOST_VARIABLES = 6


@dataclass(frozen=True)
class Found:
    """A rule that makes of a sentence what a phrase says.

    Attributes:
        rule: the rule.
        needed: the places among its target's children that the phrase needs.
        is_checked: whether what stands beside the phrase was checked, too.
    """

    rule: Rule
    needed: frozenset[int] = frozenset()
    is_checked: bool = False


def rewrite_table() -> PhraseTable:
    """Return the phrases of `rewrite` that a rule of trees can stand for."""
    text = (files("laconic") / "data" / "models" / "rewrite" / "phrases.txt").read_text("utf-8")
    phrases = read_phrases(text.splitlines()).phrases
    return PhraseTable(phrase for phrase in phrases if phrase.sure >= LEAST_SURE and _is_local(phrase))


def _is_local(phrase: Phrase) -> bool:
    """Return whether a phrase of several words asks for nothing beside it that a tree cannot ask for."""
    contexts = [context for context in (phrase.before, phrase.after) if context is not None]
    return len(phrase.source) > 1 and not any(context.forbidden for context in contexts)


def edited_rules(sentence: Sentence, table: PhraseTable) -> Iterator[Found]:
    """Yield the rules of the phrases that a sentence has, as they stand there and with a capital."""
    by_text = {phrase.text: phrase for phrase in table.phrases}
    for edit in edits_of(sentence, table):
        phrase = by_text.get(edit.rule)
        if phrase is not None and not edit.is_deletion and sentence.tree is not None:
            slots = frozenset(edit.begin + step for step, symbol in enumerate(phrase.source) if symbol.tag)
            beside = _beside(sentence.tree, phrase, edit)
            found = tree_rule(sentence.tree, _wider(sentence, edit, beside), slots, beside)
            if found is not None:
                yield found
                yield from with_capital(found)


def _wider(sentence: Sentence, edit: Edit, beside: dict[int, Context]) -> Edit:
    """Return an edit that also holds the words beside it that are asked for by name, and keeps them."""
    named = {at for at, context in beside.items() if sentence.words[at].casefold() in context.words}
    before, after = edit.begin - 1, edit.end
    target = edit.target
    if before in named:
        edit, target = replace(edit, begin=before), (Kept(before, before + 1), *target)
    if after in named:
        edit, target = replace(edit, end=after + 1), (*target, Kept(after, after + 1))
    return replace(edit, target=target)


def with_capital(found: Found) -> Iterator[Found]:
    """Yield the rule for the start of a sentence, if its phrase can stand there and begins with a small letter.

    >>> rule = Rule.parse("(PP (IN due) (TO to) NP@1) ||| (PP (IN from) NP@1)")
    >>> [str(each.rule) for each in with_capital(Found(rule))]
    ['(PP (IN Due) (TO to) NP@1) ||| (PP (IN From) NP@1)']
    """
    source, target = found.rule.source, found.rule.target
    assert target is not None
    first, new = source.leaves[0], target.leaves[0]
    if isinstance(first, str) and first.islower() and isinstance(new, str) and source.label != "VP":
        yield replace(found, rule=Rule(_capitalised(source), _capitalised(target), found.rule.links))


def _capitalised(fragment: Fragment) -> Fragment:
    first, *others = fragment.children
    changed = first[:1].upper() + first[1:] if isinstance(first, str) else _capitalised(first)
    return Fragment(fragment.label, (changed, *others))


def _beside(tree: Tree, phrase: Phrase, edit: Edit) -> dict[int, Context]:
    """Return the places beside a phrase of which it asks something.

    After *to*, a verb follows in any case, and where an article may follow, so may any noun phrase.
    """
    asked = [(edit.begin - 1, phrase.before), (edit.end, phrase.after)]
    return {
        place: context
        for place, context in asked
        if context is not None
        and 0 <= place < tree.span[1]
        and not (place == edit.end and _is_implied(context, _starting(tree, place)))
    }


def _is_implied(context: Context, following: Tree) -> bool:
    return context.tags == {"VB"} or ("DT" in context.tags and following.label == "NP")


def _starting(tree: Tree, place: int) -> Tree:
    """Return the largest node that starts at a place; the tree itself does not count."""
    for child in tree.children:
        if isinstance(child, Tree) and child.span[0] <= place < child.span[1]:
            return child if child.span[0] == place or isinstance(child.children[0], Leaf) else _starting(child, place)
    return tree


def tree_rule(tree: Tree, edit: Edit, slots: frozenset[int], beside: Mapping[int, Context]) -> Found | None:
    """Return the rule that makes an edit, at the smallest node around it; None if it would have too many variables.

    Args:
        tree: the tree.
        edit: the edit.
        slots: the words of the phrase that may be others with the same tag.
        beside: what is asked of the words before and after it.
    """
    phrase = set(range(edit.begin, edit.end))
    places = phrase.union(beside)
    node = _smallest(tree, min(places), max(places) + 1)
    variables: list[Tree] = []
    source = _fragment(node, places, phrase - slots, variables)
    pieces = list(_pieces(edit, slots, variables, list(tree.preterminals())))
    order = [piece for piece in pieces if isinstance(piece, int)]
    if len(variables) > MOST_VARIABLES or sorted(order) != list(range(len(variables))):
        return None
    children = [Fragment(variables[piece].label) if isinstance(piece, int) else piece for piece in pieces]
    needed = {at for at, piece in enumerate(pieces) if isinstance(piece, int) and variables[piece].span[0] in places}
    links = tuple(order.index(each) for each in range(len(variables)))
    return Found(Rule(source, Fragment(node.label, tuple(children)), links), frozenset(needed), is_checked=True)


def _pieces(
    edit: Edit, slots: frozenset[int], variables: Sequence[Tree], words: Sequence[Tree]
) -> Iterator[int | Fragment]:
    """Yield what the target consists of: variables by their numbers, and words."""
    yield from (number for number, each in enumerate(variables) if each.span[1] <= edit.begin)
    first = words[edit.begin]
    is_first = edit.begin == 0 and first.words[0][:1].isupper()
    for number, piece in enumerate(edit.target):
        if isinstance(piece, Kept) and piece.begin in slots:
            yield from (at for at, each in enumerate(variables) if each.span == (piece.begin, piece.end))
            continue
        spelled = words[piece.begin].words[0] if isinstance(piece, Kept) else piece.text
        tag = words[piece.begin].label if isinstance(piece, Kept) else piece.tag or first.label
        yield Fragment(tag, (spelled[:1].upper() + spelled[1:] if is_first and number == 0 else spelled,))
    yield from (number for number, each in enumerate(variables) if each.span[0] >= edit.end)


def _smallest(tree: Tree, start: int, end: int) -> Tree:
    """Return the smallest node around some words."""
    for child in tree.children:
        if isinstance(child, Tree) and child.span[0] <= start and end <= child.span[1]:
            return _smallest(child, start, end)
    return tree


def _fragment(node: Tree, marked: set[int], spelled: set[int], variables: list[Tree]) -> Fragment:
    """Return a tree with variables for all parts of it that hold no marked word, and for marked ones not spelled."""
    is_word = isinstance(node.children[0], Leaf)
    if marked.isdisjoint(range(*node.span)) or (is_word and node.span[0] not in spelled):
        variables.append(node)
        return Fragment(node.label)
    parts = (
        child.word if isinstance(child, Leaf) else _fragment(child, marked, spelled, variables)
        for child in node.children
    )
    return Fragment(node.label, tuple(parts))
