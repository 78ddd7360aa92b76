"""Phrases and what says the same in fewer words: a table of patterns that people can read and extend.

One rule per line, ``source = target``, with options after a semicolon. In the source stand

=========  ==========================================================================================================
``word``   this word, whatever its capitals; ``a|b`` one of several
``make*``  any form of this verb
``year+``  this noun, in the singular or the plural
``<VB>``   any one word with this tag, which stays; ``<V>`` any form of a verb, ``<N>`` any common noun, ``<ADV>`` an
           adverb that may stand before any verb
``[VB]``   at either end: what must stand before or after, and is no part of the phrase; ``[a|b]`` one of these words,
           ``[!a|b]`` none of them, ``[VB!a|b]`` this tag but none of them, ``[^]`` the start of a sentence and
           ``[$]`` the end of a clause; ``[$|IN]`` either of both
=========  ==========================================================================================================

and in the target words, ``use*`` (the verb in the form that the source's has), ``goal+`` (the noun likewise) and
``<1>``, ``<2>`` for the words that stay; ``<1:VB>`` writes one in another form, and ``<1:*>`` in the form that the
source's verb has. Options are ``sure N``, the probability that the rule does no harm, and
``tag T``, the tag of the first word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import plural, singular, verb_form
from laconic.english.rewriting.agreement import form_of
from laconic.english.rewriting.cuts import UNSURE
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.errors import DataError

_STOPS = frozenset(". , ; : ! ? ) ( -- – — \" '' `` ” “".split())
_STARTS = frozenset([";", "."])
_EDGES = {"^": _STARTS, "$": _STOPS}
_TAG = re.compile(r"[A-Z]+\$?")
_SLOT = re.compile(r"<([A-Z$]+)>")
_STAYS = re.compile(r"<(\d+)(?::([A-Z]+|\*))?>")
_CONTEXT = re.compile(r"\[([^\]]+)\]")
_JOINING = ("IN", "TO", "RP")
_NAMES = ("NNP", "NNPS")
_VERBS = ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG")

_ADVERBS = frozenset(
    "actively actually allegedly already also always apparently clearly closely constantly consistently currently "
    "directly eventually finally first formerly frankly generally immediately inevitably initially later mainly mostly "
    "naturally normally now obviously often once only openly originally probably quickly rapidly recently regularly "
    "reportedly simply sometimes soon still strongly suddenly supposedly surely then therefore thus typically "
    "ultimately usually widely".split()
)
"""Adverbs of time, manner and doubt, which go with verbs; those of degree, as in *very aware of*, do not."""

_TAGS = {"V": _VERBS, "N": ("NN", "NNS")}
"""Which tags the letters for any verb and any noun stand for."""

_OF_WORD, _OF_LEMMA, _OF_TAG = "\0", "\1", "\2"
"""What comes before words, lemmas and tags in the keys by which a table finds phrases."""

_KEYS = 3
"""By how many of its first words a table finds a phrase: hardly any other then turns out not to fit."""

SURE = 0.93
"""How sure a rule is that says nothing about it."""


@dataclass(frozen=True)
class Symbol:
    """One place of a pattern: a set of words, a lemma of a verb or a noun, or a tag."""

    words: frozenset[str] = frozenset()
    verb: str = ""
    noun: str = ""
    tag: str = ""

    @property
    def keys(self) -> Iterator[str]:
        """Under which words, lemmas or tags a table finds what may fit: see `_keys_of`."""
        if self.words:
            yield from (_OF_WORD + word for word in self.words)
        elif self.verb or self.noun:
            yield _OF_LEMMA + (self.verb or self.noun)
        else:
            yield _OF_TAG + self.tag

    def fits(self, sentence: Parsed, place: int) -> bool:
        """Return whether a word of a sentence fits."""
        tag = sentence.tags[place]
        if self.words:
            return sentence.words[place] in self.words
        if self.verb:
            return tag in _VERBS and sentence.lemmas[place] == self.verb
        if self.noun:
            return tag in ("NN", "NNS") and sentence.lemmas[place] == self.noun
        if self.tag == "ADV":
            return sentence.words[place] in _ADVERBS
        return tag in _TAGS.get(self.tag, (self.tag,))


@dataclass(frozen=True)
class Context:
    """What must stand beside a phrase: one of some tags or words, or an edge of a sentence or a clause."""

    tags: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    forbidden: frozenset[str] = frozenset()
    edge: frozenset[str] = frozenset()

    def fits(self, sentence: Parsed, place: int) -> bool:
        """Return whether a place beside a phrase fits; outside the sentence, only an edge does."""
        if not 0 <= place < len(sentence):
            return bool(self.edge or (self.forbidden and not self.tags))
        word, tag = sentence.words[place], sentence.tags[place]
        if self.forbidden & {word, tag}:
            return False
        if word in self.edge or not (self.tags or self.words or self.edge):
            return True
        if tag == "VB" and sentence.forms[place][0].isupper() and not sentence.forms[place].isupper():
            return False  # a name that was taken for a verb: *we are going to Del Mar*
        return word in self.words or tag in self.tags


class Stay(NamedTuple):
    """A word that stays: its number among those of the pattern, and the form that it takes, if it is another."""

    number: int
    form: str = ""


@dataclass(frozen=True)
class Phrase:
    """A rule: what may stand for a phrase.

    Attributes:
        text: the rule as it is written.
        source: the phrase.
        target: the words in its place: text, an inflected lemma, or a word that stays.
        before, after: what must stand on either side.
        tag: the tag of the first word, or nothing.
        sure: the probability that it does no harm.
    """

    text: str
    source: tuple[Symbol, ...]
    target: tuple[str | Stay, ...]
    before: Context | None = None
    after: Context | None = None
    tag: str = ""
    sure: float = SURE

    def __str__(self) -> str:
        tag = f"tag {self.tag}, " if self.tag else ""
        return f"{self.text} ; {tag}sure {self.sure:g}"

    def ends_clause(self, sentence: Parsed, begin: int) -> bool:
        """Return whether a clause ends behind it, and its context names that: a cut may have brought it about."""
        end = begin + len(self.source)
        if self.after is None or not self.after.edge:
            return False
        return end >= len(sentence) or sentence.words[end] in self.after.edge

    def edit(self, sentence: Parsed, begin: int) -> Edit | None:
        """Return the edit that the rule makes at a place, or None if it does not apply."""
        end = begin + len(self.source)
        if end > len(sentence) or (self.tag and sentence.tags[begin] != self.tag):
            return None
        if not all(symbol.fits(sentence, begin + step) for step, symbol in enumerate(self.source)):
            return None
        if any(sentence.words[p] == "that" and sentence.tags[p] == "DT" for p in range(begin + 1, end)):
            return None  # not the conjunction that the rules mean
        if self.before is not None and not self.before.fits(sentence, begin - 1):
            return None
        if self.after is not None and not self.after.fits(sentence, end):
            return None
        return Edit(self.text, begin, end, tuple(self._pieces(sentence, begin)), self.sure)

    def _pieces(self, sentence: Parsed, begin: int) -> Iterator[Kept | New]:
        stays = [step for step, symbol in enumerate(self.source) if symbol.tag]
        for word in self.target:
            if isinstance(word, Stay):
                place = begin + stays[word.number - 1]
                if not word.form:
                    yield Kept(place, place + 1)
                    continue
                tag = word.form if word.form != "*" else sentence.tags[begin + self._verb]
                yield New(_form(sentence, place, tag), tag)
            elif word == "be*" and self.source[self._verb].verb == "be":
                yield Kept(begin + self._verb, begin + self._verb + 1)  # *were* stays *were*
            elif word.endswith("*") and len(word) > 1:
                verb = begin + self._verb
                yield New(form_of(sentence, verb, word[:-1]), sentence.tags[verb])
            elif word.endswith("+") and len(word) > 1:
                place = begin + next(step for step, symbol in enumerate(self.source) if symbol.noun)
                tag = sentence.tags[place]
                yield New(plural(word[:-1]) if tag == "NNS" else word[:-1], tag)
            else:
                yield New(word, self.tag if len(self.target) == len(self.source) == 1 else "")

    @property
    def _verb(self) -> int:
        return next(step for step, symbol in enumerate(self.source) if symbol.verb)


def _form(sentence: Parsed, place: int, tag: str) -> str:
    if tag == "NN":
        return singular(sentence.words[place])
    return verb_form(sentence.lemmas[place], tag)


class PhraseTable:
    """Many phrases, found by their first words."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self.phrases = tuple(phrases)

    def __len__(self) -> int:
        return len(self.phrases)

    def edits(self, sentence: Parsed) -> Iterator[Edit]:
        """Yield the edits that the phrases make in a sentence."""
        for phrase, place in self._starting(sentence, range(len(sentence))):
            edit = phrase.edit(sentence, place)
            if edit is not None:
                yield edit

    def edits_at_gaps(self, cut: Parsed, gaps: Sequence[int]) -> Iterator[Edit]:
        """Yield the edits that the phrases make where words were left out; elsewhere they are those of the sentence.

        A clause that seems to end may have gone on before the cut, and a preposition may have lost what it joined:
        *talk about selling the boat*, cut to *talk about the boat*, is no *discuss the boat*.

        Args:
            cut: what is left of a sentence, parsed.
            gaps: the places behind which words were left out, in order.
        """
        nearest = {place: gap for gap in reversed(gaps) for place in range(max(0, gap - self._longest), gap + 2)}
        for phrase, place in self._starting(cut, sorted(place for place in nearest if place < len(cut))):
            end = place + len(phrase.source)
            if end <= nearest[place]:
                continue  # the gap is neither inside nor beside it
            edit = None if phrase.ends_clause(cut, place) else phrase.edit(cut, place)
            if edit is not None and not any(_is_torn(cut, word) for word in range(place, end)):
                yield edit

    def _starting(self, sentence: Parsed, places: Iterable[int]) -> Iterator[tuple[Phrase, int]]:
        """Yield the phrases that may begin at some places of a sentence, and where."""
        keys, table = [*map(_keys_of, sentence.words, sentence.lemmas, sentence.tags)], self._by_first_words
        for place in places:
            begun = [""]
            for following in keys[place : place + _KEYS]:
                begun = [words + key for words in begun for key in following if words + key in table]
                for words in begun:
                    for phrase in table[words]:
                        yield phrase, place

    @cached_property
    def _longest(self) -> int:
        """How many words the longest phrase has."""
        return max((len(phrase.source) for phrase in self.phrases), default=0)

    @cached_property
    def _by_first_words(self) -> dict[str, list[Phrase]]:
        """The phrases by the keys of their first words, one after the other; none for only some of these words."""
        found: dict[str, list[Phrase]] = {}
        for phrase in self.phrases:
            begun = [""]
            for symbol in phrase.source[:_KEYS]:
                begun = [words + key for words in begun for key in symbol.keys]
                found.update((words, []) for words in begun if words not in found)
            for words in begun:
                found[words].append(phrase)
        return found


