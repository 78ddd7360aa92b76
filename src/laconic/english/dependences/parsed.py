"""A parsed sentence as ties look at it: words, lemmas, tags, and what hangs from what."""

from __future__ import annotations

from collections.abc import Sequence

from laconic.english.dependences.dependence import NEVER, Tie
from laconic.text import Token


class Parsed:
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

    def last_of(self, place: int) -> int:
        """Return the last word of all that hangs from a word and from what comes after it."""
        last = place
        while self.children[last] and self.children[last][-1] > last:
            last = self.children[last][-1]
        return last

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
        return self.relations[place] in ("appos", "conj", "flat") or self.is_of(place)

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
