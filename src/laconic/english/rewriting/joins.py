"""*And* for longer words that join: *not only … but also*, *as well as*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, Kept, New

_JOINED = frozenset("NN NNS NNP NNPS JJ VB VBG".split())
_FARTHEST = 12


def is_not_only(words: list[str], place: int) -> bool:
    """Return whether *not* denies nothing: it is the first word of *not only … but*."""
    return words[place : place + 2] == ["not", "only"] and "but" in words[place + 2 : place + 3 + _FARTHEST]


def join_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield *and* for pairs of conjunctions and for *as well as*."""
    for place in range(1, len(sentence) - 3):
        if sentence.words[place] == "not" and is_not_only(sentence.words, place):
            yield from _not_only(sentence, place)
        elif sentence.words[place : place + 3] == ["as", "well", "as"]:
            yield from _as_well(sentence, place)


def _not_only(sentence: Parsed, place: int) -> Iterator[Edit]:
    """*Not only cheap but also safe* becomes *cheap and safe*."""
    but = sentence.words.index("but", place + 2)
    comma = but - (sentence.words[but - 1] == ",")
    end = but + 1 + (sentence.words[but + 1 : but + 2] == ["also"])
    inside = range(place + 2, comma)
    if not inside or end >= len(sentence) - 1 or any(sentence.words[p] in ',;:"“”()' for p in inside):
        return
    if sentence.tags[place + 2] == sentence.tags[end] or {sentence.tags[place + 2], sentence.tags[end]} <= _JOINED:
        yield Edit("not only to and", place, end, (Kept(place + 2, comma), New("and", "CC")), 0.9)


def _as_well(sentence: Parsed, place: int) -> Iterator[Edit]:
    """*Milk as well as bread* becomes *milk and bread*; a subject keeps its number, and so its wording."""
    before = sentence.tags[place - 1]
    after = next(
        (sentence.tags[p] for p in range(place + 3, len(sentence)) if sentence.tags[p] not in ("DT", "PRP$")), ""
    )
    if before[:2] != after[:2] or before not in _JOINED or "both" in sentence.words or "and" in sentence.words:
        return
    above = place - 1
    while above >= 0 and sentence.relations[above] not in ("nsubj", "csubj"):
        above = sentence.heads[above]
    if above < 0:
        yield Edit("as well as to and", place, place + 3, (New("and", "CC"),), 0.88)
