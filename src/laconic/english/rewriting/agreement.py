"""Verbs that agree with their subjects, or with what is left of them.

*Ann and Bob are late*, cut to *Ann*, becomes *Ann is late*; *they serve as guards* becomes *they are guards*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, New
from laconic.english.rewriting.spans import child_of, is_plural

AGREEMENT = "agreement"

_SINGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "'re": "'s", "’re": "’s", "'ve": "'s"}
_LIKE_PLURALS = frozenset("i you they we police people majority number".split())


def form_of(sentence: Parsed, verb: int, lemma: str) -> str:
    """Return the form of another verb in the place of one; *be* agrees with the subject."""
    tag = sentence.tags[verb]
    if lemma != "be" or tag not in ("VBD", "VBP"):
        return verb_form(lemma, tag)
    subject = _subject_of(sentence, verb)
    is_speaker = subject >= 0 and sentence.words[subject] == "i"
    if tag == "VBP":
        return "am" if is_speaker else "are"
    return "were" if subject >= 0 and not is_speaker and is_plural(sentence, subject) else "was"


def _subject_of(sentence: Parsed, verb: int) -> int:
    """Return the subject of a verb or of the one before it, or what its relative clause is about, or -1."""
    subject, above = child_of(sentence, verb, "nsubj"), sentence.heads[verb]
    if subject >= 0 and sentence.tags[subject].startswith("W"):
        return above if sentence.full[verb] == "acl:relcl" else subject
    shares = subject < 0 <= above and sentence.relations[verb] == "conj"
    return _subject_of(sentence, above) if shares else subject


def agreement_edits(sentence: Parsed, kept: Sequence[int]) -> Iterator[Edit]:
    """Yield the singular for each verb of whose subjects, joined by *and*, a cut keeps only one."""
    stays = frozenset(kept)
    for first in kept:
        if sentence.relations[first] != "nsubj" or sentence.tags[first] not in ("NN", "NNP"):
            continue
        joined = [child for child in sentence.children[first] if sentence.relations[child] == "conj"]
        is_and = any(sentence.words[c] == "and" for other in joined for c in sentence.children[other])
        if not is_and or any(other in stays for other in joined) or sentence.words[first] in _LIKE_PLURALS:
            continue
        verb = _finite(sentence, sentence.heads[first])
        if verb in stays and verb > first:
            word = sentence.words[verb]
            tag = "VBD" if word == "were" else "VBZ"
            says = _SINGULAR.get(word) or verb_form(sentence.lemmas[verb], tag)
            yield Edit(AGREEMENT, verb, verb + 1, (New(says, tag),), 0.95, says_same=True)


def _finite(sentence: Parsed, verb: int) -> int:
    """Return the word of a clause that agrees with its subject in the plural, or -1."""
    helper = child_of(sentence, verb, "aux", "cop")
    first = helper if 0 <= helper < verb else verb
    is_plural = sentence.tags[first] == "VBP" or sentence.words[first] == "were"
    return first if is_plural else -1
