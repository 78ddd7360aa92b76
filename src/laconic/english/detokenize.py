"""Writing tokens as natural English: spaces, quotes, contractions, articles, and the first capital.

Every mark has a convention: it clings to the word on its left (``,`` ``)`` ``%`` ``'s``), to the word on
its right (``(`` ``$``), or to neither. A space stands between two tokens unless one clings to the other.
Straight quotes open and close in turn. Where the original text is known it decides first: tokens that
stay neighbours keep what stood between them, and a mark clings only if it did so there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from operator import ge
from typing import NamedTuple

from laconic.english.amounts import is_currency_sign
from laconic.english.articles import agreeing_articles
from laconic.english.contractions import APOSTROPHE, CLITIC_ENDINGS, SPLIT_WORDS
from laconic.english.final_stops import with_final_stop
from laconic.english.marks import CLOSING_BRACKETS, OPENING_BRACKETS, PENN_BRACKETS, SEPARATORS
from laconic.english.questions import still_asks
from laconic.errors import UsageError
from laconic.text import Sentence

_SPLIT_WORD = re.compile("|".join(f"(?:{first}) (?:{second})" for first, second in SPLIT_WORDS.items()), re.IGNORECASE)
_SECOND_PARTS = frozenset("|".join(SPLIT_WORDS.values()).split("|"))
_CLITIC = re.compile(rf"(?:n{APOSTROPHE}t|{APOSTROPHE}(?:{CLITIC_ENDINGS}))", re.IGNORECASE)
_STOPS = re.compile(r"[.?!…]+")

# The forms the Penn Treebank gives to brackets and quotes, to slashes and to asterisks.
_ESCAPE = re.compile(r"\\([/*])")
_PENN = {
    **PENN_BRACKETS,
    "``": '"',
    "''": '"',
    "`": "'",
}
_OPENING = OPENING_BRACKETS | {"“", "‘", "«", "„", "¿", "¡", "``", "`"}
_CLOSING = CLOSING_BRACKETS | SEPARATORS | {"”", "’", "»", "''", "’’", "%", "‰", "°", "™", "®"}
_ANGLES = {"<": ">", "<<": ">>"}
_QUOTES = {'"': '"', "``": '"', "''": '"', "'": "'", "`": "'"}
_NO_OWNERS = frozenset(
    "adds as asks calls does has his is its means reads replies says this thinks thus was writes".split()
)
_SPEECH = frozenset(
    "added adds answered asked asks declared read reads replied said say says told wrote writes".split()
)

# A word that may begin a sentence with a capital: not iPhone, e-mail addresses or clitics.
_WORD = re.compile(r"[^\W\d_A-Z](?:[^\W\d_A-Z]|[-'’.](?=[^\W\d_A-Z]))*[.]?")


class _Cling(NamedTuple):
    """Whether a token clings to the one before it and to the one after it."""

    left: bool
    right: bool


_FREE = _Cling(left=False, right=False)
_TO_LEFT = _Cling(left=True, right=False)
_TO_RIGHT = _Cling(left=False, right=True)
_BOTH = _Cling(left=True, right=True)


def join_words(words: Sequence[str]) -> str:
    """Write bare tokens as English; quotes and brackets in Penn form become themselves again.

    >>> join_words(["``", "It", "ca", "n't", "cost", "$", "5", "-LRB-", "or", "6", "%", "-RRB-", "!", "''"])
    '"It can\\'t cost $5 (or 6%)!"'
    """
    clings = list(_clings(words))
    pieces = [_PENN.get(word) or (_ESCAPE.sub(r"\1", word) if "\\" in word else word) for word in words]
    for place in range(1, len(words)):
        together = clings[place - 1].right or clings[place].left or _is_split_word(words[place - 1], words[place])
        if not together:
            pieces[place] = " " + pieces[place]
    return "".join(pieces)


def cut(sentence: Sentence, kept: Sequence[int], *, with_agreement: bool = True) -> str:
    """Return the text that is left when only the tokens at these positions are kept.

    Every kept token is written, in its original spelling, and nothing else but white space. Only four kinds
    of tokens change: the first takes over the capital of a sentence whose beginning is gone, an article that another
    word follows now agrees with it, so that *an old car* becomes *a car*, a final question mark becomes a full stop if
    all that asked is gone, and the last takes over the full stop of an abbreviation that ended the sentence.

    Args:
        sentence: what is shortened; if its tokens were given separated by spaces, so is the result.
        kept: positions of tokens, ascending, counted from 0.
        with_agreement: whether articles agree with what follows them, and the final mark with the sentence.

    Raises:
        UsageError: the positions are not ascending or not all in the sentence.
    """
    if any(map(ge, (-1, *kept), (*kept, len(sentence)))):
        raise UsageError(
            f"the kept positions must be in ascending order and between 0 and {len(sentence) - 1}: {list(kept)}."
        )
    if sentence.is_located and len(kept) == len(sentence):
        return sentence.text
    if sentence.pretokenized:
        return " ".join(sentence.tokens[position].text for position in kept)
    if sentence.is_located:
        written = zip(_gaps(sentence, kept), _words(sentence, kept, with_agreement), strict=True)
        return "".join(chain.from_iterable(written))
    return join_words(_words(sentence, kept, with_agreement))


def pieces(sentence: Sentence, kept: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield for each kept token of a located sentence what to write before it, and how to write it.

    Args:
        sentence: what is shortened; every token's place must be known.
        kept: positions of tokens, ascending, counted from 0.
    """
    yield from zip(_gaps(sentence, kept), _words(sentence, kept), strict=True)


