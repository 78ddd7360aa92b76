"""A sentence after some edits: its words, where each comes from, and what each says of the source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from laconic.english.rewriting import Edit, Kept
from laconic.language import LANGUAGE
from laconic.search.constraints import Masks
from laconic.text import Sentence, Token

_OF_NATIONS = ("an", "ish", "ese", "ch", "i", "ek", "iss")
"""How adjectives of nations end, which keep their capitals: *Egyptian police*."""

_ENDS = frozenset(". ! ? : \" “ ” `` ''".split())
"""What stands before the start of a sentence inside a text."""

_POSSESSIVES = frozenset(["'", "’", "'s", "’s"])
_QUOTES = frozenset("' \" ’ ”".split())
_LEANING = frozenset([",", ";", ":", "."])


class Word(NamedTuple):
    """A word of an edited sentence.

    Attributes:
        text: the word.
        origin: its position in the source; None for a new word.
        said: the positions of the source's words that it says.
        edits: the numbers of the edits that made or moved it.
        tag: its tag, if the source or a rule gives one.
    """

    text: str
    origin: int | None
    said: frozenset[int]
    edits: frozenset[int]
    tag: str = ""


@dataclass(frozen=True)
class Revised:
    """A sentence after edits that go together.

    Attributes:
        source: the sentence before.
        edits: the edits.
        words: its words.
    """

    source: Sentence
    edits: tuple[Edit, ...]
    words: tuple[Word, ...]

    @cached_property
    def sentence(self) -> Sentence:
        """The words as a sentence, with the tags that the source and the rules give them, and no heads.

        Most edited sentences are never written out.
        """
        return _sentence(self.source, self.words) if self.edits else self.source

    def shown(self, kept: Sequence[int]) -> tuple[Edit, ...]:
        """Return the edits that show in an answer that keeps these words: one of their new words, or their order."""
        if not self.edits:
            return ()
        here = [self.words[place] for place in kept]
        found = set[int]()
        for number in range(len(self.edits)):
            made = [word for word in here if number in word.edits]
            if any(word.origin is None for word in made) or _is_moved(made):
                found.add(number)
        return tuple(edit for number, edit in enumerate(self.edits) if number in found)

    def kept(self, places: Sequence[int]) -> tuple[int, ...] | None:
        """Return the positions of some words in the source; None if any of them is new, or if their order is."""
        if not self.edits:
            return tuple(places)
        origins = [origin for place in places if (origin := self.words[place].origin) is not None]
        is_cut = len(origins) == len(places) and origins == sorted(set(origins))
        return tuple(origins) if is_cut else None

    def said(self, kept: Sequence[int]) -> tuple[int, ...]:
        """Return the positions of the source's words that an answer says, ascending."""
        return tuple(sorted(set().union(*(self.words[place].said for place in kept))))


def _is_moved(words: Sequence[Word]) -> bool:
    origins = [word.origin for word in words if word.origin is not None]
    return origins != sorted(origins)


def respects(edit: Edit, masks: Masks | None) -> bool:
    """Return whether an edit leaves alone what must stay, and has nothing to do with what must go.

    What need only be said may be said by an edit that says the same.
    """
    if masks is None:
        return True
    held = masks.holds if edit.says_same else masks.keep.__getitem__
    return not any(held(place) for place in edit.replaced) and not masks.drop[edit.begin : edit.end].any()


def revise(source: Sentence, edits: Sequence[Edit]) -> Revised:
    """Return a sentence after edits that go together; without any, the sentence itself."""
    edits = tuple(sorted(edits, key=lambda edit: (edit.begin, -edit.end)))
    if not edits:
        same = tuple(Word(text, p, frozenset([p]), frozenset()) for p, text in enumerate(source.words))
        return Revised(source, (), same)
    words = _with_articles(source, _with_capitals(source, list(_written(source, edits, 0, len(source), frozenset()))))
    return Revised(source, edits, tuple(words))


def _written(source: Sentence, edits: tuple[Edit, ...], begin: int, end: int, above: frozenset[int]) -> Iterator[Word]:
    """Yield the words of a range, after the edits in it that are not among those above."""
    first = {edit.begin: n for n, edit in reversed([*enumerate(edits)]) if n not in above and edit.end <= end}
    place = begin
    while place < end:
        number = first.get(place)
        if number is None:
            yield Word(source.words[place], place, frozenset([place]), above, source.tokens[place].tag)
            place += 1
        else:
            yield from _edited(source, edits, number, above | {number})
            place = edits[number].end


