"""Two sentences for one, in plain language: *he left, and she stayed* becomes *He left. She stayed*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.roles import PERSONS, ROLES
from laconic.english.rewriting.spans import child_of

SPLIT = "two sentences"

_STOP = New(".", ".")
_JOINING = frozenset(["and", "but"])
_FEWEST = 4
"""Words that a sentence needs to stand alone."""


def split_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield a full stop for what joins two clauses that can stand alone."""
    if not {'"', "“", "``", "?", "("}.isdisjoint(sentence.words):
        return
    for place in range(_FEWEST, len(sentence) - _FEWEST):
        if sentence.words[place] in _JOINING and sentence.words[place - 1] == ",":
            yield from _joined(sentence, place)
        if sentence.words[place] == "and":
            yield from _again(sentence, place)
        elif sentence.words[place] == ";":
            yield Edit(SPLIT, place, place + 2, (_STOP, _capital(sentence, place + 1)), 0.93)
        elif sentence.words[place] == "which" and sentence.words[place - 1] == ",":
            yield from _which(sentence, place)


def _joined(sentence: Parsed, conjunction: int) -> Iterator[Edit]:
    """*The plan failed, but nobody cared* becomes *The plan failed. But nobody cared*."""
    verb = sentence.heads[conjunction]
    if verb <= conjunction or sentence.relations[verb] != "conj" or sentence.heads[sentence.heads[verb]] != -1:
        return
    subject = child_of(sentence, verb, "nsubj", "expl")
    if subject < 0 or sentence.first_of(subject) != conjunction + 1 or sentence.tags[subject].startswith("W"):
        return
    if sentence.words[conjunction] == "but":
        yield Edit(SPLIT, conjunction - 1, conjunction + 1, (_STOP, New("But", "CC")), 0.93)
    else:
        target = (_STOP, _capital(sentence, conjunction + 1))
        yield Edit(SPLIT, conjunction - 1, conjunction + 2, target, 0.93)


def _again(sentence: Parsed, conjunction: int) -> Iterator[Edit]:
    """*The river rises in the hills and flows into the sea* becomes *… the hills. It flows into the sea*."""
    verb = sentence.heads[conjunction]
    if verb <= conjunction or sentence.relations[verb] != "conj" or sentence.heads[sentence.heads[verb]] != -1:
        return
    subject = child_of(sentence, sentence.heads[verb], "nsubj")
    first = min([verb, *(c for c in sentence.children[verb] if sentence.relations[c] in ("aux", "cop"))])
    is_alone = child_of(sentence, verb, "nsubj", "expl") < 0 and first == conjunction + 1
    if sentence.heads[verb] >= conjunction - 1:
        return  # both verbs may share what follows: *they bought and read the book*
    if not is_alone or not 0 <= subject < sentence.heads[verb] or sentence.tags[first] not in ("VBD", "VBZ", "VBP"):
        return
    pronoun = _pronoun(sentence, subject)
    if pronoun is not None:
        comma = conjunction - (sentence.words[conjunction - 1] == ",")
        yield Edit(SPLIT, comma, conjunction + 1, (_STOP, New(pronoun, "PRP")), 0.9)


def _pronoun(sentence: Parsed, subject: int) -> str | None:
    """Return what stands for a subject in the next sentence, if that is sure."""
    tag, lemma = sentence.tags[subject], sentence.lemmas[subject]
    if tag == "PRP":
        return sentence.forms[subject].capitalize()
    if tag == "NNS" or any(sentence.relations[c] == "conj" for c in sentence.children[subject]):
        return "They"
    return "It" if tag == "NN" and lemma not in ROLES | PERSONS | _PEOPLE else None


_PEOPLE = frozenset(
    "man woman boy girl mother father son daughter king queen wife husband brother sister friend person baby player "
    "staff police crew team couple family group majority number".split()
)


def _which(sentence: Parsed, which: int) -> Iterator[Edit]:
    """*He owns a shop, which sells books.* becomes *He owns a shop. It sells books*."""
    verb = sentence.heads[which]
    noun = which - 2
    if verb < which or sentence.full[verb] != "acl:relcl" or sentence.relations[which] != "nsubj":
        return
    if sentence.heads[verb] != noun or sentence.last_of(verb) < len(sentence) - 2:
        return
    if sentence.tags[noun] in ("NN", "NNP", "NNS"):
        pronoun = "They" if sentence.tags[noun] == "NNS" else "It"
        yield Edit(SPLIT, which - 1, which + 1, (_STOP, New(pronoun, "PRP")), 0.9)


def _capital(sentence: Parsed, place: int) -> Kept | New:
    form = sentence.forms[place]
    return Kept(place, place + 1) if form[0].isupper() else New(form[0].upper() + form[1:], sentence.tags[place])