def _words(sentence: Sentence, kept: Sequence[int], with_agreement: bool = True) -> list[str]:
    words = [sentence.words[position] for position in kept]
    if with_agreement:
        for place, article in agreeing_articles(sentence, words, kept).items():
            words[place] = article
    if with_agreement and words[-1:] == ["?"] and not still_asks(sentence, kept):
        words[-1] = "."
    _move_capital(sentence, kept, words)
    return with_final_stop(sentence, kept, words) if with_agreement else words


def _gaps(sentence: Sentence, kept: Sequence[int]) -> list[str]:
    """Return what to write before each kept token of a located sentence."""
    between = sentence.between
    clings = _clings_in_text(sentence.words, between)
    gaps = ["" for _ in kept[:1]]
    for previous, position in pairwise(kept):
        if previous + 1 == position:
            gaps.append(between[previous])
        else:
            gaps.append("" if clings[previous].right or clings[position].left else " ")
    return gaps


@lru_cache(maxsize=64)
def _clings_in_text(words: tuple[str, ...], between: tuple[str, ...]) -> tuple[_Cling, ...]:
    """Return what each token of a located sentence clings to: many answers to one sentence are written."""
    return tuple(_clings(words, [not gap for gap in between]))


def _clings(words: Sequence[str], touching: Sequence[bool] | None = None) -> Iterator[_Cling]:
    """Yield for each token what it clings to, by convention, or as it did where that is known.

    Args:
        words: the tokens of a sentence.
        touching: for each token but the last, whether the next one followed without a space.
    """
    quotes = _Quotes(words, touching)
    vocabulary = frozenset(words)
    for place, word in enumerate(words):
        if word.isalnum():
            yield _FREE
            continue
        if word in _QUOTES:
            cling = _TO_RIGHT if quotes.opens(place) else _TO_LEFT
        else:
            cling = _convention(words, place, vocabulary)
        if touching is not None:
            touches = _touches(touching, place)
            is_other_mark = cling == _FREE and not any(character.isalnum() for character in word)
            cling = touches if is_other_mark else _Cling(cling.left and touches.left, cling.right and touches.right)
        yield cling


