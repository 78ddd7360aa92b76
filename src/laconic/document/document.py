"""Shortening a document: one budget for all its sentences, with layout and markup unchanged."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, islice
from typing import Any, Literal, TypeVar

from laconic.cancellation import watched_here
from laconic.compression import Compression, answer_fields
from laconic.document.choices import free_answer, sentence_choices
from laconic.document.manuscript import Manuscript
from laconic.document.sentences import Placed, with_parse
from laconic.document.ways import Ways, ways_of
from laconic.errors import UsageError, counted
from laconic.formats.html import read_html
from laconic.formats.markdown import read_markdown
from laconic.formats.passage import RunningText, read_plain
from laconic.formats.subtitles import read_subtitles
from laconic.pipeline.method import judges
from laconic.pipeline.parsing import parsed
from laconic.pipeline.pipeline import Pipeline
from laconic.pipeline.regions import region_ranges
from laconic.pipeline.request import Length, Request
from laconic.pipeline.sharing import Choices, fullest, share_characters, share_most_words, share_words

Markup = Literal["text", "markdown", "html", "subtitles"]

READERS: dict[Markup, Callable[[str], RunningText]] = {
    "text": read_plain,
    "markdown": read_markdown,
    "html": read_html,
    "subtitles": read_subtitles,
}
"""What finds the running text in each kind of markup."""

_BYTE_ORDER_MARK = "\ufeff"

Found = TypeVar("Found")

_BATCH = 64
"""The number of sentences answered at a time: fewer than half of those that the network remembers."""

_MOST_THREADS = 4

_MOST_TRIES = 12
"""The number of divisions of a budget that are tried; the second usually fits."""


class ImpossibleBudget(UsageError):  # noqa: N818 - reads as what it is
    """A document cannot be as short as requested."""


@dataclass(frozen=True, slots=True, repr=False)
class DocumentCompression:
    """A shorter version of a document.

    Attributes:
        source: the document.
        text: the shorter document.
        sentences: what became of each sentence, in order; one without tokens was dropped.
        method: the name of the method.
    """

    source: str
    text: str
    sentences: tuple[Compression, ...]
    method: str = ""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of all sentences."""
        return tuple(token for each in self.sentences for token in each.tokens)

    @property
    def kept(self) -> tuple[int, ...] | None:
        """The positions of the words that stayed, counted over all sentences; None if words were rewritten."""
        kept: list[int] = []
        before = 0
        for each in self.sentences:
            if each.kept is None:
                return None
            kept.extend(before + place for place in each.kept)
            before += len(each.source)
        return tuple(kept)

    @property
    def rate(self) -> float:
        """Words of the answer for each word of the source, headings and others that are never touched aside."""
        words = sum(len(each.source) for each in self.sentences)
        return sum(len(each.tokens) for each in self.sentences) / words if words else 1.0

    @property
    def score(self) -> float:
        """The sum of the sentences' scores."""
        return sum(each.score for each in self.sentences)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the command line's JSON: those of a sentence, and the sentences."""
        return {**answer_fields(self.source, self), "sentences": [each.to_dict() for each in self.sentences]}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        sentences = counted(len(self.sentences), "sentence")
        words = counted(sum(len(each.source) for each in self.sentences), "word")
        return f"<DocumentCompression of {sentences}, {len(self.tokens)} of {words}>"

    def _repr_html_(self) -> str:
        """Return the sentences with what went struck through, for notebooks."""
        return "".join(each._repr_html_() for each in self.sentences)


def compress_document(
    pipeline: Pipeline,
    text: str,
    request: Request,
    *,
    markup: Markup = "text",
    running: RunningText | None = None,
    drop_sentences: bool = False,
    evenness: float = 1.0,
) -> DocumentCompression:
    """Return a document made shorter under one budget; see `laconic.Model.compress_document`.

    Args:
        pipeline: compresses the sentences.
        text: the document.
        request: how long it is to be in all, and what must stay.
        markup: how the text is marked up.
        running: what `running_text` found in it, if that was asked before.
        drop_sentences: whether a sentence may be dropped whole.
        evenness: how strongly an even division is preferred; see `laconic.search.division`.

    Raises:
        UsageError: the text is not a `str`, or cannot be as short as requested.
    """
    if not isinstance(text, str):
        raise UsageError(f"a document is a str, not {type(text).__name__}.")
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    inside = text.removeprefix(mark)
    chars = request.length.chars
    if chars is not None:
        request = replace(request, length=Length(chars=max(1, chars - len(mark))))
    if running is None:
        running = running_text(text, markup)
    found = compress_running(pipeline, inside, running, request, drop_sentences=drop_sentences, evenness=evenness)
    return replace(found, source=text, text=mark + found.text)


def running_text(text: str, markup: Markup) -> RunningText:
    """Return where the running text of a document stands; places are counted after a byte order mark.

    Raises:
        DataError: the document cannot be read so.
    """
    return READERS[markup](text.removeprefix(_BYTE_ORDER_MARK))


