"""Ties that the parse of a sentence tells: between a word and what makes it mean what it means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from laconic.features.tie import NEVER, SELDOM, Tie
from laconic.text import Token

_CONDITIONS = frozenset("if lest unless whether".split())
_CONJUNCTIONS = frozenset("after although as because before once since though until when where whereas while".split())
_FEW = frozenset("barely few fewer hardly little".split())
_ALMOST = frozenset("almost nearly".split())
_BEFORE_SOME = frozenset("a first last next past the these those".split())
"""What makes *few* and *little* mean *some*."""

_HEDGES = frozenset(
    "alleged allegedly apparently likely possibly potentially presumably probably purported purportedly "
    "reportedly seemingly supposed supposedly suspected".split()
)
_DENIALS = frozenset(
    "avoid ban decline denial deny dispute doubt fail failure forbid forget hesitate impossible neglect oppose prevent "
    "refusal refuse reject stop unable unlikely".split()
)
"""Lemmas of what turns round the clause that depends on it."""

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
    [(0, 1), (3, 4), (1, 4)]
    """
    if heads is None or relations is None:
        return
    parse = _Parse(tokens, heads, relations)
    for place, head in enumerate(parse.heads):
        if head >= 0:
            yield from _of_meaning(parse, place, head)
            yield from _of_verbs(parse, place, head)
            yield from _of_clauses(parse, place, head)
            yield from _of_nouns(parse, place, head)


class _Parse:
    """A parsed sentence with positions counted from 0: a root's head is -1."""

    def __init__(self, tokens: Sequence[Token], heads: tuple[int, ...], relations: tuple[str, ...]) -> None:
        self.words = [token.text.casefold() for token in tokens]
        self.lemmas = [token.lemma.casefold() or token.text.casefold() for token in tokens]
        self.tags = [token.tag for token in tokens]
        self.heads = [head - 1 for head in heads]
        self.full = relations
        self.relations = [relation.partition(":")[0] for relation in relations]
        self.children: list[list[int]] = [[] for _ in heads]
        for place, head in enumerate(self.heads):
            if head >= 0:
                self.children[head].append(place)

    def first_of(self, place: int) -> int:
        """Return the first word of all that hangs from a word and from what comes before it."""
        first = place
        while self.children[first] and self.children[first][0] < first:
            first = self.children[first][0]
        return first

    def stands_for(self, lost: int, kept: int, cost: float = NEVER) -> Tie:
        """Return the tie by which a word needs a noun, or another in its place."""
        first = self.first_of(lost)
        return Tie(lost, kept, cost, first=None if first <= kept else first, last=self.last_in_place_of(lost))

    def last_in_place_of(self, noun: int) -> int:
        """Return the last noun that can stand for another: *of* which or *and* which that is."""
        last, nouns = noun, [noun]
        while nouns:
            last = max(last, *nouns)
            nouns = [child for each in nouns for child in self.children[each] if child > each and self.may_stand(child)]
        return last

    def may_stand(self, place: int) -> bool:
        """Tell whether a noun can take the place of the one that it hangs from."""
        return self.relations[place] == "conj" or self.is_of(place)

    def is_of(self, place: int) -> bool:
        """Tell whether a noun is joined to the one before it by *of*."""
        is_after = self.relations[place] == "nmod" and self.heads[place] < place
        return is_after and any(self.words[child] == "of" for child in self.children[place])

    def has_clause(self, place: int) -> bool:
        """Tell whether a clause depends on a word, or on what that describes, further on."""
        above = self.heads[place]
        near = [*self.children[place], *(self.children[above] if above >= 0 else ())]
        return any(self.relations[child] in ("advcl", "ccomp") and child > place for child in near)

    def verb_after(self, place: int, head: int, relations: tuple[str, ...]) -> int:
        """Return the first verb after a word: the parse of *would have been the most* hangs them all from *most*."""
        verbs = (child for child in self.children[head] if self.relations[child] in relations and child > place)
        return next(verbs, head)

    def denies(self, place: int) -> bool:
        """Tell whether a word turns round the clause below it: *deny*, or *believe* in *few believe*."""
        children = self.children[place]
        few = (other for child in children for other in (child, *self.children[child]) if self.words[other] in _FEW)
        return self.lemmas[place] in _DENIALS or any(other < place for other in few)


