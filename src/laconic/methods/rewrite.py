"""`rewrite`: rules propose an editor's changes, and the bundled network chooses what to say.

Deletion comes first: every cut that the network proposes is offered as it is, again after the best edits of what it
keeps whole, and after each of these alone. So a rewriting says what a deletion would have said, in fewer words, and
it is chosen if that leaves room for more. So cuts that are too long as they stand are offered as well, if edits may
make them fit: those that keep what edits say in fewer words, and those that keep all of the best deletion and more.
Where answers within a limit are read a second time, bolder edits are offered too, and what readers preferred decides
between the best deletion and the rewritings. Where the length is free, also for the shortest safe answer, edits must be
safe. If none is good enough, words are only deleted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, Self, cast

import numpy as np

from laconic.compression import Compression
from laconic.english.rewriting import Edit, PhraseTable, read_phrases
from laconic.english.rewriting.cuts import without_article
from laconic.errors import DataError, UsageError
from laconic.features.edit_context import EditContext
from laconic.features.network import nearest_rate
from laconic.features.opinions import OpinionNetwork
from laconic.files import read_text, write_whole
from laconic.forest.fitting import applies
from laconic.forest.revision import Revised, respects
from laconic.lm import bundled
from laconic.methods.encoder import EncoderDeletion
from laconic.parse.reader import shared_reader
from laconic.pipeline.edited import RewriteCandidate, edited_candidate, parts_of, with_verdict
from laconic.pipeline.editing import Editing, EditSettings
from laconic.pipeline.explanation.edits import Revision
from laconic.pipeline.importance import bundled_deletion
from laconic.pipeline.info import MethodInfo
from laconic.pipeline.limit import Limit, quality_of
from laconic.pipeline.method import Candidate, Method, Scored
from laconic.pipeline.preference import Preference
from laconic.pipeline.rewriting import meets
from laconic.search.base import LengthProfile
from laconic.search.constraints import Constraints, Masks
from laconic.text import Sentence
from laconic.trust import file_inside

PHRASES = "phrases.txt"
CONTEXT = "context.npz"
PREFERENCE = "preference.npz"
EDITOR = "encoder"

MOST_CUTS_EDITED = 4
"""How many cuts of a sentence are searched for edits that only they allow, the best by their scores alone."""

MOST_READ = 8
"""How many of the candidates are read again, of those that are proposed for some masks.

If there were twelve as for deletions, or two cuts more were searched for edits, no more answers would be rewritten.
"""

CHEAPER = 2.0
"""What the words of an edit gain for each word that it saves, in units of a log-probability."""

LENGTHS_FOR_EDITS = 4
"""How many lengths are looked at, of cuts that keep what edits say in fewer words."""

LENGTHS_OF_FULLER = 6
"""How many lengths are looked at, of cuts that keep what a deletion keeps and more: from the longest that may fit."""


_LED = frozenset(["NN", "NNS", "NNP", "NNPS", "POS"])
"""Tags of what a noun may stand before without an article of its own: *harbour talks*, *Norwick's harbour*."""


