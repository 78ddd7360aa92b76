"""Edits of clauses: participles for relative and adverbial clauses, plain statements for *there is*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.parsed import Parsed
from laconic.english.inflection import verb_form
from laconic.english.rewriting.edit import Edit, Kept, New
from laconic.english.rewriting.infinitives import is_of_subject, may_be_same
from laconic.english.rewriting.roles import PERSONS, ROLES
from laconic.english.rewriting.spans import child_of, has_clause, is_negated, is_plural, span

_LASTING = frozenset(
    "accompany affect aim allow apply attend await belong block border bring carry cause combine come "
    "compete concern confront connect contain control cost cover cross date deal depend depict describe "
    "divide dominate earn employ enable enjoy enter examine exceed explain explore extend face feature feed "
    "fight fill flow focus follow form gather generate govern grow guide handle help hold include indicate "
    "inhabit involve join keep lead lie link live look make manage move need occupy offer operate oppose "
    "originate overlook own participate play pose produce promise promote protect provide range "
    "receive reflect regulate relate rely represent require resemble reside run seek sell separate serve "
    "share show sit specialise specialize stand stem stretch study suffer suggest support surround sustain "
    "target teach threaten travel try use visit wait want watch wear work".split()
)
"""Verbs whose participle can stand for a relative clause in the past as well: *people living in Rome*."""

_WAITING = frozenset("come fight gather look lie move play run sit stand travel try wait watch wear work".split())
"""What people are doing at a time rather than in general: *two men were waiting*."""

_NO_PARTICIPLES = frozenset(
    "be do have know like love hate believe think say understand agree mean seem become remain die end "
    "start begin happen exist win lose matter deserve prefer realise realize remember forget wish hope feel "
    "hear see sound look appear get stay go come tend fail last cost weigh consist comprise lack equal suit "
    "fit owe".split()
)
"""Verbs whose participle cannot, or would say something else."""

_RELATIVES = frozenset(["who", "which", "that"])
_PAST = frozenset(["VBD"])
_BEFORE_PARTICIPLES = frozenset(["after", "before", "while", "when", "since"])
_SAME = {
    "he": frozenset(["he"]), "she": frozenset(["she"]), "they": frozenset(["they"]), "i": frozenset(["i"]),
    "we": frozenset(["we"]), "you": frozenset(["you"]), "it": frozenset(["it"]),
}  # fmt: skip
_BE = frozenset(["is", "are", "was", "were"])


def clause_edits(sentence: Parsed) -> Iterator[Edit]:
    """Yield the edits of the clauses of a sentence."""
    for place in range(len(sentence)):
        if sentence.full[place] == "acl:relcl":
            yield from _participle(sentence, place)
            yield from _to_do(sentence, place)
        if sentence.relations[place] == "advcl":
            yield from _adverbial(sentence, place)
            yield from _as(sentence, place)
        if sentence.words[place] == "there" and sentence.relations[place] == "expl":
            yield from _there(sentence, place)
            yield from _has(sentence, place)
        if sentence.words[place] == "and" and sentence.relations[place] == "cc":
            yield from _semicolon(sentence, place)
        if sentence.words[place] == "what" and sentence.full[place] != "det":
            yield from _what(sentence, place)
        if sentence.words[place] == "it":
            yield from _cleft(sentence, place)
            yield from _easy(sentence, place)
            yield from _must(sentence, place)


def _main_is_past(sentence: Parsed) -> bool:
    root = sentence.heads.index(-1)
    tags = [
        sentence.tags[root],
        *(sentence.tags[c] for c in sentence.children[root] if sentence.relations[c] in ("aux", "cop")),
    ]
    return "VBD" in tags and "MD" not in tags


def _participle(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*People who live in Rome* becomes *people living in Rome*; *who have money*, *with money*."""
    pronoun = next((c for c in sentence.children[verb] if sentence.relations[c] == "nsubj"), -1)
    tag = sentence.tags[verb]
    if pronoun < 0 or sentence.words[pronoun] not in _RELATIVES or tag not in ("VBZ", "VBP", "VBD"):
        return
    if not sentence.tags[pronoun].startswith("W") or verb <= pronoun or is_negated(sentence, verb):
        return
    if any(
        sentence.relations[c] in ("aux", "cop", "expl", "cc", "conj", "compound:prt") for c in sentence.children[verb]
    ):
        return
    if any(sentence.relations[p] != "advmod" for p in range(pronoun + 1, verb)) or verb - pronoun > 2:
        return
    noun = sentence.heads[verb]
    has_comma = pronoun > 0 and sentence.words[pronoun - 1] == ","
    if not has_comma and pronoun != noun + 1 and sentence.last_of(noun) != sentence.last_of(verb):
        return
    is_name = sentence.tags[noun] in ("NNP", "NNPS")  # the clause adds to a name, whether or not it has its comma
    is_pronoun = sentence.tags[noun] in ("PRP", "DT", "WP") and sentence.words[noun] != "those"
    if pronoun == 0 or is_pronoun or (is_name and not has_comma):
        return
    if tag in _PAST and not _main_is_past(sentence):
        return
    lemma = sentence.lemmas[verb]
    owned = child_of(sentence, verb, "obj")
    if lemma == "have" and verb == pronoun + 1:
        if owned > verb and span(sentence, owned)[0] == verb + 1 and sentence.tags[owned] in ("NN", "NNS"):
            below = [
                c
                for c in sentence.children[verb]
                if c > owned and sentence.relations[c] in ("xcomp", "advcl", "ccomp", "obl")
            ]
            inside = [p for p in range(*span(sentence, owned)) if sentence.relations[p] == "acl"]
            if not below and not inside:
                yield Edit("who has to with", pronoun, verb + 1, (New("with", "IN"),), 0.9)
    elif _may_be_participle(lemma, tag, has_comma=has_comma):
        adverb = (Kept(pronoun + 1, verb),) if verb > pronoun + 1 else ()
        is_plain = not adverb and sentence.words[noun] != "ones"
        sure = 0.85 if tag == "VBD" else 0.93 if lemma in _LASTING else 0.82 if is_plain else 0.75
        yield Edit(
            "relative clause to participle", pronoun, verb + 1, (*adverb, New(verb_form(lemma, "VBG"), "VBG")), sure
        )


