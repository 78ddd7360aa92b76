"""Which edits of a sentence are made: those that its rules propose, as an editor would think of each where it stands.

Safe edits may be made wherever they save room. Bold ones are offered only if something else decides between the answers
with them and without them: readers like some of them, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from laconic.english.rewriting import Edit, New, PhraseTable, edits_in_cuts, edits_of
from laconic.features.edit_context import EditContext
from laconic.forest.edits import best_edits
from laconic.forest.fitting import apart, has_context, is_lexical, place_of
from laconic.forest.revision import Revised, respects, revise
from laconic.pipeline.edited import is_welcome, letter_count, liked, mends
from laconic.search.constraints import Masks
from laconic.text import Sentence

EDITED = 0.25
"""What an edit that saves a word, or says the very same, is worth by itself, in units of a log-probability."""

SAVED = 0.25
"""What each word that an edit saves is worth beside the probability that an editor would make it for its own sake."""

SHORTER = 0.12
"""What an edit is worth by itself that saves no word but some letters: readers hardly ever like it much better."""

PLAINER = 0.6
"""What any edit is worth by itself where plain language is wanted."""

REPAIRED = 1.0
"""What an edit is worth that makes up for what was left out."""


@dataclass(frozen=True)
class EditSettings:
    """How edits are chosen.

    Attributes:
        least_liked: how far the probability that an editor would make an edit for its own sake must exceed that of
            harm (`HARMFUL` times as bad), for edits that are read in their context.
        least_liked_beside: the same for each further edit of an answer: readers forgive one that they would not have
            made.
        least_better: how likely it must be that an editor would make an edit for its own sake, if it saves no word:
            words that are replaced without need are what readers dislike most.
        least_sure: how likely a rule must be to do no harm, for edits that are not read.
        least_lexical: the same for edits that put one word of the lexicon in the place of another: readers hardly ever
            like them better, and notice each that is a little off.
        least_proposed: how likely a rule must be to do no harm, for its edits to be tried.
        letter: the value of each letter saved, in units of a log-probability.
        word: the value of each word saved.
        doubt: the weight of the log-probability of doing no harm.
        plain: whether plainer words and shorter sentences are wanted, even if they save nothing.
    """

    least_liked: float = -0.3
    least_liked_beside: float = 0.0
    least_better: float = 0.2
    least_sure: float = 0.8
    least_lexical: float = 0.98
    least_proposed: float = 0.72
    letter: float = 0.02
    word: float = 0.3
    doubt: float = 1.0
    plain: bool = False

    @property
    def bolder(self) -> EditSettings:
        """The same with edits that an editor would doubt; of those that do harm, readers still refuse most."""
        return replace(
            self,
            least_liked=min(self.least_liked, -1.4),
            least_liked_beside=min(self.least_liked_beside, -0.5),
            least_better=min(self.least_better, 0.1),
            least_sure=min(self.least_sure, 0.85),
        )

    def allow(self, edit: Edit, sentence: Sentence) -> bool:
        """Return whether an edit may be made in a sentence."""
        if edit.better is not None:
            is_needed = edit.saved > 0 or edit.better >= self.least_better
            return is_needed and liked(edit) >= self.least_liked
        return edit.sure >= (self.least_lexical if is_lexical(edit, sentence) else self.least_sure)


@dataclass
class _Known:
    """What is known of a sentence.

    Attributes:
        sentence: the sentence.
        edits: those that fit it.
        read: edits as their rules propose them, each with what an editor would think of it; None if not worth reading.
        revised: what the sentence becomes by some of them.
        cuts: the edits of its cuts.
        refused: which others its rules propose, read or not.
    """

    sentence: Sentence
    edits: list[Edit] | None = None
    read: dict[Edit, Edit | None] = field(default_factory=dict)
    revised: dict[tuple[Edit, ...], Revised] = field(default_factory=dict)
    cuts: dict[tuple[int, ...], list[Edit]] = field(default_factory=dict)
    refused: frozenset[tuple[str, int, int]] = frozenset()


class Editing:
    """Finds the edits of sentences and of their cuts.

    Args:
        phrases: the phrases that may be replaced, besides the rules over the parse.
        settings: how edits are chosen.
        context: says what an editor would think of an edit; without it, the rules alone say how sure they are.
    """

    def __init__(self, phrases: PhraseTable, settings: EditSettings, context: EditContext | None) -> None:
        self.phrases = phrases
        self.settings = settings
        self.context = context
        self._last = _Known(Sentence("", ()))

    def bolder(self) -> Editing:
        """Return the same with bolder edits."""
        return Editing(self.phrases, self.settings.bolder, self.context)

    def allows(self, edits: Sequence[Edit], sentence: Sentence) -> bool:
        """Return whether these edits may be made together."""
        favourite, least = max(edits, key=liked, default=None), self.settings.least_liked_beside
        return all(
            self.settings.allow(edit, sentence) and (edit is favourite or is_welcome(edit, least)) for edit in edits
        )

    def of_sentence(self, sentence: Sentence, masks: Masks | None) -> list[Edit]:
        """Return the edits of a sentence that fit it and that the masks allow."""
        known = self._known(sentence)
        if known.edits is None:
            proposed = edits_of(sentence, self.phrases, is_plain=self.settings.plain)
            tried = [edit for edit in proposed if edit.sure >= self.settings.least_proposed]
            fitting = list(self._fitting(known, tried).values())
            fits = set(map(place_of, fitting))
            known.refused = frozenset(place_of(edit) for edit in tried if place_of(edit) not in fits)
            known.edits = fitting
        return [edit for edit in known.edits if respects(edit, masks)]

    def of_cuts(self, sentence: Sentence, cuts: Sequence[tuple[int, ...]]) -> dict[tuple[int, ...], list[Edit]]:
        """Return for each cut the edits that fit what it keeps; one word for another is left to the sentence."""
        known = self._known(sentence)
        new = [kept for kept in dict.fromkeys(cuts) if kept not in known.cuts]
        proposed = {
            kept: [
                edit
                for edit in edits
                if not is_lexical(edit, sentence)
                and place_of(edit) not in known.refused
                and edit.sure >= self.settings.least_proposed
            ]
            for kept, edits in zip(
                new, edits_in_cuts(sentence, new, self.phrases, is_plain=self.settings.plain), strict=True
            )
        }
        fitting = self._fitting(known, list(dict.fromkeys(edit for edits in proposed.values() for edit in edits)))
        for kept, edits in proposed.items():
            known.cuts[kept] = [fitting[edit] for edit in edits if edit in fitting]
        return {kept: known.cuts[kept] for kept in cuts}

    def best(self, sentence: Sentence, edits: Sequence[Edit]) -> tuple[Edit, ...]:
        """Return the best edits that go together: one that is liked most, and others that are welcome beside it."""
        if self.context is not None and edits:
            favourite, least = max(edits, key=liked), self.settings.least_liked_beside
            edits = [edit for edit in edits if edit is favourite or is_welcome(edit, least)]
        return tuple(best_edits(edits, len(sentence), self._worth(sentence))) if edits else ()

    def revised(self, sentence: Sentence, edits: tuple[Edit, ...]) -> Revised:
        """Return what a sentence becomes by some of its edits."""
        known = self._known(sentence).revised
        if edits not in known:
            known[edits] = revise(sentence, edits)
        return known[edits]

    def _fitting(self, known: _Known, edits: Sequence[Edit]) -> dict[Edit, Edit]:
        """Return the edits that do no harm in their context, each with what an editor would think of it."""
        sentence, read = known.sentence, known.read
        worth = self._worth(sentence)
        unread = [edit for edit in edits if self.context is not None and has_context(edit) and edit not in read]
        promising = [edit for edit in sorted(unread, key=worth, reverse=True) if worth(edit) > 0]
        found: dict[Edit, Edit | None] = dict.fromkeys(unread)
        for group in apart(promising):
            assert self.context is not None
            revised = revise(sentence, group)
            for edit, opinion in zip(revised.edits, self.context.opinions(revised), strict=True):
                found[edit] = replace(edit, sure=opinion.sure, better=opinion.better)
        read.update(found)  # at once, for another thread may ask about the same sentence
        judged = ((edit, read.get(edit, edit)) for edit in edits)
        return {edit: said for edit, said in judged if said is not None and self.settings.allow(said, sentence)}

    def _known(self, sentence: Sentence) -> _Known:
        """Return what is known of a sentence; the last one is remembered, for each choice of masks asks again."""
        last = self._last
        if last.sentence is not sentence:
            last = self._last = _Known(sentence)
        return last

    def _worth(self, sentence: Sentence) -> Callable[[Edit], float]:
        """Return what an edit is worth: what an editor would think of it, or before that is known, what it saves."""
        settings = self.settings

        def worth(edit: Edit) -> float:
            if edit.sure <= 0:
                return -math.inf
            if mends(edit):
                return REPAIRED
            if edit.better is not None:
                return liked(edit) - settings.least_liked + SAVED * max(0, edit.saved)
            before = letter_count([sentence.words[place] for place in edit.replaced])
            after = letter_count([piece.text for piece in edit.target if isinstance(piece, New)])
            gain = settings.letter * (before - after) + settings.word * edit.saved
            by_itself = EDITED if edit.saved > 0 or edit.says_same else SHORTER if before > after else 0.0
            by_itself += PLAINER if settings.plain else 0.0
            return gain + by_itself + settings.doubt * math.log(edit.sure)

        return worth
