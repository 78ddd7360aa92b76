"""Shorter ways to join clauses: *he fell and broke a leg* becomes *he fell, breaking a leg*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, helpers_of, is_known_form, is_negated, span

_STATES = frozenset(
    "be have do know like love hate believe think understand agree mean seem become remain matter want need go come "
    "get let feel say".split()
)
_FINITE = frozenset(["VBD", "VBZ", "VBP"])
_AFTER_HELPERS = frozenset(["VB", "VBN"])
_JOINED = _FINITE | _AFTER_HELPERS
_ACTIVE_HELPERS = frozenset("will would 'll has have had".split())
_NEAREST, _FEWEST = 3, 4
_COMMA = New(",", ",")


def joined_clause_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield participles and marks for conjunctions between clauses."""
    for place in range(1, len(sentence) - 2):
        word = sentence.words[place]
        if word == "and" and sentence.relations[place] == "cc":
            yield from _doing(sentence, place)
            yield from _then(sentence, place)
            yield from _semicolon(sentence, place)
        elif word == "reason" and sentence.relations[place] == "nsubj":
            yield from _reason(sentence, place)
        elif word == ";" and sentence.words[place + 1] == "however":
            yield from _however(sentence, place)
        elif word == "because" and sentence.relations[place] == "mark":
            yield from _because(sentence, place)


def _doing(sentence: Parsed, conjunction: int) -> Iterator[Edit]:
    """*It closed the mill and cut ten jobs* becomes *it closed the mill, cutting ten jobs*."""
    second = sentence.heads[conjunction]
    if second <= conjunction or sentence.relations[second] != "conj" or sentence.tags[second] not in _JOINED:
        return
    first = sentence.heads[second]
    has_comma = sentence.words[conjunction - 1] == ","
    if conjunction - first < _NEAREST or helpers_of(sentence, second) or sentence.lemmas[second] in _STATES:
        return
    if is_negated(sentence, second) or sum(sentence.relations[c] == "conj" for c in sentence.children[first]) > 1:
        return
    if child_of(sentence, second, "conj", "expl") >= 0 or not _same_time(sentence, first, second):
        return
    start = conjunction + 1
    subject, own = child_of(sentence, first, "nsubj"), child_of(sentence, second, "nsubj")
    if own >= 0:
        is_same = subject >= 0 and sentence.words[own] == sentence.words[subject] and sentence.tags[own] == "PRP"
        if own != start or not (is_same or sentence.words[own] in ("this", "it", "that")):
            return
        start += 1
    if subject < 0 or any(sentence.relations[p] != "advmod" for p in range(start, second)) or second - start > 1:
        return
    if any(sentence.words[p] in ("then", "later", "now", "also", "still") for p in range(start, second)):
        return
    participle = New(verb_form(sentence.lemmas[second], "VBG"), "VBG")
    adverb = (Kept(start, second),) if second > start else ()
    begin = conjunction - has_comma
    sure = 0.7 if own >= 0 else 0.65
    yield Edit("and to participle", begin, second + 1, (_COMMA, *adverb, participle), sure)


def _same_time(sentence: Parsed, first: int, second: int) -> bool:
    """Return whether two verbs have the same tense, so that a participle says when the second happens."""
    helpers = helpers_of(sentence, first)
    if not is_known_form(sentence, second):
        return False
    if sentence.tags[first] in _AFTER_HELPERS:
        is_active = len(helpers) == 1 and sentence.words[helpers[0]] in _ACTIVE_HELPERS
        return is_active and sentence.tags[second] == sentence.tags[first]
    if sentence.tags[first] not in _FINITE or helpers:
        return False
    is_past = sentence.tags[first] == "VBD"
    return is_past == (sentence.tags[second] == "VBD")


def _then(sentence: Parsed, conjunction: int) -> Iterator[Edit]:
    """*She sang and then danced* becomes *she sang, then danced*."""
    second = sentence.heads[conjunction]
    if sentence.words[conjunction + 1] != "then" or sentence.words[conjunction - 1] in (",", "now", "every"):
        return
    if sentence.tags[second].startswith("VB") and sentence.relations[second] == "conj" and second > conjunction:
        yield Edit("and then", conjunction, conjunction + 2, (_COMMA, Kept(conjunction + 1, conjunction + 2)), 0.9)


def _however(sentence: Parsed, mark: int) -> Iterator[Edit]:
    """*It rained; however, they left* becomes *it rained, but they left*."""
    if sentence.words[mark + 2] == "," and sum(word == "," for word in sentence.words[:mark]) < 2:
        yield Edit("semicolon and however", mark, mark + 3, (_COMMA, New("but", "CC")), 0.85)


def _because(sentence: Parsed, because: int) -> Iterator[Edit]:
    """*The work is hard because the tools are bad* becomes *the work is hard: the tools are bad*."""
    clause = sentence.heads[because]
    main = sentence.heads[clause] if clause > because else -1
    if main < 0 or main > because or sentence.heads[main] != -1 or sentence.relations[clause] != "advcl":
        return
    subject = child_of(sentence, clause, "nsubj", "expl")
    begin = because - (sentence.words[because - 1] == ",")
    if subject < 0 or span(sentence, subject)[0] != because + 1 or begin < _FEWEST or is_negated(sentence, main):
        return
    if sentence.last_of(clause) < len(sentence) - 2 or sentence.words[-1] != "." or _has_marks(sentence):
        return
    if sentence.tags[because - 1] != "RB":
        yield Edit("because to colon", begin, because + 1, (New(":", ":"),), 0.78)


def _has_marks(sentence: Parsed) -> bool:
    return not {":", ";", "—", "–", "--", "if", "but"}.isdisjoint(sentence.words)


def _semicolon(sentence: Parsed, conjunction: int) -> Iterator[Edit]:
    """*The men sang and the women danced* becomes *the men sang; the women danced*."""
    second = sentence.heads[conjunction]
    if second <= conjunction or sentence.relations[second] != "conj" or sentence.words.count("and") > 2:
        return
    first = sentence.heads[second]
    own = child_of(sentence, second, "nsubj", "expl")
    begin = conjunction - (sentence.words[conjunction - 1] == ",")
    if own < 0 or span(sentence, own)[0] != conjunction + 1 or child_of(sentence, first, "nsubj", "expl") < 0:
        return
    is_last = sentence.last_of(second) >= len(sentence) - 2
    if not is_last or sentence.heads[first] != -1 or _has_marks(sentence) or first > begin or begin < _FEWEST:
        return
    if not any(
        sentence.tags[c].startswith("VB") or sentence.tags[c] == "MD" for c in (*helpers_of(sentence, second), second)
    ):
        return
    yield Edit("loose clauses side by side", begin, conjunction + 1, (New(";", ":"),), 0.86)


def _reason(sentence: Parsed, reason: int) -> Iterator[Edit]:
    """*The reason why they left is that it rained* becomes *they left because it rained*."""
    left = next((child for child in sentence.children[reason] if sentence.relations[child] == "acl"), -1)
    end = sentence.last_of(reason) + 1
    if left < 0 or reason < 1 or sentence.words[reason - 1] != "the" or end + 2 >= len(sentence):
        return
    begin = reason + 1 + (sentence.words[reason + 1] in ("why", "that"))
    if sentence.words[end] not in ("is", "was") or sentence.words[end + 1] not in ("that", "because"):
        return
    subject = child_of(sentence, left, "nsubj")
    if subject >= 0 and span(sentence, subject)[0] == begin and sentence.words[begin] not in ("that", "which"):
        yield Edit("the reason is", reason - 1, end + 2, (Kept(begin, end), New("because", "IN")), 0.85)
