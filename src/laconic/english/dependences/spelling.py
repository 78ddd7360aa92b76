"""Dependences that the spelling shows: of clitics, comparisons, amounts, set phrases and punctuation marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from laconic.english.abbreviations import brings_stop
from laconic.english.amounts import is_currency_sign, joined_places
from laconic.english.contractions import VERB_CLITICS
from laconic.english.dependences.dependence import Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.function_words import GENITIVES
from laconic.english.marks import is_stop, paired_marks
from laconic.english.numbers import HALVES_OF_DAY, POWERS, is_number
from laconic.english.spelled_numbers import end_of_number, value_of
from laconic.english.transcripts import speaker_label

_COMPARED = frozenset("less more fewer greater higher lower larger smaller rather other".split())
_MULTIPLIERS = POWERS | {"dozen"}
_ONE = frozenset(["a", "an"])
"""What stands for *one* before a hundred and the like."""

_ByFirstWord = Mapping[str, Sequence[tuple[str, ...]]]


def _by_first_word(phrases: Iterable[str]) -> _ByFirstWord:
    """Return phrases, each as a tuple of its words, under their first words."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        words = tuple(phrase.split())
        found.setdefault(words[0], []).append(words)
    return found


_BOUNDING = ("as few as", "as little as", "as many as", "as much as", "at least", "at most", "up to")
_BOUNDS = _by_first_word(_BOUNDING)
_SET_PHRASES = _by_first_word(
    (
        *_BOUNDING,
        "even if",
        "even though",
        "so that",
        "as long as",
        "as soon as",
        "as far as",
        "as well as",
        "because of",
        "instead of",
        "such as",
        "due to",
        "according to",
        "in order to",
        "rather than",
    )
)
_WHOLE_PHRASES = _by_first_word(
    (
        "ad hoc",
        "all but",
        "anything but",
        "as if",
        "as though",
        "at all",
        "back and forth",
        "civil war",
        "de facto",
        "each other",
        "ever since",
        "far cry",
        "far from",
        "further notice",
        "here and there",
        "high school",
        "in and out",
        "in case",
        "in front of",
        "in spite of",
        "more or less",
        "next door",
        "next to",
        "no longer",
        "no matter",
        "nothing but",
        "now and again",
        "now and then",
        "now that",
        "on top of",
        "one another",
        "other than",
        "per cent",
        "prime minister",
        "real estate",
        "right away",
        "so far",
        "sooner or later",
        "straight away",
        "up and down",
        "vice president",
        "vice versa",
        "world war",
    )
)
_FRACTIONS = frozenset(
    "third thirds quarter quarters fourth fourths fifth fifths sixth sixths seventh sevenths eighth eighths ninth "
    "ninths tenth tenths".split()
)
PERCENT = frozenset("% cent percent".split())
_FROM_THEN = frozenset("after ago before earlier later".split())
_TIMES = frozenset("century day decade fortnight hour minute month second week weekend year".split())
"""Lemmas of what time is measured in."""

_COUNTED_BY = _TIMES | frozenset(
    "acre barrel gallon head kilo kilogram kilometer kilometre mile night ounce person pound share".split()
)
"""Lemmas of what a number may be *a* or *per*."""

_PER = frozenset("a an each every per".split())
_HOW_OFTEN = frozenset("once times twice".split())
_NEAR_A_RATE = 4
"""Words before *a week* within which its number stands."""

_YEAR = re.compile("(?:1[5-9]|20)[0-9][0-9]")
"""Not a part of a ratio: *one in 1998 and another in 2004*."""

_LONGEST = 16
"""Digits of what is read as a number, at most."""

_LIMITS = frozenset("above aged below over under".split())
_THE_AGE_OF = ("the", "age", "of")


def both_ways(first: int, second: int) -> tuple[Link, Link]:
    """Return the links by which two words stand or fall together."""
    return Link(first, second), Link(second, first)


