"""Who says something, for *according to*: *according to police, he fled* becomes *police say he fled*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import is_plural

_SPEAKERS = frozenset(
    "administration agency analyst article attorney authority book bureau commission committee company "
    "council court critic department director doctor document estimate expert family figure firm friend "
    "government group historian insider institute journalist judge lawyer letter magazine media member memo "
    "minister ministry neighbor neighbour newspaper observer officer official organiser organizer "
    "organization organisation paper party police poll president professor prosecutor record report "
    "reporter research researcher resident review scholar scientist source spokesman spokesperson "
    "spokeswoman statement statistics story study survey team union website witness".split()
)
"""Whoever and whatever can say something."""


_LONGEST_SPEAKER, _LONG_SOURCE, _LONGEST_SOURCE = 4, 7, 12
_NO_SPEAKERS = frozenset(
    "agreement article criterion custom law legend need number plan principle procedure requirement rule schedule "
    "section size standard subsection tradition treaty type value way will wish".split()
)
"""What things are done according to, though it says nothing."""


def source_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield *says* for each *according to* whose noun can say something."""
    for place in range(len(sentence) - 3):
        if sentence.words[place] == "according":
            yield from _according(sentence, place)


def _according(sentence: Parsed, place: int) -> Iterator[Edit]:
    """*According to police, he fled* becomes *police say he fled*; at the end, *police said*."""
    speaker = sentence.heads[place]
    if speaker < place and speaker >= 0 and place + 2 < len(sentence):
        speaker = sentence.heads[place + 1] if sentence.heads[place + 1] > place else -1
    if speaker <= place + 1 or sentence.words[place + 1] != "to":
        return
    begin, end = place + 2, sentence.last_of(speaker) + 1
    if sentence.words[end - 1] == ",":
        end -= 1
    is_known = sentence.lemmas[speaker] in _SPEAKERS or sentence.tags[speaker] in ("NNP", "NNPS")
    is_noun = sentence.tags[speaker] in ("NN", "NNS") and sentence.lemmas[speaker] not in _NO_SPEAKERS
    if not (is_known or is_noun) or end - begin > _LONGEST_SOURCE or end >= len(sentence):
        return
    if any(sentence.words[p] in ',;:"“”()' for p in range(begin, end)):
        return
    is_sure = is_known and end - begin <= _LONG_SOURCE
    several = is_plural(sentence, speaker) or sentence.words[speaker] in ("media", "statistics")
    says = New("say" if several else "says", "VBP" if several else "VBZ")
    if place == 0 and end < len(sentence) - 3:
        if sentence.words[end] == "," and is_sure:
            yield Edit("according to", 0, end + 1, (Kept(begin, end), says), 0.9)
        elif sentence.words[end] == "," or sentence.tags[end] in ("DT", "PRP", "NNS", "CD"):
            comma = sentence.words[end] == ","
            yield Edit("loose according to", 0, end + comma, (Kept(begin, end), says), 0.75)
    elif place > 2 and end == len(sentence) - 1 and sentence.words[end] == ".":
        comma = sentence.words[place - 1] == ","
        if comma and end - begin <= _LONGEST_SPEAKER and is_sure:
            yield Edit("according to", place, end, (Kept(begin, end), New("said", "VBD")), 0.88)
        elif comma:
            yield Edit("loose according to", place, end, (Kept(begin, end), says), 0.75)