def _is_torn(cut: Parsed, place: int) -> bool:
    """Return whether a cut took the noun or the verb that a preposition or particle belonged to."""
    return cut.relations[place] == UNSURE and cut.tags[place] in _JOINING


@lru_cache(maxsize=4096)  # every cut of a sentence asks for the same words
def _keys_of(word: str, lemma: str, tag: str) -> Sequence[str]:
    """Return the keys under which symbols are found that may fit a word."""
    keys = [_OF_WORD + word, _OF_LEMMA + lemma, _OF_TAG + tag]
    keys += [_OF_TAG + letters for letters, tags in _TAGS.items() if tag in tags]
    return [*keys, _OF_TAG + "ADV"] if word in _ADVERBS else keys


def read_phrases(lines: Iterable[str]) -> PhraseTable:
    """Return the phrases of a table.

    Raises:
        DataError: a line is not a rule; the message names it.
    """
    found = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                found.append(parse_phrase(text))
            except DataError as error:
                raise DataError(f"{error}", line=number) from None
    return PhraseTable(found)


def parse_phrase(text: str) -> Phrase:
    """Return a rule of the table.

    >>> parse_phrase("make* use of = use*").target
    ('use*',)

    Raises:
        DataError: it is not one.
    """
    rule, _, options = text.partition(";")
    source, equals, target = rule.partition(" = ")
    places = source.split()
    if not equals or not places or not target.split():
        raise DataError(f"{text!r} is not a rule: write source = target.")
    before = after = None
    if _CONTEXT.fullmatch(places[0]):
        before = _context(places.pop(0)[1:-1])
    if places and _CONTEXT.fullmatch(places[-1]):
        after = _context(places.pop()[1:-1])
    if not places:
        raise DataError(f"{text!r} has nothing to replace between its contexts.")
    given = dict(_option(option, text) for option in options.split(",") if option.strip())
    symbols = tuple(map(_symbol, places))
    words = tuple(_target(word, symbols, text) for word in target.split())
    return Phrase(rule.strip(), symbols, words, before, after, given.get("tag", ""), float(given.get("sure", SURE)))


