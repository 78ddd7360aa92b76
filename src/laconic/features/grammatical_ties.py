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
    [(3, 4), (1, 4)]
    """
    if heads is None or relations is None:
        return
    parse = _Parse(tokens, heads, relations)
    for place, head in enumerate(parse.heads):
        if head >= 0:
            yield from _of_meaning(parse, place, head)
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
    is_part = relation == "nmod" and any(parse.words[child] == "of" for child in parse.children[place])
    if is_part and head < place and parse.words[head] in _SHARES:
        yield Tie(head, place)


def _qualifies(parse: _Parse, place: int, head: int) -> bool:
    """Tell whether a word limits what its head says."""
    word, relation = parse.words[place], parse.relations[place]
    if relation == "mark":
        return word in _CONDITIONS
    if word in _ALMOST:  # before a number it matters little
        return place < head and parse.tags[head].startswith(("VB", "JJ", "RB", "IN", "DT"))
    is_few = word in _FEW and not (place > 0 and parse.words[place - 1] in _BEFORE_SOME)
    return relation in _MODIFIERS and (is_few or word == "only" or word in _HEDGES)


def _of_clauses(parse: _Parse, place: int, head: int) -> Iterator[Tie]:
    """Yield the ties of verbs with auxiliaries, particles, conjunctions, *to*, and the subjects of inner clauses."""
    word, relation = parse.words[place], parse.relations[place]
    above = parse.heads[head]
    is_inside = 0 <= above < place < head
    if relation == "aux":
        # The verb of "would have been the most" is "been", though its parse hangs all from "most".
        cops = (child for child in parse.children[head] if parse.relations[child] == "cop" and child > place)
        # "Events which were fanned" may become "events fanned", but not "events which fanned".
        pronouns = (child for child in parse.children[head] if parse.tags[child].startswith("W"))
        since = next(pronouns, -1) if parse.full[head] == "acl:relcl" else -1
        yield Tie(place, next(cops, head), since=since)
    elif parse.full[place] == "compound:prt":
        yield Tie(place, head)
        yield Tie(head, place)
    elif relation == "cc" and place < head:
        yield Tie(head, place, SELDOM)
        if is_inside:
            yield Tie(place, head, SELDOM, since=above)
    elif relation in ("mark", "advmod") and word in _CONJUNCTIONS and parse.relations[head] in _CLAUSES:
        yield Tie(head, place)
        yield Tie(place, head, since=0)
    elif is_inside and (parse.tags[place] == "TO" or (relation == "nsubj" and parse.relations[head] in _CLAUSES)):
        yield Tie(place, head, since=above)
    elif parse.tags[place] == "," and relation == "punct":
        # "It broke the rules, lawyers warned."
        said = [child for child in parse.children[head] if parse.relations[child] == "ccomp" and child < place]
        if said and place < head:
            yield Tie(place, head, since=said[-1])


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
    elif relation == "case" and 0 <= above < place < head:
        yield Tie(place, head, since=above)
        is_shared = any(parse.relations[child] == "conj" and child < place for child in parse.children[above])
        if parse.words[place] == "of" and not is_shared:
            yield Tie(above, place, SELDOM)
    elif place < head and (relation in ("det", "amod", "compound", "nummod") or parse.full[place] == "nmod:poss"):
        yield Tie(head, place)
        if relation == "nummod" and (parse.children[place] or parse.lemmas[head] in _UNITS):
            yield Tie(place, head)