def clitic(parse: Parsed) -> Iterator[Link]:
    """A clitic leans on the word before it."""
    for place, word in enumerate(parse.words):
        if place and (word in VERB_CLITICS or (word in GENITIVES and parse.tags[place] == "VBZ")):
            yield Link(place - 1, place)


def comparison(parse: Parsed) -> Iterator[Link]:
    """*than* needs what is more or less, and what follows needs *than*; so does a number the other way."""
    words = parse.words
    for place in range(1, len(words)):
        if words[place] == "than" and words[place - 1] in _COMPARED:
            yield Link(place - 1, place)
            if place + 1 < len(words):
                yield Link(place, place + 1)
                if begins_number(parse, place + 1):
                    yield Link(place + 1, place)


def multiplied_number(parse: Parsed) -> Iterator[Link]:
    """What multiplies a number stays only with it: *several hundred*; for *more than a hundred* see `comparison`."""
    for place, word in enumerate(parse.words):
        if place and word in _MULTIPLIERS and parse.words[place - 1] != "than":
            yield Link(place - 1, place)


def parts_of_number(parse: Parsed) -> Iterator[Link]:
    """The words of one number stand or fall together: *two hundred and fifty thousand*, *a hundred and fifty*."""
    words = ["one" if word in _ONE else word for word in parse.words]
    place = 0
    while place < len(parse):
        end = end_of_number(words, place)
        if end - place > 1 and value_of(words[place:end]) is not None:
            for first, second in pairwise(range(place, end)):
                yield from both_ways(first, second)
        place = max(end, place + 1)


def time_of_day(parse: Parsed) -> Iterator[Link]:
    """An hour and its half of the day stand or fall together."""
    for place, word in enumerate(parse.words):
        if place and word in HALVES_OF_DAY and parse.words[place - 1][:1].isdigit():
            yield from both_ways(place - 1, place)


def amount_of_money(parse: Parsed) -> Iterator[Link]:
    """The parts of an amount stand or fall together."""
    for place in joined_places(parse.forms):
        yield from both_ways(place, place + 1)


def _phrases_in(parse: Parsed, phrases: _ByFirstWord) -> Iterator[tuple[int, int]]:
    """Yield the first position of each phrase that is among some, and the position after it."""
    for start, word in enumerate(parse.words):
        for phrase in phrases.get(word, ()):
            end = start + len(phrase)
            if tuple(parse.words[start:end]) == phrase:
                yield start, end


def set_phrase(parse: Parsed) -> Iterator[Link]:
    """Small words that stand or fall together."""
    for start, end in _phrases_in(parse, _SET_PHRASES):
        for first, second in pairwise(range(start, end)):
            yield from both_ways(first, second)


def whole_phrase(parse: Parsed) -> Iterator[Link]:
    """Words that say something else apart."""
    for start, end in _phrases_in(parse, _WHOLE_PHRASES):
        for first, second in pairwise(range(start, end)):
            yield from both_ways(first, second)


def list_numbers(parse: Parsed) -> Iterator[Link]:
    """The numbers of a list within a sentence stand or fall together: *1. that it is old, 2. that it is dear*."""
    places = [place for place, tag in enumerate(parse.tags) if tag == "LS"]
    for first, second in pairwise(places):
        yield from both_ways(first, second)


def bound(parse: Parsed) -> Iterator[Link]:
    """A number needs what bounds it, and the bound the number."""
    for start, end in _phrases_in(parse, _BOUNDS):
        if end < len(parse) and begins_number(parse, end):
            for first, second in pairwise(range(start, end + 1)):
                yield from both_ways(first, second)


def limiting_number(parse: Parsed) -> Iterator[Link]:
    """Children under three are not all children, and three are none."""
    for place in range(1, len(parse) - 1):
        if parse.words[place] not in _LIMITS or not parse.tags[place - 1].startswith("NN"):
            continue
        number = _number_after(parse, place)
        if number is not None:
            yield Link(number, place - 1, first=place)
            yield Link(place - 1, place)
            yield from both_ways(place, number)


