"""Edits of verbs: an indirect object for *to*, *let* for *allow to*, *urge* for *call on*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.roles import GROUPS, PEOPLE, PERSONS, ROLES
from laconic.english.rewriting.spans import child_of, has_clause, has_joined, is_negated, span

_GIVING = frozenset("give offer send lend award grant hand sell show teach tell pay".split())
_NO_GIFTS = frozenset(
    "tribute rise birth way credit thought attention priority heed visit testimony voice evidence".split()
)


def verb_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the edits of the verbs of a sentence."""
    for verb in range(len(sentence)):
        if sentence.tags[verb].startswith("VB"):
            yield from _indirect(sentence, verb)
            yield from _given(sentence, verb)
            yield from _will(sentence, verb)
            yield from _let(sentence, verb)
            yield from _did(sentence, verb)
            yield from _urge(sentence, verb)
            yield from _start(sentence, verb)


def _urge(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*We call on the ministers to act* becomes *we urge the ministers to act*."""
    if sentence.lemmas[verb] != "call" or sentence.tags[verb] == "VBN" or verb + 4 >= len(sentence):
        return
    if sentence.words[verb + 1] not in ("on", "upon"):
        return
    whom = next((c for c in sentence.children[verb] if c > verb + 1 and sentence.relations[c] in ("obl", "obj")), -1)
    if whom < 0 or span(sentence, whom)[0] != verb + 1 or not _may_be_urged(sentence, whom):
        return
    end = span(sentence, whom)[1]
    if end + 1 < len(sentence) and sentence.words[end] == "to" and sentence.tags[end + 1] == "VB":
        tag = sentence.tags[verb]
        yield Edit("call on to urge", verb, verb + 2, (New(verb_form("urge", tag), tag),), 0.92)


def _may_be_urged(sentence: Parsed, whom: int) -> bool:
    """Return whether someone, and not a day, is called on."""
    if sentence.words[whom].endswith("day"):
        return False
    return sentence.tags[whom] in ("NNP", "NNPS", "PRP") or sentence.lemmas[whom] in PEOPLE | ROLES | GROUPS | _URGED


_URGED = frozenset("authority citizen colleague country government parliament public voter side everyone".split())
_ACTIONS = frozenset(
    "act appear argue ask bark break build burn buy call change climb collect cook cry dance decline develop dig "
    "disappear discuss drink drive eat emerge explore fade fall fight fly form grow happen increase investigate "
    "jump laugh lose make melt move offer pay plan play prepare produce protest pull push rain read rise rot run "
    "say scream see sell send share shine shoot shout shrink sing sink sleep smoke speak spread study suffer swim "
    "talk teach tell travel try use wait walk wonder work worry write yell".split()
)


_STATES = frozenset(
    "be have know understand realise realize see think believe like love hate want need seem feel appear belong mean "
    "matter look sound get resemble exist contain cost deserve doubt own prefer recognise recognize remember suspect "
    "trust wish hope regret fear".split()
)
"""What begins without being done: *they began to understand*."""


def _start(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*They started to sing* becomes *they started singing*, *they continued to sing*, *they kept singing*."""
    if verb < 2 or sentence.words[verb - 1] != "to" or sentence.tags[verb] != "VB":
        return
    lemma, tag = sentence.lemmas[verb - 2], sentence.tags[verb - 2]
    if sentence.lemmas[verb] in _STATES or tag == "VBG" or has_joined(sentence, verb):
        return  # both verbs of *they began to list and count them* would have to change
    if sentence.heads[verb] == verb - 2 and sentence.relations[verb] == "xcomp":
        participle = New(verb_form(sentence.lemmas[verb], "VBG"), "VBG")
        if lemma in ("start", "begin"):
            yield Edit("infinitive to participle", verb - 1, verb + 1, (participle,), 0.9)
        elif lemma == "continue" and sentence.lemmas[verb] in _ACTIONS:
            yield Edit("continue to keep", verb - 2, verb + 1, (New(verb_form("keep", tag), tag), participle), 0.92)


_EMPHATIC = {"did": "VBD", "does": "VBZ", "do": "VBP"}


def _did(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*He did win* becomes *he won*, *it does matter* *it matters*."""
    tag = _EMPHATIC.get(sentence.words[verb - 1]) if verb >= 2 else None
    if tag is None or sentence.tags[verb] != "VB" or "?" in sentence.words or sentence.heads[verb - 1] != verb:
        return
    if is_negated(sentence, verb) or sentence.words[verb - 2] in ("not", "so", "nor"):
        return
    subject = child_of(sentence, verb, "nsubj")
    if 0 <= subject < verb - 1:
        yield Edit("did", verb - 1, verb + 1, (New(verb_form(sentence.lemmas[verb], tag), tag),), 0.92)


_AIMS = frozenset(
    "aim answer challenge custom habit one practice tic tradition desire duty first function goal hope idea "
    "intention job key mission need next objective option plan point policy problem purpose question role "
    "rule solution step strategy task that thing this trick way what wish all best choice effect effort "
    "reason".split()
)
"""What is to do something without doing it: *the aim is to win*."""


_EVENTS = frozenset("ceremony concert event exhibition fair festival film final game match show station".split())


def _may_act(sentence: Parsed, place: int) -> bool:
    """Return whether someone acts, or something takes place: *your best bet is to wait* is no future."""
    is_named = sentence.tags[place] in ("NNP", "NNPS", "PRP")
    return is_named or sentence.lemmas[place] in PEOPLE | PERSONS | ROLES | GROUPS | _EVENTS


def _will(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*The fair is to open in May* becomes *the fair will open in May*."""
    if sentence.tags[verb] != "VB" or verb < 3 or sentence.words[verb - 1] != "to":
        return
    if sentence.words[verb - 2] not in ("is", "are") or "if" in sentence.words or sentence.words[verb] == "blame":
        return
    before = sentence.lemmas[verb - 3]
    about = child_of(sentence, verb, "nsubj")
    subjects = {before, sentence.lemmas[about]} if about >= 0 else {before}
    is_noun = sentence.tags[verb - 3] in ("NN", "NNS", "NNP", "NNPS", "PRP") or sentence.words[verb - 3] == ","
    if about < 0 or not is_noun or not subjects.isdisjoint(_AIMS) or not _may_act(sentence, about):
        return
    yield Edit("is to will", verb - 2, verb, (New("will", "MD"),), 0.9)


def _let(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*Allows the users to see* becomes *lets the users see*; *prevents them from leaving*, *stops them leaving*."""
    tag, lemma = sentence.tags[verb], sentence.lemmas[verb]
    shorter = {"allow": "let", "permit": "let", "prevent": "stop"}.get(lemma)
    if shorter is None or tag == "VBN":
        return
    whom = child_of(sentence, verb, "obj", "iobj")
    below = [c for c in sentence.children[verb] if c > whom and sentence.relations[c] in ("xcomp", "ccomp", "advcl")]
    if whom < 0 or not below:
        return
    begin, end = span(sentence, whom)
    action = below[0]
    link, form = ("from", "VBG") if lemma == "prevent" else ("to", "VB")
    if begin != verb + 1 or end - begin > 6 or end + 1 >= len(sentence) or sentence.words[end] != link:
        return
    if sentence.tags[end + 1] != form or sentence.first_of(action) != end or has_clause(sentence, begin, end):
        return
    yield Edit(f"{lemma} to {shorter}", verb, end + 1, (New(verb_form(shorter, tag), tag), Kept(begin, end)), 0.92)


def _may_receive(sentence: Parsed, verb: int, whom: int) -> bool:
    """Return whether someone, and not a place, is given or sent something."""
    if sentence.tags[whom] == "PRP" or sentence.lemmas[whom] in PEOPLE | ROLES:
        return True
    is_name = sentence.tags[whom] in ("NNP", "NNPS")
    return is_name and sentence.lemmas[verb] not in ("send", "sell", "show", "pay", "teach")


def _indirect(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*gave a book to Mary* becomes *gave Mary a book*."""
    if sentence.lemmas[verb] not in _GIVING:
        return
    gift = next((c for c in sentence.children[verb] if sentence.relations[c] == "obj"), -1)
    if gift < 0 or sentence.tags[gift] in ("PRP", "WP", "WDT", "DT") or sentence.lemmas[gift] in _NO_GIFTS:
        return
    what = span(sentence, gift)
    whom = next((c for c in sentence.children[verb] if sentence.relations[c] in ("obl", "iobj") and c > gift), -1)
    if whom < 0 or what[0] != verb + 1 or not _may_receive(sentence, verb, whom):
        return
    to = span(sentence, whom)
    if to[0] != what[1] or sentence.words[to[0]] != "to" or to[1] - to[0] > 5 or what[1] - what[0] > 6:
        return
    if (
        has_clause(sentence, *to)
        or has_clause(sentence, *what)
        or sentence.tags[whom] not in ("NNP", "NNPS", "NNS", "PRP", "NN")
    ):
        return
    yield Edit("indirect object", what[0], to[1], (Kept(to[0] + 1, to[1]), Kept(*what)), 0.87)


def _given(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*provided them with food* becomes *gave them food*."""
    if sentence.lemmas[verb] not in ("provide", "supply", "present") or verb + 1 >= len(sentence):
        return
    whom = next((c for c in sentence.children[verb] if sentence.relations[c] in ("obj", "iobj")), -1)
    what = next((c for c in sentence.children[verb] if sentence.relations[c] == "obl" and c > whom), -1)
    if whom < 0 or what < 0 or sentence.tags[verb] == "VBN":
        return
    first, second = span(sentence, whom), span(sentence, what)
    if first[0] != verb + 1 or second[0] != first[1] or sentence.words[second[0]] != "with" or first[1] - first[0] > 5:
        return
    tag = sentence.tags[verb]
    target = (New(verb_form("give", tag), tag), Kept(*first), Kept(second[0] + 1, second[1]))
    yield Edit("provide with to give", verb, second[1], target, 0.9)
