"""Where sentences begin and end in a document.

Two questions are asked. Which lines belong together? A blank line ends a paragraph, and so a sentence. A
single line end does too, unless the line was wrapped: the next line's first word would not have fitted
within the paragraph's width. Items of a list are never joined. And within such a passage, which stops end
a sentence? Those that are followed by what can begin one and do not belong to an abbreviation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from laconic.english.abbreviations import ABBREVIATIONS, CAPITALISED_ONLY, CONTINUED, TITLES
from laconic.english.function_words import SENTENCE_STARTERS

# Nobody wraps lines narrower or wider than this; such lines are verses, table cells or whole paragraphs.
_NARROWEST_WRAP = 40
_WIDEST_WRAP = 140

_LINE = re.compile(r"[^\n\r\x0b\x0c\x85\u2028\u2029]++")
_LINE_ENDS = ("\n", "\r\n", "\r")
_LIST_ITEM = re.compile(r"\s*(?:[-*•‣◦·–—]|[(]?(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})[.)]|[#]{1,6})\s")

_OPENERS = "\"'“‘«„([{`*_¿¡"
_CLOSERS = r"\"'”’»)\]}*_"
# A stop must be followed by white space, unless the writer forgot it before a capitalised word. Looking
# behind keeps a long row of stops from being read again from each of its stops.
# A reference or an emoticon after the stop still belongs to the sentence.
_AFTERTHOUGHT = r"(?:\s?\[(?:\d{1,4}|[a-z ]{1,30})\]|\s?[:;=]-?[()DP](?=\s))*+"
_STOP = re.compile(
    rf"""
    (?<![.!?…])(?<![.!?…][ ]) (?P<marks>[.!?…](?:[ ]?[.!?…])*+) (?P<closers>[{_CLOSERS}]*+) {_AFTERTHOUGHT} (?=\s)
  | (?<=[a-z][a-z]) (?P<glued>[.!?…]++) (?=[A-Z][a-z]*+[\s,'’])(?!Com|Net|Org)
  | [。！？]++[{_CLOSERS}」』]*+
    """,
    re.VERBOSE,
)
_NEXT_WORD = re.compile(rf"\s*[{re.escape(_OPENERS)}]*+(\S?\w*+)")

_LONGEST_ABBREVIATION = 20
_ACRONYM = re.compile(r"[A-Za-z](?:[.][A-Za-z])*+|Ph[.]D|[BM][.]Sc")
_NUMBERING = re.compile(
    r"\s*[(*]?(?:(?:Figure|Fig[.]|Table|Listing|Chapter|Section|Part)[ ])?(?:\d++(?:[.]\d++)*+|[A-Za-z])"
)
_LONGEST_NUMBERING = 40
_NEVER_FINAL = TITLES | CONTINUED | {"e.g", "i.e", "n.b", "p.s"}
_NAMES_WITH_A_MARK = frozenset(["Yahoo!", "Jeopardy!"])


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return the start and end of every sentence, without the white space around it.

    >>> text = "Dr. Lee came. She left at 5 p.m. on foot."
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['Dr. Lee came.', 'She left at 5 p.m. on foot.']
    """
    sentences = []
    for start, end in _passages(text):
        begin = start
        for stop in (*_stops(text, start, end), end):
            sentence = text[begin:stop]
            if sentence and not sentence.isspace():
                indent = len(sentence) - len(sentence.lstrip())
                sentences.append((begin + indent, begin + len(sentence.rstrip())))
            begin = stop
    return sentences


def list_marker(text: str, start: int, end: int) -> int:
    """Return where a sentence continues after the bullet or list number that it starts with, if any.

    >>> list_marker("- It works.", 0, 11)
    2
    """
    match = _LIST_ITEM.match(text, start, end)
    return match.end() if match and text[match.end() : end].strip() else start


def _passages(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of text in which line ends are equivalent to spaces."""
    paragraph: list[tuple[int, int]] = []
    for match in _LINE.finditer(text):
        if paragraph and text[paragraph[-1][1] : match.start()] not in _LINE_ENDS:
            yield from _join_wrapped(text, paragraph)
            paragraph = []
        if not match.group().isspace():
            paragraph.append(match.span())
    yield from _join_wrapped(text, paragraph)


def _join_wrapped(text: str, lines: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the lines of a paragraph, with each wrapped line joined to its continuation."""
    width = max((end - start for start, end in lines), default=0)
    begin: int | None = None
    for (start, end), following in zip_longest(lines, lines[1:]):
        begin = start if begin is None else begin
        if following is None or not _is_wrapped(text, end - start, following, width):
            yield begin, end
            begin = None


def _is_wrapped(text: str, length: int, following: tuple[int, int], width: int) -> bool:
    """Return whether a line of this length had no room for the first word of the following one."""
    if not _NARROWEST_WRAP <= width <= _WIDEST_WRAP or _LIST_ITEM.match(text, *following):
        return False
    first_word = text[slice(*following)].split(maxsplit=1)[0]
    return length + len(" ") + len(first_word) > width


def _stops(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the places after those stops in a passage that end a sentence."""
    begin = start
    for match in _STOP.finditer(text, start, end):
        if _ends_sentence(text, begin, match, end):
            yield match.end()
            begin = match.end()


def _ends_sentence(text: str, begin: int, match: re.Match[str], end: int) -> bool:
    """Return whether a stop, with the closing quotes and brackets after it, ends the sentence begun before."""
    last_word = text[max(begin, match.start() - _LONGEST_ABBREVIATION) : match.start()].rpartition(" ")[2]
    if match["glued"]:
        return not any(mark in last_word for mark in "/@:\\#") and not last_word.startswith("www.")
    if match["marks"] is None:
        return True  # the full stops of Chinese and Japanese
    marks = match["marks"].replace(" ", "")
    following = _NEXT_WORD.match(text, match.end(), end)
    next_word = following[1] if following else ""
    if not next_word or next_word[0] in ",;:)]}%":
        return False
    goes_on = next_word[0].islower()
    if goes_on and (match["closers"] or marks[-1] == "…" or marks.endswith("..")):
        return False
    if marks != ".":
        return last_word + marks not in _NAMES_WITH_A_MARK
    is_numbering = match.start() - begin < _LONGEST_NUMBERING and _NUMBERING.fullmatch(text, begin, match.start())
    return not is_numbering and not _is_abbreviation(last_word, next_word)


def _is_abbreviation(word: str, next_word: str) -> bool:
    """Return whether the stop after a word belongs to it and not to the sentence."""
    word = word.lstrip(_OPENERS)
    lower = word.lower()
    if lower == "no":
        return next_word[0].isdecimal()
    if lower in ABBREVIATIONS and lower in CAPITALISED_ONLY and not word[0].isupper():
        return False
    if lower in _NEVER_FINAL:
        return True
    if lower in ABBREVIATIONS or _ACRONYM.fullmatch(word):
        return next_word[0].islower() or next_word.lower() not in SENTENCE_STARTERS
    return False
