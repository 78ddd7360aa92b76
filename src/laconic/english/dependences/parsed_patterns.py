"""Ties that the parse of a sentence tells: between a word and what makes it mean what it means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.english.dependences.denials import FEW, denial_ties
from laconic.english.dependences.dependence import NEVER, SELDOM, Tie
from laconic.english.dependences.parsed import Parsed
from laconic.text import Token

_CONDITIONS = frozenset("if lest unless whether".split())
_TERMS = frozenset("if unless".split())
_CONJUNCTIONS = frozenset("after although as because before once since though until when where whereas while".split())
_ALMOST = frozenset("almost nearly".split())
_BEFORE_SOME = frozenset("a first last next past the these those".split())
"""What makes *few* and *little* mean *some*."""

_HEDGES = frozenset(
    "alleged allegedly apparently fake false falsely likely mistakenly possibly potentially presumably probably "
    "purported purportedly reportedly seemingly supposed supposedly suspected wrongfully wrongly".split()
)
_SHARES = frozenset(
    "few fewer fraction half less little majority many minority most none part quarter some third".split()
)
_KINDS = frozenset(
    "amount bit bottle couple cup group kind lack lot number pair piece pinch range series set sort spoonful type "
    "variety".split()
)
"""Nouns that stand for what comes after *of*."""

_OTHERS = frozenset("beginning child end man member people person start those woman".split())
"""Nouns that are something else than what comes after *of*."""

_UNITS = frozenset(
    "% cent day degree dollar euro foot gallon hour inch kilogram kilometre km kg litre metre mile minute month pence "
    "penny percent pound second tonne ton week year".split()
)
_MODIFIERS = frozenset("advmod amod cc det nsubj".split())
_CLAUSES = frozenset("advcl ccomp xcomp".split())


_ASIDES = frozenset("advcl advmod obl parataxis".split())


Heads = tuple[int, ...] | None
Relations = tuple[str, ...] | None


def grammatical_ties(tokens: Sequence[Token], heads: Heads, relations: Relations) -> Iterator[Tie]:
    """Yield the ties of a parsed sentence; one without a parse has none.

    Args:
        tokens: its words.
        heads: their heads as in `Sentence`, or None.
        relations: their relations, or None.

    >>> tokens = [Token(word) for word in "I doubt that it works".split()]
    >>> ties = grammatical_ties(tokens, (2, 0, 5, 5, 2), ("nsubj", "root", "mark", "nsubj", "ccomp"))
    >>> [(tie.lost, tie.kept) for tie in ties]
    [(0, 1), (3, 4), (1, 4), (4, 2)]
    """
    if heads is None or relations is None:
        return
    parse = Parsed(tokens, heads, relations)
    for place, head in enumerate(parse.heads):
        if head >= 0:
            yield from _of_meaning(parse, place, head)
            yield from _of_verbs(parse, place, head)
            yield from _of_clauses(parse, place, head)
            yield from _of_nouns(parse, place, head)


def _of_meaning(parse: Parsed, place: int, head: int) -> Iterator[Tie]:
    """Yield the ties of words whose loss turns round or widens what is said."""
    word, relation = parse.words[place], parse.relations[place]
    if relation == "mark" and word in _TERMS and parse.relations[head] == "advcl":
        cost = NEVER if word == "unless" else SELDOM
        yield Tie(head, parse.heads[head], cost, first=parse.first_of(head), last=parse.last_of(head))
    if _qualifies(parse, place, head):
        yield Tie(place, head, SELDOM if word == "only" and parse.tags[head] == "CD" else NEVER)
    yield from denial_ties(parse, place)
    if parse.is_of(place):
        yield from _of_parts(parse, place, head)


def _of_parts(parse: Parsed, part: int, whole: int) -> Iterator[Tie]:
    """Yield the ties of two nouns with *of* between them."""
    if parse.words[whole] in _SHARES or parse.lemmas[whole] in _OTHERS or _would_disagree(parse, part, whole):
        yield Tie(whole, part)
    if parse.lemmas[whole] in _KINDS:
        yield Tie(part, whole)


def _would_disagree(parse: Parsed, part: int, whole: int) -> bool:
    """Tell whether a verb that agrees with one noun does not agree with the other: *the number of fish has*."""
    verb = parse.heads[whole]
    if parse.relations[whole] != "nsubj" or parse.tags[part] != "NNS" or parse.tags[whole] != "NN":
        return False
    finite = [verb, *(child for child in parse.children[verb] if parse.relations[child] in ("aux", "cop"))]
    return any(parse.tags[place] == "VBZ" or parse.words[place] == "was" for place in finite)


def _qualifies(parse: Parsed, place: int, head: int) -> bool:
    """Tell whether a word limits what its head says."""
    word, relation = parse.words[place], parse.relations[place]
    if relation == "mark":
        return word in _CONDITIONS
    if word in _ALMOST:  # before a number it matters little
        return place < head and parse.tags[head].startswith(("VB", "JJ", "RB", "IN", "DT"))
    if word == "too" or (word == "so" and parse.has_clause(head)):  # too early to say, so quiet that nobody heard
        return place < head and parse.tags[head].startswith(("JJ", "RB"))
    is_few = word in FEW and not (place > 0 and parse.words[place - 1] in _BEFORE_SOME)
    return relation in _MODIFIERS and (is_few or word == "only" or word in _HEDGES)


def _of_verbs(parse: Parsed, place: int, head: int) -> Iterator[Tie]:
    """Yield the ties of verbs with their auxiliaries, particles, subjects and objects."""
    relation = parse.relations[place]
    if relation == "aux":
        # "Events which were fanned" may become "events fanned", but not "events which fanned".
        pronouns = (child for child in parse.children[head] if parse.tags[child].startswith("W"))
        since = next(pronouns, -1) if parse.full[head] == "acl:relcl" else -1
        verb = parse.verb_after(place, head, ("cop",))
        yield Tie(place, verb, since=since)
        yield Tie(verb, place)
    elif parse.full[place] == "compound:prt":
        yield Tie(place, head)
        yield Tie(head, place)
    elif relation == "nsubj" and place > head:  # "said Mary", "there is time"
        yield parse.stands_for(place, head)
    elif relation == "nsubj" and parse.heads[head] < 0 and parse.full[place] != "nsubj:outer":
        # No sentence begins with the verb that its subject was before.
        yield Tie(place, head, first=0, last=parse.verb_after(place, head, ("aux", "cop")) - 1)
    elif relation == "obj" and place > head:
        yield parse.stands_for(place, head, SELDOM)
    elif relation == "xcomp" and place > head:
        yield Tie(place, head, SELDOM)
    elif parse.full[place] == "obl:agent" and parse.relations[head] == "acl":  # a plant owned by a bank is not "owned"
        yield parse.stands_for(place, head, SELDOM)


def _of_clauses(parse: Parsed, place: int, head: int) -> Iterator[Tie]:
    """Yield the ties of clauses with what joins them to others: conjunctions, pronouns, *to*, nouns and commas."""
    word, relation = parse.words[place], parse.relations[place]
    above = parse.heads[head]
    is_inside = 0 <= above < place < head
    if relation == "cc" and place < head:
        yield Tie(head, place, SELDOM)
        if is_inside:
            yield Tie(place, head, SELDOM, since=above)
    elif relation in ("mark", "advmod") and word in _CONJUNCTIONS | _TERMS and parse.relations[head] in _CLAUSES:
        yield Tie(head, place)
        yield Tie(place, head, since=0)
    elif parse.full[head] == "acl:relcl" and parse.tags[place].startswith("W") and above < place:
        yield Tie(above, place, first=parse.first_of(above), last=place - 1)
        if relation == "nsubj" and parse.tags[head] in ("VBD", "VBP", "VBZ"):
            yield Tie(place, head, since=above)
    elif relation in ("ccomp", "acl", "advcl") and parse.full[place] != "acl:relcl" and 0 <= above < head < place:
        yield Tie(head, place, since=above)
    elif is_inside and _begins_clause(parse, place, head):
        yield Tie(place, head, since=above)
    elif parse.tags[place] == "," and relation == "punct":
        yield from _of_commas(parse, place, head)


def _begins_clause(parse: Parsed, place: int, head: int) -> bool:
    """Tell whether a clause inside another needs its *to*, its subject, or *of* in *accused of stealing*."""
    if parse.relations[place] == "nsubj":
        return parse.relations[head] in _CLAUSES or parse.full[head] == "acl"
    return parse.tags[place] == "TO" or (parse.relations[place] == "mark" and parse.tags[head] == "VBG")


def _of_commas(parse: Parsed, place: int, head: int) -> Iterator[Tie]:
    """Yield the ties of a comma with what it sets off, as in *He, a tall man, spoke* and *It broke, they warned*."""
    above = parse.heads[head]
    if parse.relations[head] in ("advcl", "ccomp") and head < place < above:
        yield Tie(place, above, since=head)
    if parse.relations[head] in ("appos", "acl") and above < place < head and parse.relations[above] == "nsubj":
        closing = [other for other in parse.children[above] if parse.tags[other] == "," and other > head]
        if closing:
            yield Tie(place, closing[0], since=above, last=closing[0] - 1)
            yield Tie(closing[0], place, first=place + 1)
    closing_mark = _end_of_aside(parse, place)
    if closing_mark is not None:
        yield Tie(place, closing_mark, last=closing_mark - 1)
        yield Tie(closing_mark, place, first=place + 1)


def _end_of_aside(parse: Parsed, opening: int) -> int | None:
    """Return the comma that closes what a comma opens, if that is one phrase that can go: *, as far as I know,*."""
    later = range(opening + 1, len(parse.words) - 1)
    closing = next((place for place in later if parse.tags[place] == ","), None)
    if closing is None or parse.relations[closing + 1] in ("cc", "conj"):
        return None
    inside = range(opening, closing + 1)
    tops = [place for place in inside[1:-1] if parse.heads[place] not in inside]
    return closing if len(tops) == 1 and parse.relations[tops[0]] in _ASIDES else None


def _of_nouns(parse: Parsed, place: int, head: int) -> Iterator[Tie]:
    """Yield the ties of nouns with prepositions, possessors and determiners, and of set phrases."""
    relation, above = parse.relations[place], parse.heads[head]
    if relation == "fixed" and place:
        yield Tie(place - 1, place)
        yield Tie(place, place - 1)
    elif parse.tags[place] == "POS":
        yield Tie(place - 1, place)
        if above > place:
            yield Tie(above, place)
            yield Tie(place, above, since=head)
    elif relation == "case" and place < head and parse.tags[place] in ("IN", "TO"):
        yield parse.stands_for(head, place, SELDOM)
    if relation == "case" and 0 <= above < place < head:
        yield Tie(place, parse.last_in_place_of(head), since=above)
        is_shared = any(parse.relations[child] == "conj" and child < place for child in parse.children[above])
        if parse.words[place] == "of" and not is_shared:
            yield Tie(above, place, SELDOM)
    elif place < head and (relation in ("det", "amod", "compound", "nummod") or parse.full[place] == "nmod:poss"):
        yield Tie(head, place)
        if relation == "nummod" and (parse.children[place] or parse.lemmas[head] in _UNITS):
            yield Tie(place, head)
