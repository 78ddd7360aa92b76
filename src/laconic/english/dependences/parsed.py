"""A parsed sentence as the patterns of dependences see it: words, lemmas, tags, heads and dependents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from laconic.english.dependences.dependence import Link
from laconic.text import Token

Heads = tuple[int, ...] | None
Relations = tuple[str, ...] | None
_Arcs = dict[str, list[tuple[int, int]]]


class Parsed:
    """A sentence with positions counted from 0: a root's head is -1. Without a parse it has no arcs.

    Attributes:
        forms: its words as they are written.
        words: the same without regard to case.
        lemmas, tags, heads: those of each word.
        full: the relations of words to their heads, with subtypes.
        relations: the same without subtypes.
        children: the positions of what hangs from each word, ascending.
    """

    def __init__(self, tokens: Sequence[Token], heads: Heads, relations: Relations) -> None:
        self.forms = [token.text for token in tokens]
        self.words = [form.casefold() for form in self.forms]
        self.lemmas = [token.lemma.casefold() or token.text.casefold() for token in tokens]
        self.tags = [token.tag for token in tokens]
        is_parsed = heads is not None and relations is not None
        self._hang([head - 1 for head in heads or ()] if is_parsed else [], (relations or ()) if is_parsed else ())

    def part(self, places: Sequence[int], heads: list[int], relations: Sequence[str]) -> Parsed:
        """Return some of the words as a sentence, with their heads and relations in it."""
        part = Parsed.__new__(Parsed)
        part.forms = [self.forms[place] for place in places]
        part.words = [self.words[place] for place in places]
        part.lemmas = [self.lemmas[place] for place in places]
        part.tags = [self.tags[place] for place in places]
        part._hang(heads, relations)
        return part

    def _hang(self, heads: list[int], relations: Sequence[str]) -> None:
        self.heads = heads
        self.full = relations
        self.relations = [relation.partition(":")[0] for relation in relations]
        self.children: list[list[int]] = [[] for _ in self.forms]
        for place, head in enumerate(heads):
            if head >= 0:
                self.children[head].append(place)
        self._arcs = self._arcs_by(self.relations)
        # Made when they are first needed, but not by `cached_property`: all other attributes would be read more slowly.
        self._spelled: _Arcs | None = None
        self._tagged: _Arcs | None = None

    def __len__(self) -> int:
        return len(self.forms)

    def arcs(self, *relations: str) -> Sequence[tuple[int, int]]:
        """Return the words with one of these relations, each with its head."""
        if len(relations) == 1:
            return self._arcs.get(relations[0], ())
        return [arc for relation in relations for arc in self._arcs.get(relation, ())]

    def among(self, words: frozenset[str]) -> Sequence[tuple[int, int]]:
        """Return the words that are among these, each with its head."""
        if self._spelled is None:
            self._spelled = self._arcs_by(self.words)
        return sorted(arc for word in words & self._spelled.keys() for arc in self._spelled[word])

    def tagged(self, tag: str) -> Sequence[tuple[int, int]]:
        """Return the words with this tag, each with its head."""
        if self._tagged is None:
            self._tagged = self._arcs_by(self.tags)
        return self._tagged.get(tag, ())

    def _arcs_by(self, keys: Sequence[str]) -> _Arcs:
        """Return the words that have heads, each with its head, by a property of the word."""
        found: _Arcs = defaultdict(list)
        for place, head in enumerate(self.heads):
            if head >= 0:
                found[keys[place]].append((place, head))
        return found

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

    def last_word_of(self, place: int) -> int:
        """Return the same without the mark that may end it."""
        last = place
        while later := [child for child in self.children[last] if child > last and self.relations[child] != "punct"]:
            last = later[-1]
        return last

    def noun_for(self, required: int, dependent: int) -> Link:
        """Return the link by which a word needs a noun, or another in its place."""
        first = self.first_of(required)
        return Link(
            required, dependent, first=None if first <= dependent else first, last=self.last_in_place_of(required)
        )

    def last_in_place_of(self, noun: int) -> int:
        """Return the last noun that can stand for another: *of* which or *and* which that is."""
        last, nouns = noun, [noun]
        while nouns:
            last = max(last, *nouns)
            nouns = [child for each in nouns for child in self.children[each] if child > each and self.may_stand(child)]
        return last

    def may_stand(self, place: int) -> bool:
        """Return whether a noun can take the place of the one that it hangs from."""
        return self.relations[place] in ("appos", "conj", "flat") or self.is_of(place)

    def is_of(self, place: int) -> bool:
        """Return whether a noun is joined to the one before it by *of*."""
        is_after = self.relations[place] == "nmod" and self.heads[place] < place
        return is_after and any(self.words[child] == "of" for child in self.children[place])

    def has_subject(self, place: int) -> bool:
        """Return whether a word has a subject of its own."""
        return any(self.relations[child] == "nsubj" for child in self.children[place])

    def is_relative(self, place: int) -> bool:
        """Return whether a word heads a relative clause; one that the conjunction *that* begins is none."""
        return self.full[place] == "acl:relcl" and not any(
            self.words[child] == "that" and self.tags[child] == "IN" for child in self.children[place]
        )

    def has_clause(self, place: int) -> bool:
        """Return whether a clause depends on a word, or on what that describes, further on."""
        above = self.heads[place]
        near = [*self.children[place], *(self.children[above] if above >= 0 else ())]
        return any(self.relations[child] in ("advcl", "ccomp") and child > place for child in near)

    def verb_after(self, place: int, head: int, relations: tuple[str, ...]) -> int:
        """Return the first verb after a word: the parse of *would have been the most* hangs them all from *most*."""
        verbs = (child for child in self.children[head] if self.relations[child] in relations and child > place)
        return next(verbs, head)
