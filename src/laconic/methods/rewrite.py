"""`rewrite`: rules propose an editor's changes, and the bundled network chooses what to say.

Deletion comes first: every cut that the network proposes is offered as it is, again after the best edits of what it
keeps whole, and after each of these alone. So a rewriting says what a deletion would have said, in fewer words, and
it is chosen if that leaves room for more. If edits save words before anything is cut, the network reads the edited
sentence as well and proposes cuts of it. If no edit is safe enough, words are only deleted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Self, cast

import numpy as np

from laconic.compression import Compression
from laconic.english.rewriting import Edit, New, PhraseTable, edits_in_cut, edits_of, read_phrases
from laconic.errors import DataError, UsageError
from laconic.features.edit_context import EditContext
from laconic.features.edit_network import EditNetwork
from laconic.features.network import nearest_rate
from laconic.files import read_text, write_whole
from laconic.forest.edits import best_edits
from laconic.forest.fitting import apart, applies, has_context, is_lexical, place_of
from laconic.forest.revision import Revised, respects, revise
from laconic.lm import bundled
from laconic.methods.encoder import EncoderDeletion
from laconic.parse.base import Parser
from laconic.parse.english import EnglishParser
from laconic.pipeline.edited import (
    RewriteCandidate,
    edited_candidate,
    is_welcome,
    letter_count,
    liked,
    mends,
    parts_of,
    with_verdict,
)
from laconic.pipeline.explanation.edits import Revision
from laconic.pipeline.importance import bundled_deletion
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.limit import quality_of
from laconic.pipeline.method import Candidate, Method, Scored, Verdict
from laconic.pipeline.rewriting import meets
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence
from laconic.trust import file_inside

PHRASES = "phrases.txt"
CONTEXT = "context.npz"
EDITOR = "encoder"

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

MANY_SAVED = 3
"""Where edits save as many words, the network also proposes cuts of the edited sentence: there is room for more."""

MOST_CUTS_EDITED = 6
"""How many cuts of a sentence are searched for edits that only they allow, the best by their scores alone."""

CHEAPER = 2.0
"""What the words of an edit gain for each word that it saves, in units of a log-probability."""

LENGTHS_FOR_EDITS = 4
"""How many lengths are looked at, of cuts that keep what edits say in fewer words."""


@dataclass(frozen=True)
class RewriteSettings:
    """How edits are chosen.

    Attributes:
        least_liked: how far the probability that an editor would make an edit for its own sake must exceed that of
            harm (`HARMFUL` times as bad), for edits that are read in their context.
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
    least_better: float = 0.2
    least_sure: float = 0.8
    least_lexical: float = 0.98
    least_proposed: float = 0.72
    letter: float = 0.02
    word: float = 0.3
    doubt: float = 1.0
    plain: bool = False


