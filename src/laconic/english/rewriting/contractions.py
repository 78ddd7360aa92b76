"""Contractions, where a sentence is informal already: *I am* becomes *I'm*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.rewriting.edit import Edit, New

_CLITICS = {
    "am": "'m", "are": "'re", "is": "'s", "will": "'ll", "would": "'d", "have": "'ve",
}  # fmt: skip
_PRONOUNS = {
    "am": frozenset(["i"]),
    "are": frozenset(["you", "we", "they"]),
    "is": frozenset(["he", "she", "it", "that", "there", "what", "who"]),
    "will": frozenset(["i", "you", "he", "she", "it", "we", "they", "that", "there"]),
    "would": frozenset(["i", "you", "he", "she", "we", "they"]),
    "have": frozenset(["i", "you", "we", "they"]),
}
_INFORMAL = frozenset(
    "'m 're 've 'll n't ’m ’re ’ve ’ll n’t gonna wanna gotta yeah yes ok okay um uh oh hey wow guy guys "
    "stuff cool kid kids awesome lol please thanks pretty ! anyway folks crap damn hell dude mom dad huge".split()
)
_FOLLOWING = frozenset("VBG VBN VB JJ RB DT IN TO PRP$ NN NNS CD JJR".split())


def contraction_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield contractions of pronouns and helping verbs, if the sentence has informal words."""
    if _INFORMAL.isdisjoint(sentence.words):
        return
    for place in range(1, len(sentence) - 1):
        word = sentence.words[place]
        if word not in _CLITICS or sentence.words[place - 1] not in _PRONOUNS[word]:
            continue
        if sentence.relations[place] not in ("aux", "cop") or sentence.tags[place + 1] not in _FOLLOWING:
            continue
        if sentence.relations[place - 1] not in ("nsubj", "expl") or sentence.heads[place - 1] != sentence.heads[place]:
            continue
        if (word == "is" and sentence.words[place + 1] in ("is", "not")) or sentence.heads[place] < place:
            continue
        mark = "’" if any("’" in form for form in sentence.forms) else "'"
        yield Edit(
            "contraction", place, place + 1, (New(_CLITICS[word].replace("'", mark), sentence.tags[place]),), 0.95
        )
