"""Numbers, with the signs, units and dates without which they mean nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from laconic.text import Sentence

POWERS = frozenset("hundred thousand million billion trillion".split())
"""Numbers that multiply the one before them."""

HALVES_OF_DAY = frozenset("a.m. am p.m. pm".split())
"""Abbreviations that distinguish morning from evening."""

UNITS = frozenset(
    "% cent day degree dollar euro foot gallon hour inch kilogram kilometre km kg litre metre mile minute month pence "
    "penny percent pound second tonne ton week year".split()
)
"""Lemmas of units that a number stands before; without it they say another amount."""

_CARDINALS = (
    "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundreds thousands millions billions trillions dozens half quarters bn mn tn"
)
_ORDINALS = (
    "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
    "seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth "
    "hundredth thousandth millionth thirds fourths fifths sixths sevenths eighths ninths tenths hundredths"
)
ORDINALS = frozenset(f"first second last next {_ORDINALS}".split())
_SPELLED = POWERS | {"dozen"} | frozenset(f"{_CARDINALS} {_ORDINALS}".split())
_ADJECTIVES = frozenset(["first", "second"])
"""Ordinals that are other words too: they count as numbers where they are adjectives."""

_ROMAN = re.compile(r"(?=[IVXLCDM]{2})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_COMPOUND = re.compile(r"[-‐‑/]")

_BEFORE = re.compile(
    r"[A-Z]{0,3}[$£€¥₹₽₩₪₿]|(?:USD|EUR|GBP|JPY|CHF|CNY|INR|Rs[.]?)|[#№±~≈<>≤≥+−-]|[Nn]os?[.]|minus|plus"
)
_AFTER = re.compile(
    r"[%‰°′″]|°[CF]|percent|percentage|pct|(?:USD|EUR|GBP|JPY|CHF|CNY|INR)|[€£$¥¢]"
    r"|dollars?|euros?|pounds?|cents?|pence|yen|yuan|rupees?|roubles?|rubles?|francs?|crowns?|pesos?|won"
    r"|[ap][.]?m[.]?|o'clock|o’clock|BCE?|CE|AD|B[.]C[.]|A[.]D[.]"
    r"|[kcmμµn]?m|[kmμµ]?g|[mcd]?l|[kmgtp]i?b|[kmg]?hz|[kmg]?w|[kmg]?wh|[km]?v|ft|in|yd|mi|lbs?|oz|[mk]ph|km/h|mbps"
    r"|(?:kilo|centi|milli)?(?:metres?|meters?|grams?|grammes?|litres?|liters?)|tonn?es?|tons?|miles?|feet|foot|inch(?:es)?"
    r"|yards?|acres?|hectares?|ounces?|gallons?|degrees?|(?:giga|mega|kilo|tera)?(?:bytes?|bits?|watts?|hertz)"
    r"|seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|secs?|mins?|hrs?|yrs?",
    re.IGNORECASE,
)
_NEVER_UNITS = frozenset(["in", "am", "mi", "won"])
"""Units that are common words: they count only without a space before them."""

_JOINERS = frozenset("- – — / : x × * to and or by through till until , . ' ′ ° of a the".split())
_MONTH = re.compile(
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)[.]?",
    re.IGNORECASE,
)
_MOST_JOINERS = 2


def number_positions(sentence: Sentence) -> set[int]:
    """Return the positions of numbers, of their signs, currencies and units, and of what makes them one.

    Ranges (*5 to 10*), fractions (*two and a half*) and dates (*3 March, 1999*) are held as a whole.
    """
    words = sentence.words
    numbers = {place for place, token in enumerate(sentence.tokens) if is_number(token.text, token.tag)}
    held = set(numbers)
    for place in numbers:
        held.update(_months(words, place))
    held.update(_joined(words, held))
    for place in sorted(numbers):
        held.update(_signs(sentence, place))
    return held


def is_number(word: str, tag: str = "") -> bool:
    """Return whether a word is a number: by its tag, with digits, spelled out, or Roman.

    >>> [is_number(word) for word in ("3.5", "B2B", "twenty-one", "XIV", "one", "½")]
    [True, True, True, True, False, True]
    """
    if tag == "CD" or any(character.isnumeric() for character in word):
        return True
    folded = word.casefold()
    if folded in _ADJECTIVES:
        return tag == "JJ"
    return _ROMAN.fullmatch(word) is not None or any(part in _SPELLED for part in _COMPOUND.split(folded))


def _signs(sentence: Sentence, place: int) -> Iterator[int]:
    """Yield the positions of the signs and units beside a number."""
    words = sentence.words
    if place and _BEFORE.fullmatch(words[place - 1]):
        yield place - 1
    after = place + 1
    if after < len(words) and words[after] in "-‐–" and after + 1 < len(words) and _AFTER.fullmatch(words[after + 1]):
        after += 1  # 5 - km
    if tuple(word.casefold() for word in words[after : after + 2]) == ("per", "cent"):
        yield from (after, after + 1)
    while after < len(words) and _AFTER.fullmatch(words[after]):
        if words[after].casefold() in _NEVER_UNITS and not _touches(sentence, after):
            break
        yield from range(place + 1, after + 1)
        after += 1
        if not re.fullmatch("[°′″]", words[after - 1]):
            break
    if after < len(words) and after > place + 1 and words[after - 1] == "°" and words[after] in ("C", "F"):
        yield after


def _touches(sentence: Sentence, place: int) -> bool:
    tokens = sentence.tokens
    return sentence.is_located and tokens[place].start == tokens[place - 1].end


def _months(words: Sequence[str], place: int) -> Iterator[int]:
    """Yield the position of a month beside a number."""
    for other in (place - 1, place + 1, place - 2, place + 2):
        if 0 <= other < len(words) and _MONTH.fullmatch(words[other]) and words[other][0].isupper():
            between = words[min(other, place) + 1 : max(other, place)]
            if all(word.casefold() in ("of", ",", "the", ".") for word in between):
                yield other


def _joined(words: Sequence[str], held: set[int]) -> Iterator[int]:
    """Yield the positions of the few words that join one number to the next."""
    ordered = sorted(held)
    for first, second in pairwise(ordered):
        between = words[first + 1 : second]
        if between and len(between) <= _MOST_JOINERS and all(word.casefold() in _JOINERS for word in between):
            yield from range(first + 1, second)
