"""Phrases for relative clauses: *firms whose costs are high* becomes *firms with high costs*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.spans import child_of, has_clause, helpers_of, is_known_form, is_negated, span

_NO_PARTICIPLES = frozenset(
    "be do have know like love hate believe think understand agree mean seem become remain die happen exist matter "
    "deserve prefer realise realize wish hope sound appear get stay go come tend fail consist equal suit fit owe "
    "want".split()
)
"""Verbs whose participle cannot stand for a clause, or would say something else."""

_RELATIVES = frozenset(["who", "which", "that"])
_FINITE = frozenset(["VBD", "VBZ", "VBP"])
_OWN = {"he": "his", "she": "her", "it": "its", "they": "their", "i": "my", "we": "our", "you": "your"}
_HAVING = frozenset("have make show express hold possess own face experience exert play".split())
"""Verbs that say no more of a thing than that it is someone's: *the debts they have*."""

_BE = frozenset("is are was were".split())
_LONGEST = 7


def relative_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield phrases for relative clauses."""
    for verb in range(2, len(sentence)):
        if sentence.full[verb] == "acl:relcl" and not is_negated(sentence, verb):
            noun = sentence.heads[verb]
            yield from _doing(sentence, noun, verb)
            yield from _would_do(sentence, noun, verb)
            yield from _possessed(sentence, noun, verb)
            yield from _whose(sentence, verb)


def _doing(sentence: Parsed, noun: int, verb: int) -> Iterator[Edit]:
    """*Smith, who runs two shops, agreed* becomes *Smith, running two shops, agreed*."""
    pronoun = child_of(sentence, verb, "nsubj")
    if pronoun < 1 or sentence.words[pronoun] not in _RELATIVES or sentence.tags[verb] not in _FINITE:
        return
    if not sentence.tags[pronoun].startswith("W") or sentence.full[pronoun] != "nsubj" or verb < pronoun:
        return
    if helpers_of(sentence, verb) or sentence.lemmas[verb] in _NO_PARTICIPLES or verb - pronoun > 2:
        return
    if not is_known_form(sentence, verb):
        return
    if any(sentence.relations[p] != "advmod" for p in range(pronoun + 1, verb)):
        return
    has_comma = sentence.words[pronoun - 1] == ","
    is_name = sentence.tags[noun] in ("NNP", "NNPS")
    is_pronoun = sentence.tags[noun] in ("PRP", "DT", "WP") and sentence.words[noun] != "those"
    if is_pronoun or (is_name and not has_comma) or not _may_stand(sentence, noun, verb, has_comma=has_comma):
        return
    joined = [child for child in sentence.children[verb] if sentence.relations[child] == "conj"]
    if any(_is_other(sentence, verb, child) for child in joined):
        return
    participles: list[Kept | New] = [Kept(pronoun + 1, verb)] if verb > pronoun + 1 else []
    participles.append(New(verb_form(sentence.lemmas[verb], "VBG"), "VBG"))
    end = verb + 1
    for child in joined:
        participles += [Kept(end, child), New(verb_form(sentence.lemmas[child], "VBG"), "VBG")]
        end = child + 1
    sure = 0.62 if sentence.tags[verb] == "VBD" or (has_comma and is_name) else 0.7
    yield Edit("loose relative clause to participle", pronoun, end, tuple(participles), sure)


def _may_stand(sentence: Parsed, noun: int, verb: int, *, has_comma: bool) -> bool:
    """Return whether a participle would be read with the noun, and with the time of the clause.

    After a comma, one that says what people do is read with the subject of the sentence: *they told us, spreading the
    word*. In the past, it says what was done at the time: *a seminar highlighting risks*, but not *the man saying so*.
    """
    if has_comma:
        is_person = sentence.words[child_of(sentence, verb, "nsubj")] == "who"
        return not is_person or (sentence.relations[noun] == "nsubj" and sentence.heads[sentence.heads[noun]] == -1)
    first = sentence.words[sentence.first_of(noun)]
    return sentence.tags[verb] != "VBD" or first not in ("the", "this", "that", "my", "his", "her", "their", "all")


def _is_other(sentence: Parsed, verb: int, joined: int) -> bool:
    """Return whether a second verb cannot become a participle with the first."""
    own = any(sentence.relations[c] in ("aux", "cop", "nsubj", "conj") for c in sentence.children[joined])
    is_alike = sentence.tags[joined] == sentence.tags[verb] and sentence.lemmas[joined] not in _NO_PARTICIPLES
    return own or not is_alike or is_negated(sentence, joined)


_MODALS = frozenset("will would can could may might must should".split())
_NO_TO_DO = frozenset("be have like need know become seem remain want".split())


def _would_do(sentence: Parsed, noun: int, verb: int) -> Iterator[Edit]:
    """*A bank, which would rule the market* becomes *a bank, ruling the market*; *tools that can help*, *to help*."""
    pronoun = child_of(sentence, verb, "nsubj")
    helpers = helpers_of(sentence, verb)
    if pronoun < 2 or sentence.words[pronoun] not in ("which", "that") or helpers != [pronoun + 1]:
        return
    if sentence.words[pronoun + 1] not in _MODALS or sentence.tags[verb] != "VB" or verb > pronoun + 3:
        return
    if sentence.lemmas[verb] in _NO_TO_DO or any(sentence.relations[p] != "advmod" for p in range(pronoun + 2, verb)):
        return
    if child_of(sentence, verb, "conj") >= 0 or not sentence.tags[noun].startswith("NN"):
        return
    adverb = (Kept(pronoun + 2, verb),) if verb > pronoun + 2 else ()
    if sentence.words[pronoun - 1] == ",":
        participle = New(verb_form(sentence.lemmas[verb], "VBG"), "VBG")
        yield Edit("loose relative clause to participle", pronoun, verb + 1, (*adverb, participle), 0.65)
    elif sentence.tags[noun] in ("NN", "NNS") and pronoun == noun + 1:
        yield Edit("loose relative clause to infinitive", pronoun, pronoun + 2, (New("to", "TO"),), 0.68)


def _possessed(sentence: Parsed, noun: int, verb: int) -> Iterator[Edit]:
    """*The debts that the firm had* becomes *the firm's debts*, *the mistakes he made* *his mistakes*."""
    owner = child_of(sentence, verb, "nsubj")
    if owner <= noun or sentence.lemmas[verb] not in _HAVING or sentence.tags[verb] not in _FINITE:
        return
    thing = child_of(sentence, verb, "obj", "xcomp", "ccomp", "conj", "aux")
    if (thing >= 0 and sentence.words[thing] not in ("that", "which")) or not sentence.tags[noun].startswith("NN"):
        return
    begin, (first, last) = sentence.first_of(noun), span(sentence, owner)
    is_near = first == noun + 1 or (first == noun + 2 and sentence.words[noun + 1] in ("that", "which"))
    if sentence.words[begin] != "the" or begin == noun or not is_near or last != verb or last - first > _LONGEST:
        return
    if has_clause(sentence, begin, noun) or has_clause(sentence, first, last):
        return
    own = _OWN.get(sentence.words[owner])
    whose: tuple[Kept | New, ...]
    if own is not None:
        whose = (New(own, "PRP$"),)
    elif sentence.tags[owner].startswith("NN") and owner == last - 1:
        mark = "'" if sentence.tags[owner] in ("NNS", "NNPS") and sentence.words[owner].endswith("s") else "'s"
        whose = (Kept(first, last), New(mark, "POS"))
    else:
        return
    yield Edit("clause to possessive", begin, verb + 1, (*whose, Kept(begin + 1, noun + 1)), 0.75)