def _touches(touching: Sequence[bool], place: int) -> _Cling:
    """Tell on which sides a token of the original text had no space."""
    return _Cling(left=place > 0 and touching[place - 1], right=place < len(touching) and touching[place])


def _convention(words: Sequence[str], place: int, vocabulary: frozenset[str]) -> _Cling:
    """Return what a token that is not a quote clings to in well-set English."""
    word = words[place]
    following = words[place + 1][:1] if place + 1 < len(words) else ""
    if word == "(" and place and tuple(words[place + 1 : place + 3]) == ("s", ")"):
        return _BOTH  # the plural of account(s)
    if word in _OPENING or is_currency_sign(word) or (word == "#" and following.isdecimal()):
        return _TO_RIGHT
    if word in _CLOSING or _STOPS.fullmatch(word) or _CLITIC.fullmatch(word):
        return _TO_LEFT
    if word == "–" and following.isdecimal() and place and words[place - 1][-1:].isdecimal():
        return _BOTH
    for opening, closing in _ANGLES.items():
        if word in (opening, closing) and opening in vocabulary and closing in vocabulary:
            return _TO_RIGHT if word == opening else _TO_LEFT
    return _FREE


class _Quotes:
    """Tells opening from closing marks where one character serves as both, read from left to right."""

    def __init__(self, words: Sequence[str], touching: Sequence[bool] | None) -> None:
        self._words = words
        self._touching = touching
        self._is_open = {'"': False, "'": False}
        self._last_single = max((place for place, word in enumerate(words) if word == "'"), default=-1)
        self._last_double = max((place for place, word in enumerate(words) if word == '"'), default=-1)

    def opens(self, place: int) -> bool:
        """Return whether the mark at this place opens a quotation; places are asked for in order."""
        kind = _QUOTES[self._words[place]]
        opens = self._guess(place)
        if opens or not self._is_possessive(place):
            self._is_open[kind] = opens
        return opens

    def _guess(self, place: int) -> bool:
        word = self._words[place]
        if self._touching is not None:
            touches = _touches(self._touching, place)
            if touches.left != touches.right:
                return touches.right
        if word in ("``", "`", "''"):
            return word != "''"
        if self._is_open[word] or place == len(self._words) - 1:
            return False
        if word == '"':
            return place < self._last_double or not self._follows_quoted_words(place)
        return place == 0 or (not self._is_possessive(place) and place < self._last_single)

    def _follows_quoted_words(self, place: int) -> bool:
        """Return whether a mark comes after a stop or comma that no verb of speech introduces."""
        if place < 2 or self._words[place - 1] not in (",", ".", "!", "?"):
            return False
        return self._words[place - 2].lower() not in _SPEECH

    def _is_possessive(self, place: int) -> bool:
        """Return whether this is the apostrophe of ``dogs'``; the last one may have a quotation to close."""
        if self._words[place] != "'" or place == 0 or (self._is_open["'"] and place == self._last_single):
            return False
        owner = self._words[place - 1]
        return owner[-1:] in ("s", "S") and owner.lower() not in _NO_OWNERS


def _is_split_word(first: str, second: str) -> bool:
    return second.lower() in _SECOND_PARTS and _SPLIT_WORD.fullmatch(f"{first} {second}") is not None


def _move_capital(sentence: Sentence, kept: Sequence[int], words: list[str]) -> None:
    """Give the first kept word the capital that the sentence began with, unless it needs none."""
    first = next((place for place, token in enumerate(sentence.tokens) if _has_letter(token.text)), None)
    if first is None or first in kept or not sentence.tokens[first].text[0].isupper():
        return
    place = next((place for place, word in enumerate(words) if any(map(str.isalnum, word))), None)
    if place is not None and _WORD.fullmatch(words[place]) and not _CLITIC.fullmatch(words[place]):
        words[place] = words[place][0].title() + words[place][1:]


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))