class Rewrite(Method):
    """Edits a sentence with rules, and deletes words by the scores of the bundled network.

    Args:
        phrases: the phrases that may be replaced, besides the rules over the parse.
        settings: how edits are chosen.
        network: what judges edits in their context; without it, the rules alone say how sure they are.
    """

    name = "rewrite"
    rewrites = True

    def __init__(
        self, phrases: PhraseTable, settings: RewriteSettings | None = None, network: EditNetwork | None = None
    ) -> None:
        self.phrases = phrases
        self.settings = settings or RewriteSettings()
        editor = bundled_deletion(EDITOR)
        assert isinstance(editor, EncoderDeletion)
        self.editor = editor
        parser = EnglishParser()
        self.parser: Parser = parser
        self.context = EditContext(parser.reader, bundled(), network) if network else None
        self._last = _Known(Sentence("", ()))

    @property
    def most_read(self) -> int:
        """How many of the candidates that are proposed for some masks are read again: each cut may come with edits."""
        return self.editor.most_read * 5 // 4

    @property
    def most_variations_read(self) -> int:
        """How many variations of the best candidate are read again."""
        return self.editor.most_variations_read * 5 // 4

    @property
    def surprise(self) -> float:
        """What a second reading may add to the worth of a candidate: anything, for scores know little of edits."""
        return math.inf

    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        """Return the sentence with the edits that the masks allow."""
        return Scored(sentence, self.edits(sentence, constraints.masks), constraints.rate)

    def find(self, scored: Scored, constraints: Constraints) -> list[Candidate]:
        """Return the best candidates that meet the constraints, best first.

        Raises:
            UsageError: there is none.
        """
        sentence, edits = scored.sentence, cast("list[Edit]", scored.scores)
        masks = constraints.masks
        found: list[Candidate] = []
        problem: UsageError | None = None
        for wanted in _with_room(sentence, constraints, edits):
            try:
                cuts = self.editor.find(self.editor.score(sentence, wanted), wanted)
            except UsageError as error:
                problem = problem or error
            else:
                found += [each for each in self._offered(scored, cuts, masks) if meets(each, constraints)]
        if not found:
            raise problem or UsageError("no rewriting is possible.")
        return sorted(found, key=lambda each: -each.score)[: constraints.nbest]

    def profile(
        self, sentence: Sentence, masks: Masks | None = None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length."""
        scores = [-math.inf] * (len(sentence) + 1)
        found: dict[int, Candidate] = {}
        scored = Scored(sentence, self.edits(sentence, masks), near)
        profile = self.editor.profile(sentence, masks, near)
        if 0 in profile.lengths:
            scores[0] = float(profile.scores[0])
        for each in self._offered(scored, [profile.at(words) for words in profile.lengths if words], masks):
            words = len(each.tokens)
            if words < len(scores) and each.score > scores[words]:
                scores[words], found[words] = each.score, each
        return LengthProfile(scores, found.__getitem__)

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        """Return cuts of the sentence, each before and after its edits, and cuts of the edited sentence."""
        edits = self.edits(sentence, masks)
        scored = Scored(sentence, edits, rate)
        cuts = self.editor.propose(sentence, masks, rate, fast=fast)
        chosen = self._best(sentence, [edit for edit in edits if not edit.gone])
        if rate is not None and not fast:
            cuts += self._cuts_for(sentence, masks, rate, chosen)
        found = self._offered(scored, cuts, masks, self._most_edited)
        if rate is not None and sum(edit.saved for edit in chosen) >= MANY_SAVED and not fast:
            revised = self._revised(sentence, chosen, is_parsed=True)
            share = min(1.0, rate * len(sentence) / max(1, len(revised.words)))
            for cut in self.editor.propose(revised.sentence, revised.masks(masks), share, fast=True):
                found.append(self._candidate(scored, revised, cut, cut.kept or ()))
        return found

    def _cuts_for(self, sentence: Sentence, masks: Masks | None, rate: float, edits: Sequence[Edit]) -> list[Candidate]:
        """Return cuts that keep what edits say in fewer words, if possible: it takes less room than it seems to."""
        saving = [edit for edit in edits if edit.saved > 0]
        if not saving:
            return []
        bonus = np.zeros(len(sentence))
        for edit in saving:
            bonus[list(edit.replaced)] += CHEAPER * edit.saved / len(edit.replaced)
        longest = min(len(sentence), int(rate * len(sentence)) + sum(edit.saved for edit in saving))
        lengths = range(longest, max(0, longest - LENGTHS_FOR_EDITS), -1)
        return self.editor.of_lengths(sentence, masks, nearest_rate(rate), lengths, bonus)

    def vary(self, candidate: Candidate, masks: Masks | None, rate: float | None) -> list[Candidate]:
        """Return candidates in which a doubtful word of this one is decided the other way, before and after edits."""
        assert isinstance(candidate, RewriteCandidate)
        if candidate.cut is None or not candidate.is_of_source:
            return []
        sentence = candidate.source
        cuts = self.editor.vary(candidate.cut.changed(verdict=candidate.verdict), masks, rate)
        return self._offered(Scored(sentence, self.edits(sentence, masks), rate), cuts, masks, self._most_edited)

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        """Return the candidates with the verifier's verdict on each cut, less the doubts about its edits."""
        every = [each for each in candidates if isinstance(each, RewriteCandidate) and each.cut is not None]
        groups: dict[int, dict[tuple[int, ...] | None, Candidate]] = {}
        for each in every:
            if each.cut is not None:
                groups.setdefault(id(each.cut.source), {}).setdefault(each.cut.kept, each.cut)
        judged: dict[tuple[int, tuple[int, ...] | None], Verdict | None] = {}
        for group, cuts in groups.items():
            for cut in self.editor.judge(list(cuts.values()), fast=fast):
                judged[group, cut.kept] = cut.verdict
        return [with_verdict(each, judged[id(each.cut.source), each.cut.kept]) for each in every if each.cut]

    def write(self, candidate: Candidate) -> Compression:
        """Return a candidate as an answer, with the edits and deletions behind it."""
        assert isinstance(candidate, RewriteCandidate)
        assert candidate.revised is not None
        assert candidate.cut is not None
        words = [candidate.revised.words[place] for place in candidate.places]
        told = {word.origin for word in words}.union(*(edit.replaced for edit in candidate.edits))
        deleted = tuple(place for place in range(len(candidate.source)) if place not in told)
        inner = self.editor.write(candidate.cut)
        return Compression(
            source=candidate.source,
            text=candidate.text,
            tokens=candidate.tokens,
            kept=candidate.kept,
            score=candidate.score,
            method=self.name,
            details={
                "new_words": sum(word.origin is None for word in words),
                **({} if candidate.kept is not None else {"origins": [word.origin for word in words]}),
            },
            confidence=inner.confidence,
            explanation=Revision(candidate.source.words, candidate.edits, deleted),
        )

    def edits(self, sentence: Sentence, masks: Masks | None) -> list[Edit]:
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

    @property
    def _most_edited(self) -> int | None:
        """How many of the cuts that compete are searched for edits; all where plain language counts more than a cut."""
        return None if self.settings.plain else MOST_CUTS_EDITED

    def _edits_in_cuts(self, known: _Known, cuts: Sequence[Candidate], most: int | None) -> list[list[Edit]]:
        """Return for each cut the edits that fit what it keeps; one word for another is left to the sentence.

        Args:
            known: what is known of the sentence.
            cuts: the cuts.
            most: how many of them are looked at, the best by their scores alone, if not all: of cuts that compete,
                hardly any other is read a second time.
        """
        sentence = known.sentence
        looked_at = dict.fromkeys(cut.kept or () for cut in self._most_promising(cuts, most))
        proposed = {
            kept: [
                edit
                for edit in edits_in_cut(sentence, kept, self.phrases, is_plain=self.settings.plain)
                if not is_lexical(edit, sentence)
                and place_of(edit) not in known.refused
                and edit.sure >= self.settings.least_proposed
            ]
            for kept in looked_at
            if kept not in known.cuts
        }
        fitting = self._fitting(known, list(dict.fromkeys(edit for edits in proposed.values() for edit in edits)))
        for kept, edits in proposed.items():
            known.cuts[kept] = [fitting[edit] for edit in edits if edit in fitting]
        return [known.cuts[kept] if kept in looked_at else [] for kept in (cut.kept or () for cut in cuts)]

    def _most_promising(self, cuts: Sequence[Candidate], most: int | None) -> Sequence[Candidate]:
        """Return at most this number of cuts, the best by their scores alone."""
        if most is None or len(cuts) <= most:
            return cuts
        return sorted(self.editor.judge(cuts, fast=True), key=quality_of, reverse=True)[:most]

    def _fitting(self, known: _Known, edits: Sequence[Edit]) -> dict[Edit, Edit]:
        """Return the edits that do no harm in their context, each with what an editor would think of it."""
        sentence, read = known.sentence, known.read
        worth = self._worth(sentence)
        unread = [edit for edit in edits if self.context is not None and has_context(edit) and edit not in read]
        promising = [edit for edit in sorted(unread, key=worth, reverse=True) if worth(edit) > 0]
        found: dict[Edit, Edit | None] = dict.fromkeys(unread)
        for group in apart(promising):
            assert self.context is not None
            revised = self._revised(sentence, group, is_parsed=True)
            for edit, opinion in zip(revised.edits, self.context.opinions(revised), strict=True):
                found[edit] = replace(edit, sure=opinion.sure, better=opinion.better)
        read.update(found)  # at once, for another thread may ask about the same sentence
        judged = ((edit, read.get(edit, edit)) for edit in edits)
        return {edit: said for edit, said in judged if said is not None and self._fits(said, sentence)}

    def _fits(self, edit: Edit, sentence: Sentence) -> bool:
        settings = self.settings
        if edit.better is not None:
            is_needed = edit.saved > 0 or edit.better >= settings.least_better
            return is_needed and liked(edit) >= settings.least_liked
        return edit.sure >= (settings.least_lexical if is_lexical(edit, sentence) else settings.least_sure)

    def _best(self, sentence: Sentence, edits: Sequence[Edit]) -> tuple[Edit, ...]:
        """Return the best edits that go together: one that is liked most, and others that are welcome beside it."""
        if self.context is not None and edits:
            favourite = max(edits, key=liked)
            edits = [edit for edit in edits if edit is favourite or is_welcome(edit)]
        return tuple(best_edits(edits, len(sentence), self._worth(sentence))) if edits else ()

    def _known(self, sentence: Sentence) -> _Known:
        """Return what is known of a sentence; the last one is remembered, for each choice of masks asks again."""
        last = self._last
        if last.sentence is not sentence:
            last = self._last = _Known(sentence)
        return last

    def _revised(self, sentence: Sentence, edits: tuple[Edit, ...], *, is_parsed: bool = False) -> Revised:
        known = self._known(sentence).revised
        if (edits, is_parsed) not in known:
            known[edits, is_parsed] = revise(sentence, edits, self.parser if is_parsed else None)
        return known[edits, is_parsed]

    def _offered(
        self, scored: Scored, cuts: Sequence[Candidate], masks: Masks | None, most_edited: int | None = None
    ) -> list[Candidate]:
        """Return cuts of the source, each as it is and with the best of the edits that apply to it, together and alone.

        Args:
            scored: the sentence.
            cuts: the cuts.
            masks: which of its words must stay and go.
            most_edited: how many of the cuts are searched for edits that only they allow, if not all.
        """
        sentence = scored.sentence
        edits = self.edits(sentence, masks)
        found: list[Candidate] = []
        for cut, in_cut in zip(cuts, self._edits_in_cuts(self._known(sentence), cuts, most_edited), strict=True):
            kept = frozenset(cut.kept or ())
            found.append(self._candidate(scored, self._revised(sentence, ()), cut, cut.kept or ()))
            of_cut = (edit for edit in in_cut if respects(edit, masks))
            chosen = self._best(sentence, [*(edit for edit in edits if applies(edit, kept, sentence)), *of_cut])
            for made in [chosen] if self.settings.plain and chosen else parts_of(chosen):
                revised = self._revised(sentence, made)
                places = [p for p, word in enumerate(revised.words) if word.origin is None or word.origin in kept]
                found.append(self._candidate(scored, revised, cut, places))
        return found

    def _candidate(self, scored: Scored, revised: Revised, cut: Candidate, places: Sequence[int]) -> RewriteCandidate:
        return edited_candidate(scored, revised, cut, places).changed(is_plain=self.settings.plain)

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

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the phrases and the network that judges edits, and return the settings."""
        with write_whole(folder / PHRASES) as stream:
            stream.writelines(f"{phrase}\n" for phrase in self.phrases.phrases)
        if self.context is not None:
            self.context.network.save(folder / CONTEXT)
        return dict(vars(self.settings))

    @classmethod
    def load(cls, folder: Path, settings: Mapping[str, Any]) -> Self:
        """Return the method that `save` wrote, or a bundled one that is based on the phrases of another."""
        given = {name: value for name, value in settings.items() if name != "name"}
        base = given.pop("based_on", None)
        tables = [_phrases_in(folder)]
        if base is not None:
            models = Path(str(files("laconic") / "data" / "models"))
            tables.append(_phrases_in(file_inside(models, str(base))))
        phrases = PhraseTable(phrase for table in tables for phrase in table.phrases)
        network = EditNetwork.load(folder / CONTEXT) if (folder / CONTEXT).exists() else None
        try:
            return cls(phrases, RewriteSettings(**given), network)
        except TypeError as error:
            raise DataError(f"has settings that rewrite does not know: {error}.", path=folder) from None
        except ValueError as error:
            raise DataError(f"does not fit the parser: {error}.", path=folder / CONTEXT) from None


def _phrases_in(folder: Path) -> PhraseTable:
    """Return the phrases of a model."""
    path = folder / PHRASES
    try:
        return read_phrases(read_text(path).splitlines())
    except DataError as error:
        raise error.at(path) from None


@dataclass
class _Known:
    """What is known of a sentence.

    Attributes:
        sentence: the sentence.
        edits: those that fit it.
        refused: which others its rules propose, read or not.
        read: edits as their rules propose them, each with what an editor would think of it; None if not worth reading.
        revised: what the sentence becomes by some of them.
        cuts: the edits of its cuts.
    """

    sentence: Sentence
    edits: list[Edit] | None = None
    read: dict[Edit, Edit | None] = field(default_factory=dict)
    revised: dict[tuple[tuple[Edit, ...], bool], Revised] = field(default_factory=dict)
    cuts: dict[tuple[int, ...], list[Edit]] = field(default_factory=dict)
    refused: frozenset[tuple[str, int, int]] = frozenset()


def _with_room(sentence: Sentence, constraints: Constraints, edits: Sequence[Edit]) -> Iterator[Constraints]:
    """Yield constraints on cuts: as they are, and with room for as many words as edits may save."""
    yield constraints
    saved = sum(max(0, edit.saved) for edit in edits)
    if saved and constraints.counts_words and constraints.rate is not None and constraints.high < len(sentence):
        low, high = constraints.low, min(len(sentence), constraints.high + saved)
        for words in range(max(low, constraints.high + 1), high + 1):
            try:
                yield Constraints.between(len(sentence), words, words, constraints.masks, nbest=constraints.nbest)
            except UsageError:
                return


INFO = MethodInfo(
    name="rewrite",
    description="Says what the network keeps in fewer words, by an editor's rules over the parse.",
    load=Rewrite.load,
    explains=True,
)