def _whose(sentence: Parsed, said: int) -> Iterator[Edit]:
    """*A town whose streets are narrow* becomes *a town with narrow streets*."""
    be, noun = child_of(sentence, said, "cop"), child_of(sentence, said, "nsubj")
    if be < 0 or noun < 2 or sentence.words[be] not in _BE or noun != be - 1:
        return
    begin, end = sentence.first_of(noun), sentence.last_of(said) + 1
    if sentence.words[begin] != "whose" or sentence.tags[noun] not in ("NN", "NNS"):
        return
    if has_clause(sentence, begin, said) or has_clause(sentence, said + 1, end):
        return
    if child_of(sentence, said, "conj") >= 0:
        return
    article = (New("a", "DT"),) if sentence.tags[noun] == "NN" else ()
    things = Kept(begin + 1, noun + 1)
    if sentence.tags[said] in ("JJ", "CD") and said == end - 1 and sentence.tags[be + 1] in ("JJ", "CD", "RB"):
        yield Edit("whose to with", begin, end, (New("with", "IN"), *article, Kept(be + 1, end), things), 0.75)
    elif sentence.tags[be + 1] in ("IN", "JJR"):
        yield Edit("whose to with", begin, end, (New("with", "IN"), *article, things, Kept(be + 1, end)), 0.72)
