"""Candidates of a method that edits: a cut of a sentence with some edits, and what speaks for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from laconic.english.rewriting import AGREEMENT, Edit
from laconic.forest.revision import Revised
from laconic.language import LANGUAGE
from laconic.pipeline.method import Candidate, Scored, Spelling, Verdict

HARMFUL = 1.15
"""How bad it is that an edit does harm, beside how good it is that an editor would make it for its own sake."""

PLAIN = 0.2
"""What edits add where plain language is wanted: it is then a reason to say something otherwise."""

MENDED = 0.03
"""What an edit adds that makes up for what was left out: a verb agrees, a pronoun becomes the noun that it meant."""

RESPELLED = 0.03
"""What edits add that say the very same: contractions, and other words around or for a negation."""

HARM = 0.1
"""How bad an edit is that does harm, beside a rejection: readers mostly call it a small flaw."""


@dataclass(frozen=True)
class RewriteCandidate(Candidate):
    """A cut of a sentence with some edits.

    Attributes:
        revised: the edited sentence.
        cut: the network's candidate: which words of the source stay, before any edit.
        places: which words of the edited sentence stay.
        edits: the edits that show.
        is_plain: whether plain language is wanted.
    """

    revised: Revised | None = None
    cut: Candidate | None = None
    places: tuple[int, ...] = ()
    edits: tuple[Edit, ...] = ()
    is_plain: bool = False

    @cached_property
    def meant(self) -> tuple[int, ...]:
        """The positions of the source's tokens whose meaning stayed."""
        if self.revised is None or not self.revised.edits:
            return self.places
        return self.revised.said(self.places)

    @property
    def word_density(self) -> float:
        """How many words of the source each word of the answer stands for; never fewer than one."""
        return max(1.0, len(self._said) / max(1, len(self.tokens)))

    @property
    def letter_density(self) -> float:
        """How many letters of the source each letter of the answer stands for; never fewer than one."""
        return max(1.0, letter_count(self._said) / max(1, letter_count(self.tokens)))

    @property
    def greater_density(self) -> float:
        """The greater of its densities in words and in letters."""
        return max(self.word_density, self.letter_density)

    @property
    def _said(self) -> Sequence[str]:
        """The words of the source whose meaning stayed; without edits, those of the answer."""
        if self.revised is None or not self.revised.edits:
            return self.tokens
        return [self.source.words[place] for place in self.meant]

    @property
    def gain(self) -> float:
        """What speaks for it besides its verdict."""
        own = 0.0 if self.cut is None else self.cut.changed(verdict=self.verdict).gain
        if self.is_plain and self.edits:
            return own + PLAIN
        if any(map(mends, self.edits)):
            return own + MENDED
        return own + (RESPELLED if self.edits and all(edit.says_same for edit in self.edits) else 0.0)

    @cached_property
    def sure(self) -> float:
        """The probability that none of its edits does harm."""
        return math.prod(edit.sure for edit in self.edits)


def liked(edit: Edit) -> float:
    """Return how far the probability that an editor would make an edit for its own sake exceeds that of harm."""
    return (edit.better or 0.0) - HARMFUL * (1 - edit.sure)


def mends(edit: Edit) -> bool:
    """Return whether an edit makes up for what was left out: a verb agrees, a pronoun becomes what it meant."""
    return bool(edit.gone) or edit.rule == AGREEMENT


def is_welcome(edit: Edit, least_liked: float) -> bool:
    """Return whether an edit may be made beside a better one: it is liked, repairs, or says the very same in less."""
    is_same = edit.is_deletion or (edit.says_same and edit.saved > 0)
    return mends(edit) or is_same or liked(edit) >= least_liked


def parts_of(edits: tuple[Edit, ...]) -> Iterator[tuple[Edit, ...]]:
    """Yield edits that go together, and fewer of them: where one makes enough room, the others have nothing to gain."""
    mending = tuple(filter(mends, edits))
    others = [edit for edit in edits if edit not in mending]
    if edits:
        yield edits
    if len(others) > 1:
        yield from ((*mending, edit) for edit in others)
    if mending and others:
        yield mending


def edited_candidate(
    scored: Scored, revised: Revised, cut: Candidate, places: Sequence[int], *, is_plain: bool = False
) -> RewriteCandidate:
    """Return the words of an edited sentence that stay, as a candidate; one without edits is the cut itself."""
    source, places = scored.sentence, tuple(places)
    edits = revised.shown(places)
    kept = None if edits else revised.kept(places)
    spell: Callable[[], str]
    if kept is None:
        tokens = tuple([revised.words[place].text for place in places])
        spell = Spelling(partial(_spelled, revised, places, cut))
    elif kept == cut.kept:
        tokens, spell = cut.tokens, cut.spell
    else:
        tokens, spell = tuple([source.words[place] for place in kept]), partial(LANGUAGE.cut, source, kept)
    score = cut.score + sum(math.log(edit.sure) for edit in edits)
    return RewriteCandidate(
        scored, cut.found, tokens, kept, score, spell, None, 0.0, revised, cut, places, edits, is_plain
    )


def _spelled(revised: Revised, places: tuple[int, ...], cut: Candidate) -> str:
    text = LANGUAGE.cut(revised.sentence, places)
    # The parse, which only the source may have, shows whether a cut is still a question.
    return text[:-1] + "." if text.endswith("?") and cut.text.endswith(".") else text


def with_verdict(candidate: RewriteCandidate, verdict: Verdict | None) -> Candidate:
    """Return a candidate with the verdict on its cut, less the doubts about its edits."""
    if verdict is None:
        return candidate
    sure = candidate.sure**HARM
    return candidate.changed(verdict=Verdict(verdict.accept * sure, 1 - (1 - verdict.reject) * sure))


def letter_count(words: Sequence[str]) -> int:
    """Return how many letters words take, with a space for each."""
    return sum(map(len, words)) + len(words)
