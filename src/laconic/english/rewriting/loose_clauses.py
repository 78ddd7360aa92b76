"""Participles and infinitives for clauses whose subject is probably that of the clause above."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, helpers_of, is_known_form, is_negated, is_plural, span

_MARKS = {"after": "after", "before": "before", "while": "while", "since": "since", "as": "while", "when": "when"}
_STATES = frozenset("be do have know seem want need mean matter".split())
_FINITE = frozenset(["VBD", "VBZ", "VBP"])
_SAME_WORDS = frozenset("he she it they i we you".split())


def loose_clause_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield phrases for adverbial clauses, and infinitives for indirect questions."""
    for verb in range(2, len(sentence)):
        if sentence.relations[verb] == "advcl" and not is_negated(sentence, verb):
            yield from _doing(sentence, verb)
            yield from _as(sentence, verb)
            yield from _purpose(sentence, verb)
            yield from _for(sentence, verb)
        if sentence.tags[verb] == "VB" and sentence.tags[verb - 1] == "MD":
            yield from _how_to(sentence, verb)


def may_be_same(sentence: Parsed, subject: int, pronoun: int) -> bool:
    """Return whether a pronoun may stand for a subject, by its number and by what it is."""
    word = sentence.words[pronoun]
    if subject < 0 or sentence.tags[pronoun] != "PRP" or word not in _SAME_WORDS:
        return False
    if sentence.tags[subject] == "PRP":
        return sentence.words[subject] == word
    if not sentence.tags[subject].startswith("NN"):
        return False
    return is_plural(sentence, subject) == (word == "they") if word in ("he", "she", "it", "they") else False


def _subjects(sentence: Parsed, verb: int) -> tuple[int, int, int]:
    """Return what begins an adverbial clause, the pronoun after it and the subject above it, or three times -1."""
    mark = child_of(sentence, verb, "mark", "advmod")
    pronoun = child_of(sentence, verb, "nsubj")
    main = sentence.heads[verb]
    if mark < 0 or pronoun != mark + 1 or main < 0:
        return -1, -1, -1
    subject = child_of(sentence, main, "nsubj")
    return (mark, pronoun, subject) if may_be_same(sentence, subject, pronoun) else (-1, -1, -1)


