"""Dependences between clauses, conjuncts and words that come in pairs, and what joins them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.english.dependences.dependence import Link
from laconic.english.dependences.limits import provisos
from laconic.english.dependences.parsed import Parsed
from laconic.english.dependences.spelling import begins_number

_CONJUNCTIONS = frozenset(
    "after although as because before if once since though unless until when where whereas while".split()
)
_OPINIONS = frozenset(
    "afraid agree allege appear argue ask assert assume believe certain claim complain confident consider contend "
    "convinced decide demand deny doubt dream estimate expect fear feel forecast guess hint hope hopeful imagine "
    "imply insist maintain predict pretend promise propose protest reckon recommend seem speculate suggest suppose "
    "sure suspect swear think threaten urge vow want warn wish wonder worried worry".split()
)
"""Lemmas of verbs and adjectives that do not say that their clause is true."""

_SEEMING = frozenset("appear seem".split())
_WRITERS = frozenset("i we you".split())
"""Whose opinions are those of the text."""

_ACHIEVED = frozenset("able begin choose come continue get go happy help like manage start willing wish".split())
"""Lemmas of what may go, since the infinitive says as much."""

_OPEN_NOUNS = frozenset(
    "allegation assumption belief chance claim concern danger expectation fear hope likelihood possibility "
    "prediction probability proposal risk rumor rumour speculation suggestion suspicion theory threat".split()
)
"""Lemmas of nouns that do not say that their clause is true."""

_ONE = frozenset("he it she they".split())
"""What may stand for a person, a thing or a firm."""

_ASKING = ("WDT", "WP", "WP$", "WRB")
_IN_PHRASES = frozenset("advmod amod det nmod obj obl".split())
_FINITE = frozenset("MD VBD VBP VBZ".split())
_EXTRAPOSED = frozenset("acl advcl ccomp csubj".split())
_CLAUSES = frozenset("advcl ccomp xcomp".split())


def conjunct(parse: Parsed) -> Iterator[Link]:
    """A conjunction needs what it joins to the rest."""
    for place, head in parse.arcs("cc"):
        if place < head:
            yield Link(head, place)


def conjunction(parse: Parsed) -> Iterator[Link]:
    """What is joined needs its conjunction."""
    for place, head in parse.arcs("cc"):
        if 0 <= parse.heads[head] < place < head:
            yield Link(place, head, since=parse.heads[head])


def _subordinators(parse: Parsed) -> Iterator[tuple[int, int]]:
    """Yield the conjunctions that subordinate a clause, each with its verb."""
    for place, head in parse.arcs("mark", "advmod"):
        if parse.words[place] in _CONJUNCTIONS and parse.relations[head] in _CLAUSES:
            yield place, head


def subordinated_verb(parse: Parsed) -> Iterator[Link]:
    """A conjunction needs the verb of its clause."""
    return (Link(head, place) for place, head in _subordinators(parse))


def subordinator(parse: Parsed) -> Iterator[Link]:
    """A clause needs its conjunction, unless the sentence begins with it."""
    return (Link(place, head, since=0) for place, head in _subordinators(parse))


def extraposed_clause(parse: Parsed) -> Iterator[Link]:
    """*it* needs the clause that it stands for: *it takes years to learn*."""
    for place, head in parse.arcs("expl"):
        for clause in parse.children[head] if parse.words[place] == "it" else ():
            if clause > head and parse.relations[clause] in _EXTRAPOSED:
                yield Link(clause, head, first=parse.first_of(clause), last=parse.last_of(clause))


def _relative_pronouns(parse: Parsed) -> Iterator[tuple[int, int]]:
    """Yield the pronouns that begin relative clauses, each with its verb."""
    for clause, noun in parse.arcs("acl"):
        if parse.is_relative(clause):
            for place in parse.children[clause]:
                if place > noun and parse.tags[place].startswith("W") and parse.relations[place] != "cc":
                    yield place, clause


def antecedent(parse: Parsed) -> Iterator[Link]:
    """A relative pronoun needs its noun."""
    for place, head in _relative_pronouns(parse):
        above = parse.heads[head]
        yield Link(above, place, first=parse.first_of(above), last=place - 1)


def relative_subject(parse: Parsed) -> Iterator[Link]:
    """The verb of a relative clause needs its subject, pronoun or not: *all of whom were tired*.

    *Events which were fanned* may become *events fanned*, but not *events were fanned*.
    """
    for place, head in parse.arcs("nsubj"):
        if place < head and parse.is_relative(head):
            verb = parse.verb_after(place, head, ("aux", "cop"))
            if verb > parse.last_of(place):
                yield Link(place, verb, parse.heads[head], first=parse.first_of(place), last=verb - 1)
                pronouns = (child for child in parse.children[place] if parse.tags[child].startswith("W"))
                yield from (Link(pronoun, verb, parse.heads[head]) for pronoun in pronouns)


def noun_of_relative(parse: Parsed) -> Iterator[Link]:
    """A relative clause needs its noun, or something else before it."""
    for clause, noun in parse.arcs("acl"):
        if noun < clause and parse.is_relative(clause):
            last = _start_of_relative(parse, clause) - 1
            yield Link(noun, clause, first=parse.first_of(noun), last=max(noun, last))


def _start_of_relative(parse: Parsed, clause: int) -> int:
    """Return the first word of a relative clause whose subject is its pronoun, or else its verb.

    A clause with another subject may stand without its noun: *the play in which she sang*.
    """
    subjects = (child for child in parse.children[clause] if parse.relations[child] == "nsubj" and child < clause)
    subject = next(subjects, clause)
    start = parse.first_of(subject)
    return start if any(tag.startswith("W") for tag in parse.tags[start : subject + 1]) else clause


def relative_perfect(parse: Parsed) -> Iterator[Link]:
    """What has done something is not what it was done to: *a man who had warned us* is not *a man warned*."""
    for place, head in parse.arcs("nsubj"):
        is_perfect = parse.tags[head] == "VBN" and parse.full[place] == "nsubj"
        has = [child for child in parse.children[head] if parse.lemmas[child] == "have" and child < head]
        if is_perfect and has and parse.is_relative(head) and parse.tags[place].startswith("W"):
            yield Link(place, head, since=parse.heads[head], last=has[-1])


def relative_verb(parse: Parsed) -> Iterator[Link]:
    """A relative pronoun needs a verb."""
    for place, head in _relative_pronouns(parse):
        if place < head:
            yield Link(head, place)


def relative_adverb(parse: Parsed) -> Iterator[Link]:
    """A clause that *where*, *whose* or *whom* joins to its noun needs that word."""
    for place, head in _relative_pronouns(parse):
        if place < head and (parse.tags[place] in ("WRB", "WP$")):
            yield Link(place, head, since=parse.heads[head])


def _question_words(parse: Parsed) -> Iterator[tuple[int, int]]:
    """Yield the question words of clauses that are not relative, each with its verb.

    A parse may hang the word from the verb that asks, and the clause beside it or from the word itself.
    """
    for place, head in parse.arcs("nsubj", "obj", "advmod", "obl", "det", "nmod"):
        if parse.tags[place] not in ("WP", "WRB", "WDT", "WP$"):
            continue
        if place < head and not parse.is_relative(head):
            yield place, head
        elif place > head and parse.tags[place] == "WP":
            clauses = (
                *(child for child in parse.children[place] if parse.is_relative(child)),
                *(child for child in parse.children[head] if parse.relations[child] == "ccomp"),
            )
            yield from ((place, clause) for clause in clauses[:1] if place < clause)


def question_word(parse: Parsed) -> Iterator[Link]:
    """A clause needs the word that makes it a question: *they asked what he did*."""
    return (Link(place, head) for place, head in _question_words(parse))


def question_phrase(parse: Parsed) -> Iterator[Link]:
    """A clause with a subject needs the word that makes a question of its phrase: *in whose hands it ended up*."""
    for place, head in (arc for tag in _ASKING for arc in parse.tagged(tag)):
        clause = head
        while place < clause < parse.heads[clause] and parse.relations[clause] in _IN_PHRASES:
            clause = parse.heads[clause]
        is_asked = parse.relations[clause] in ("advcl", "ccomp", "csubj") and not parse.is_relative(clause)
        subjects = (child for child in parse.children[clause] if parse.relations[child] == "nsubj")
        if place < head < clause and is_asked and any(head < subject < clause for subject in subjects):
            yield Link(place, clause)


def verb_of_question(parse: Parsed) -> Iterator[Link]:
    """A question word needs its verb: *what surprised me was the noise*."""
    return (Link(head, place) for place, head in _question_words(parse))


_OPEN = frozenset(
    "ask assume bet confirm demand doubt expect fear guess hope imagine propose recommend suggest suspect urge verify "
    "wish wonder".split()
)
"""Verbs that leave open what follows, also the writer's own."""


