"""*a* or *an*: which of the two suits the sound of the next word, in British English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from laconic.english.function_words import INDEFINITE_ARTICLES
from laconic.text import Sentence

_LONGEST_ARTICLE = max(map(len, INDEFINITE_ARTICLES))
_ARTICLE_TAGS = frozenset(["", "DT"])
"""What an article is tagged as; an untagged *a* is taken for one."""

_MARK = re.compile(r"[\W_]+|-[LR][CRS]B-")

# Written vowels that sound like *you* or *won*: a European, a union, a one-way street.
_SOUNDS_CONSONANT = re.compile(
    r"e[uw]|one(?!rous|ir)|once|oui|u(?:b[ei]|e|fo|gan|k|lys|nanim|nesco|r[aeiou]|s[aeiu]|t[aeior]|v|$)"
    r"|us(?:b|da|mc|sr)|uni(?![dm]|nc|nd|nf|nh|ni|nj|nk|ns|nt|nv|ll|ss)"
)
_SOUNDS_VOWEL = re.compile(r"[aeiou]|honest|honou?r|hour(?!i)|heir|nth|x[^aeiouhy]|y[bdglpstv]")
_SOUNDS_VOWEL_NAME = frozenset("AEFHILMNORSX")
"""Letters whose names begin with a vowel."""

_SPOKEN = frozenset("FTSE LAN MAC NAS RAM ROM SIM SCUBA SLAPP SMART SNAP SPAC START STEM SWAT SWOT".split())
_ABBREVIATION = re.compile(r"[A-Z]|[A-Z]{2,}s?|[A-Z]\..*|[A-Z]+\d.*")
_READABLE = re.compile(r"(?!U[^AEIOU]{3})(?=[A-Z]{4})[^AEIOU]?[AEIOU][A-Z]+(?<![^AEIOUHLMNRSWY]{2})s?")
"""Four capitals or more that can be read as a word, such as *NATO*, but not *NAACP*."""

_NUMBER = re.compile(r"(\d+)(,\d{3})?")
_WORD_BREAK = re.compile(r"[-‐‑–—/]")


def article_before(word: str) -> str | None:
    """Return *a* or *an*, whichever is said before a word, or None if its spelling does not show which.

    >>> [article_before(word) for word in "car apple hour union European FBI UN NATO 8 11,000 1,100 x-ray".split()]
    ['a', 'an', 'an', 'a', 'a', 'an', 'a', 'a', 'an', 'an', 'a', 'an']
    """
    start = next((place for place, character in enumerate(word) if character.isalnum()), len(word))
    plain = unicodedata.normalize("NFKD", word[start:])
    if not plain or not plain[0].isascii():
        return None
    if number := _NUMBER.match(plain):
        return "an" if _is_eight_or_so(number[1], is_grouped=bool(number[2])) else "a"
    first = _WORD_BREAK.split(plain)[0]
    return "an" if (_begins_with_vowel_name(first) if _is_spelled_out(first) else _begins_with_vowel(plain)) else "a"


def _is_eight_or_so(digits: str, *, is_grouped: bool) -> bool:
    """Return whether a number is read as *eight…* or *eleven*; 1850 has eighteen hundreds, 1,850 one thousand."""
    if digits[0] == "8":
        return True
    leading = 2 if len(digits) == 4 and not is_grouped else (len(digits) - 1) % 3 + 1
    return digits[:leading] in ("11", "18")


def _is_spelled_out(word: str) -> bool:
    """Return whether a word is read by the names of its letters."""
    if len(word) == 1:
        return True
    return bool(_ABBREVIATION.fullmatch(word)) and word not in _SPOKEN and not _READABLE.fullmatch(word)


def _begins_with_vowel_name(word: str) -> bool:
    return word[0].upper() in _SOUNDS_VOWEL_NAME


def _begins_with_vowel(word: str) -> bool:
    lower = word.lower()
    return _SOUNDS_VOWEL.match(lower) is not None and _SOUNDS_CONSONANT.match(lower) is None


def agreeing_articles(source: Sentence, words: Sequence[str], origins: Sequence[int | None]) -> dict[int, str]:
    """Return how to write the articles of a shortened sentence that another word follows than before.

    An article that still stands before the same word is left alone, whatever it is: *an historic day* stays so.

    Args:
        source: the sentence before.
        words: the words it has now.
        origins: for each of them its position in the source, or None for a new word.

    Returns:
        the other spelling of each article that needs one, by its place among the words.

    >>> sentence = Sentence.from_words("It is an old car".split())
    >>> agreeing_articles(sentence, ["It", "is", "an", "car"], [0, 1, 2, 4])
    {2: 'a'}
    """
    found = {}
    for place, word in enumerate(words):
        if (
            len(word) > _LONGEST_ARTICLE
            or word.lower() not in INDEFINITE_ARTICLES
            or not _is_article(source, origins[place])
        ):
            continue
        following = _next_word(words, place)
        if following is None or _is_as_before(source, origins[place], origins[following]):
            continue
        is_shouted = source.text.isupper() and len(source) > 1
        wanted = article_before(words[following].lower() if is_shouted else words[following])
        if wanted is not None and wanted != word.lower():
            found[place] = wanted.upper() if is_shouted else wanted.capitalize() if word[0] == "A" else wanted
    return found


def _is_article(source: Sentence, origin: int | None) -> bool:
    return origin is None or source.tokens[origin].tag in _ARTICLE_TAGS


def _is_as_before(source: Sentence, article: int | None, following: int | None) -> bool:
    """Return whether an article and the word that follows it did so in the source."""
    return article is not None and following is not None and _next_word(source.words, article) == following


def _next_word(words: Sequence[str], place: int) -> int | None:
    """Return the place of the word after another, marks passed over."""
    following = range(place + 1, len(words))
    return next((other for other in following if not _MARK.fullmatch(words[other])), None)