_TO_DO = {"will": 0.88, "would": 0.88, "should": 0.86}
_NO_TO_DO = frozenset("have like need know become seem remain want be".split())


def _to_do(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*A law that would ban hunting* becomes *a law to ban hunting*."""
    pronoun = child_of(sentence, verb, "nsubj")
    noun = sentence.heads[verb]
    if pronoun != noun + 1 or sentence.words[pronoun] not in ("that", "which") or verb < pronoun + 2:
        return
    sure = _TO_DO.get(sentence.words[pronoun + 1])
    if sure is None or sentence.tags[noun] not in ("NN", "NNS") or is_negated(sentence, verb):
        return
    begin = sentence.first_of(noun)
    if sentence.words[begin] in ("every", "any", "no", "anything", "nothing", "something") or noun == begin:
        return
    if any(sentence.tags[p] == "JJS" or sentence.words[p] == "only" for p in range(begin, noun)):
        return
    is_passive = sentence.words[pronoun + 1 : pronoun + 3] in (["will", "be"], ["should", "be"]) and verb == pronoun + 3
    is_passive = is_passive and sentence.tags[verb] == "VBN"
    is_near = verb == pronoun + 2 or (verb == pronoun + 3 and sentence.relations[pronoun + 2] == "advmod")
    is_plain = is_near and sentence.tags[verb] == "VB" and sentence.lemmas[verb] not in _NO_TO_DO
    if is_passive or is_plain:
        yield Edit("relative clause to infinitive", pronoun, pronoun + 2, (New("to", "TO"),), sure)


def _may_be_participle(lemma: str, tag: str, *, has_comma: bool) -> bool:
    if has_comma:
        return lemma in ("include", "involve", "make", "cause", "lead", "allow", "mean", "give", "force", "leave")
    return lemma in _LASTING or (tag != "VBD" and lemma not in _NO_PARTICIPLES)


def _adverbial(sentence: Parsed, verb: int) -> Iterator[Edit]:
    """*After he left Rome, he …* becomes *after leaving Rome, he …*."""
    mark = child_of(sentence, verb, "mark", "advmod")
    subject = child_of(sentence, verb, "nsubj")
    main = sentence.heads[verb]
    if mark < 0 or subject != mark + 1 or sentence.words[mark] not in _BEFORE_PARTICIPLES or main < 0:
        return
    about = child_of(sentence, main, "nsubj")
    if about < 0 or sentence.tags[subject] != "PRP" or is_negated(sentence, verb) or sentence.full[about] != "nsubj":
        return
    is_same = sentence.words[about] in _SAME.get(sentence.words[subject], ())
    if not is_same and not _is_only_person(sentence, about, subject):
        return
    helpers = [c for c in sentence.children[verb] if sentence.relations[c] in ("aux", "cop", "conj", "expl")]
    yield from _while(sentence, mark, subject, verb, helpers)
    plain = sentence.tags[verb] in ("VBD", "VBZ", "VBP") and not helpers and verb == subject + 1
    if plain:
        word = sentence.words[mark]
        plain = sentence.lemmas[verb] != "be" and word != "since" and (word, sentence.tags[verb]) != ("when", "VBD")
    is_past = sentence.words[mark] == "after" and [sentence.words[helper] for helper in helpers] == ["had"]
    if plain or (is_past and sentence.tags[verb] == "VBN" and verb == helpers[0] + 1 == subject + 2):
        participle = New(verb_form(sentence.lemmas[verb], "VBG"), "VBG")
        yield Edit("clause to participle", subject, verb + 1, (participle,), 0.9)


def _is_only_person(sentence: Parsed, about: int, pronoun: int) -> bool:
    """Return whether a pronoun stands for the subject, as no one else is named whom it could stand for."""
    begin, end = span(sentence, about)
    others = (place for place in range(len(sentence)) if not begin <= place < end)
    several = is_plural(sentence, about)
    return is_of_subject(sentence, about, pronoun) and not any(_may_be_meant(sentence, p, several) for p in others)


_ROLES_OF_PERSONS = frozenset(["nsubj", "obj", "iobj", "obl", "nmod", "appos", "conj"])


def _may_be_meant(sentence: Parsed, place: int, several: bool) -> bool:
    """Return whether a pronoun for one person, or for several, could stand for this word."""
    is_name = sentence.tags[place] in ("NNP", "NNPS")
    is_person = sentence.lemmas[place] in ROLES | PERSONS and is_plural(sentence, place) == several
    return sentence.relations[place] in _ROLES_OF_PERSONS and (is_name or is_person)


def _while(sentence: Parsed, mark: int, subject: int, verb: int, helpers: list[int]) -> Iterator[Edit]:
    """*When he was driving* becomes *while driving*, *after she was arrested*, *after being arrested*."""
    if helpers != [subject + 1] or sentence.words[subject + 1] not in ("was", "were") or verb != subject + 2:
        return
    word = sentence.words[mark]
    if word in ("when", "while") and sentence.tags[verb] == "VBG":
        yield Edit("clause to participle", mark, verb, (New("while", "IN"),), 0.9)
    elif word in ("after", "before", "since") and sentence.tags[verb] == "VBN":
        yield Edit("clause to participle", subject, verb, (New("being", "VBG"),), 0.9)


def _as(sentence: Parsed, noun: int) -> Iterator[Edit]:
    """*When he was a child, he sang* becomes *as a child, he sang*."""
    mark = child_of(sentence, noun, "mark", "advmod")
    be, subject, main = child_of(sentence, noun, "cop"), child_of(sentence, noun, "nsubj"), sentence.heads[noun]
    if mark < 0 or sentence.words[mark] not in ("when", "while") or main < 0 or be != subject + 1:
        return
    about = child_of(sentence, main, "nsubj")
    is_role = sentence.tags[noun] == "NN" and be < noun and sentence.words[be] in ("was", "were", "is", "'s")
    if about < 0 or not is_role or span(sentence, subject)[0] != mark + 1 or sentence.tags[be + 1] in ("IN", "RB"):
        return
    if is_negated(sentence, noun):
        return
    if subject == mark + 1 and sentence.tags[subject] == "PRP":
        if sentence.words[about] == sentence.words[subject] or may_be_same(sentence, about, subject):
            yield Edit("when he was to as", mark, be + 1, (New("as", "IN"),), 0.8)
        return
    end = sentence.last_of(noun) + 1
    is_fronted = sentence.tags[subject] == "NNP" and sentence.words[about] in ("he", "she") and about in (end, end + 1)
    if is_fronted:
        named = Kept(mark + 1, be)
        yield Edit("when he was to as", mark, about + 1, (New("as", "IN"), Kept(be + 1, about), named), 0.8)


def _there(sentence: Parsed, there: int) -> Iterator[Edit]:
    """*There are people who say …* becomes *people say …*; *there were two men waiting*, *two men were waiting*."""
    be = sentence.heads[there]
    if be != there + 1 or sentence.words[be] not in _BE | {"'s", "’s"} or is_negated(sentence, be):
        return
    noun = child_of(sentence, be, "nsubj")
    if noun < 0 or noun < be:
        return
    begin, end = span(sentence, noun)
    if begin != be + 1 or sentence.words[begin] in ("no", "nothing", "nobody"):
        return
    clauses = [c for c in sentence.children[noun] if sentence.relations[c] == "acl" and c > noun]
    if len(clauses) != 1 or sentence.last_of(clauses[0]) + 1 != end:
        return
    clause = clauses[0]
    first = sentence.first_of(clause)
    if has_clause(sentence, begin, first):
        return
    if sentence.full[clause] == "acl:relcl":
        pronoun = child_of(sentence, clause, "nsubj")
        is_relative = pronoun == first and sentence.words[pronoun] in _RELATIVES
        if is_relative and sentence.tags[pronoun].startswith("W") and sentence.full[pronoun] == "nsubj":
            yield Edit("there is", there, end, (Kept(begin, first), Kept(first + 1, end)), 0.85)
    elif sentence.tags[clause] in ("VBG", "VBN") and clause == first:
        several = sentence.tags[noun] == "NNS"
        if sentence.tags[clause] == "VBG" and sentence.lemmas[clause] in _LASTING - _WAITING:
            tag = "VBD" if sentence.words[be] in ("was", "were") else "VBP" if several else "VBZ"
            says = New(verb_form(sentence.lemmas[clause], tag), tag)
            yield Edit("there is", there, end, (Kept(begin, first), says, Kept(first + 1, end)), 0.85)
        else:
            is_short = sentence.words[be] not in _BE
            new_be = New("are" if several else "is", "VBZ") if is_short else Kept(be, be + 1)
            yield Edit("there is", there, end, (Kept(begin, first), new_be, Kept(first, end)), 0.85)


def _has(sentence: Parsed, there: int) -> Iterator[Edit]:
    """*There are ten rooms in the house* becomes *the house has ten rooms*."""
    be = sentence.heads[there]
    if be != there + 1 or sentence.words[be] not in _BE or is_negated(sentence, be):
        return
    noun = child_of(sentence, be, "nsubj")
    if noun < be:
        return
    begin, end = span(sentence, noun)
    if begin != be + 1 or sentence.words[begin] in ("no", "nothing", "nobody", "little", "few"):
        return
    place = next((c for c in sentence.children[noun] if sentence.relations[c] == "nmod" and c > noun), -1)
    if place < 0:
        place = next((c for c in sentence.children[be] if sentence.relations[c] == "obl" and c > noun), -1)
    if place < 0 or sentence.tags[place] not in ("NN", "NNP", "NNS"):
        return
    into, stop = span(sentence, place)
    if sentence.words[into] not in ("in", "on") or stop < end or stop - into > 5 or has_clause(sentence, into, stop):
        return
    if (into + 1 == place and sentence.tags[place] == "NN") or has_clause(sentence, begin, into) or into - begin > 8:
        return
    if stop < len(sentence) and sentence.words[stop] not in (".", ",", ";", "and", "but"):
        return
    is_past = sentence.words[be] in ("was", "were")
    have = "had" if is_past else "have" if sentence.tags[place] == "NNS" else "has"
    yield Edit("there is to has", there, stop, (Kept(into + 1, stop), New(have, "VBZ"), Kept(begin, into)), 0.85)


def _semicolon(sentence: Parsed, conjunction: int) -> Iterator[Edit]:
    """*He sold the house, and she kept the car* becomes *he sold the house; she kept the car*."""
    verb = sentence.heads[conjunction]
    if conjunction < 3 or sentence.words[conjunction - 1] != "," or sentence.relations[verb] != "conj":
        return
    first = sentence.heads[verb]
    if sentence.heads[first] != -1 or sentence.words.count("and") > 2 or ";" in sentence.words:
        return
    subject = child_of(sentence, verb, "nsubj")
    about = child_of(sentence, first, "nsubj")
    if about < 0 or (subject != conjunction + 1 and (subject < 0 or span(sentence, subject)[0] != conjunction + 1)):
        return
    if sum(sentence.relations[c] == "conj" for c in sentence.children[first]) > 1 or verb < conjunction:
        return
    said = [(about, *_says(sentence, first)), (subject, *_says(sentence, verb))]
    if all(len(clause) > 1 for clause in said):
        needs = frozenset(place for clause in said for place in clause)
        yield Edit("clauses side by side", conjunction - 1, conjunction + 1, (New(";", ":"),), 0.88, needs=needs)


def _says(sentence: Parsed, verb: int) -> tuple[int, ...]:
    """Return a verb with its object or complement, or an adjective or a noun with its *be*, or nothing."""
    said = child_of(sentence, verb, "obj", "xcomp", "ccomp", "cop")
    return (verb, said) if said >= 0 else ()


def _cleft(sentence: Parsed, it: int) -> Iterator[Edit]:
    """*It was Smith who won* becomes *Smith won*."""
    noun = sentence.heads[it]
    if it + 2 >= len(sentence) or sentence.words[it + 1] not in ("is", "was") or noun <= it + 1 or noun < 0:
        return
    if sentence.tags[noun] not in ("NN", "NNS", "NNP", "NNPS", "PRP") or is_negated(sentence, noun):
        return
    clause = next((c for c in sentence.children[noun] if sentence.relations[c] in ("acl", "advcl") and c > noun), -1)
    if clause < 0:
        return
    first, end = span(sentence, clause)
    if sentence.words[first] not in ("who", "that") or child_of(sentence, clause, "nsubj") != first:
        return
    if any(sentence.tags[p] in ("RB", "RBR", ",") for p in range(it + 2, first)):
        return
    if sentence.words[it + 2] not in ("the", "this", "that") and sentence.tags[it + 2] not in ("NNP", "PRP", "PRP$"):
        return
    yield Edit("it was … who", it, end, (Kept(it + 2, first), Kept(first + 1, end)), 0.88)


_JUDGED = frozenset(
    "advisable crucial dangerous difficult easy easier essential expensive foolish hard harder illegal important "
    "impossible imperative necessary pointless possible reasonable risky sensible unfair unwise useful useless vital "
    "wise wrong".split()
)
"""How it is to do something."""

_LONGEST_ACTION = 9


def _easy(sentence: Parsed, it: int) -> Iterator[Edit]:
    """*It is hard to find work* becomes *finding work is hard*."""
    judged = sentence.heads[it]
    if it not in (0, 1) or judged < it + 2 or sentence.lemmas[judged] not in _JUDGED or "?" in sentence.words:
        return
    if sentence.words[it + 1] not in _BE or (it == 1 and sentence.words[0] not in ("and", "but", "because")):
        return
    to = judged + 1
    verb = child_of(sentence, judged, "csubj", "xcomp", "ccomp", "advcl")
    end = sentence.last_of(judged) + 1
    if verb != to + 1 or sentence.words[to] != "to" or sentence.tags[verb] != "VB":
        return
    end -= sentence.tags[end - 1] == "."
    inside = range(verb + 1, end)
    if len(inside) > _LONGEST_ACTION or end != len(sentence) - 1 or sentence.words[end] not in (".", "!"):
        return
    if any(sentence.words[p] in ',;:"“”()—–' or sentence.words[p] in ("and", "or", "but") for p in inside):
        return
    if sentence.lemmas[verb] == "be" or is_negated(sentence, verb):
        return
    doing = New(verb_form(sentence.lemmas[verb], "VBG"), "VBG")
    yield Edit("it is hard to do", it, end, (doing, Kept(verb + 1, end), Kept(it + 1, to)), 0.87)


_GENERAL = frozenset("do happen matter mean say think".split())


def _what(sentence: Parsed, what: int) -> Iterator[Edit]:
    """*What we need is more time* becomes *we need more time*."""
    verb = child_of(sentence, what, "acl")
    be = verb + 1
    if what != 0 or verb < 2 or be + 2 >= len(sentence) or sentence.words[be] not in _BE:
        return
    subject = child_of(sentence, verb, "nsubj")
    if subject < 1 or sentence.first_of(subject) != 1 or sentence.lemmas[verb] in _GENERAL or "?" in sentence.words:
        return
    said = sentence.heads[be]
    if said < be or sentence.tags[said] not in ("NN", "NNS", "NNP") or is_negated(sentence, said):
        return
    yield Edit("what … is", 0, be + 1, (Kept(1, be),), 0.88)


_NECESSARY = frozenset("crucial essential imperative indispensable necessary vital".split())
_SUBJECT_TAGS = frozenset("NN NNS NNP NNPS PRP DT EX".split())


def _must(sentence: Parsed, it: int) -> Iterator[Edit]:
    """*It is vital that the work begins soon* becomes *the work must begin soon*."""
    need = sentence.heads[it]
    if not it + 2 <= need <= it + 3 or sentence.words[need] not in _NECESSARY or is_negated(sentence, need):
        return
    if sentence.words[it + 1] not in ("is", "'s", "’s") or (need == it + 3 and sentence.tags[it + 2] != "RB"):
        return
    clause = child_of(sentence, need, "csubj", "ccomp")
    if clause < need + 3 or sentence.words[need + 1] != "that" or is_negated(sentence, clause):
        return
    subject = child_of(sentence, clause, "nsubj", "expl")
    if subject < 0 or sentence.tags[subject] not in _SUBJECT_TAGS or span(sentence, subject)[0] != need + 2:
        return
    end = span(sentence, subject)[1]
    helpers = [c for c in sentence.children[clause] if sentence.relations[c] in ("aux", "cop") and end <= c < clause]
    verb = helpers[0] if helpers else clause
    if any(sentence.relations[p] != "advmod" for p in range(end, verb)) or verb < end:
        return
    if sentence.words[verb] == "should" and verb + 1 < len(sentence):
        new: tuple[New, ...] = (New("must", "MD"),)
    elif sentence.tags[verb] in ("VB", "VBP", "VBZ") and sentence.words[verb] not in ("has", "have", "do", "does"):
        new = (New("must", "MD"), New("be" if sentence.lemmas[verb] == "be" else sentence.lemmas[verb], "VB"))
    else:
        return
    adverbs = (Kept(end, verb),) if verb > end else ()
    yield Edit("it is vital that", it, verb + 1, (Kept(need + 2, end), *new[:1], *adverbs, *new[1:]), 0.9)
