"""Ties of a clause with what denies or doubts it, however far above: *failed to find evidence that the drug helps*."""

from __future__ import annotations

from collections.abc import Iterator

from laconic.english.dependences.dependence import REVERSED, Tie
from laconic.english.dependences.parsed import Parsed

FEW = frozenset("barely few fewer hardly little rarely scant scarcely seldom".split())
_NONE = frozenset("neither no nobody none".split())
_DENIALS = frozenset(
    "avoid ban decline denial deny dismiss disprove dispute doubt doubtful fail failure fallacy false forbid forget "
    "hesitate hoax implausible impossible improbable inconceivable lie misconception myth neglect oppose prevent "
    "question refusal refuse refute reject rumor rumour sceptical skeptical stop unable uncertain unclear "
    "unconvinced unlikely unproven unsure untrue wrong".split()
)
"""Lemmas of what turns round the clause that depends on it."""

_CLAUSES = frozenset("advcl ccomp csubj xcomp".split())
_WAYS_UP = frozenset("acl ccomp csubj nmod nsubj obj xcomp".split())
"""Relations through which a denial reaches what hangs below: *reject*, *a claim*, *that it works*."""

_FARTHEST = 4
"""Relations between a denial and its clause at most."""


def denial_ties(parse: Parsed, clause: int) -> Iterator[Tie]:
    """Yield the ties of a clause, named by its verb, with the words above that deny it."""
    is_noun_clause = parse.relations[clause] == "acl" and parse.full[clause] != "acl:relcl"
    if parse.relations[clause] not in _CLAUSES and not is_noun_clause:
        return
    place, between = clause, list[int]()
    for _ in range(_FARTHEST):
        above = parse.heads[place]
        if above < 0 or (place != clause and not _leads_up(parse, place)):
            return
        if _denies(parse, above):
            yield Tie(above, clause, REVERSED)
            # "Failed the drug reduces" is no better.
            yield from (Tie(link, clause, REVERSED, since=above if above < link else -1) for link in between)
            # Nor is "failed to find evidence heart attack".
            yield from (Tie(clause, end) for end in (parse.first_of(clause), parse.last_of(clause)) if end != clause)
            return
        place = above
        between.append(above)


def _leads_up(parse: Parsed, place: int) -> bool:
    """Tell whether what denies a word's head denies what hangs from the word."""
    if parse.relations[place] == "obl":  # far from certain, sceptical of claims
        return parse.tags[parse.heads[place]].startswith(("JJ", "RB"))
    return parse.relations[place] in _WAYS_UP and parse.full[place] != "acl:relcl"


def _denies(parse: Parsed, place: int) -> bool:
    """Tell whether a word turns round the clause below it: *deny*, *far from*, or *believe* in *few believe*."""
    if parse.lemmas[place] in _DENIALS or parse.words[place : place + 2] == ["far", "from"]:
        return True
    children = parse.children[place]
    near = (other for child in children for other in (child, *parse.children[child]) if other < place)
    return any(
        parse.words[other] in FEW or (parse.words[other] in _NONE and parse.heads[other] == place) for other in near
    )
