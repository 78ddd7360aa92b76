"""Subjects in the place of *it* and *there*: *it is fun to sing* becomes *singing is fun*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, has_clause, is_negated, span

_LONGEST_ACTION, _LONGEST_JUDGEMENT = 10, 6
_BEFORE = frozenset(", ; : and but because that as so think thinks thought said says believe".split())
_AFTER = frozenset(". , ; and but".split())
_JUDGEMENTS = frozenset(
    "bore challenge crime delight disaster disgrace duty error fun honor honour joy madness mistake nightmare "
    "pain pleasure priority privilege relief shame sin struggle torture waste".split()
)
"""What it is to do something; *it is a way to do it* speaks of something else."""

_BE = frozenset("is are was were 's ’s".split())


def impersonal_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield plain statements for those that begin with *it* or *there*."""
    if "?" in sentence.words:
        return
    for place in range(len(sentence) - 3):
        if sentence.words[place] == "it" and (place == 0 or sentence.words[place - 1] in _BEFORE):
            yield from _action_first(sentence, place)
        elif sentence.words[place] == "there" and sentence.relations[place] == "expl":
            yield from _things_done(sentence, place)
        elif sentence.words[place] in _POINTING and sentence.relations[place] == "nsubj":
            yield from _this_thing(sentence, place)


def _action_first(sentence: Parsed, it: int) -> Iterator[Edit]:
    """*It would be good to hear from them* becomes *hearing from them would be good*."""
    judged = sentence.heads[it]
    if judged < it + 2 or is_negated(sentence, judged):
        return
    if sentence.tags[judged] not in ("JJ", "JJR") and sentence.words[judged] not in _JUDGEMENTS:
        return
    to = judged + 1
    verb = child_of(sentence, judged, "csubj", "xcomp", "ccomp", "advcl", "acl")
    be = child_of(sentence, judged, "cop")
    if be < 0 or verb != to + 1 or sentence.words[to] != "to" or sentence.tags[verb] != "VB":
        return
    if sentence.lemmas[verb] == "be" or judged - it > _LONGEST_JUDGEMENT or is_negated(sentence, verb):
        return
    helpers = range(it + 1, be + 1)
    if any(sentence.relations[p] not in ("aux", "cop") for p in helpers) or be < it + 1:
        return
    end = min(sentence.last_of(verb) + 1, len(sentence))
    end -= sentence.words[end - 1] in (".", ",", ";")
    inside = range(verb + 1, end)
    if (
        len(inside) > _LONGEST_ACTION
        or end >= len(sentence)
        or sentence.words[end] not in (".", ",", ";", "and", "but")
    ):
        return
    if has_clause(sentence, verb + 1, end) or any(sentence.words[p] in ("and", "or", "but") for p in inside):
        return
    is_short = sentence.words[it + 1] in ("'s", "’s")
    verbs = New("is", "VBZ") if is_short else Kept(it + 1, be + 1)
    action = (New(verb_form(sentence.lemmas[verb], "VBG"), "VBG"), Kept(verb + 1, end))
    yield Edit("loose it is hard to do", it, end, (*action, verbs, Kept(be + 1, judged + 1)), 0.68)


def _thing(sentence: Parsed, there: int) -> tuple[int, int]:
    """Return *be* after *there*, and what there is, or twice -1."""
    be = sentence.heads[there]
    if be != there + 1 or sentence.words[be] not in _BE or is_negated(sentence, be):
        return -1, -1
    noun = child_of(sentence, be, "nsubj")
    is_denied = noun > be and sentence.words[sentence.first_of(noun)] in ("no", "nothing", "nobody", "none")
    return (be, noun) if noun > be and sentence.first_of(noun) == be + 1 and not is_denied else (-1, -1)


def _things_done(sentence: Parsed, there: int) -> Iterator[Edit]:
    """*There are many things we can do* becomes *we can do many things*."""
    be, noun = _thing(sentence, there)
    if be < 0:
        return
    clause = next((c for c in sentence.children[noun] if sentence.full[c] == "acl:relcl"), -1)
    subject = child_of(sentence, clause, "nsubj") if clause > noun else -1
    if subject < 0 or sentence.words[subject] in ("who", "that", "which") or clause + 1 >= len(sentence):
        return
    obj = child_of(sentence, clause, "obj", "advmod", "mark", "ccomp", "xcomp")
    if obj >= 0 and sentence.words[obj] not in ("that", "which"):
        return
    first, end = span(sentence, clause)
    first += sentence.words[first] in ("that", "which")
    if span(sentence, subject)[0] != first or has_clause(sentence, be + 1, noun) or sentence.tags[clause] == "VBN":
        return
    if sentence.words[clause + 1] in ("to", "in", "on", "of", "about", "for", "with") and end == clause + 2:
        return
    things = Kept(be + 1, noun + 1)
    yield Edit("there are things to do", there, end, (Kept(first, clause + 1), things, Kept(clause + 1, end)), 0.72)


_POINTING = frozenset("this that these those".split())
_NO_THINGS = frozenset("one ones way reason time day place year moment point stage case first only area".split())
"""Nouns of which a clause says when, where, why or how, or which say nothing alone."""


def _this_thing(sentence: Parsed, this: int) -> Iterator[Edit]:
    """*This is a problem we can solve* becomes *we can solve this problem*."""
    noun = sentence.heads[this]
    be = this + 1
    if noun < this + 3 or sentence.words[be] not in _BE or sentence.tags[noun] not in ("NN", "NNS"):
        return
    if sentence.words[be + 1] not in ("a", "an", "the") and sentence.tags[noun] != "NNS":
        return
    clause = next((c for c in sentence.children[noun] if sentence.full[c] == "acl:relcl"), -1)
    subject = child_of(sentence, clause, "nsubj") if clause > noun else -1
    if (
        subject < 0
        or is_negated(sentence, noun)
        or sentence.lemmas[noun] in _NO_THINGS
        or sentence.tags[clause] == "VBN"
    ):
        return
    first, end = span(sentence, clause)
    first += sentence.words[first] in ("that", "which")
    thing = child_of(sentence, clause, "obj", "advmod", "mark", "ccomp", "xcomp", "conj")
    if (thing >= 0 and sentence.words[thing] not in ("that", "which")) or span(sentence, subject)[0] != first:
        return
    if has_clause(sentence, be + 1, noun) or sentence.tags[end - 1] == "IN" or end < sentence.last_of(noun):
        return
    begin = be + 1 + (sentence.tags[be + 1] == "DT")
    things = (Kept(this, be), Kept(begin, noun + 1))
    yield Edit("this is a thing to do", this, end, (Kept(first, clause + 1), *things, Kept(clause + 1, end)), 0.72)