def _of_meaning(parse: _Parse, place: int, head: int) -> Iterator[Tie]:
    """Yield the ties of words whose loss turns round or widens what is said."""
    word, relation = parse.words[place], parse.relations[place]
    if _qualifies(parse, place, head):
        yield Tie(place, head, SELDOM if word == "only" and parse.tags[head] == "CD" else NEVER)
    if relation in _CLAUSES and parse.denies(head):
        yield Tie(head, place)
    if parse.is_of(place):
        yield from _of_parts(parse, place, head)


def _of_parts(parse: _Parse, part: int, whole: int) -> Iterator[Tie]:
    """Yield the ties of two nouns with *of* between them."""
    if parse.words[whole] in _SHARES or parse.lemmas[whole] in _OTHERS or _would_disagree(parse, part, whole):
        yield Tie(whole, part)
    if parse.lemmas[whole] in _KINDS:
        yield Tie(part, whole)


def _would_disagree(parse: _Parse, part: int, whole: int) -> bool:
    """Tell whether a verb that agrees with one noun does not agree with the other: *the number of fish has*."""
    verb = parse.heads[whole]
    if parse.relations[whole] != "nsubj" or parse.tags[part] != "NNS" or parse.tags[whole] != "NN":
        return False
    finite = [verb, *(child for child in parse.children[verb] if parse.relations[child] in ("aux", "cop"))]
    return any(parse.tags[place] == "VBZ" or parse.words[place] == "was" for place in finite)


def _qualifies(parse: _Parse, place: int, head: int) -> bool:
    """Tell whether a word limits what its head says."""
    word, relation = parse.words[place], parse.relations[place]
    if relation == "mark":
        return word in _CONDITIONS
    if word in _ALMOST:  # before a number it matters little
        return place < head and parse.tags[head].startswith(("VB", "JJ", "RB", "IN", "DT"))
    if word == "too" or (word == "so" and parse.has_clause(head)):  # too early to say, so quiet that nobody heard
        return place < head and parse.tags[head].startswith(("JJ", "RB"))
    is_few = word in _FEW and not (place > 0 and parse.words[place - 1] in _BEFORE_SOME)
    return relation in _MODIFIERS and (is_few or word == "only" or word in _HEDGES)


def _of_verbs(parse: _Parse, place: int, head: int) -> Iterator[Tie]:
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


def _of_clauses(parse: _Parse, place: int, head: int) -> Iterator[Tie]:
    """Yield the ties of clauses with what joins them to others: conjunctions, pronouns, *to*, nouns and commas."""
    word, relation = parse.words[place], parse.relations[place]
    above = parse.heads[head]
    is_inside = 0 <= above < place < head
    if relation == "cc" and place < head:
        yield Tie(head, place, SELDOM)
        if is_inside:
            yield Tie(place, head, SELDOM, since=above)
    elif relation in ("mark", "advmod") and word in _CONJUNCTIONS and parse.relations[head] in _CLAUSES:
        yield Tie(head, place)
        yield Tie(place, head, since=0)
    elif parse.full[head] == "acl:relcl" and parse.tags[place].startswith("W") and above < place:
        yield Tie(above, place, first=parse.first_of(above), last=place - 1)
        if relation == "nsubj" and parse.tags[head] in ("VBD", "VBP", "VBZ"):
            yield Tie(place, head, since=above)
    elif relation in ("ccomp", "acl", "advcl") and parse.full[place] != "acl:relcl" and 0 <= above < head < place:
        yield Tie(head, place, since=above)
    elif is_inside and (parse.tags[place] == "TO" or (relation == "nsubj" and parse.relations[head] in _CLAUSES)):
        yield Tie(place, head, since=above)
    elif parse.tags[place] == "," and relation == "punct":
        yield from _of_commas(parse, place, head)


def _of_commas(parse: _Parse, place: int, head: int) -> Iterator[Tie]:
    """Yield the ties of a comma with what it sets off, as in *He, a tall man, spoke* and *It broke, they warned*."""
    above = parse.heads[head]
    if parse.relations[head] == "ccomp" and head < place < above:
        yield Tie(place, above, since=head)
    if parse.relations[head] in ("appos", "acl") and above < place < head and parse.relations[above] == "nsubj":
        closing = [other for other in parse.children[above] if parse.tags[other] == "," and other > head]
        if closing:
            yield Tie(place, closing[0], since=above, last=closing[0] - 1)
            yield Tie(closing[0], place, first=place + 1)


def _of_nouns(parse: _Parse, place: int, head: int) -> Iterator[Tie]:
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
