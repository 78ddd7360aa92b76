"""Nouns for pronouns whose antecedents are left out.

*Once the storm lands, it will weaken* becomes *the storm will weaken*.

Only the subject of a neighbouring clause is taken for the antecedent: subjects of clauses that belong together are
nearly always the same, if they agree.
"""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, New
from laconic.english.rewriting.roles import ROLES
from laconic.english.rewriting.spans import child_of, has_clause, span

_PERSONS = ROLES | frozenset(
    "man woman boy girl mother father son daughter king queen wife husband brother sister".split()
)
_NAMES = ("NNP", "NNPS")
_TIMES = frozenset("year month week day hour minute time century decade moment".split())
_OBJECTS = {"he": "him", "she": "her", "it": "it", "they": "them"}
_LONGEST = 4


def reference_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield for each pronoun that is a subject the noun that it stands for, to be said where that noun is gone."""
    for pronoun in range(1, len(sentence)):
        if sentence.words[pronoun] not in ("he", "she", "it", "they") or sentence.full[pronoun] != "nsubj":
            continue
        verb = sentence.heads[pronoun]
        if sentence.words[pronoun] == "it" and child_of(sentence, verb, "cop") >= 0:
            continue  # *it is late*, *it is clear that …* mean nothing by *it*
        clause = _clause_beside(sentence, verb, pronoun)
        noun = child_of(sentence, clause, "nsubj") if clause >= 0 else -1
        if noun < 0 or not _agrees(sentence, sentence.words[pronoun], noun):
            continue
        begin, end = span(sentence, noun)
        if end - begin > _LONGEST or has_clause(sentence, begin, end) or end > pronoun:
            continue
        others = (place for place in range(end, pronoun) if sentence.tags[place] in _NAMES)
        if sentence.words[pronoun] in ("he", "she") and any(others):
            continue  # another person may be meant
        if _OBJECTS[sentence.words[pronoun]] in sentence.words[end:pronoun]:
            continue  # *as the dogs ran towards them, they fled*: those whom the subject meets
        words = tuple(New(_inside(sentence, place), sentence.tags[place]) for place in range(begin, end))
        sure = 0.9 if clause in sentence.children[verb] else 0.85
        yield Edit("noun for pronoun", pronoun, pronoun + 1, words, sure, _left_out(sentence, clause, pronoun))


def _clause_beside(sentence: Parsed, verb: int, pronoun: int) -> int:
    """Return the verb of the clause before a pronoun that hangs from its verb, or that this is joined to; or -1."""
    for clause in sentence.children[verb]:
        if sentence.relations[clause] == "advcl" and clause < pronoun:
            return clause
    joined = sentence.heads[verb]
    return joined if sentence.relations[verb] == "conj" and joined < pronoun else -1


def _left_out(sentence: Parsed, clause: int, pronoun: int) -> frozenset[int]:
    """Return the words of a clause before a pronoun, without marks and conjunctions between the two."""
    begin = sentence.first_of(clause)
    words = (place for place in range(begin, pronoun) if sentence.tags[place][0].isalpha())
    return frozenset(place for place in words if sentence.relations[place] != "cc")


def _agrees(sentence: Parsed, pronoun: str, noun: int) -> bool:
    tag = sentence.tags[noun]
    if sentence.lemmas[noun] in _TIMES:
        return False
    is_several = tag in ("NNS", "NNPS") or any(sentence.relations[c] == "conj" for c in sentence.children[noun])
    if pronoun == "they":
        return is_several
    if is_several or tag not in ("NN", "NNP"):
        return False
    if pronoun == "it":
        return tag == "NNP" or sentence.lemmas[noun] not in _PERSONS
    return tag == "NNP" or sentence.lemmas[noun] in _PERSONS


def _inside(sentence: Parsed, place: int) -> str:
    """Return a word as it is written inside a sentence."""
    is_first = place == 0 and sentence.tags[place] not in (*_NAMES, "PRP")
    return sentence.words[place] if is_first else sentence.forms[place]