def opinion(parse: Parsed) -> Iterator[Link]:
    """What others claim, hope or ask is not so, nor what only seems: the clause needs its verb."""
    for place, head in parse.arcs("ccomp", "csubj"):
        is_asked = parse.relations[place] == "ccomp" and parse.heads[head] < 0 and parse.forms[-1] == "?"
        if head < place and (_is_opinion(parse, head) or is_asked or parse.lemmas[head] in _OPEN):
            yield Link(head, place)


def _is_opinion(parse: Parsed, verb: int) -> bool:
    """Return whether a verb does not say that its clause is true; *it seems odd that* leaves only *odd* open."""
    is_writers = any(parse.words[child] in _WRITERS for child in parse.children[verb])
    is_judged = any(parse.relations[child] == "xcomp" for child in parse.children[verb])
    return parse.lemmas[verb] in _OPINIONS and not is_writers and not (is_judged and parse.lemmas[verb] in _SEEMING)


def intention(parse: Parsed) -> Iterator[Link]:
    """What someone tries, wants or seems to do is not done: the infinitive needs its verb."""
    for place, head in parse.arcs("xcomp"):
        if head < place and parse.lemmas[head] not in _ACHIEVED and parse.tags[place].startswith("VB"):
            yield Link(head, place)


def governor(parse: Parsed) -> Iterator[Link]:
    """A clause that depends on a word inside another clause needs that word."""
    for place, head in parse.arcs("ccomp", "acl", "advcl"):
        above = parse.heads[head]
        if not parse.is_relative(place) and 0 <= above < head < place:
            yield Link(head, place, since=above)


