"""The active voice for the passive, where it is said who acts: *the law was passed by Parliament*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, has_clause, is_negated, is_plural, span

_SUBJECT_FORMS = {"him": "he", "her": "she", "them": "they", "us": "we", "me": "I", "whom": "who"}
_OBJECT_FORMS = {"he": "him", "she": "her", "they": "them", "we": "us", "i": "me"}
_NO_AGENTS = frozenset(
    "year month week day hour minute second percent % law hand mail email phone accident mistake chance "
    "vote margin majority nature default definition time end means way virtue use then now foot car train air sea road "
    "land and-large".split()
)
_FLOATING = frozenset(["all", "both", "each"])
_OF_AGENT = frozenset(["to", "by"])
"""What begins clauses of those who act: *was closed by the council to protect walkers*."""

_AGENT_LENGTH, _SUBJECT_LENGTH = 7, 7
_LONGEST_AGENT, _LONGEST_SUBJECT, _LONGEST_BETWEEN = 12, 10, 6


def passive_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the active voice for each passive with an agent."""
    for verb in range(2, len(sentence)):
        if sentence.tags[verb] == "VBN":
            yield from _active(sentence, verb)


def _active(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*The law was passed by Parliament* becomes *Parliament passed the law*."""
    subject = next((c for c in sentence.children[verb] if sentence.full[c] == "nsubj:pass"), -1)
    agent = next((c for c in sentence.children[verb] if c > verb and sentence.full[c] == "obl:agent"), -1)
    helpers = [c for c in sentence.children[verb] if sentence.relations[c] == "aux" and c < verb]
    if subject < 0 or agent < 0 or not helpers or is_negated(sentence, verb) or sentence.lemmas[verb] == "follow":
        return
    by, about = span(sentence, agent), span(sentence, subject)
    if not _may_act(sentence, agent) or not _are_apart(sentence, verb, by, about, helpers):
        return
    if any(_is_of_patient(sentence, clause) for clause in sentence.children[verb]):
        return
    forms = _active_forms(sentence, helpers, verb, agent)
    order = None if forms is None else _order(sentence, forms, helpers, (verb, subject, agent), by, about)
    if order is None:
        return
    if _is_plain(sentence, verb, by, about) and _is_agent(sentence, agent):
        yield Edit("passive to active", about[0], by[1], order, 0.85)
    else:
        yield Edit("loose passive to active", about[0], by[1], order, 0.7)


def _are_apart(sentence: Parsed, verb: int, by: tuple[int, int], about: tuple[int, int], helpers: list[int]) -> bool:
    """Return whether the parts of a passive stand side by side, and can change places."""
    if sentence.words[by[0]] != "by" or about[1] > helpers[0] or by[0] < verb:
        return False
    if by[1] < len(sentence) and sentence.tags[by[1]] in ("NNP", "NNPS", "POS", "WP", "WDT", "WP$"):
        return False  # a name that the parse has torn from the agent, or a clause that would be torn from its noun
    if any(sentence.relations[c] in ("conj", "cc", "expl") for c in sentence.children[verb]):
        return False
    before, after = range(about[1], verb), range(verb + 1, by[0])
    if any(p not in helpers and (sentence.relations[p] != "advmod" or sentence.words[p] in _FLOATING) for p in before):
        return False
    if any(sentence.tags[p] in (",", ":") or sentence.words[p] in ("(", ")") for p in (*before, *after)):
        return False
    if len(after) > _LONGEST_BETWEEN or has_clause(sentence, verb + 1, by[0]) or has_clause(sentence, *about):
        return False
    if any(sentence.words[p] in ',;:"“”()—–' or sentence.words[p] == "by" for p in range(by[0] + 1, by[1])):
        return False
    return by[1] - by[0] - 1 <= _LONGEST_AGENT and about[1] - about[0] <= _LONGEST_SUBJECT


def _is_of_patient(sentence: Parsed, clause: int) -> bool:
    """Return whether a clause without a subject may be about that of a passive: *was seen by a guard while leaving*."""
    if sentence.relations[clause] != "advcl" or child_of(sentence, clause, "nsubj", "csubj", "expl") >= 0:
        return False
    return _OF_AGENT.isdisjoint(sentence.words[sentence.first_of(clause) : clause])


def _is_plain(sentence: Parsed, verb: int, by: tuple[int, int], about: tuple[int, int]) -> bool:
    """Return whether a passive is short and nothing stands inside it, so that it can surely be turned round."""
    if sentence.relations[verb] == "conj" and by[0] - verb > 3:
        return False
    if by[0] > verb + 2 or (by[0] == verb + 2 and sentence.tags[verb + 1] not in ("RP", "IN")):
        return False
    if by[1] - by[0] - 1 > _AGENT_LENGTH or about[1] - about[0] > _SUBJECT_LENGTH or has_clause(sentence, *by):
        return False
    owned = any(sentence.tags[p] == "PRP$" for p in range(*by))
    return not owned or sentence.tags[about[1] - 1] == "PRP"


def _order(
    sentence: Parsed,
    forms: tuple[New, ...],
    helpers: list[int],
    words: tuple[int, int, int],
    by: tuple[int, int],
    about: tuple[int, int],
) -> tuple[Kept | New, ...] | None:
    """Return the parts of a clause in the active voice, or None if they cannot be turned round."""
    verb, subject, agent = words
    actor: Kept | New = Kept(by[0] + 1, by[1])
    if sentence.words[agent] in _SUBJECT_FORMS:
        actor = New(_SUBJECT_FORMS[sentence.words[agent]], "PRP")
    adverbs = [Kept(p, p + 1) for p in range(about[1], verb) if p not in helpers]
    has_particle = verb + 1 < by[0] and _is_particle(sentence, verb + 1, is_alone=by[0] == verb + 2)
    inside = verb + 1 + has_particle
    particle = [Kept(verb + 1, inside)] if has_particle else []
    rest = [Kept(inside, by[0])] if inside < by[0] else []
    is_relative = sentence.tags[subject].startswith("W")
    if not is_relative and any(sentence.tags[p].startswith("W") for p in range(*about)):
        return None  # *whose house was burnt*
    if is_relative:
        if about[1] - about[0] > 1 or sentence.words[subject] == "who":
            return None
        return (Kept(*about), actor, *forms[:-1], *adverbs, forms[-1], *particle, *rest)
    patient: Kept | New = Kept(*about)
    if sentence.words[subject] in _OBJECT_FORMS:
        if about[1] - about[0] > 1:
            return None  # *he and his wife*
        patient = New(_OBJECT_FORMS[sentence.words[subject]], "PRP")
    is_inside = sentence.tags[subject] == "PRP" and sentence.tags[verb + 1] == "RP"  # *put it off*, but *care for it*
    thing = (patient, *particle) if is_inside else (*particle, patient)
    return (actor, *forms[:-1], *adverbs, forms[-1], *thing, *rest)


def _is_particle(sentence: Parsed, place: int, *, is_alone: bool) -> bool:
    """Return whether a word after a verb belongs to it: *set up*, and before *by* also a preposition without a noun."""
    return sentence.tags[place] == "RP" or (is_alone and sentence.tags[place] == "IN")


def _may_act(sentence: Parsed, place: int) -> bool:
    """Return whether a phrase with *by* may name who or what acts, and not when or how."""
    if sentence.lemmas[place] in _NO_AGENTS or sentence.words[place].endswith(("self", "selves", "day")):
        return False
    if any(sentence.tags[c] == "CD" and sentence.words[c].isdigit() for c in sentence.children[place]):
        return False
    return sentence.tags[place] in ("NN", "NNS", "NNP", "NNPS", "PRP")


def _is_agent(sentence: Parsed, place: int) -> bool:
    """Return whether a phrase with *by* surely names who acts."""
    tag = sentence.tags[place]
    if tag == "NN":
        return any(sentence.relations[c] in ("det", "nmod") and c < place for c in sentence.children[place])
    return sentence.words[place] != "it"


def _active_forms(sentence: Parsed, helpers: list[int], verb: int, agent: int) -> tuple[New, ...] | None:
    """Return the active forms of a passive verb, its helpers first."""
    words = [sentence.words[h] for h in helpers]
    lemma = sentence.lemmas[verb]
    several = is_plural(sentence, agent)
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
