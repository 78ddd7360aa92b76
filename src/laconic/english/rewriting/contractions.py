"""Contractions, where people speak or write as they speak: *I am* becomes *I'm*, *did not* becomes *didn't*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.negation import is_negation
from laconic.english.rewriting.edit import Edit, Kept, New

CONTRACTION = "contraction"

_CLITICS = {
    "am": "'m", "are": "'re", "is": "'s", "has": "'s", "will": "'ll", "would": "'d", "had": "'d", "have": "'ve",
}  # fmt: skip
_PRONOUNS = {
    "am": frozenset(["i"]),
    "are": frozenset(["you", "we", "they"]),
    "is": frozenset(["he", "she", "it", "that", "there", "what", "who"]),
    "has": frozenset(["he", "she", "it"]),
    "will": frozenset(["i", "you", "he", "she", "it", "we", "they", "that", "there"]),
    "would": frozenset(["i", "you", "he", "she", "we", "they"]),
    "had": frozenset(["i", "you", "he", "she", "we", "they"]),
    "have": frozenset(["i", "you", "we", "they"]),
}
_BEFORE_NOT = {
    **dict.fromkeys("do does did is are was were has have had could would should".split()),
    "will": "wo", "can": "ca",
}  # fmt: skip
"""Verbs that *n't* is written to, with how they are spelled before it if they change."""

_INFORMAL = frozenset(
    "'m 're 've 'll n't 'd ’m ’re ’ve ’ll ’d n’t gonna wanna gotta yeah yes ok okay um uh oh hey wow guy guys "
    "stuff cool kid kids awesome lol please thanks pretty ! anyway folks crap damn hell dude mom dad huge "
    "alot dont ive u .. ... :) ;) :( haha thx plz".split()
)
_SPOKEN = frozenset("i you me my your mine yours myself yourself".split())
_SHARED = frozenset("we us our ours ourselves".split())
_LONG_WORD, _FEW_WORDS = 11, 12
_FORMAL = frozenset(
    "abstain abstained abstention amendment amendments chamber commission commissioner committee constitution "
    "council debate directive doth europe european gentlemen government governments hath hereby herein honourable "
    "institution institutions ladies legislation madam minister ministers ministry mr mr. mrs mrs. nations "
    "paragraph parliament parliamentary plenary policies policy president proposal proposals protectionism "
    "pursuant rapporteur rapporteurs regulation resolution shall sincerely thee thereof thou treaty undersigned "
    "union voting ye".split()
)
"""Words of those who speak in public, or write as if they did."""
_FOLLOWING = frozenset("VBG VBN VB JJ RB DT IN TO PRP$ NN NNS CD JJR".split())
_BE = frozenset(["am", "are", "is"])
_AFTER_HAS = frozenset("been gone got had already never always just".split())
"""Words that show that *'s* stands for *has*, and not for *is*."""

_STRESSED = frozenset("only just merely simply least".split())
"""What makes *not* part of another phrase, or stresses it: *not only*."""


def contraction_edits(sentence: Parsed, whole: Parsed | None = None) -> Iterator[Edit]:
    """Yield contractions of pronouns, helping verbs and *not*, if the sentence is informal or someone speaks in it.

    Args:
        sentence: the sentence, or a cut of it.
        whole: the sentence before it was cut, which shows whether it is informal.
    """
    if not _is_spoken(whole or sentence):
        return
    mark = "’" if any("’" in form for form in sentence.forms) else "'"
    for place in range(1, len(sentence) - 1):
        if sentence.words[place] == "not":
            yield from _not(sentence, place, mark)
        elif sentence.words[place] in _CLITICS:
            yield from _clitic(sentence, place, mark)
        elif sentence.words[place - 1 : place + 1] == ["let", "us"] and sentence.tags[place + 1] == "VB":
            yield Edit(CONTRACTION, place - 1, place + 1, (Kept(place - 1, place), New(f"{mark}s", "PRP")), 0.95)


def _is_spoken(sentence: Parsed) -> bool:
    """Return whether contractions are in keeping with a sentence.

    People who speak of themselves use them, and those who write letters, unless their common words are long, or those
    of a debate. Scholars and politicians say *we*, too, but in longer sentences.
    """
    words = sentence.words
    if not _FORMAL.isdisjoint(words):
        return False
    if not _INFORMAL.isdisjoint(words) or any("!!" in word for word in words):
        return True
    speaks = not _SPOKEN.isdisjoint(words) or (not _SHARED.isdisjoint(words) and len(words) <= _FEW_WORDS)
    return speaks and not any(len(form) >= _LONG_WORD and not form[0].isupper() for form in sentence.forms)


def _clitic(sentence: Parsed, place: int, mark: str) -> Iterator[Edit]:
    word = sentence.words[place]
    if sentence.words[place - 1] not in _PRONOUNS[word] or sentence.tags[place - 1] == "WDT":
        return
    if sentence.forms[place].isupper():
        return  # stressed, or a sentence in capitals
    if sentence.relations[place] not in ("aux", "cop") or sentence.tags[place + 1] not in _FOLLOWING:
        return
    if sentence.relations[place - 1] not in ("nsubj", "expl") or sentence.heads[place - 1] != sentence.heads[place]:
        return
    after = sentence.words[place + 1]
    if (word == "has" and after not in _AFTER_HAS) or (word == "had" and sentence.tags[place + 1] != "VBN"):
        return
    is_denied = is_negation(after) and after != "never" and (after != "not" or word not in _BE)
    if (word == "is" and after == "is") or is_denied or sentence.heads[place] < place:
        return
    if sentence.full[sentence.heads[place]] == "acl:relcl" and sentence.words[place - 1] in ("that", "who"):
        return
    yield Edit(CONTRACTION, place, place + 1, (New(_CLITICS[word].replace("'", mark), sentence.tags[place]),), 0.95)


def _not(sentence: Parsed, place: int, mark: str) -> Iterator[Edit]:
    """*Did not* becomes *didn't*, *will not* *won't*, *cannot* *can't*."""
    verb = place - 1
    word = sentence.words[verb]
    if word not in _BEFORE_NOT or sentence.words[place + 1] in _STRESSED or sentence.forms[place].isupper():
        return
    if word in _BE and verb and sentence.words[verb - 1] in _PRONOUNS[word]:
        return  # *we're not* rather than *we aren't*
    if sentence.relations[verb] not in ("aux", "cop", "root") or sentence.tags[place + 1] in (",", ".", ":"):
        return
    changed = _BEFORE_NOT[word]
    if changed is not None and verb == 0:
        return
    helper = Kept(verb, place) if changed is None else New(changed, "MD")
    yield Edit(CONTRACTION, verb, place + 1, (helper, New(f"n{mark}t", "RB")), 0.95)
