"""Edits of verbs: the active voice for the passive, an indirect object for *to*, *let* for *allow to*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.roles import GROUPS, PEOPLE, PERSONS, ROLES
from laconic.english.rewriting.spans import child_of, has_clause, is_negated, span

_SUBJECT_FORMS = {"him": "he", "her": "she", "them": "they", "us": "we", "me": "I", "whom": "who"}
_OBJECT_FORMS = {"he": "him", "she": "her", "they": "them", "we": "us", "i": "me"}
_NO_AGENTS = frozenset(
    "year month week day hour minute second percent % law hand mail email phone accident mistake chance "
    "vote margin majority nature default definition time end means way virtue use then now foot car train air sea road "
    "land and-large".split()
)
_GIVING = frozenset("give offer send lend award grant hand sell show teach tell pay".split())
_NO_GIFTS = frozenset(
    "tribute rise birth way credit thought attention priority heed visit testimony voice evidence".split()
)
_AGENT_LENGTH, _SUBJECT_LENGTH = 7, 7


def verb_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the edits of the verbs of a sentence."""
    for verb in range(len(sentence)):
        if sentence.tags[verb] == "VBN":
            yield from _active(sentence, verb)
        if sentence.tags[verb].startswith("VB"):
            yield from _indirect(sentence, verb)
            yield from _given(sentence, verb)
            yield from _will(sentence, verb)
            yield from _let(sentence, verb)
            yield from _did(sentence, verb)
            yield from _urge(sentence, verb)
            yield from _start(sentence, verb)


def _active(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*The law was passed by Parliament* becomes *Parliament passed the law*."""
    subject = next((c for c in sentence.children[verb] if sentence.full[c] == "nsubj:pass"), -1)
    agent = next((c for c in sentence.children[verb] if c > verb and _is_agent(sentence, c)), -1)
    helpers = [c for c in sentence.children[verb] if sentence.relations[c] == "aux" and c < verb]
    if subject < 0 or agent < 0 or not helpers or is_negated(sentence, verb) or sentence.lemmas[verb] == "follow":
        return
    by = span(sentence, agent)
    about = span(sentence, subject)
    if sentence.words[by[0]] != "by" or about[1] > helpers[0] or by[0] < verb:
        return
    if by[1] < len(sentence) and sentence.tags[by[1]] in ("NNP", "NNPS", "POS"):
        return  # a name that the parse has torn from the agent
    if by[1] < len(sentence) and sentence.tags[by[1]] in ("WP", "WDT", "WP$"):
        return  # a clause that would be torn from its noun
    if any(sentence.relations[c] in ("conj", "cc", "expl") for c in sentence.children[verb]):
        return
    if sentence.relations[verb] == "conj" and by[0] - verb > 3:
        return
    between = range(about[1], verb)
    if any(sentence.tags[p] in (",", ":") or sentence.words[p] in ("(", ")") for p in between):
        return
    if any(p not in helpers and sentence.relations[p] != "advmod" for p in between):
        return
    if by[0] > verb + 2 or (by[0] == verb + 2 and sentence.tags[verb + 1] not in ("RP", "IN")):
        return
    if by[1] - by[0] - 1 > _AGENT_LENGTH or about[1] - about[0] > _SUBJECT_LENGTH:
        return
    if has_clause(sentence, *by) or has_clause(sentence, *about):
        return
    owned = any(sentence.tags[p] == "PRP$" for p in range(*by))
    if owned and sentence.tags[subject] != "PRP":
        return
    forms = _active_forms(sentence, helpers, verb, agent)
    if forms is None:
        return
    actor: Kept | New = Kept(by[0] + 1, by[1])
    if sentence.words[agent] in _SUBJECT_FORMS:
        actor = New(_SUBJECT_FORMS[sentence.words[agent]], "PRP")
    adverbs = [Kept(p, p + 1) for p in between if p not in helpers]
    particle = [Kept(verb + 1, by[0])] if by[0] > verb + 1 else []
    is_relative = sentence.tags[subject].startswith("W")
    if not is_relative and any(sentence.tags[p].startswith("W") for p in range(*about)):
        return  # *whose house was burnt*
    if is_relative:
        if about[1] - about[0] > 1 or sentence.words[subject] == "who":
            return
        target = (Kept(*about), actor, *forms[:-1], *adverbs, forms[-1], *particle)
    else:
        patient: Kept | New = Kept(*about)
        if sentence.words[subject] in _OBJECT_FORMS:
            patient = New(_OBJECT_FORMS[sentence.words[subject]], "PRP")
        thing = (patient, *particle) if sentence.tags[subject] == "PRP" else (*particle, patient)
        target = (actor, *forms[:-1], *adverbs, forms[-1], *thing)
    yield Edit("passive to active", about[0], by[1], target, 0.85)


def _is_agent(sentence: Parsed, place: int) -> bool:
    """Return whether a phrase with *by* names who acts."""
    if sentence.full[place] != "obl:agent" or sentence.lemmas[place] in _NO_AGENTS:
        return False
    tag = sentence.tags[place]
    if tag in ("NNP", "NNPS", "NNS"):
        return not any(sentence.tags[c] == "CD" and sentence.words[c].isdigit() for c in sentence.children[place])
    if tag == "PRP":
        return sentence.words[place] not in ("it", "itself", "himself", "herself", "themselves")
    return tag == "NN" and any(sentence.relations[c] in ("det", "nmod") and c < place for c in sentence.children[place])


def _active_forms(sentence: Parsed, helpers: list[int], verb: int, agent: int) -> tuple[New, ...] | None:
    """Return the active forms of a passive verb, its helpers first."""
    words = [sentence.words[h] for h in helpers]
    lemma = sentence.lemmas[verb]
    several = sentence.tags[agent] in ("NNS", "NNPS") or any(
        sentence.relations[c] == "conj" for c in sentence.children[agent]
    )
    several = several or sentence.words[agent] in ("they", "them", "we", "us", "you", "people", "police", "i", "me")
    if len(words) == 1 and words[0] in ("was", "were"):
        return (New(verb_form(lemma, "VBD"), "VBD"),)
    if len(words) == 1 and words[0] in ("is", "are"):
        tag = "VBP" if several else "VBZ"
        return (New(verb_form(lemma, tag), tag),)
    if len(words) == 2 and words[1] == "being":
        if sentence.words[agent] in ("i", "me"):
            return None  # *am* and *was* are left to the editor
        be = {"is": ("is", "are"), "are": ("is", "are"), "was": ("was", "were"), "were": ("was", "were")}.get(words[0])
        return None if be is None else (New(be[several], "VBZ"), New(verb_form(lemma, "VBG"), "VBG"))
    if len(words) == 2 and words[1] == "been" and words[0] in ("has", "have", "had"):
        have = "had" if words[0] == "had" else "have" if several else "has"
        return New(have, "VBZ"), New(verb_form(lemma, "VBN"), "VBN")
    if len(words) == 2 and words[1] == "be" and sentence.tags[helpers[0]] == "MD":
        return New(words[0], "MD"), New(verb_form(lemma, "VB"), "VB")
    return None


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
    if sentence.lemmas[verb] in _STATES or tag == "VBG":
        return
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
    shorter = {"allow": "let", "enable": "let", "permit": "let", "cause": "make", "prevent": "stop"}.get(lemma)
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
