"""Shorter words that join: *and* for *not only … but also* and *as well as*, *because* for *the reason is that*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, span

_JOINED = frozenset("NN NNS NNP NNPS JJ VB VBG".split())
_FARTHEST = 12


def is_not_only(words: list[str], place: int) -> bool:
    """Return whether *not* denies nothing: it is the first word of *not only … but* or *not just … but*."""
    is_pair = words[place] == "not" and words[place + 1 : place + 2] in (["only"], ["just"], ["merely"], ["simply"])
    return is_pair and "but" in words[place + 2 : place + 3 + _FARTHEST]


def join_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield *and* for pairs of conjunctions and for *as well as*, *then* for *and then*, *because* for *the reason*."""
    for place in range(1, len(sentence) - 2):
        if sentence.words[place] == "not" and is_not_only(sentence.words, place):
            yield from _not_only(sentence, place)
        elif sentence.words[place : place + 3] == ["as", "well", "as"]:
            yield from _as_well(sentence, place)
        elif sentence.words[place] == "and" and sentence.relations[place] == "cc":
            yield from _then(sentence, place)
        elif sentence.words[place] == "reason" and sentence.relations[place] == "nsubj":
            yield from _reason(sentence, place)


def _not_only(sentence: Parsed, place: int) -> Iterator[Edit]:
    """*Not only cheap but also safe* becomes *cheap and safe*."""
    but = sentence.words.index("but", place + 2)
    comma = but - (sentence.words[but - 1] == ",")
    end = but + 1 + (sentence.words[but + 1 : but + 2] == ["also"])
    inside = range(place + 2, comma)
    if not inside or end >= len(sentence) - 1 or any(sentence.words[p] in ',;:"“”()' for p in inside):
        return
    target = (Kept(place + 2, comma), New("and", "CC"))
    is_only = sentence.words[place + 1] == "only"
    if sentence.tags[place + 2] == sentence.tags[end] or {sentence.tags[place + 2], sentence.tags[end]} <= _JOINED:
        yield Edit("not only to and", place, end, target, 0.9 if is_only else 0.8)


def _as_well(sentence: Parsed, place: int) -> Iterator[Edit]:
    """*Milk as well as bread* becomes *milk and bread*; a subject keeps its number, and so its wording."""
    before = sentence.tags[place - 1]
    after = next(
        (sentence.tags[p] for p in range(place + 3, len(sentence)) if sentence.tags[p] not in ("DT", "PRP$")), ""
    )
    if before[:2] != after[:2] and not (before.startswith("NN") and after in _BEFORE_NOUNS):
        if before == "," and after[:2] in _LISTED:
            yield from _last_of_list(sentence, place)
        return
    if before not in _JOINED:
        return
    above = place - 1
    while above >= 0 and sentence.relations[above] not in ("nsubj", "csubj"):
        above = sentence.heads[above]
    is_simple = before[:2] == after[:2] and "both" not in sentence.words and "and" not in sentence.words
    if above < 0 and is_simple:
        yield Edit("as well as to and", place, place + 3, (New("and", "CC"),), 0.88)
    elif sentence.relations[place] == "cc" and (above < 0 or _is_of_any_number(sentence, sentence.heads[above])):
        yield Edit("loose as well as to and", place, place + 3, (New("and", "CC"),), 0.72)


_BEFORE_NOUNS = frozenset("JJ NN NNS NNP VBG CD".split())
_LISTED = frozenset(["NN", "JJ"])


def _last_of_list(sentence: Parsed, place: int) -> Iterator[Edit]:
    """*Milk, eggs, as well as bread* becomes *milk, eggs and bread*; a subject keeps its number, and its wording."""
    is_list = place > 3 and sentence.words[place - 3 : place - 1].count("and") == 0
    if is_list and sentence.tags[place - 2].startswith("NN") and not _is_before_verb(sentence, place):
        yield Edit("loose as well as to and", place - 1, place + 3, (New("and", "CC"),), 0.72)


def _is_before_verb(sentence: Parsed, place: int) -> bool:
    """Return whether no verb has come yet, so that a list is a subject."""
    return not any(sentence.tags[p] in ("VBD", "VBZ", "VBP", "MD") for p in range(place))


def _is_of_any_number(sentence: Parsed, verb: int) -> bool:
    """Return whether the form of a verb is the same for one and for several subjects."""
    first = min([verb, *(c for c in sentence.children[verb] if sentence.relations[c] in ("aux", "cop"))])
    return sentence.tags[first] == "MD" or (sentence.tags[first] == "VBD" and sentence.words[first] != "was")


def _then(sentence: Parsed, conjunction: int) -> Iterator[Edit]:
    """*She sang and then danced* becomes *she sang, then danced*."""
    second = sentence.heads[conjunction]
    if sentence.words[conjunction + 1] != "then" or sentence.words[conjunction - 1] in (",", "now", "every"):
        return
    if sentence.tags[second].startswith("VB") and sentence.relations[second] == "conj" and second > conjunction:
        target = (New(",", ","), Kept(conjunction + 1, conjunction + 2))
        yield Edit("and then", conjunction, conjunction + 2, target, 0.9)


def _reason(sentence: Parsed, reason: int) -> Iterator[Edit]:
    """*The reason why they left is that it rained* becomes *they left because it rained*."""
    left = next((child for child in sentence.children[reason] if sentence.relations[child] == "acl"), -1)
    end = sentence.last_of(reason) + 1
    if left < 0 or reason < 1 or sentence.words[reason - 1] != "the" or end + 2 >= len(sentence):
        return
    begin = reason + 1 + (sentence.words[reason + 1] in ("why", "that"))
    if sentence.words[end] not in ("is", "was") or sentence.words[end + 1] not in ("that", "because"):
        return
    subject = child_of(sentence, left, "nsubj")
    if subject >= 0 and span(sentence, subject)[0] == begin and sentence.words[begin] not in ("that", "which"):
        yield Edit("the reason is", reason - 1, end + 2, (Kept(begin, end), New("because", "IN")), 0.85)