def _edited(source: Sentence, edits: tuple[Edit, ...], number: int, above: frozenset[int]) -> Iterator[Word]:
    edit = edits[number]
    has_new = any(not isinstance(piece, Kept) for piece in edit.target)
    is_first = True
    for piece in edit.target:
        if not isinstance(piece, Kept):
            word = Word(piece.text, None, edit.replaced, above, piece.tag)
            yield word._replace(text=_cased(source, edit.begin, word, is_first=is_first))
            is_first = False
            continue
        for word in _written(source, edits, piece.begin, piece.end, above):
            # Where nothing new stands for the words that went, the first word that stays says them too.
            said = word.said | edit.replaced if is_first and not has_new else word.said
            yield word._replace(text=_cased(source, edit.begin, word, is_first=is_first), said=said)
            is_first = False


def _cased(source: Sentence, begin: int, word: Word, *, is_first: bool) -> str:
    """Return a word of an edit, with a capital if it now begins a sentence inside the source, and not if it did."""
    if not _begins_sentence(source, begin):
        return word.text
    if is_first:
        return _capital(word.text)
    return _inside(source, begin) if word.origin == begin else word.text


def _begins_sentence(source: Sentence, place: int) -> bool:
    """Return whether a word inside the source begins a sentence, or one that is quoted."""
    return 0 < place < len(source) and source.words[place][0].isupper() and source.words[place - 1] in _ENDS


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _with_capitals(source: Sentence, words: list[Word]) -> list[Word]:
    """Return the words with a capital at the start, where the source has one, and not on the former first word."""
    if not source.text[:1].isupper() or not words or words[0].origin == 0:
        return words
    first = words[0]
    found = [first._replace(text=_capital(first.text))]
    for word in words[1:]:
        if word.origin == 0:
            word = word._replace(text=_inside(source, 0))
        found.append(word)
    return found


def _inside(source: Sentence, place: int) -> str:
    """Return a word that begins a sentence as it is written where it no longer does."""
    token = source.tokens[place]
    is_name = token.tag.startswith("NNP") or token.text == "I" or not token.text[1:].islower()
    is_name = is_name or (token.tag == "JJ" and token.text.endswith(_OF_NATIONS))
    return token.text if is_name and token.text != "A" else token.text.lower()


def _with_articles(source: Sentence, words: list[Word]) -> list[Word]:
    if source.pretokenized:
        return words
    articles = LANGUAGE.agreeing_articles(source, [word.text for word in words], [word.origin for word in words])
    return [word._replace(text=articles[p]) if p in articles else word for p, word in enumerate(words)]


def _sentence(source: Sentence, words: Sequence[Word]) -> Sentence:
    """Return the words as a sentence, spaced as the source where they were neighbours there."""
    texts = [word.text for word in words]
    tokens = [Token(word.text, word.tag) for word in words]
    if source.pretokenized or not source.is_located:
        return replace(Sentence.from_tokens(tokens), pretokenized=True)
    pieces = [texts[0]]
    for place in range(1, len(words)):
        before, here = words[place - 1].origin, words[place].origin
        if before is not None and here == before + 1:
            gap = source.text[source.tokens[before].end : source.tokens[here].start]
        elif texts[place - 1] in _POSSESSIVES and before is None:
            gap = " "
        elif here is None and texts[place] in _LEANING:
            gap = ""
        elif before is not None and here is None and not texts[place - 1][-1].isalnum():
            gap = _gap(source, before)
        elif before is None and here and not texts[place][0].isalnum():
            gap = _gap(source, here - 1)
        elif before is not None and texts[place - 1] in _QUOTES and texts[place][0].isalnum():
            gap = "" if _opens(source, before) else " "
        else:
            pair = texts[place - 1 : place + 1]
            gap = " " if len(LANGUAGE.join_words(pair)) > sum(len(LANGUAGE.join_words([text])) for text in pair) else ""
        pieces += [gap, texts[place]]
    return Sentence.from_tokens(tokens, text="".join(pieces))


def _opens(source: Sentence, place: int) -> bool:
    """Return whether a quotation mark of the source opens what it quotes: a word stands right behind it."""
    return place + 1 < len(source) and source.tokens[place + 1].text[0].isalnum() and not _gap(source, place)


def _gap(source: Sentence, place: int) -> str:
    """Return what stands after a word of the source."""
    if place + 1 >= len(source):
        return " "
    return source.text[source.tokens[place].end : source.tokens[place + 1].start]
