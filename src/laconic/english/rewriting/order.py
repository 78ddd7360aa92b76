"""Edits of order: *but* in front for *however* inside, what is said before when or why."""

from __future__ import annotations

import re
from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, span

_FRONT = {"however": "but", "therefore": "so", "consequently": "so", "thus": "so", "though": "but"}
_TIMES = re.compile(
    r"(?:1[5-9]|20)\d\d|january|february|march|april|may|june|july|august|september|october|november|december|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|year|month|week|century|summer|winter|spring|autumn|"
    r"decade|morning|evening"
)
_TIME_CASES = frozenset("in on during by".split())
_TIME_WORDS = frozenset("last this next".split())
_LONGEST_CLAUSE = 14


def order_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the edits of the order of a sentence."""
    for place in range(len(sentence)):
        if sentence.words[place] in _FRONT:
            yield from _connective(sentence, place)
    yield from _time_last(sentence)
    yield from _phrase_last(sentence)
    yield from _clause_last(sentence)
    yield from _speaker_first(sentence)


def _connective(sentence: Parsed, place: int) -> Iterator[Edit]:
    """*The plan, however, failed* becomes *but the plan failed*."""
    if not 1 < place < len(sentence) - 1 or sentence.words[place - 1] != "," or sentence.words[place + 1] != ",":
        return
    verb = sentence.heads[place]
    if verb < 0 or sentence.heads[verb] != -1:
        return
    if any(sentence.words[p] in ',;:"“”(' for p in range(place - 1)) or sentence.words[0] in ("and", "but", "so", "or"):
        return
    yield Edit(
        "connective in front", 0, place + 2, (New(_FRONT[sentence.words[place]], "CC"), Kept(0, place - 1)), 0.93
    )


def _fronted(sentence: Parsed, relation: str) -> tuple[int, int]:
    """Return the head of what begins a sentence, and the place of the comma between it and the subject, or 0 and 0.

    It hangs on the root by this relation.
    """
    root, head = sentence.heads.index(-1), sentence.heads[0]
    if not 0 <= head < root or sentence.heads[head] != root or sentence.relations[head] != relation:
        return 0, 0
    begin, end = span(sentence, head)
    if sentence.words[end - 1] == ",":
        end -= 1
    subject = child_of(sentence, root, "nsubj")
    is_before_subject = subject >= 0 and span(sentence, subject)[0] == end + 1
    return (head, end) if begin == 0 and is_before_subject and sentence.words[end] == "," else (0, 0)


def _time_last(sentence: Parsed) -> Iterator[Edit]:
    """*In 1990, he moved to Rome.* becomes *He moved to Rome in 1990*; *last week, …* follows likewise."""
    size = len(sentence)
    if size < 6 or sentence.words[size - 1] != "." or sentence.words[0] not in _TIME_CASES | _TIME_WORDS:
        return
    time, end = _fronted(sentence, "obl")
    rest = range(end + 1, size - 1)
    if not 0 < end <= 5 or not _TIMES.search(sentence.words[time]) or not _is_one_clause(sentence, rest):
        return
    if any(_TIMES.search(sentence.words[p]) for p in rest):
        return
    yield Edit("time at the end", 0, size - 1, (Kept(end + 1, size - 1), Kept(0, end)), 0.88)


def _is_one_clause(sentence: Parsed, places: range) -> bool:
    """Return whether words are a single short clause, after which another phrase belongs to its verb."""
    return len(places) <= _LONGEST_CLAUSE and not any(
        sentence.words[p] in ',;:"“”()—–'
        or sentence.relations[p] in ("advcl", "ccomp", "parataxis", "acl", "xcomp")
        or (sentence.relations[p] == "conj" and sentence.tags[p].startswith("VB"))
        for p in places
    )


_PLACE_CASES = frozenset("at during because after before despite under within throughout".split())


def _phrase_last(sentence: Parsed) -> Iterator[Edit]:
    """*After the war, he moved to Rome.* becomes *He moved to Rome after the war*."""
    size = len(sentence)
    if size < 6 or sentence.words[size - 1] != "." or sentence.words[0] not in _PLACE_CASES:
        return
    noun, end = _fronted(sentence, "obl")
    rest = range(end + 1, size - 1)
    if not 0 < end <= 6 or sentence.tags[noun] not in ("NN", "NNS", "NNP", "NNPS"):
        return
    if not _is_one_clause(sentence, rest) or any(sentence.words[p] in _THIRD_PERSONS for p in rest[:1]):
        return
    if any(sentence.words[p] in _PLACE_CASES | _TIME_CASES for p in rest[2:]):
        return  # it would be taken for a part of another such phrase
    yield Edit("phrase at the end", 0, size - 1, (Kept(end + 1, size - 1), Kept(0, end)), 0.86)


_MOVABLE = frozenset("if when after before until unless once because".split())
_THIRD_PERSONS = frozenset(
    "he she it they his her its their him them himself herself itself themselves this that these".split()
)


def _clause_last(sentence: Parsed) -> Iterator[Edit]:
    """*If it rains, the game stops.* becomes *the game stops if it rains*."""
    size = len(sentence)
    if size < 8 or sentence.words[size - 1] not in (".", "!") or sentence.words[0] not in _MOVABLE:
        return
    _, end = _fronted(sentence, "advcl")
    rest = range(end + 1, size - 1)
    if not 0 < end <= 14 or len(rest) > 16 or sentence.tags[sentence.heads.index(-1)] == "VB":
        return
    if any(sentence.words[p] in ',;:"“”()—–' for p in (*rest, *range(end))):
        return
    if any(sentence.words[p] in _THIRD_PERSONS for p in rest):
        return
    if any(sentence.relations[p] in ("advcl", "ccomp", "parataxis", "acl", "conj") for p in rest):
        return
    yield Edit("clause at the end", 0, size - 1, (Kept(end + 1, size - 1), Kept(0, end)), 0.9)


_SAYING = frozenset("said says say reported reports announced added warned claimed argued explained".split())
_FIRST_WORDS = frozenset("and but so if when while although".split())
_LONGEST_NAME = 7
_DASHES = frozenset("- -- – —".split())
_DATELINE = 6
"""Among as many words at the start, a dash ends the place that a report is from: *Leeds - The bridge …*."""


def _speaker_first(sentence: Parsed) -> Iterator[Edit]:
    """*The bridge is closed, police said.* becomes *police said the bridge is closed*; *said police* likewise."""
    size = len(sentence)
    if size < 8 or sentence.words[size - 1] != "." or not {'"', "“", "``"}.isdisjoint(sentence.words):
        return
    said = next((p for p in range(size - 2, 3, -1) if sentence.words[p] in _SAYING), -1)
    if said < 0 or sentence.words[0] in _FIRST_WORDS or sum(word in _SAYING for word in sentence.words) > 1:
        return
    speaker = child_of(sentence, said, "nsubj")
    if speaker <= 3 or not _DASHES.isdisjoint(sentence.words[:_DATELINE]):
        return
    begin, end = span(sentence, speaker)
    comma = min(begin, said) - 1
    if sentence.words[comma] != "," or any(sentence.words[p] == "," for p in range(comma + 1, size - 1)):
        return
    what = Kept(0, comma)
    if speaker < said and end == said:
        after = range(said + 1, size - 1)
        if len(after) <= 2 and all(sentence.tags[p] in ("NNP", "RB") for p in after):
            yield Edit("speaker first", 0, size - 1, (Kept(begin, size - 1), what), 0.88)
    elif begin == said + 1 and end == size - 1 and end - begin <= _LONGEST_NAME and sentence.tags[speaker] != "PRP":
        yield Edit("speaker first", 0, size - 1, (Kept(begin, end), Kept(said, said + 1), what), 0.88)
