"""Dependences between verbs and their auxiliaries, particles, subjects, objects and other complements."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import START, Link
from laconic.english.dependences.parsed import Parsed
from laconic.english.dependences.spelling import both_ways
from laconic.english.inflection import looks_past

_ONE = frozenset("he it she that this".split())
_BARE_BE = frozenset("be been".split())
_UNDERSTOOD = frozenset("i we you".split())
_CLAUSES = frozenset("ccomp conj csubj parataxis xcomp".split())
_INNER_CLAUSES = frozenset("advcl ccomp".split())
_SUBJECTS = frozenset("csubj expl nsubj".split())
_BEFORE_VERBS = frozenset("advmod aux cop".split())
_APART = frozenset("advcl parataxis punct".split())
"""Relations of what stands after a verb without completing it."""

_COMPLETED_BY_INFINITIVE = frozenset("able appear have likely need ought seem tend unable unlikely use".split())
"""Lemmas of words that say something else, or nothing, without the infinitive that completes them."""

_TRANSITIVE = frozenset(
    "abandon accept accuse achieve acquire address adopt affect allow analyse analyze appoint arrest assault "
    "assess attract avoid award ban blame boost bring build buy carry cause compare condemn conduct congratulate "
    "consider contain convince cost create criticise criticize damage defeat define deliver demand denounce deny "
    "depict deploy describe deserve destroy discourage discover discuss earn eliminate emphasise emphasize employ "
    "enable encourage endorse enhance enjoy ensure establish exceed experience exploit expose express face favor "
    "favour fill force fund get give grant handle hate have highlight hire identify ignore impose include infect "
    "inform injure inspire introduce invent invite involve issue lack let like liken love maintain make mean "
    "mention murder name need neglect obtain own permit persuade place possess praise prefer present prevent "
    "produce promote prompt protect provide pursue put raise reach receive recommend regard reject remind remove "
    "replace represent require rescue resemble respect restore retain ruin secure seek seize select send solve "
    "spend suspend take target tell threaten treat undergo undermine unveil urge use value view violate want "
    "waste wear welcome".split()
)
"""Lemmas of verbs that hardly ever stand without their object, if at all in another sense: *take*, *have*, *like*."""


def auxiliary(parse: Parsed) -> Iterator[Link]:
    """A verb needs its auxiliaries.

    *Events which were fanned* may become *events fanned*, but not *events which fanned*.
    """
    for place, head in parse.arcs("aux"):
        pronouns = (child for child in parse.children[head] if parse.tags[child].startswith("W"))
        since = next(pronouns, START) if parse.is_relative(head) else START
        yield Link(place, parse.verb_after(place, head, ("cop",)), since)


def auxiliary_of_bare_verb(parse: Parsed) -> Iterator[Link]:
    """After one person or thing, a verb without an ending needs its auxiliary: *he may come* is not *he come*."""
    for place, head in parse.arcs("nsubj"):
        auxiliaries = [child for child in parse.children[head] if parse.relations[child] == "aux"]
        is_bare = parse.tags[head] == "VB" and bool(auxiliaries) and parse.last_of(place) < auxiliaries[0]
        if is_bare and auxiliaries[-1] < head and _is_one(parse, place):
            yield Link(auxiliaries[0], head, since=place, last=auxiliaries[-1])


def _is_one(parse: Parsed, noun: int) -> bool:
    """Return whether a subject is one person or thing."""
    is_joined = any(parse.relations[child] == "conj" for child in parse.children[noun])
    is_one = parse.tags[noun] in ("NN", "NNP") or (parse.tags[noun] in ("PRP", "DT") and parse.words[noun] in _ONE)
    return is_one and not is_joined


def auxiliary_of_be(parse: Parsed) -> Iterator[Link]:
    """*be* and *been* need the auxiliary before them: *forty have been killed*."""
    for place, head in parse.among(_BARE_BE):
        before = [child for child in parse.children[head] if child < place and parse.relations[child] == "aux"]
        if before and parse.relations[place] in ("aux", "cop"):
            yield Link(before[-1], place)


def marker_of_be(parse: Parsed) -> Iterator[Link]:
    """*be* needs its *to* after the verb that it completes: *they agreed to be bound*, not *they agreed be bound*."""
    for place, head in parse.among(frozenset(["be"])):
        markers = [child for child in parse.children[head] if child < place and parse.tags[child] == "TO"]
        above = parse.heads[head]
        is_needed = parse.relations[head] == "xcomp" and 0 <= above < place and parse.lemmas[above] != "help"
        if markers and is_needed:
            yield Link(markers[-1], place, since=above)


def be_after_auxiliary(parse: Parsed) -> Iterator[Link]:
    """After another auxiliary, *be* must stay: *it could be sold* is not *it could sold*."""
    for place, head in parse.among(_BARE_BE):
        before = [child for child in parse.children[head] if child < place and parse.relations[child] == "aux"]
        if before and place < head and parse.relations[place] in ("aux", "cop"):
            yield Link(place, head, since=before[-1])


def be_of_passive_clause(parse: Parsed) -> Iterator[Link]:
    """In a clause within another, and after a pronoun, a passive needs its *be*: *while they are kept indoors*.

    *Forty people killed* is how headlines say that they were killed; *they killed* says that they did it.
    """
    for place, head in parse.arcs("aux"):
        if parse.full[place] != "aux:pass" or place > head:
            continue
        first = next(child for child in parse.children[head] if parse.relations[child] == "aux")
        for subject in parse.children[head]:
            is_subject = parse.relations[subject] == "nsubj" and subject < first
            if is_subject and (parse.relations[head] in _INNER_CLAUSES or parse.tags[subject] == "PRP"):
                yield Link(place, head, since=subject, first=first, last=place)


def bare_auxiliary(parse: Parsed) -> Iterator[Link]:
    """An auxiliary needs something after it besides other auxiliaries: *the question is* asks for more."""
    for place, head in parse.arcs("aux", "cop"):
        if place < head:
            children = parse.children[head]
            before = (child for child in children if place < child and parse.relations[child] not in _BEFORE_VERBS)
            after = [child for child in children if child > head and parse.relations[child] not in _APART]
            last = parse.last_word_of(after[-1]) if after else head
            yield Link(head, place, first=min(head, next(before, head)), last=last)


def participle(parse: Parsed) -> Iterator[Link]:
    """A participle that does not look like the past needs its *have*: *they have taken it*."""
    for place, head in parse.arcs("aux"):
        is_perfect = parse.lemmas[place] == "have" and parse.tags[head] == "VBN" and place < head
        is_passive = any(parse.full[child] == "aux:pass" for child in parse.children[head])
        if is_perfect and not is_passive and not looks_past(parse.words[head], parse.lemmas[head]):
            yield Link(place, head)


def verb_of_auxiliary(parse: Parsed) -> Iterator[Link]:
    """An auxiliary needs its verb."""
    for place, head in parse.arcs("aux"):
        yield Link(parse.verb_after(place, head, ("cop",)), place)


def particle(parse: Parsed) -> Iterator[Link]:
    """A verb and its particle stand or fall together."""
    for place, head in parse.arcs("compound"):
        if parse.full[place] == "compound:prt":
            yield from both_ways(place, head)


def subject_after_verb(parse: Parsed) -> Iterator[Link]:
    """A verb needs the subject that follows it: *said Mary*, *there is time*."""
    for place, head in parse.arcs("nsubj"):
        if place > head:
            yield parse.noun_for(place, head)


def first_subject(parse: Parsed) -> Iterator[Link]:
    """No sentence begins with the verb that its subject was before."""
    for place, head in parse.arcs("nsubj"):
        if place < head and parse.heads[head] < 0 and parse.full[place] != "nsubj:outer":
            yield Link(place, head, first=0, last=parse.verb_after(place, head, ("aux", "cop")) - 1)


def first_verb(parse: Parsed) -> Iterator[Link]:
    """No statement begins with a verb, or it would be an order; *I*, *we* and *you* are understood."""
    for place, head in parse.arcs("nsubj", "csubj", "expl"):
        verb = parse.verb_after(place, head, ("aux", "cop"))
        if place < head and verb > parse.last_of(place) and parse.words[place] not in _UNDERSTOOD:
            dependent = head if parse.relations[verb] == "aux" else verb  # what *is* precedes may begin a statement
            yield Link(place, dependent, first=0, last=verb - 1)
            for second in parse.children[head]:
                is_shared = parse.relations[second] == "conj" and parse.tags[second].startswith("VB")
                if is_shared and second > head and not parse.has_subject(second):
                    yield Link(head, second, first=0, last=second - 1)
    if -1 in parse.heads and _is_about_others(parse, parse.heads.index(-1)):
        for place, head in parse.tagged("TO"):
            if place < head and parse.relations[place] == "mark":
                yield Link(place, head, first=0, last=place)


def _is_about_others(parse: Parsed, verb: int) -> bool:
    """Return whether a verb has a subject that an order does not have."""
    subjects = (child for child in parse.children[verb] if parse.relations[child] in _SUBJECTS)
    return any(parse.words[subject] not in _UNDERSTOOD for subject in subjects)


def object_(parse: Parsed) -> Iterator[Link]:
    """A verb needs its object."""
    for place, head in parse.arcs("obj"):
        if place > head:
            yield parse.noun_for(place, head)


def object_of_transitive(parse: Parsed) -> Iterator[Link]:
    """Some verbs say nothing without their object, or something else: *they do not use*."""
    return (link for link in object_(parse) if parse.lemmas[link.dependent] in _TRANSITIVE)


def subject_of_infinitive(parse: Parsed) -> Iterator[Link]:
    """Who is asked to stay, or called a thief, is not who asks or calls: *she asked him to stay*."""
    for place, head in parse.arcs("xcomp"):
        for other in parse.children[head]:
            is_object = parse.relations[other] in ("obj", "iobj") and head < other < place
            if is_object and parse.words[other] != "it":
                yield Link(other, place, since=head, first=parse.first_of(other), last=parse.last_in_place_of(other))


def open_complement(parse: Parsed) -> Iterator[Link]:
    """A verb needs the infinitive, participle or adjective that completes it."""
    for place, head in parse.arcs("xcomp"):
        if place > head:
            yield Link(place, head)


def needed_infinitive(parse: Parsed) -> Iterator[Link]:
    """Some words need the infinitive that completes them: *they will have to pay* is not *they will have*."""
    for place, head in parse.arcs("xcomp"):
        is_needed = parse.lemmas[head] in _COMPLETED_BY_INFINITIVE and parse.tags[place].startswith("VB")
        if place > head and is_needed:
            yield Link(place, head, first=max(head + 1, parse.first_of(place)), last=parse.last_of(place))


def agent(parse: Parsed) -> Iterator[Link]:
    """A participle needs its agent: a plant owned by a bank is not *owned*."""
    for place, head in parse.arcs("obl"):
        if parse.full[place] == "obl:agent" and parse.relations[head] == "acl":
            yield parse.noun_for(place, head)


def copula(parse: Parsed) -> Iterator[Link]:
    """A predicate needs its *be*."""
    for place, head in parse.arcs("cop"):
        if place < head:
            pronouns = (child for child in parse.children[head] if parse.tags[child].startswith("W"))
            since = next(pronouns, START) if parse.is_relative(head) else START
            yield Link(place, head, since)


def predicate(parse: Parsed) -> Iterator[Link]:
    """*be* needs its predicate, or another in its place."""
    for place, head in parse.arcs("cop"):
        if place < head:
            yield Link(head, place, last=parse.last_in_place_of(head))


def copula_before_clause(parse: Parsed) -> Iterator[Link]:
    """What a clause is about does not do what it says: *the trouble is that she left* is not *the trouble left*."""
    for place, clause in parse.arcs("nsubj"):
        between = [child for child in parse.children[clause] if place < child < clause]
        copula = next((child for child in between if parse.relations[child] == "cop"), clause)
        inner = [child for child in between if parse.relations[child] == "nsubj" and child > copula]
        is_clause = inner and any(parse.words[child] == "that" and child > copula for child in between)
        if parse.full[place] == "nsubj:outer" and is_clause:
            verb = parse.verb_after(inner[0], clause, ("aux", "cop"))
            yield Link(copula, clause, since=place)
            yield Link(inner[0], verb, since=place, first=parse.first_of(inner[0]), last=max(inner[0], verb - 1))


def expletive(parse: Parsed) -> Iterator[Link]:
    """A verb needs the *it* or *there* that stands for its subject."""
    return (Link(place, head) for place, head in parse.arcs("expl") if place < head)


def subject(parse: Parsed) -> Iterator[Link]:
    """The first verb of a sentence needs its subject, whatever stands before."""
    for place, head in parse.arcs("nsubj"):
        if place < head and parse.heads[head] < 0 and parse.full[place] != "nsubj:outer":
            first, verb = parse.first_of(place), parse.verb_after(place, head, ("aux", "cop"))
            if first and verb > parse.last_of(place):
                yield Link(place, verb, since=0, first=first, last=verb - 1)


def verb_between_subjects(parse: Parsed) -> Iterator[Link]:
    """Two subjects do not meet: *Ann said she was ill* is not *Ann she was ill*."""
    for place, head in parse.arcs("nsubj", "expl"):
        above = parse.heads[head]
        if parse.relations[head] == "ccomp" and 0 <= above < place < head and not parse.tags[place].startswith("W"):
            subjects = (child for child in parse.children[above] if parse.relations[child] == "nsubj")
            yield from (Link(above, place, since=subject) for subject in subjects if subject < above)


def verb_of_subject(parse: Parsed) -> Iterator[Link]:
    """A subject needs its verb, or another that is joined to it and has no subject of its own."""
    for place, head in parse.arcs("nsubj", "expl"):
        if place < head:
            shared = [child for child in parse.children[head] if parse.relations[child] == "conj" and child > head]
            others = [verb for verb in shared if not parse.has_subject(verb)]
            yield Link(head, place, last=max(head, *others) if others else None)


def main_verb(parse: Parsed) -> Iterator[Link]:
    """A sentence needs its verb, unless another clause can stand for it."""
    if -1 not in parse.heads:
        return
    root = parse.heads.index(-1)
    relations = {parse.relations[child] for child in parse.children[root]}
    if parse.tags[root].startswith("VB") and "nsubj" in relations and not relations & _CLAUSES:
        yield Link(root, len(parse) - 1)


def asking_auxiliary(parse: Parsed) -> Iterator[Link]:
    """A question needs the auxiliary before its subject, as in *did you see it*."""
    if not parse.forms or parse.forms[-1] != "?":
        return
    for place, head in parse.arcs("aux", "cop"):
        subjects = [child for child in parse.children[head] if parse.relations[child] == "nsubj"]
        if parse.heads[head] < 0 and subjects and place < subjects[0] < head:
            yield Link(place, head)


def shared_subject(parse: Parsed) -> Iterator[Link]:
    """A second verb without a subject of its own needs that of the first: *she rose and left*."""
    for second, first in parse.arcs("conj"):
        if parse.tags[second].startswith("VB") and not parse.has_subject(second):
            subjects = (child for child in parse.children[first] if parse.relations[child] == "nsubj")
            yield from (Link(subject, second) for subject in subjects if subject < first)


def pronoun_of_second(parse: Parsed) -> Iterator[Link]:
    """A second verb needs its pronoun if the first has another subject: *we asked, but they refused*."""
    for second, first in parse.arcs("conj"):
        own = [child for child in parse.children[second] if _is_subject_pronoun(parse, child) and child < second]
        others = [child for child in parse.children[first] if parse.relations[child] == "nsubj"]
        if own and others and parse.words[own[0]] != parse.words[others[0]]:
            yield Link(own[0], second, since=first)


def _is_subject_pronoun(parse: Parsed, place: int) -> bool:
    return parse.relations[place] == "nsubj" and parse.tags[place] == "PRP"


def subject_of_second(parse: Parsed) -> Iterator[Link]:
    """A joined clause needs its own subject: *forty were killed and others hurt*."""
    for place, head in parse.arcs("nsubj"):
        if place < head and parse.relations[head] == "conj" and not parse.tags[place].startswith("PRP"):
            verb = parse.verb_after(place, head, ("aux", "cop"))
            if verb > parse.last_of(place):
                yield Link(place, verb, since=parse.heads[head], first=parse.first_of(place), last=verb - 1)


def clausal_complement(parse: Parsed) -> Iterator[Link]:
    """A verb needs the clause that says what is said, thought or asked."""
    for place, head in parse.arcs("ccomp"):
        if place > head:
            yield Link(place, head, first=max(head + 1, parse.first_of(place)), last=parse.last_of(place))


def verb_of_object(parse: Parsed) -> Iterator[Link]:
    """An object needs its verb."""
    return (Link(head, place) for place, head in parse.arcs("obj") if place > head)


def verb_of_predicate(parse: Parsed) -> Iterator[Link]:
    """A noun or an adjective that completes a verb needs it: *pleaded guilty*."""
    for place, head in parse.arcs("xcomp"):
        if place > head and not parse.tags[place].startswith("VB"):
            yield Link(head, place)


def indirect_object(parse: Parsed) -> Iterator[Link]:
    """A verb with two objects needs the first too."""
    return (parse.noun_for(place, head) for place, head in parse.arcs("iobj") if place > head)


# A frame is listed if editors who kept the word kept the phrase (in at least nineteen cases of twenty), or if the word
# has another sense without it: *owe*, *consist*, *see as*, *put*.
_FRAMES = {
    "about": "ask talk tell think worry",
    "around": "revolve",
    "as": "act come consider define describe know portray regard serve see take treat use view",
    "at": "aim look stare",
    "by": "accompany cause cover dominate follow",
    "for": "account allow apply ask blame call care hope look responsible vote wait",
    "from": "away benefit come derive differ different free prevent range result rise stem suffer",
    "in": "believe engage interested invest involve join lie live participate result specialise specialize star",
    "into": "come divide fall get go take transform translate turn",
    "like": "feel look seem sound",
    "of": "accuse aware capable consist convict deprive full hear know remind rob short take think worthy",
    "on": "base concentrate depend dependent focus impose insist keep look rely spend",
    "onto": "go",
    "out": "get go",
    "to": (
        "add amount apply assign attribute belong bring close commit compare contribute devote draw equal equivalent "
        "essential expose extend get give go hand happen lead link listen lose move owe point put refer related relate "
        "respond restrict sentence similar speak subject take transfer turn vulnerable"
    ),
    "upon": "base call depend insist rely",
    "with": (
        "agree associate begin charge check come compare comply compatible consistent cope correlate deal do familiar "
        "fill link match meet provide replace speak"
    ),
}
_FRAME_PAIRS = frozenset((lemma, word) for word, lemmas in _FRAMES.items() for lemma in lemmas.split())

_PUTTING = frozenset("insert place put".split())
_PLACES = frozenset("around at behind beside between by in inside into near on onto over under".split())

_NOUN_FRAMES = {
    "about": "information",
    "between": "connection difference gap link relationship",
    "for": "need respect search",
    "in": "interest rise",
    "into": "entry",
    "of": (
        "% absence adoption aftermath amount anniversary any aspect back basis bit bottle bottom branch brink bulk "
        "capital category cause characteristic consequence control copy cost couple course cup degree element end "
        "eve example extent facet favor favour feature form fringe front group growth head heart help history "
        "impact interest kind lack level loss lot matter midst most nature number one onset outset outskirt "
        "outskirts pace pair part percent phase piece pinch plenty portion presence question range rate reach rest "
        "result role root scale sense series set sign size sort source speed spoonful standard status term theme "
        "thousand threshold top type use value variety verge virtue wake"
    ),
    "on": "war",
    "to": "access reference regard relation thanks",
    "with": "connection line relationship",
}
_NOUN_FRAME_PAIRS = frozenset((lemma, word) for word, lemmas in _NOUN_FRAMES.items() for lemma in lemmas.split())


def _preposition(parse: Parsed, place: int) -> str:
    """Return the preposition before a noun, or nothing."""
    return next((parse.words[child] for child in parse.children[place] if parse.relations[child] == "case"), "")


def verb_frame(parse: Parsed) -> Iterator[Link]:
    """A verb or an adjective needs the phrase that completes it: *rely on*, *consist of*, *see as*."""
    for place, head in parse.arcs("obl"):
        if place > head and (parse.lemmas[head], _preposition(parse, place)) in _FRAME_PAIRS:
            yield parse.noun_for(place, head)


def place_frame(parse: Parsed) -> Iterator[Link]:
    """What is put somewhere needs its place."""
    for place, head in parse.arcs("obl"):
        is_place = _preposition(parse, place) in _PLACES and parse.lemmas[head] in _PUTTING
        if place > head and is_place:
            yield parse.noun_for(place, head)


def noun_frame(parse: Parsed) -> Iterator[Link]:
    """A noun that stands for what follows needs it: *a lack of money*, *access to water*, *that kind of letter*."""
    for place, head in parse.arcs("nmod"):
        if place > head and (parse.lemmas[head], _preposition(parse, place)) in _NOUN_FRAME_PAIRS:
            yield parse.noun_for(place, head)


_NOUNS_OF_CLAUSES = frozenset("ability chance fact idea nothing opportunity place reason thing time view way".split())


def noun_with_clause(parse: Parsed) -> Iterator[Link]:
    """Some nouns say nothing without their clause: *the ability to swim*, *the fact that it rained*."""
    for clause, noun in parse.arcs("acl"):
        first = parse.first_of(clause)
        is_clause = parse.tags[first] == "TO" or parse.words[first] == "that"
        if clause > noun and parse.lemmas[noun] in _NOUNS_OF_CLAUSES and is_clause and first == noun + 1:
            yield Link(clause, noun, first=first, last=parse.last_of(clause))


def other_side(parse: Parsed) -> Iterator[Link]:
    """What is more or smaller needs what it is compared with."""
    for place, head in parse.among(frozenset(["than"])):
        above = parse.heads[head]
        is_nearest = not {"JJR", "RBR"} & set(parse.tags[above + 1 : place])  # else the parse has taken another
        if 0 <= above < place < head and is_nearest:
            yield Link(head, above, first=place, last=parse.last_of(head))


def gerund_frame(parse: Parsed) -> Iterator[Link]:
    """The same where a gerund completes the verb: *accused of lying*."""
    for place, head in parse.arcs("advcl"):
        if place > head and parse.tags[place] == "VBG":
            markers = (parse.words[child] for child in parse.children[place] if parse.relations[child] == "mark")
            if (parse.lemmas[head], next(markers, "")) in _FRAME_PAIRS:
                yield Link(place, head, first=parse.first_of(place), last=parse.last_of(place))