class Rewrite(Method):
    """Edits a sentence with rules, and deletes words by the scores of the bundled network.

    Args:
        phrases: the phrases that may be replaced, besides the rules over the parse.
        settings: how edits are chosen.
        network: what judges edits in their context; without it, the rules alone say how sure they are.
        preference: chooses between rewritings and the best deletion; without it, the most valuable answer is chosen.
    """

    name = "rewrite"
    rewrites = True

    def __init__(
        self,
        phrases: PhraseTable,
        settings: EditSettings | None = None,
        network: OpinionNetwork | None = None,
        preference: Preference | None = None,
    ) -> None:
        editor = bundled_deletion(EDITOR)
        assert isinstance(editor, EncoderDeletion)
        self.editor = editor
        context = EditContext(shared_reader(None), bundled(), network) if network else None
        self.editing = Editing(phrases, settings or EditSettings(), context)
        self.preference = preference
        self.bold = self.editing.bolder() if preference else self.editing

    @property
    def phrases(self) -> PhraseTable:
        """The phrases that may be replaced."""
        return self.editing.phrases

    @property
    def settings(self) -> EditSettings:
        """How edits are chosen."""
        return self.editing.settings

    @property
    def most_read(self) -> int:
        """How many of the candidates that are proposed for some masks are read again."""
        return MOST_READ

    @property
    def most_variations_read(self) -> int:
        """How many variations of the best candidate are read again: each may come with edits."""
        return self.editor.most_variations_read * 5 // 4

    @property
    def surprise(self) -> float:
        """What a second reading may add to the worth of a candidate: anything, for scores know little of edits."""
        return math.inf

    def score(self, sentence: Sentence, constraints: Constraints) -> Scored:
        """Return the sentence with the edits that the masks allow."""
        return Scored(sentence, self.editing.of_sentence(sentence, constraints.masks), constraints.rate)

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
                found += [each for each in self._offered(self.editing, scored, cuts, masks) if meets(each, constraints)]
        if not found:
            raise problem or UsageError("no rewriting is possible.")
        return sorted(found, key=lambda each: -each.score)[: constraints.nbest]

    def profile(
        self, sentence: Sentence, masks: Masks | None = None, near: float | None = None
    ) -> LengthProfile[Candidate]:
        """Return the best candidate of every length."""
        scores = [-math.inf] * (len(sentence) + 1)
        found: dict[int, Candidate] = {}
        scored = Scored(sentence, self.editing.of_sentence(sentence, masks), near)
        profile = self.editor.profile(sentence, masks, near)
        if 0 in profile.lengths:
            scores[0] = float(profile.scores[0])
        cuts = [profile.at(words) for words in profile.lengths if words]
        for each in self._offered(self.editing, scored, cuts, masks):
            words = len(each.tokens)
            if words < len(scores) and each.score > scores[words]:
                scores[words], found[words] = each.score, each
        return LengthProfile(scores, found.__getitem__)

    def propose(
        self, sentence: Sentence, masks: Masks | None, rate: float | None, *, fast: bool = False
    ) -> list[Candidate]:
        """Return cuts of the sentence, each before and after its edits."""
        editing = self.editing if fast else self._editing_for(rate)
        edits = editing.of_sentence(sentence, masks)
        scored = Scored(sentence, edits, rate)
        cuts = self.editor.propose(sentence, masks, rate, fast=fast)
        chosen = editing.best(sentence, [edit for edit in edits if not edit.gone])
        if rate is not None and not fast:
            cuts += self._cuts_for(sentence, masks, rate, chosen)
        return self._offered(editing, scored, cuts, masks, self._most_edited)

    def _cuts_for(self, sentence: Sentence, masks: Masks | None, rate: float, edits: Sequence[Edit]) -> list[Candidate]:
        """Return cuts that keep what edits say in fewer words, if possible: it takes less room than it seems to."""
        saving = [edit for edit in edits if edit.saved > 0]
        if not saving:
            return []
        longest = min(len(sentence), int(rate * len(sentence)) + sum(edit.saved for edit in saving))
        lengths = range(longest, max(0, longest - LENGTHS_FOR_EDITS), -1)
        return self._favouring(saving, sentence, masks, rate, lengths)

    def vary(self, candidate: Candidate, masks: Masks | None, rate: float | None) -> list[Candidate]:
        """Return candidates in which a doubtful word of this one is decided the other way, or that say more than it.

        Each is offered before and after edits.
        """
        assert isinstance(candidate, RewriteCandidate)
        if candidate.cut is None:
            return []
        sentence = candidate.source
        editing = self._editing_for(rate)
        edits = editing.of_sentence(sentence, masks)
        cuts = self.editor.vary(candidate.cut.changed(verdict=candidate.verdict), masks, rate)
        if rate is not None and candidate.kept is not None:
            cuts += self._fuller(candidate, masks, rate, edits)
        return self._offered(editing, Scored(sentence, edits, rate), cuts, masks, self._most_edited)

    def _editing_for(self, rate: float | None) -> Editing:
        """Return what finds edits: bold ones only within a limit, where readers' preferences decide about them."""
        return self.editing if rate is None else self.bold

    def _fuller(self, deletion: Candidate, masks: Masks | None, rate: float, edits: Sequence[Edit]) -> list[Candidate]:
        """Return cuts that keep all that a deletion keeps, and as much more as edits may make room for."""
        sentence, kept = deletion.source, deletion.kept or ()
        saving = self.bold.best(sentence, [edit for edit in edits if edit.saved > 0])
        saved = sum(edit.saved for edit in saving)
        longest = min(len(sentence) - 1, int(rate * len(sentence)) + max(1, saved))
        lengths = range(longest, max(len(kept), longest - LENGTHS_OF_FULLER), -1)
        if not lengths:
            return []
        keep = (Masks.of(len(sentence)) if masks is None else masks).also(keep=kept)
        return self._favouring(saving, sentence, keep, rate, lengths)

    def _favouring(
        self, edits: Sequence[Edit], sentence: Sentence, masks: Masks | None, rate: float, lengths: Sequence[int]
    ) -> list[Candidate]:
        """Return the best cuts of some lengths if the words of edits gain as much as these save."""
        bonus = np.zeros(len(sentence))
        for edit in edits:
            bonus[list(edit.replaced)] += CHEAPER * edit.saved / len(edit.replaced)
        return self.editor.of_lengths(sentence, masks, nearest_rate(rate), lengths, bonus)

    def judge(self, candidates: Sequence[Candidate], *, fast: bool = False) -> list[Candidate]:
        """Return the candidates with the verifier's verdict on each cut, less the doubts about its edits."""
        every = [each for each in candidates if isinstance(each, RewriteCandidate) and each.cut is not None]
        cuts: dict[tuple[int, ...] | None, Candidate] = {}
        for each in every:
            if each.cut is not None:  # found under several scores, it counts as it was found first
                cuts.setdefault(each.cut.kept, each.cut)
        verdicts = {cut.kept: cut.verdict for cut in self.editor.judge(list(cuts.values()), fast=fast)}
        return [with_verdict(each, verdicts[each.cut.kept]) for each in every if each.cut is not None]

    @property
    def has_preference(self) -> bool:
        """Whether it knows what readers prefer."""
        return self.preference is not None

    def preferred(self, ranked: Sequence[Candidate], limit: Limit) -> list[Candidate]:
        """Return candidates, the best first: before the best deletion only rewritings that readers would rather print.

        Where no word need go, or no deletion fits, edits must be safe. So they must at a free length, where nothing
        makes room: readers like what says more, and would leave the sentence long.
        """
        every = [each for each in ranked if isinstance(each, RewriteCandidate)]
        if self.preference is None or not every:
            return list(ranked)
        deletion = next((each for each in every if each.kept is not None), None)
        if limit.room is None or deletion is None or deletion.tokens == deletion.source.words:
            return [*filter(self._is_safe, every)] or [*every]
        rewritings = [each for each in every if each.kept is None]
        first = [*self.preference.ranked(rewritings, deletion, limit), deletion]
        return [*first, *(each for each in every if not any(each is other for other in first))]

    def _is_safe(self, candidate: RewriteCandidate) -> bool:
        return self.editing.allows(candidate.edits, candidate.source)

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

    @property
    def _most_edited(self) -> int | None:
        """How many of the cuts that compete are searched for edits; all where plain language counts more than a cut."""
        return None if self.settings.plain else MOST_CUTS_EDITED

    def _most_promising(self, cuts: Sequence[Candidate], most: int | None) -> Sequence[Candidate]:
        """Return at most this number of cuts, the best by their scores alone."""
        if most is None or len(cuts) <= most:
            return cuts
        return sorted(self.editor.judge(cuts, fast=True), key=quality_of, reverse=True)[:most]

    def _offered(
        self,
        editing: Editing,
        scored: Scored,
        cuts: Sequence[Candidate],
        masks: Masks | None,
        most_edited: int | None = None,
    ) -> list[Candidate]:
        """Return cuts of the source, each as it is and with the best of the edits that apply to it, together and alone.

        A cut that leaves a noun without its article is offered as it is, or with an edit of that noun: it fits into
        the room because it drops an article, and what else is new in it would hide that.

        Args:
            editing: finds the edits.
            scored: the sentence, with its own edits.
            cuts: the cuts.
            masks: which of its words must stay and go.
            most_edited: how many of the cuts are searched for edits that only they allow, if not all: of cuts that
                compete, hardly any other is read a second time.
        """
        sentence, edits = scored.sentence, cast("list[Edit]", scored.scores)
        of_cuts = editing.of_cuts(sentence, [cut.kept or () for cut in self._most_promising(cuts, most_edited)])
        found: list[Candidate] = []
        for cut in cuts:
            kept = cut.kept or ()
            found.append(self._candidate(scored, editing.revised(sentence, ()), cut, kept))
            of_cut = [edit for edit in of_cuts.get(kept, ()) if respects(edit, masks)]
            whole = frozenset(kept)
            of_all = [edit for edit in edits if applies(edit, whole, sentence)]
            chosen = editing.best(sentence, [*of_all, *of_cut])
            bare = without_article(sentence, kept) if chosen else frozenset[int]()
            for made in [chosen] if self.settings.plain and chosen else parts_of(chosen):
                revised = editing.revised(sentence, made)
                places = [p for p, word in enumerate(revised.words) if word.origin is None or word.origin in whole]
                if not _has_bare(revised, places, bare):
                    found.append(self._candidate(scored, revised, cut, places))
        return found

    def _candidate(self, scored: Scored, revised: Revised, cut: Candidate, places: Sequence[int]) -> RewriteCandidate:
        return edited_candidate(scored, revised, cut, places, is_plain=self.settings.plain)

    def save(self, folder: Path) -> dict[str, Any]:
        """Write the phrases and the networks of opinions, and return the settings."""
        with write_whole(folder / PHRASES) as stream:
            stream.writelines(f"{phrase}\n" for phrase in self.phrases.phrases)
        if self.editing.context is not None:
            self.editing.context.network.save(folder / CONTEXT)
        if self.preference is not None:
            self.preference.network.save(folder / PREFERENCE)
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
        network, preferring = (_network_in(folder / name) for name in (CONTEXT, PREFERENCE))
        try:
            chosen = EditSettings(**given)
        except TypeError as error:
            raise DataError(f"has settings that rewrite does not know: {error}.", path=folder) from None
        try:
            preference = None if preferring is None else Preference(preferring)
        except ValueError as error:
            raise DataError(f"does not fit this version: {error}.", path=folder / PREFERENCE) from None
        try:
            return cls(phrases, chosen, network, preference)
        except ValueError as error:
            raise DataError(f"does not fit the parser: {error}.", path=folder / CONTEXT) from None


def _has_bare(revised: Revised, places: Sequence[int], bare: frozenset[int]) -> bool:
    """Return whether one of some nouns of the source stands bare, unless an edit put it before what it belongs to."""
    words = [revised.words[place] for place in places]
    leading = {word.origin for word, after in pairwise(words) if word.edits and after.tag in _LED}
    return any(word.origin in bare - leading for word in words)


def _network_in(path: Path) -> OpinionNetwork | None:
    """Return a network of a model, if it has it."""
    return OpinionNetwork.load(path) if path.exists() else None


def _phrases_in(folder: Path) -> PhraseTable:
    """Return the phrases of a model."""
    path = folder / PHRASES
    try:
        return read_phrases(read_text(path).splitlines())
    except DataError as error:
        raise error.at(path) from None


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