def _option(text: str, rule: str) -> tuple[str, str]:
    name, _, value = text.strip().partition(" ")
    if name not in ("tag", "sure") or not value:
        raise DataError(f"{rule!r} has the unknown option {text.strip()!r}: use sure N or tag T.")
    return name, value.strip()


def _symbol(text: str) -> Symbol:
    if match := _SLOT.fullmatch(text):
        return Symbol(tag=match[1])
    if text.endswith("*") and len(text) > 1:
        return Symbol(verb=text[:-1])
    if text.endswith("+") and len(text) > 1:
        return Symbol(noun=text[:-1])
    return Symbol(words=frozenset(text.casefold().split("|")))


def _context(text: str) -> Context:
    wanted, _, forbidden = text.partition("!")
    parts = frozenset(filter(None, wanted.split("|")))
    tags = frozenset(part for part in parts if _TAG.fullmatch(part))
    edge = frozenset[str]().union(*(_EDGES[part] for part in parts & _EDGES.keys()))
    return Context(tags, parts - tags - _EDGES.keys(), frozenset(filter(None, forbidden.split("|"))), edge)


def _target(text: str, source: Sequence[Symbol], rule: str) -> str | Stay:
    if match := _STAYS.fullmatch(text):
        number = int(match[1])
        if not 0 < number <= sum(bool(symbol.tag) for symbol in source):
            raise DataError(f"{rule!r} has no word {text} that stays.")
        if match[2] == "*" and not any(symbol.verb for symbol in source):
            raise DataError(f"{rule!r} has no verb whose form {text} could take.")
        return Stay(number, match[2] or "")
    if text.endswith("*") and len(text) > 1 and not any(symbol.verb for symbol in source):
        raise DataError(f"{rule!r} has no verb whose form {text} could take.")
    if text.endswith("+") and len(text) > 1 and not any(symbol.noun for symbol in source):
        raise DataError(f"{rule!r} has no noun whose number {text} could take.")
    return text