def _doing(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*The mayor smiled as he left the hall* becomes *the mayor smiled while leaving the hall*."""
    mark, pronoun, _ = _subjects(sentence, verb)
    new_mark = _MARKS.get(sentence.words[mark]) if mark >= 0 else None
    if new_mark is None or sentence.lemmas[verb] in _STATES or child_of(sentence, verb, "conj") >= 0:
        return
    if not is_known_form(sentence, verb) or sentence.words[pronoun : pronoun + 3] == ["it", "comes", "to"]:
        return
    helpers = [sentence.words[helper] for helper in helpers_of(sentence, verb)]
    has_adverb = verb == pronoun + 2 and sentence.relations[pronoun + 1] == "advmod"
    is_plain = not helpers and sentence.tags[verb] in _FINITE and (verb == pronoun + 1 or has_adverb)
    is_past = helpers in (["had"], ["have"], ["has"]) and sentence.tags[verb] == "VBN" and verb == pronoun + 2
    is_progressive = helpers[:1] in (["was"], ["were"], ["is"], ["are"]) and sentence.tags[verb] == "VBG"
    if sentence.words[mark] == "when" and (sentence.tags[verb] == "VBD" or is_past):
        return
    participle = New(verb_form(sentence.lemmas[verb], "VBG"), "VBG")
    same: tuple[Kept | New, ...] = (Kept(mark, mark + 1),)
    if new_mark != sentence.words[mark]:
        same = (New(new_mark, "IN"),)
    if has_adverb:
        same = (*same, Kept(pronoun + 1, verb))
    if is_plain or (is_past and sentence.words[mark] in ("after", "since")) or (is_progressive and verb == pronoun + 2):
        yield Edit("loose clause to participle", mark, verb + 1, (*same, participle), 0.68)


def _as(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*When he was a child, he sang* becomes *as a child, he sang*."""
    mark = child_of(sentence, noun, "mark", "advmod")
    be, subject, main = child_of(sentence, noun, "cop"), child_of(sentence, noun, "nsubj"), sentence.heads[noun]
    if mark < 0 or sentence.words[mark] not in ("when", "while") or main < 0 or be != subject + 1:
        return
    about = child_of(sentence, main, "nsubj")
    is_role = sentence.tags[noun] == "NN" and be < noun and sentence.words[be] in ("was", "were", "is", "'s")
    if about < 0 or not is_role or span(sentence, subject)[0] != mark + 1 or sentence.tags[be + 1] in ("IN", "RB"):
        return
    if subject == mark + 1 and sentence.tags[subject] == "PRP":
        if sentence.words[about] == sentence.words[subject] or may_be_same(sentence, about, subject):
            yield Edit("when he was to as", mark, be + 1, (New("as", "IN"),), 0.8)
        return
    end = sentence.last_of(noun) + 1
    is_fronted = sentence.tags[subject] == "NNP" and sentence.words[about] in ("he", "she") and about in (end, end + 1)
    if is_fronted:
        named = Kept(mark + 1, be)
        yield Edit("when he was to as", mark, about + 1, (New("as", "IN"), Kept(be + 1, about), named), 0.8)


_BLAMED = frozenset(
    "accuse admire apologise apologize arrest attack ban blame condemn criticise criticize denounce fine fire forgive "
    "hate honor honour jail kill love praise prosecute punish remember sack sue suspend thank".split()
)
"""What is done to someone *for* doing something."""


def _for(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*He was fined because he sold fakes* becomes *he was fined for selling fakes*."""
    mark, pronoun, subject = _subjects(sentence, verb)
    if mark < 0 or sentence.words[mark] != "because" or sentence.lemmas[sentence.heads[verb]] not in _BLAMED:
        return
    helpers = [sentence.words[helper] for helper in helpers_of(sentence, verb)]
    is_plain = not helpers and sentence.tags[verb] == "VBD" and verb == pronoun + 1
    is_past = helpers == ["had"] and sentence.tags[verb] == "VBN" and verb == pronoun + 2
    is_passive = sentence.full[subject] == "nsubj:pass"
    if (is_plain or is_past) and is_passive and is_known_form(sentence, verb) and child_of(sentence, verb, "conj") < 0:
        participle = New(verb_form(sentence.lemmas[verb], "VBG"), "VBG")
        yield Edit("because to for", mark, verb + 1, (New("for", "IN"), participle), 0.8)


_ABLE = frozenset("can could will would may might".split())


def _purpose(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*The firm cut costs so that it could grow* becomes *the firm cut costs to grow*."""
    pronoun = child_of(sentence, verb, "nsubj")
    main = sentence.heads[verb]
    if pronoun < 3 or verb != pronoun + 2 or sentence.words[pronoun + 1] not in _ABLE or sentence.tags[verb] != "VB":
        return
    if sentence.words[pronoun - 1] == "that":
        start = pronoun - 2 if sentence.words[pronoun - 2] == "so" else pronoun - 3
    else:
        start = pronoun - 1
    if sentence.words[start:pronoun] not in (["so"], ["so", "that"], ["in", "order", "that"]) or not 0 <= main < start:
        return
    if sentence.words[start - 1] == "," or child_of(sentence, verb, "conj") >= 0:
        return
    if may_be_same(sentence, child_of(sentence, main, "nsubj"), pronoun):
        yield Edit("loose clause to infinitive", start, verb, (New("to", "TO"),), 0.7)


_ASKING = frozenset("how what where whether which whom if".split())
_SHOULD = frozenset("can could should must might".split())


def _how_to(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*They asked how they could help* becomes *they asked how to help*."""
    pronoun, asking = verb - 2, verb - 3
    if asking < 1 or sentence.words[asking] not in _ASKING or sentence.tags[pronoun] != "PRP":
        return
    if sentence.words[verb - 1] not in _SHOULD or sentence.words[pronoun] == "it" or sentence.heads[pronoun] != verb:
        return
    above = sentence.heads[verb]
    if sentence.relations[verb] not in ("ccomp", "advcl", "acl", "obj", "csubj", "xcomp") or not 0 <= above < asking:
        return
    if is_negated(sentence, verb) or sentence.full[verb] == "acl:relcl" or child_of(sentence, verb, "conj") >= 0:
        return
    is_same = may_be_same(sentence, child_of(sentence, above, "nsubj"), pronoun)
    if sentence.words[asking] == "if":
        if sentence.relations[verb] == "ccomp" and sentence.words[verb - 1] == "should":
            yield Edit("question to infinitive", asking, verb, (New("whether", "IN"), New("to", "TO")), 0.72)
    elif sentence.lemmas[verb] != "be":
        yield Edit("question to infinitive", pronoun, verb, (New("to", "TO"),), 0.78 if is_same else 0.68)
