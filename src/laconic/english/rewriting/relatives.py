"""Phrases for relative clauses: *firms whose costs are high* becomes *firms with high costs*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, has_clause, is_negated, span

_FINITE = frozenset(["VBD", "VBZ", "VBP"])
_OWN = {"he": "his", "she": "her", "it": "its", "they": "their", "i": "my", "we": "our", "you": "your"}
_HAVING = frozenset("have make show express hold possess own face experience exert play".split())
"""Verbs that say no more of a thing than that it is someone's: *the debts they have*."""

_BE = frozenset("is are was were".split())
_LONGEST = 7


def relative_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield phrases for relative clauses."""
    for verb in range(2, len(sentence)):
        if sentence.full[verb] == "acl:relcl" and not is_negated(sentence, verb):
            yield from _possessed(sentence, sentence.heads[verb], verb)
            yield from _whose(sentence, verb)


def _possessed(sentence: Parsed, noun: int, verb: int) -> Iterator[Edit]:
    """*The debts that the firm had* becomes *the firm's debts*, *the mistakes he made* *his mistakes*."""
    owner = child_of(sentence, verb, "nsubj")
    if owner <= noun or sentence.lemmas[verb] not in _HAVING or sentence.tags[verb] not in _FINITE:
        return
    thing = child_of(sentence, verb, "obj", "xcomp", "ccomp", "conj", "aux")
    if (thing >= 0 and sentence.words[thing] not in ("that", "which")) or not sentence.tags[noun].startswith("NN"):
        return
    begin, (first, last) = sentence.first_of(noun), span(sentence, owner)
    is_near = first == noun + 1 or (first == noun + 2 and sentence.words[noun + 1] in ("that", "which"))
    if sentence.words[begin] != "the" or begin == noun or not is_near or last != verb or last - first > _LONGEST:
        return
    if has_clause(sentence, begin, noun) or has_clause(sentence, first, last):
        return
    own = _OWN.get(sentence.words[owner])
    whose: tuple[Kept | New, ...]
    if own is not None:
        whose = (New(own, "PRP$"),)
    elif sentence.tags[owner].startswith("NN") and owner == last - 1:
        mark = "'" if sentence.tags[owner] in ("NNS", "NNPS") and sentence.words[owner].endswith("s") else "'s"
        whose = (Kept(first, last), New(mark, "POS"))
    else:
        return
    yield Edit("clause to possessive", begin, verb + 1, (*whose, Kept(begin + 1, noun + 1)), 0.75)


def _whose(sentence: Parsed, said: int) -> Iterator[Edit]:
    """*A town whose streets are narrow* becomes *a town with narrow streets*."""
    be, noun = child_of(sentence, said, "cop"), child_of(sentence, said, "nsubj")
    if be < 0 or noun < 2 or sentence.words[be] not in _BE or noun != be - 1:
        return
    begin, end = sentence.first_of(noun), sentence.last_of(said) + 1
    if sentence.words[begin] != "whose" or sentence.tags[noun] not in ("NN", "NNS"):
        return
    if has_clause(sentence, begin, said) or has_clause(sentence, said + 1, end):
        return
    if child_of(sentence, said, "conj") >= 0:
        return
    article = (New("a", "DT"),) if sentence.tags[noun] == "NN" else ()
    things = Kept(begin + 1, noun + 1)
    if sentence.tags[said] in ("JJ", "CD") and said == end - 1 and sentence.tags[be + 1] in ("JJ", "CD", "RB"):
        yield Edit("whose to with", begin, end, (New("with", "IN"), *article, Kept(be + 1, end), things), 0.75)
    elif sentence.tags[be + 1] in ("IN", "JJR"):
        yield Edit("whose to with", begin, end, (New("with", "IN"), *article, things, Kept(be + 1, end)), 0.72)