def _number_after(parse: Parsed, limit: int) -> int | None:
    """Return the position of the number after *under* or *under the age of*, if there is one."""
    is_age = tuple(parse.words[limit + 1 : limit + 4]) == _THE_AGE_OF
    number = limit + 4 if is_age else limit + 1
    return number if number < len(parse) and begins_number(parse, number) else None


def fraction(parse: Parsed) -> Iterator[Link]:
    """The two words of a fraction stand or fall together: *a third of*, *three quarters of*, *nine per cent*."""
    for place in range(1, len(parse) - 1):
        is_part = parse.words[place] in _FRACTIONS and parse.words[place + 1] == "of"
        is_one = is_part and parse.words[place - 1] in _ONE
        number = place - 2 if place > 1 and parse.words[place - 1] == "per" else place - 1
        is_counted = (is_part or parse.words[place] in PERCENT) and parse.tags[number] == "CD"
        if is_one or is_counted:
            yield from both_ways(number, place)


def distance_in_time(parse: Parsed) -> Iterator[Link]:
    """What happens two days before something does not take two days."""
    for place in range(len(parse) - 1):
        if parse.words[place + 1] in _FROM_THEN and parse.lemmas[place] in _TIMES:
            yield Link(place + 1, place)


def rate(parse: Parsed) -> Iterator[Link]:
    """What happens five times a week does not happen five times, and nothing costs ninepence that costs it a minute."""
    for unit in range(2, len(parse)):
        is_later = parse.words[unit + 1 : unit + 2] and parse.words[unit + 1] in _FROM_THEN
        if parse.words[unit - 1] in _PER and parse.lemmas[unit] in _COUNTED_BY and not is_later:
            number = _rated_number(parse, unit - 2)
            if number is not None:
                yield Link(unit, number, first=unit - 1)
                yield Link(number, unit)


def _rated_number(parse: Parsed, last: int) -> int | None:
    """Return the position of the number in the noun phrase that ends at a position, if there is one near."""
    for place in range(last, max(-1, last - _NEAR_A_RATE), -1):
        if parse.tags[place] == "CD" or parse.words[place] in _HOW_OFTEN:
            return place
        if not parse.tags[place].startswith(("JJ", "NN")) and parse.words[place] != "of":
            return None
    return None


def ratio(parse: Parsed) -> Iterator[Link]:
    """The two numbers of a ratio stand or fall together: *one in four*, *three out of every five*.

    The latter may become *three of five*. What is counted needs them: one in four households is not the households.
    """
    for joint in range(1, len(parse) - 1):
        word = parse.words[joint]
        is_out_of = word == "of" and parse.words[joint - 1] == "out"
        first = joint - 2 if is_out_of else joint - 1
        second = joint + 2 if parse.words[joint + 1] == "every" else joint + 1
        if (is_out_of or word == "in") and first >= 0 and second < len(parse):
            counted = _counted(parse, first, second)
            is_year = counted is None and _YEAR.fullmatch(parse.forms[second])
            if not is_year and _is_part(parse, first, second):
                yield from (*both_ways(first, joint), *both_ways(joint, second))
                if counted is not None and parse.lemmas[counted] not in _TIMES:  # three in ten days are three
                    yield Link(first, counted)


def _counted(parse: Parsed, first: int, second: int) -> int | None:
    """Return the noun after two numbers that either of them counts, if there is one."""
    for noun in range(second + 1, len(parse.heads)):
        if parse.tags[noun] not in ("CD", "JJ", "NN", "NNP"):
            is_tied = parse.heads[noun] in (first, second) or noun in (parse.heads[first], parse.heads[second])
            return noun if parse.tags[noun].startswith("NN") and is_tied else None
    return None


