"""Compounds for nouns with a preposition: *talks on trade* become *trade talks*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import singular
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.roles import PEOPLE, PERSONS, ROLES
from laconic.english.rewriting.spans import span

_HEADS = {
    "on": "advice agreement ban book conference convention course data deal debate decision discussion expert figure "
    "guideline information law lecture legislation limit negotiation policy proposal regulation report research "
    "restriction rule seminar spending statistic study summit survey talk tax treaty vote",
    "in": "change course cut decline decrease degree difference drop expert fall fluctuation gain growth improvement "
    "increase investment jump lesson reduction reform research rise slowdown specialist surge trade training trend",
    "for": "application budget campaign capacity center centre demand equipment expert facility fund funding license "
    "licence market measure minister need permit plan policy procedure programme program project proposal request "
    "requirement rule schedule scheme service site standard strategy system target test tool",
    "about": "advice book complaint concern debate discussion documentary film information joke question rumor rumour "
    "rule story talk theory warning",
    "of": "abundance cost crisis cycle deficit growth increase lack level market method price production rate risk "
    "sale shortage source supply surplus system tax",
}  # fmt: skip
HEADS = {(preposition, head) for preposition, heads in _HEADS.items() for head in heads.split()}
"""What is said of things after one of these prepositions, and before them as well."""

VAGUE = frozenset(
    "a area case child country course day event example fact future hour instance interest kind life life lot man "
    "matter minute month number other part people person place point purpose reason recent right sake side situation "
    "society sort state term thing time today tomorrow type use variety way week woman world year yesterday".split()
)
"""Nouns that say too little before another."""

_NO_FIRST_PARTS = VAGUE | PEOPLE | PERSONS | ROLES
"""The same, and whoever may do something rather than have it done to them."""

NO_SINGULAR = frozenset("arms goods news sales savings services rights sports systems means clothes".split())
"""Plurals that stay as they are before another noun."""

_NO_HEADS = frozenset([("of", "lack"), ("of", "abundance"), ("of", "source"), ("for", "need")])
_LONGEST = 2

_FIRST_PARTS = frozenset(["amod", "compound", "nmod", "nummod"])
_RULES = frozenset(
    "phrase to modifier,preposition to compound,of to compound,role before noun,name before noun,place before noun,"
    "name before event".split(",")
)
"""The rules whose edits put nouns before nouns."""


def strips_first_part(sentence: Parsed, edit: Edit) -> bool:
    """Return whether a compound is made of a noun that a cut has stripped: *talks at expert level*, *talk round*.

    Args:
        sentence: the sentence before it was cut.
        edit: an edit of a cut, placed in the sentence.
    """
    noun = edit.target[-1]
    if edit.rule not in _RULES or isinstance(noun, New):
        return False
    lost = (place for place in edit.left_out if sentence.relations[place] in _FIRST_PARTS)
    return any(sentence.heads[place] not in (noun.end - 1, *edit.left_out) for place in lost)


def compound_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the compounds for nouns with a preposition and one or two bare nouns after it."""
    for noun in range(len(sentence) - 2):
        pair = (sentence.words[noun + 1], sentence.lemmas[noun])
        if sentence.tags[noun] in ("NN", "NNS") and pair in HEADS and pair not in _NO_HEADS:
            yield from _compound(sentence, noun)


def _compound(sentence: Parsed, noun: int) -> Iterator[Edit]:
    after = [child for child in sentence.children[noun] if child > noun and sentence.words[child] != ","]
    if not after or sentence.relations[after[0]] != "nmod":
        return
    begin, end = span(sentence, after[0])
    thing, first = after[0], begin + 1
    if begin != noun + 1 or thing != end - 1 or not 1 <= end - first <= _LONGEST:
        return
    if any(sentence.tags[place] not in ("NN", "NNS") for place in range(first, end)) or len(after) > 1:
        return
    if sentence.lemmas[thing] in _NO_FIRST_PARTS or "-" in sentence.words[thing]:
        return
    before = [child for child in sentence.children[noun] if child < noun]
    if any(sentence.relations[child] in ("compound", "nmod", "acl") for child in before):
        return  # it has a noun before it already: *trade talks on fish*
    if end < len(sentence) and sentence.tags[end] in ("NN", "NNS", "NNP", "POS", "CC", "VBG", "CD", "HYPH"):
        return
    if noun == 0 or sentence.tags[noun - 1] not in ("DT", "JJ", "PRP$", "IN", "VB", "VBD", "VBP", "VBZ", "VBG", "POS"):
        return
    name = sentence.words[thing]
    part: Kept | New = Kept(thing, end)
    if sentence.tags[thing] == "NNS" and name not in NO_SINGULAR:
        part = New(singular(name), "NN")
    target = (*((Kept(first, thing),) if first < thing else ()), part, Kept(noun, noun + 1))
    yield Edit("preposition to compound", noun, end, target, 0.86)