def compress_running(
    pipeline: Pipeline,
    text: str,
    running: RunningText,
    request: Request,
    *,
    drop_sentences: bool = False,
    evenness: float = 1.0,
) -> DocumentCompression:
    """Return a document whose running text is known, made shorter under one budget.

    Args:
        pipeline: compresses the sentences.
        text: the document as it is stored.
        running: where its running text stands.
        request: how long it is to be in all, and what must stay.
        drop_sentences: whether a sentence may be dropped whole.
        evenness: how strongly an even division is preferred.

    Raises:
        UsageError: it cannot be as short as requested, and the nearest answer is not requested.
    """
    manuscript = Manuscript(text, running)
    shortener = _Shortener(pipeline, manuscript, request, drop_sentences, evenness)
    answers = shortener.answers(request.length, request.length.chars)
    return DocumentCompression(text, manuscript.write(answers), tuple(answers), pipeline.method.name)


@dataclass(frozen=True)
class _Shortener:
    """Finds what becomes of each sentence of a document.

    Attributes:
        pipeline: compresses the sentences.
        manuscript: the document.
        request: whether the number of words is a limit, and what must stay.
        drop_sentences: whether a sentence may be dropped whole.
        evenness: how strongly an even division is preferred.
    """

    pipeline: Pipeline
    manuscript: Manuscript
    request: Request
    drop_sentences: bool
    evenness: float

    def answers(self, length: Length, limit: int | None) -> list[Compression]:
        """Return an answer for each sentence.

        Args:
            length: how many words there may be in all; or else
            limit: at most this many characters in all. Without either, the model chooses each length.

        Raises:
            UsageError: the document cannot be as short.
        """
        source = self.manuscript.unchanged(self.pipeline.method.name)
        count = _tokens if length.exact or length.rate is not None else _words
        size, width = sum(map(count, source)), len(self.manuscript.text)
        room = length.words if length.rate is None else length.words_of(size)
        if not source or (room is not None and room >= size) or (limit is not None and limit >= width):
            return source
        if room is None and limit is None:
            return self._each(partial(free_answer, self.pipeline, fast=self.request.fast))[0]
        if room is not None:
            find, share = self._find(room / size), partial(self._within_words, room=room, count=count)
        else:
            assert limit is not None
            find, share = self._find(limit / width), partial(self._within_characters, limit=limit)
        found = share(find)
        if any(answer.tokens for answer in found) or not self.drop_sentences:
            return found
        return share(partial(find, may_be_stump=True))  # a stump is more than nothing

    def _find(self, rate: float) -> Callable[..., Choices]:
        """Return what finds the choices of a sentence in a document of this rate."""
        may_be_stump = self.request.length.exact or not self.drop_sentences
        return partial(
            sentence_choices,
            self.pipeline,
            may_vanish=self.drop_sentences,
            may_be_stump=may_be_stump,
            near=rate,
            is_judged=self._is_judged,
        )

    @property
    def _is_judged(self) -> bool:
        """Whether verdicts count: scores alone decide where lengths are exact, or speed is asked for."""
        request = self.request
        return judges(self.pipeline.method) and not (request.length.exact or request.fast)

    def _within_words(
        self, find: Callable[..., Choices], room: int, count: Callable[[Compression], int]
    ) -> list[Compression]:
        """Share tokens, then count what the room is given in: where signs are free, there is room for more tokens."""
        choices, kept = self._each(find)
        fewest = sum(each.fewest_words for each in choices)
        found = fullest(
            partial(self._share, choices),
            lambda answers: sum(map(count, answers)),
            room,
            fewest=fewest,
            size=self.manuscript.size,
        )
        taken = sum(map(count, found))
        if taken > room and self.request.if_impossible == "nearest":
            return found
        if taken > room:
            protected = sum(count(answer) for answer, ways in zip(found, kept, strict=True) if ways.fewest)
            raise self._no_room(room, taken, protected, kept)
        return found

    def _share(self, choices: Sequence[Choices], tokens: int) -> list[Compression]:
        """Return the best answers of this many tokens in all, or of fewer where the method has no such lengths."""
        if self._is_judged:
            return share_words(choices, tokens, evenness=self.evenness, exact=False)
        share = share_words if self.request.length.exact else share_most_words
        return share(choices, tokens, evenness=self.evenness)

    def _each(self, answer: Callable[[Placed, Ways], Found]) -> tuple[list[Found], list[Ways]]:
        """Return the answer for each sentence, and which words of it must stay and go.

        Sentences are answered soon after they were parsed, for then the network need not read them again, and
        several at a time, for it and the kernels let other threads work.
        """
        answers: list[Found] = []
        kept: list[Ways] = []
        protected = self._protected()
        with ThreadPoolExecutor(min(_MOST_THREADS, os.cpu_count() or 1)) as threads:
            while batch := list(islice(protected, _BATCH)):
                answers += threads.map(watched_here(answer), *zip(*batch, strict=True))
                kept += [ways for _, ways in batch]
        return answers, kept

    def _protected(self) -> Iterator[tuple[Placed, Ways]]:
        """Yield each sentence with its parse, as soon as it has one, and which words of it must stay and go."""
        sentences = self.manuscript.sentences
        protection = self.request.protection
        regions = list(region_ranges(self.manuscript.text, protection.regions))
        inside = replace(protection, regions=(), negation=False)
        parses = parsed(self.pipeline.parser, [placed.sentence for placed in sentences])
        found = (with_parse(*pair) for pair in zip(sentences, parses, strict=True))
        together = _paragraph if protection.quotes else _alone  # only quotations go on over several sentences
        place = 0
        for _, group in groupby(found, key=together):
            paragraph = list(group)
            sentences[place : place + len(paragraph)] = paragraph
            place += len(paragraph)
            held = inside.in_paragraph([placed.sentence for placed in paragraph])
            for placed, keep in zip(paragraph, held, strict=True):
                yield placed, ways_of(placed, keep, protection, regions)

    def _no_room(self, words: int, least: int, protected: int, kept: Sequence[Ways]) -> ImpossibleBudget:
        """Return the error of a document in which more words must stay than are requested."""
        sentences = len(self.manuscript.sentences)
        verb = "is" if protected == 1 else "are"
        reason = (
            f"{counted(protected, 'word')} {verb} protected"
            if protected
            else f"it has {counted(sentences, 'sentence')}"
        )
        if protected and not self.drop_sentences:
            each = "its sentence" if sentences == 1 else f"each of its {sentences} sentences"
            reason += f" and {each} keeps at least one word"
        return ImpossibleBudget(
            f"the text cannot have only {counted(words, 'word')}, for {reason}: {self._remedies(least, kept)}."
        )

    def _remedies(self, least: int, kept: Sequence[Ways]) -> str:
        """Return what to do where a document cannot be as short as requested."""
        remedies = [f"ask for at least {least}"]
        if not self.drop_sentences and not all(ways.fewest for ways in kept):
            remedies.append("allow sentences to be dropped (--drop-sentences)")
        if any(ways.fewest for ways in kept):
            remedies.append(self.request.protection.remedy(each.sentence for each in self.manuscript.sentences))
        *others, last = remedies
        return f"{', '.join(others)}, or {last}" if others else last

    def _within_characters(self, find: Callable[..., Choices], limit: int) -> list[Compression]:
        """Share characters, then measure the text itself: blocks that go make room, and capitals may take some."""
        choices, kept = self._each(find)
        choices = self._measured(choices)
        if len(self.manuscript.write(_narrowest(choices))) > limit:
            choices = self._narrower(partial(find, near=None), kept)
        found = _narrowest(choices)
        least = len(self.manuscript.write(found))
        if least > limit and self.request.if_impossible == "nearest":
            return found
        if least > limit:
            untouched = least - sum(len(each.text) for each in found)
            raise ImpossibleBudget(
                f"the text cannot have at most {counted(limit, 'character')}; the least possible is {least}, of "
                f"which {untouched} {'is' if untouched == 1 else 'are'} never touched: {self._remedies(least, kept)}."
            )
        fits = sum(min(each.widths.values()) for each in choices)
        exceeds = sum(each.source_width for each in choices)
        room = limit - (len(self.manuscript.text) - exceeds)
        for _ in range(_MOST_TRIES):
            if not fits < room < exceeds:
                break
            tried = share_characters(choices, room, evenness=self.evenness)
            taken = sum(each.widths[len(answer.tokens)] for each, answer in zip(choices, tried, strict=True))
            width = len(self.manuscript.write(tried))
            expected = limit - (width - taken)
            if width <= limit:
                found, fits, room = tried, room, min(expected, exceeds - 1)
            else:
                exceeds = room
                room = expected if expected > fits else (fits + exceeds) // 2
        return found

    def _measured(self, choices: Iterable[Choices]) -> list[Choices]:
        """Return the choices with markup counted among their characters, for it goes with the words it encloses."""
        return [
            each if placed.is_bare else each.measured(self.manuscript.width_in_passage(number))
            for number, (placed, each) in enumerate(zip(self.manuscript.sentences, choices, strict=True))
        ]

    def _narrower(self, find: Callable[..., Choices], kept: Sequence[Ways]) -> list[Choices]:
        """Return the best choices of each sentence, or those without links where these can be narrower.

        They do not depend on the limit, so that the least possible that an error names can be asked for.
        """
        sentences = self.manuscript.sentences
        best = self._measured(map(find, sentences, kept))
        without_units = self._measured(map(partial(find, units_go=True), sentences, kept))
        pairs = zip(best, without_units, strict=True)
        return [min(pair, key=lambda each: min(each.widths.values())) for pair in pairs]


def _tokens(answer: Compression) -> int:
    return len(answer.tokens)


def _words(answer: Compression) -> int:
    """Return how many words people count in an answer."""
    return len(answer.text.split())


def _narrowest(choices: Iterable[Choices]) -> list[Compression]:
    return [each.narrowest() for each in choices]


def _paragraph(placed: Placed) -> tuple[int, int]:
    return placed.passage, placed.paragraph


def _alone(placed: Placed) -> tuple[int, int]:
    return placed.passage, placed.sentence.start
