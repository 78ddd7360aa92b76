"""Dependences of punctuation marks, and marks that must not come together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.english.dependences.dependence import START, Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.dependences.spelling import both_ways
from laconic.english.marks import SENTENCE_STOPS, paired_marks
from laconic.english.transcripts import speaker_label

_ASIDES = frozenset("advcl advmod obl parataxis".split())
_OPENING = frozenset(", ; : ( [ { “ ‘ – — -".split())
_QUOTES_END = frozenset("” '' \"".split())
_CLOSING = frozenset(", ; : . ! ? ) ] } ”".split())


def _commas(parse: Parsed) -> Iterator[tuple[int, int]]:
    return ((place, head) for place, head in parse.arcs("punct") if parse.tags[place] == ",")


def comma_after_clause(parse: Parsed) -> Iterator[Link]:
    """A clause before the verb is set off: *It broke, they warned*."""
    for place, head in _commas(parse):
        above = parse.heads[head]
        if parse.relations[head] in ("advcl", "ccomp") and head < place < above:
            yield Link(place, above, since=head)


def commas_of_apposition(parse: Parsed) -> Iterator[Link]:
    """The two commas of an apposition stand or fall together: *He, a tall man, spoke*."""
    for place, head in _commas(parse):
        above = parse.heads[head]
        if parse.relations[head] in ("appos", "acl") and above < place < head and parse.relations[above] == "nsubj":
            closing = [other for other in parse.children[above] if parse.tags[other] == "," and other > head]
            if closing:
                yield Link(place, closing[0], since=above, last=closing[0] - 1)
                yield Link(closing[0], place, first=place + 1)


def commas_of_aside(parse: Parsed) -> Iterator[Link]:
    """The two commas around a phrase that can go stand or fall together: *, as far as I know,*."""
    for place, _ in _commas(parse):
        closing = _end_of_aside(parse, place)
        if closing is not None:
            yield Link(place, closing, last=closing - 1)
            yield Link(closing, place, first=place + 1)


def _end_of_aside(parse: Parsed, opening: int) -> int | None:
    """Return the comma that closes what a comma opens, if that is one phrase that can go."""
    later = range(opening + 1, len(parse) - 1)
    closing = next((place for place in later if parse.tags[place] == ","), None)
    if closing is None or parse.relations[closing + 1] in ("cc", "conj"):
        return None
    inside = range(opening, closing + 1)
    tops = [place for place in inside[1:-1] if parse.heads[place] not in inside]
    return closing if len(tops) == 1 and parse.relations[tops[0]] in _ASIDES else None


def final_mark(parse: Parsed) -> Iterator[Link]:
    """A sentence ends with its mark, unless an abbreviation ends it with its own stop."""
    last = len(parse) - 1
    if last < 1 or parse.forms[last] not in SENTENCE_STOPS:
        return
    start = 0
    for place, form in enumerate(parse.forms):
        if place == last or (len(form) > 1 and form.endswith(".")):
            if start < place:
                yield Link(last, start, first=place)
            start = place + 1


def pair_of_marks(parse: Parsed) -> Iterator[Link]:
    """Brackets and quotation marks stand or fall together."""
    for first, second in paired_marks(parse.forms):
        yield from both_ways(first, second)


def label_colon(parse: Parsed) -> Iterator[Link]:
    """A speaker's label needs its colon."""
    label = speaker_label(parse.forms)
    if label:
        yield Link(label[-1], 0)


def clashing_marks(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of marks between which something must stay, such as a comma and the full stop; -1 is the start.

    >>> list(clashing_marks("It broke , they say .".split()))
    [(-1, 2), (-1, 5), (2, 5)]
    """
    opening = [START, *(place for place, word in enumerate(words) if word in _OPENING or _ends_itself(words, place))]
    closing = [place for place, word in enumerate(words) if word in _CLOSING]
    for first in opening:
        for second in closing:
            if second > first + 1:
                yield first, second


def _ends_itself(words: Sequence[str], place: int) -> bool:
    """Tell whether a word brings its own full stop or a quotation its own comma, so that no other may follow."""
    is_quoted = place > 0 and words[place] in _QUOTES_END and words[place - 1] in _CLOSING
    return is_quoted or (words[place].endswith(".") and len(words[place]) > 1)