def _is_part(parse: Parsed, first: int, second: int) -> bool:
    """Return whether one number is below another: *400 in 10 days* is no ratio."""
    if not parse.tags[first] == parse.tags[second] == "CD":
        return False
    part, whole = _value(parse.words[first]), _value(parse.words[second])
    return part is not None and whole is not None and part < whole


def _value(word: str) -> int | None:
    digits = word.replace(",", "")
    return int(digits) if digits.isdecimal() and len(digits) < _LONGEST else value_of([word])


def begins_number(parse: Parsed, place: int) -> bool:
    """Return whether a word is a number, or the sign of a currency before one."""
    return is_number(parse.forms[place], parse.tags[place]) or is_currency_sign(parse.forms[place])


_SUBJECTS = ("nsubj", "csubj", "expl")
_ASIDES = frozenset("advcl advmod obl parataxis".split())
_OPENING_MARKS = frozenset(", ; : ( [ { “ ‘ – — -".split())
_QUOTES_END = frozenset("” '' \"".split())
_CLOSING_MARKS = frozenset(", ; : . ! ? ) ] } ”".split())


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


def comma_of_list(parse: Parsed) -> Iterator[Link]:
    """The comma before *and* is for lists of three: *apples, pears, and plums*, but *apples and plums*."""
    for conjunction, last in parse.arcs("cc"):
        comma, first = conjunction - 1, parse.heads[last]
        if parse.relations[last] != "conj" or parse.tags[comma] != "," or not 0 <= first < comma:
            continue
        has_subject = any(parse.relations[child].startswith(_SUBJECTS) for child in parse.children[last])
        middle = [child for child in parse.children[first] if parse.relations[child] == "conj" and child < comma]
        commas = [place for place in range(first + 1, comma) if parse.tags[place] == ","]
        if len(middle) == len(commas) == 1 and not has_subject:
            yield Link(commas[0], comma, last=comma - 1)  # the middle goes with the comma before it
            yield Link(comma, conjunction, since=commas[0], first=commas[0] + 1)  # or with the one after it


def final_mark(parse: Parsed) -> Iterator[Link]:
    """A sentence ends with its mark, unless an abbreviation ends it with its own stop."""
    last = len(parse) - 1
    if last < 1 or not is_stop(parse.forms[last]):
        return
    start = 0
    for place, form in enumerate(parse.forms):
        if place == last or brings_stop(form):
            if start < place:
                yield Link(last, start, first=place)
            start = place + 1


def pair_of_marks(parse: Parsed) -> Iterator[Link]:
    """Brackets and quotation marks stand or fall together."""
    for first, second in paired_marks(parse.forms, parse.tags):
        yield from both_ways(first, second)


def label_colon(parse: Parsed) -> Iterator[Link]:
    """A speaker's label needs its colon."""
    label = speaker_label(parse.forms)
    if label:
        yield Link(label[-1], 0)


def first_mark(parse: Parsed) -> Iterator[Link]:
    """No answer begins with a comma or a full stop."""
    return (Link(0, place, first=0, last=place - 1) for place in _closing_marks(parse.forms) if place)


def meeting_marks(parse: Parsed) -> Iterator[Link]:
    """Something must stay between two marks, such as a comma and the full stop."""
    words = parse.forms
    opening = [place for place, word in enumerate(words) if word in _OPENING_MARKS or _ends_itself(words, place)]
    for second in _closing_marks(words):
        for first in opening:
            if first + 1 < second:
                yield Link(second - 1, second, since=first, first=first + 1, last=second - 1)


def _closing_marks(words: Sequence[str]) -> list[int]:
    return [place for place, word in enumerate(words) if word in _CLOSING_MARKS or is_stop(word)]


def _ends_itself(words: Sequence[str], place: int) -> bool:
    """Return whether a word brings its own full stop or a quotation its own comma, so that no other may follow."""
    is_quoted = place > 0 and words[place] in _QUOTES_END and words[place - 1] in _CLOSING_MARKS
    return is_quoted or brings_stop(words[place])
