"""Words and punctuation marks by the conventions of the Penn Treebank, each with its position in the text.

A token is always the very characters of the text: quotes and brackets keep their form. Between two
tokens there is white space or nothing, so every other character belongs to exactly one token.

- Contractions and possessives are cut: ``do|n't``, ``they|'re``, ``dogs|'``, ``can|not``, ``gon|na``.
- Words joined by a hyphen, a slash or an ampersand stay whole: ``well-known``, ``and/or``, ``AT&T``.
- Dashes (``--``, ``–``, ``—``) and ellipses are tokens wherever they stand.
- Numbers keep their points, commas, colons and slashes; currencies, per cent signs and units are cut
  off: ``$|3.50``, ``10,000``, ``10:30``, ``5|%``, ``5|km``.
- Abbreviations keep their stop, except that the last stop of the text is the sentence's: ``Acme Inc|.``.
  Acronyms keep it even there (``the U.S.``), as two tokens cannot share a character.
- Web and mail addresses, file names, hashtags, mentions, emoticons and emoji are single tokens.
- A run of a script written without spaces is one token.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from laconic.english.abbreviations import ABBREVIATIONS, CAPITALISED_ONLY
from laconic.english.contractions import APOSTROPHE, CLITIC_ENDINGS, SPLIT_WORDS
from laconic.parse.split import split_sentences
from laconic.text import Sentence, Token

# What is neither white space nor listed here is part of a word, whichever script it comes from, so that
# combining marks and invisible joiners stay with their letters.
_MARKS = (
    r"\x00-\x1f!-/:-@\[-`{-~\x7f-\x9f\u00a1-\u00a9\u00ab\u00ac\u00ae-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02bc"
    r"\u0589\u05be\u05c0\u05c3\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2010-\u2027\u2030-\u205e\u20a0-\u20cf"
    r"\u2120-\u2122\u2190-\u2bff\u3001-\u3003\u3008-\u3020\u3030\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    r"\ufffc\ufffd\U0001f000-\U0001faff"
)
_LETTER = rf"[^\s{_MARKS}]"
_BEGINNING = rf"(?<!{_LETTER})"
_END = rf"(?!{_LETTER})"

# Punctuation at the end of an address belongs to the sentence around it.
_STOPS = r".,;:!?'’\]}…"
_SAFE = rf'[^\s()<>"“”{_STOPS}]'
_ADDRESS_TAIL = rf'(?:\([^\s()<>"“”]*+\)|{_SAFE}|[{_STOPS}]++(?={_SAFE}))*+'
_SEGMENT = r"(?:[/\\][.]?\w(?:[\w+-]|[.](?=\w))*+)"
_ADDRESS = rf"""
    (?:(?i:https?|ftp|file)://|(?i:www)[.]|(?i:doi):(?=10[.])) {_ADDRESS_TAIL}
  | (?:mailto:)?\w[\w.+-]{{0,63}}+ @ \w[\w-]*+ (?:[.]\w[\w-]*+)*+
  | (?:\w[\w-]{{0,62}}+[.]){{1,4}}? (?:com|org|net|edu|gov|io|co[.]uk) / {_ADDRESS_TAIL}
  | {_BEGINNING} (?:(?:~|[.]{{1,2}}|[A-Za-z]:){_SEGMENT}|{_SEGMENT}{_SEGMENT}) {_SEGMENT}*+ /?
  | {_BEGINNING} [#@] [^\W\d]\w*+ (?:[.-]\w++)*+
  | \A[.](?i:com|net|org|edu|gov|docx?|xlsx?|pptx?|pdf|txt|html?|exe|zip|jpe?g|png|gif|mp3){_END}
  | & (?:[#]\d{{1,7}}|[A-Za-z]{{2,8}}) ;
"""

_PICTURE = (
    r"[\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b55"
    r"\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
    r"[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*+"
)
_EMOJI = rf"[\U0001f1e6-\U0001f1ff]{{2}} | [#*\d]\ufe0f?\u20e3 | {_PICTURE}(?:\u200d{_PICTURE})*+"
_EMOTICON = rf"""
    {_BEGINNING} (?: [:;=] ['’]? [-^o]? (?:[()\[\]|*DPpOo3]|[/\\](?![/\\])) | <3 | xD ) {_END}
  | \^_*+\^ | -_++-
  | [:;]-?[()]\Z
"""

_WHOLE = "|".join(f"(?:{first})(?:{second})" for first, second in SPLIT_WORDS.items())
_FIRST_PARTS = f"(?=(?:{_WHOLE}){_END})(?:" + "|".join(f"(?:{a})(?={b})" for a, b in SPLIT_WORDS.items()) + ")"
_SECOND_PARTS = "|".join(sorted({part for parts in SPLIT_WORDS.values() for part in parts.split("|")}))
_NOT = rf"(?i:n{APOSTROPHE}t){_END}"
_CLITIC = rf"{APOSTROPHE}(?i:{CLITIC_ENDINGS}){_END}"
_CLIPPED = rf"['’‘](?:(?i:n{APOSTROPHE}|(?:em|n|cause|til|till|bout|round|cuz|cos){_END})|\d\ds?{_END})"
_CONTRACTION = rf"""
    {_BEGINNING} (?i:{_FIRST_PARTS})
  | (?<={_LETTER}) (?i:{_SECOND_PARTS}) {_END}
  | {_NOT}
  | (?<=[^(\["“‘`]){_CLITIC} | \A{_CLITIC}\Z
  | {_BEGINNING}{_CLIPPED}
"""

_THOUSANDS = r"(?:(?:,\d\d){0,4},\d{3}(?!\d))*+"
_NUMBER = rf"(?:(?<![^(\[])[-+−])?(?:\d++{_THOUSANDS}(?:[.:/]\d++{_THOUSANDS})*+|{_BEGINNING}[.]\d++)"
_UNIT = r"(?i:[ap]m|[ap][.]m[.]?|[mck]m|[km]g|ml|[kmgt]b|[kmg]?hz|ft|lbs?|oz|[mk]ph|hrs?|mins?|bn|[km])"
_CURRENCY = r"[A-Z]{1,3}[$]"


def _abbreviations() -> str:
    """Return a pattern of all abbreviations; those that are also words must have their capital."""
    free = "|".join(sorted(ABBREVIATIONS - CAPITALISED_ONLY))
    capitalised = "|".join(f"{word[0].upper()}(?i:{word[1:]})" for word in sorted(CAPITALISED_ONLY))
    return f"(?:(?i:{free})|{capitalised})[.]"


_ACRONYM = r"(?:(?:[A-Za-z][.]){2,}+|Ph[.]D[.]|[BM][.]Sc[.]|[BDM][.]Phil[.])"
_INITIAL = r"[A-Za-z][.]"
_ALONE = r"(?<![-‐‑/&*_])"
_STOPPED = rf"""
    (?<![.'’]) (?: (?:{_ACRONYM}|{_abbreviations()}|{_ALONE}{_INITIAL})(?![.][.]){_END}
                 | {_ALONE}[A-Z][.](?=[A-Z][a-z]{{2}}) )
"""
_LETTERS = rf"(?:(?!{_NOT}){_LETTER})"
_PART = rf"(?:{_STOPPED}|{_NUMBER}{_LETTERS}*+|{_LETTERS}++)"
# A stop between a small letter and a capitalised word ends a sentence whose space was forgotten.
_JOINER = rf"""
    (?:[-‐‑/&·]|_++|[*]++|[.](?!(?<=[a-z][a-z][.])[A-Z][a-z]|(?<=\d[.])[A-Z][a-z])|(?:(?!{_CLITIC})|(?<=\d0)){APOSTROPHE}(?!\d))(?={_LETTER})
"""
_WORD = rf"""
    {_BEGINNING}{_NUMBER}(?={_UNIT}{_END})
  | {_BEGINNING}(?:{_CURRENCY}|[A-Z](?:\+\+?|[#]){_END}|(?i:w/){_END})
  | {_PART}(?:{_JOINER}{_PART})*+ (?:[-‐](?=[,;:.?!)\]…"”]|\Z))?
"""

_RUN = r"""
    [-=*_~#+|<>^]{3,}+ | (?P<mark>[-=*_~#+|<>,—–$/\\])(?P=mark)++ | [-=]> | <[-=]
  | [.…]{2,}+ | [.]?[?!]++
  | '' | `` | ’’ | ‘‘ | ‘’
"""

# Most chunks of a text are a word or a number, with a mark after it or none. They are cut without the pattern below,
# which takes 15 ms to compile.
_PLAIN = re.compile(r"([A-Za-z]+|[0-9]+)([,;:.?!]?)")
_SPLIT_WORD = re.compile(_WHOLE, re.IGNORECASE)
_WITH_STOP = ABBREVIATIONS | CAPITALISED_ONLY | {"www"}


@cache
def _piece() -> re.Pattern[str]:
    """Return the pattern of a token.

    The alternatives are tried in this order. Quantifiers are possessive or bounded, and what an alternative reads in
    vain the next one takes, so that the time is linear in the length of the text.
    """
    alternatives = (_ADDRESS, _EMOJI, _EMOTICON, _CONTRACTION, _WORD, _RUN, ".")
    return re.compile("|".join(alternatives), re.VERBOSE | re.DOTALL)


@cache
def _sentence_stop() -> re.Pattern[str]:
    """Return the pattern of an abbreviation or initial whose stop may be the sentence's."""
    return re.compile(f"{_abbreviations()}|{_INITIAL}")


_CLOSERS = frozenset(["'", '"', "’", "”", "''", ")", "]", "}", "»"])
_LONGEST_CACHED = 40


def tokenize(text: str) -> tuple[Token, ...]:
    """Return the tokens of a sentence; ``text[token.start:token.end] == token.text`` for each.

    >>> [str(token) for token in tokenize("Dr. Lee can't pay $3.50 (or won't).")]
    ['Dr.', 'Lee', 'ca', "n't", 'pay', '$', '3.50', '(', 'or', 'wo', "n't", ')', '.']
    """
    tokens = []
    end = 0
    for word in split_words(text):
        start = text.index(word, end)  # nothing but white space stands between
        end = start + len(word)
        tokens.append(Token(word, "", "", start, end))
    return tuple(tokens)


def split_words(text: str) -> list[str]:
    """Return the texts of the tokens alone, which takes a third of the time."""
    words: list[str] = []
    for chunk in text.split():
        words += _cut(chunk) if len(chunk) <= _LONGEST_CACHED else _cut.__wrapped__(chunk)
    return _free_last_stop(words)


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a document, tokenised and not yet parsed.

    The tokens' places count from the beginning of their sentence; ``Sentence.start`` is its place in
    the document.

    >>> [(str(sentence), sentence.start) for sentence in sentences("It works. Try it.")]
    [('It works.', 0), ('Try it.', 10)]
    """
    return [Sentence(text[start:end], tokenize(text[start:end]), start=start) for start, end in split_sentences(text)]


@lru_cache(maxsize=1 << 16)
def _cut(chunk: str) -> tuple[str, ...]:
    """Return the tokens of a text without white space."""
    return _cut_plain(chunk) or _cut_by_pattern(chunk)


def _cut_plain(chunk: str) -> tuple[str, ...]:
    """Return the tokens of a plain word or number, with a mark after it or none; nothing if the pattern must decide."""
    match = _PLAIN.fullmatch(chunk)
    if match is None:
        return ()
    word, mark = match.groups()
    if (mark == "." and (len(word) == 1 or word.lower() in _WITH_STOP)) or _SPLIT_WORD.fullmatch(word):
        return ()
    return (word, mark) if mark else (word,)


def _cut_by_pattern(chunk: str) -> tuple[str, ...]:
    return tuple(match.group() for match in _piece().finditer(chunk))


def _free_last_stop(words: list[str]) -> list[str]:
    """Cut the stop off an abbreviation that ends the sentence, closing quotes and brackets aside."""
    last = len(words) - 1
    while last >= 0 and words[last] in _CLOSERS:
        last -= 1
    if last >= 0 and len(words[last]) > 1 and words[last].endswith(".") and _sentence_stop().fullmatch(words[last]):
        words[last : last + 1] = [words[last][:-1], "."]
    return words