def _inside(parse: Parsed, arcs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the arcs of words before the verb of a clause that follows what it depends on."""
    return ((place, head) for place, head in arcs if 0 <= parse.heads[head] < place < head)


def clause_subject(parse: Parsed) -> Iterator[Link]:
    """A clause inside another needs its subject."""
    for place, head in _inside(parse, parse.arcs("nsubj")):
        if parse.relations[head] in _CLAUSES or parse.full[head] == "acl":
            yield Link(place, head, since=parse.heads[head])


def subject_of_finite_clause(parse: Parsed) -> Iterator[Link]:
    """A finite clause within another, or after a conjunction, needs its subject: not *only if pays*."""
    provided = {clause: place for place, clause, _ in provisos(parse)}
    for place, head in parse.arcs("nsubj", "expl"):
        verb = parse.verb_after(place, head, ("aux", "cop"))
        if place < head and parse.tags[verb] in _FINITE and verb > parse.last_of(place):
            above = parse.heads[head]
            joints = [provided[head]] if head in provided else []
            joints += [child for child in parse.children[head] if child < place and _joins_clause(parse, child)]
            is_inside = parse.relations[head] in ("advcl", "ccomp", "csubj") and 0 <= above < place
            if joints or is_inside:
                since = joints[0] if joints else above
                yield Link(place, verb, since, first=parse.first_of(place), last=verb - 1)


def _joins_clause(parse: Parsed, place: int) -> bool:
    """Return whether a word is a conjunction or a question word that begins a clause."""
    return parse.relations[place] == "mark" or parse.tags[place].startswith("W")


def own_subject(parse: Parsed) -> Iterator[Link]:
    """No clause takes the subject of another that is somebody else: *the builders [say it] will last*."""
    for place, head in parse.arcs("nsubj"):
        above = parse.heads[head]
        is_inside = parse.relations[head] in ("ccomp", "advcl") and 0 <= above < place < head
        if not is_inside or parse.tags[place].startswith(("W", "DT")):
            continue
        subjects = _subjects(parse, above)
        verb = parse.verb_after(place, head, ("aux", "cop"))
        if verb > parse.last_of(place) and not any(_may_mean(parse, place, subject) for subject in subjects):
            yield Link(place, verb, first=parse.first_of(place), last=verb - 1)


def _subjects(parse: Parsed, verb: int) -> list[int]:
    """Return the positions of the subject of a verb, which an infinitive shares with the verb above it."""
    seen = {verb}
    while parse.relations[verb] == "xcomp" and parse.heads[verb] not in seen:
        verb = parse.heads[verb]
        seen.add(verb)
    return [child for child in parse.children[verb] if parse.relations[child] == "nsubj"] if verb >= 0 else []


def _may_mean(parse: Parsed, pronoun: int, subject: int) -> bool:
    """Return whether a pronoun may stand for the subject of another clause."""
    word, tag = parse.words[pronoun], parse.tags[subject]
    if tag == "NNS":
        return word == "they"
    return word in _ONE if tag.startswith("NN") else word == parse.words[subject]


def bare_conjunction(parse: Parsed) -> Iterator[Link]:
    """A conjunction or a question word needs something of what follows: not *the baker says that*."""
    asking = (arc for arc in parse.arcs("advmod", "nsubj", "obj") if parse.tags[arc[0]] in ("WP", "WRB"))
    for place, head in (*parse.arcs("mark", "cc"), *asking):
        if place < head:
            yield Link(head, place, first=place + 1, last=parse.last_word_of(head))


def verb_of_complement(parse: Parsed) -> Iterator[Link]:
    """What is said or thought is a clause with its verb: not *the minister proposed that every village*."""
    for place, head in parse.arcs("ccomp", "csubj"):
        if head < place:
            yield Link(place, head)


def verb_of_indirect_question(parse: Parsed) -> Iterator[Link]:
    """What is asked or not known needs the verb that says so: *whether it rains* says nothing."""
    for place, head in parse.arcs("mark"):
        above = parse.heads[head]
        is_question = parse.words[place] in ("if", "whether") and parse.words[place - 1] not in ("as", "even")
        if is_question and parse.relations[head] == "ccomp" and 0 <= above < place:
            yield Link(above, place)


def open_noun(parse: Parsed) -> Iterator[Link]:
    """What somebody hopes or risks is not so: the clause needs its noun."""
    for clause, noun in parse.arcs("acl"):
        markers = {parse.words[child] for child in parse.children[clause] if parse.relations[child] == "mark"}
        if "that" in markers and noun < clause and parse.lemmas[noun] in _OPEN_NOUNS:
            yield Link(noun, clause)


def infinitive_marker(parse: Parsed) -> Iterator[Link]:
    """An infinitive needs its *to*, unless nothing stands before it."""
    for place, head in parse.tagged("TO"):
        if place < head and parse.relations[place] == "mark":
            above = parse.heads[head]
            yield Link(place, head, since=above if 0 <= above < place else 0)


def infinitive_of_aim(parse: Parsed) -> Iterator[Link]:
    """What time or leave there is for is not what is done: *they had a month to decide* is not *they decide*."""
    for place, head in parse.tagged("TO"):
        is_aim = parse.relations[head] in ("acl", "advcl", "csubj") and parse.heads[head] > 0 and head == place + 1
        if is_aim and parse.tags[head] == "VB" and not _may_precede_infinitive(parse, place):
            yield Link(place, head, since=0)


def _may_precede_infinitive(parse: Parsed, end: int) -> bool:
    """Return whether a modal, *do* or an order comes before a place, so that an infinitive there could be its verb."""
    return any(parse.tags[place] in ("MD", "VB") or parse.lemmas[place] in ("do", "let") for place in range(end))


def verb_of_clause(parse: Parsed) -> Iterator[Link]:
    """A clause that says when, why or how needs the verb whose time, reason or manner that is."""
    return (Link(head, place) for place, head in parse.arcs("advcl"))


def gerund_marker(parse: Parsed) -> Iterator[Link]:
    """A gerund needs its preposition: *accused of stealing*."""
    for place, head in _inside(parse, parse.arcs("mark")):
        is_preposition = parse.tags[place] != "TO" and not parse.tags[place].startswith("W")
        if parse.tags[head] == "VBG" and is_preposition and (place, head) not in set(_subordinators(parse)):
            yield Link(place, head, since=parse.heads[head])


_PARTNERS = {"both": "and", "either": "or", "neither": "nor"}


def _conjunctions_of(parse: Parsed, first: int) -> Iterator[int]:
    """Yield the conjunctions that join something to a word."""
    for conjunct in parse.children[first]:
        if parse.relations[conjunct] == "conj":
            yield from (child for child in parse.children[conjunct] if parse.relations[child] == "cc")


def correlative(parse: Parsed) -> Iterator[Link]:
    """*both*, *either* and *neither* need *and*, *or* and *nor*."""
    for place, head in parse.among(frozenset(_PARTNERS)):
        for other in _conjunctions_of(parse, head):
            if other > place and parse.words[other] == _PARTNERS[parse.words[place]]:
                yield Link(other, place)


def not_but(parse: Parsed) -> Iterator[Link]:
    """*not* and *not only* need the *but* that says what is so, unless that begins a statement of its own."""
    for place, head in parse.among(frozenset(["not"])):
        first = parse.heads[head] if parse.words[head] == "only" else head
        for other in _conjunctions_of(parse, first) if first > place else ():
            if other > first and parse.words[other] == "but" and not _is_statement(parse, parse.heads[other]):
                yield Link(other, place)


def _is_statement(parse: Parsed, conjunct: int) -> bool:
    """Return whether what is joined could stand alone: has a subject or a finite verb, and is not subordinate."""
    relations = {parse.relations[child] for child in parse.children[conjunct]}
    is_finite = parse.tags[conjunct] in ("VBD", "VBP", "VBZ")
    return "mark" not in relations and (is_finite or bool(relations & {"nsubj", "aux", "cop"}))


def the_more_the_more(parse: Parsed) -> Iterator[Link]:
    """*the more the merrier* needs both halves."""
    halves = [
        place
        for place in range(len(parse.heads) - 1)
        if parse.words[place] == "the" and parse.tags[place + 1] in ("JJR", "RBR") and parse.tags[place] in ("DT", "RB")
    ]
    if len(halves) == 2 and (halves[0] == 0 or not parse.forms[halves[0] - 1].isalpha()):
        yield Link(halves[0], halves[1])
        yield Link(halves[1], halves[0])


def between_and(parse: Parsed) -> Iterator[Link]:
    """*between* needs two."""
    for place, first, other in _betweens(parse):
        second = parse.heads[other]
        yield Link(first, place, first=place + 1, last=other - 1)
        yield Link(other, place)
        yield Link(second, place, first=other + 1, last=parse.last_of(second))


def both_of_between(parse: Parsed) -> Iterator[Link]:
    """Two that something lies between are not it, nor is one of two numbers: *must be 18 and 30*, *must be 30*."""
    for place, first, other in _betweens(parse):
        second = parse.heads[other]
        yield Link(place, other)
        if begins_number(parse, first) and begins_number(parse, second):
            yield Link(place, first)
            yield Link(place, second)


def _betweens(parse: Parsed) -> Iterator[tuple[int, int, int]]:
    """Yield each *between* with the first of the two after it and their *and*."""
    for place, first in parse.among(frozenset(["between"])):
        for other in _conjunctions_of(parse, first):
            if place < first < other and parse.words[other] == "and":
                yield place, first, other


def from_to(parse: Parsed) -> Iterator[Link]:
    """A range needs both of its ends."""
    for place, head in parse.among(frozenset(["from"])):
        above = parse.heads[head]
        if parse.relations[place] != "case" or above < 0:
            continue
        for noun in (*parse.children[above], *parse.children[head]):
            for other in parse.children[noun]:
                if other == head + 1 and parse.words[other] == "to" and parse.relations[other] == "case":
                    yield Link(other, place)


def as_as(parse: Parsed) -> Iterator[Link]:
    """The two words of *as tall as a house* need each other."""
    words = parse.words
    for place in range(len(parse.heads) - 2):
        if words[place] == "as" and words[place + 2] == "as" and parse.tags[place + 1].startswith(("JJ", "RB")):
            yield Link(place, place + 2)
            yield Link(place + 2, place)


def would_rather(parse: Parsed) -> Iterator[Link]:
    """*would rather* wishes, *would* does not, and what somebody would rather have is not so."""
    for place, clauses in _wishes(parse):
        yield Link(place, place - 1)
        yield Link(place - 1, place, since=0)
        yield from (Link(place, clause) for clause in clauses)


def wished(parse: Parsed) -> Iterator[Link]:
    """*would rather* needs what is wished."""
    return (Link(clause, place) for place, clauses in _wishes(parse) for clause in clauses)


def _wishes(parse: Parsed) -> Iterator[tuple[int, list[int]]]:
    """Yield each *rather* after *would*, and the clauses that say what somebody would rather have."""
    for place in range(1, len(parse.heads)):
        if parse.words[place] == "rather" and parse.tags[place - 1] == "MD":
            clauses = [child for child in parse.children[place] if parse.relations[child] in ("ccomp", "xcomp")]
            yield place, clauses


def first_conjunct(parse: Parsed) -> Iterator[Link]:
    """A conjunction needs what stands before it."""
    for place, conjunct in parse.arcs("cc"):
        first = parse.heads[conjunct]
        if 0 <= first < place < conjunct and parse.relations[conjunct] == "conj":
            yield Link(first, place, first=parse.first_of(first), last=place - 1)


def first_of_pair(parse: Parsed) -> Iterator[Link]:
    """The same, more strictly, where no clause follows that could stand alone: not *and Ann were late*."""
    return (link for link in first_conjunct(parse) if not parse.has_subject(parse.heads[link.dependent]))


def last_of_list(parse: Parsed) -> Iterator[Link]:
    """The last two of a list are joined by a conjunction: not *apples, pears* alone."""
    for place, conjunct in parse.arcs("cc"):
        first = parse.heads[conjunct]
        if not 0 <= first < place < conjunct:
            continue
        for other in parse.children[first]:
            is_joined = any(parse.relations[child] == "cc" for child in parse.children[other])
            if parse.relations[other] == "conj" and other < place and not is_joined:
                yield Link(place, other)
