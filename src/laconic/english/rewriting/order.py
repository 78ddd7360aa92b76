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
    yield from _any_phrase_last(sentence)
    yield from _clause_last(sentence)
    yield from _named_first(sentence)
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


_LOOSE_CASES = _PLACE_CASES | _TIME_CASES | frozenset("for with without from since among across around amid".split())
_LONGEST_PHRASE, _LONGEST_REST = 7, 9


def _any_phrase_last(sentence: Parsed) -> Iterator[Edit]:
    """*Without a map, they lost their way.* becomes *They lost their way without a map*."""
    size = len(sentence)
    if size < 6 or sentence.words[size - 1] not in (".", "!") or sentence.words[0] not in _LOOSE_CASES:
        return
    noun, end = _fronted(sentence, "obl")
    rest = range(end + 1, size - 1)
    if not 0 < end <= _LONGEST_PHRASE or len(rest) > _LONGEST_REST or not _is_one_clause(sentence, rest):
        return
    is_said_before = any(sentence.words[p] in _THIRD_PERSONS for p in rest)
    if is_said_before or not sentence.tags[noun].startswith("NN") or sentence.lemmas[noun] in _LINKS:
        return
    yield Edit("loose phrase at the end", 0, size - 1, (Kept(end + 1, size - 1), Kept(0, end)), 0.65)


_LINKS = frozenset("addition case conclusion contrast fact general instance example particular short meantime".split())
"""Nouns of phrases that link a sentence to the one before: *in addition, …*."""

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


_NUMBERS = {"they": ("NNS", "NNPS"), "it": ("NN", "NNP"), "he": ("NN", "NNP"), "she": ("NN", "NNP")}


def _named_first(sentence: Parsed) -> Iterator[Edit]:
    """*When the storm lands, it will weaken.* becomes *The storm will weaken when it lands*.

    Where a pronoun is the subject of both clauses, they only change places.
    """
    size = len(sentence)
    if size < 8 or sentence.words[size - 1] not in (".", "!") or sentence.words[0] not in _MOVABLE | {"while"}:
        return
    verb, comma = _fronted(sentence, "advcl")
    own, pronoun = child_of(sentence, verb, "nsubj"), comma + 1
    if not 0 < comma <= 14 or own < 1 or sentence.words[pronoun] not in _NUMBERS or size - pronoun > 16:
        return
    begin, end = span(sentence, own)
    if begin != 1 or any(sentence.words[p] in ',;:"“”()—–' for p in (*range(comma), *range(pronoun, size - 1))):
        return
    if any(sentence.relations[p] in ("ccomp", "parataxis", "conj") for p in range(pronoun, size - 1)):
        return
    rest = Kept(pronoun + 1, size - 1)
    if sentence.words[own] == sentence.words[pronoun]:
        yield Edit("loose clause at the end", 0, size - 1, (Kept(pronoun, size - 1), Kept(0, comma)), 0.72)
    elif sentence.tags[own] in _NUMBERS[sentence.words[pronoun]]:
        named, clause = Kept(begin, end), Kept(end, comma)
        target = (named, rest, Kept(0, 1), Kept(pronoun, pronoun + 1), clause)
        yield Edit("loose clause at the end", 0, size - 1, target, 0.68)


_SAYING = frozenset("said says say reported reports announced added warned claimed argued explained".split())
_FIRST_WORDS = frozenset("and but so if when while although".split())
_LONGEST_NAME = 7


def _speaker_first(sentence: Parsed) -> Iterator[Edit]:
    """*The bridge is closed, police said.* becomes *police said the bridge is closed*; *said police* likewise."""
    size = len(sentence)
    if size < 8 or sentence.words[size - 1] != "." or not {'"', "“", "``"}.isdisjoint(sentence.words):
        return
    said = next((p for p in range(size - 2, 3, -1) if sentence.words[p] in _SAYING), -1)
    if said < 0 or sentence.words[0] in _FIRST_WORDS or sum(word in _SAYING for word in sentence.words) > 1:
        return
    speaker = child_of(sentence, said, "nsubj")
    if speaker <= 3:
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
