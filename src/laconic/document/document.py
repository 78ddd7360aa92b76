"""A document made shorter: one budget for all its sentences, its layout and markup untouched."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby, islice
from typing import Any, Literal, TypeVar

from laconic.compression import Compression, answer_fields, unchanged
from laconic.document.blocks import Rewritten, changed_passages, rewritten
from laconic.document.choices import every_answer, free_answer
from laconic.document.layout import write_passage
from laconic.document.markdown import Block, read_markdown
from laconic.document.passage import Range, plain_passage
from laconic.document.sentences import Placed, sentences_of, with_parse
from laconic.errors import UsageError
from laconic.pipeline.method import Method
from laconic.pipeline.protection import Protection
from laconic.pipeline.regions import region_ranges
from laconic.pipeline.sharing import Answers, share_characters, share_words
from laconic.search.plan import words_at_rate
from laconic.text import Sentence

Markup = Literal["text", "markdown"]
_BYTE_ORDER_MARK = "\ufeff"

Parse = Callable[[Iterable[Sentence]], Iterable[Sentence]]
Found = TypeVar("Found")

_BATCH = 64
"""So many sentences are answered at a time: fewer than half of those that the network remembers."""

_MOST_THREADS = 4

_MOST_TRIES = 12
"""So many divisions of characters are tried; the second usually fits."""


@dataclass(frozen=True, slots=True)
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
        """The positions of the words that stayed, counted over all sentences; None where words were rewritten."""
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

    def to_json(self) -> dict[str, Any]:
        """Return the fields of the command line's JSON: those of a sentence, and the sentences."""
        return {**answer_fields(self.source, self), "sentences": [each.to_json() for each in self.sentences]}

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a document is to be: so many words, a rate, at most so many characters, or as the model sees fit.

    Attributes:
        words: exactly so many words in all sentences together.
        rate: so many words for each word.
        chars: at most so many characters in the whole document.
        drop_sentences: whether a sentence may be dropped whole.
        evenness: how strongly an even division is preferred; see `laconic.search.division`.
    """

    words: int | None = None
    rate: float | None = None
    chars: int | None = None
    drop_sentences: bool = False
    evenness: float = 1.0


def compress_document(
    method: Method, parse: Parse, text: str, budget: Budget, protect: Protection, markup: Markup = "text"
) -> DocumentCompression:
    """Return a document made shorter under one budget; see `laconic.Model.compress_document`.

    Args:
        method: compresses the sentences.
        parse: parses them.
        text: the document.
        budget: how long it is to be.
        protect: what must stay.
        markup: how the text is marked up.
    """
    if text.startswith(_BYTE_ORDER_MARK):
        rest = replace(budget, chars=None if budget.chars is None else budget.chars - 1)
        found = compress_document(method, parse, text[1:], rest, protect, markup)
        return replace(found, source=text, text=_BYTE_ORDER_MARK + found.text)
    return _Task(method, text, protect, markup).compress(parse, budget)


class _Task:
    def __init__(self, method: Method, text: str, protect: Protection, markup: Markup) -> None:
        self.method = method
        self.text = text
        self.protect = protect
        self.root: Block | None = None
        if markup == "markdown":
            document = read_markdown(text)
            self.passages, self.root = document.passages, document.root
        else:
            self.passages = (plain_passage(text),)
        self.sentences: list[Placed] = []
        self._parts: list[slice] = []  # the sentences of each passage
        for number, passage in enumerate(self.passages):
            before = len(self.sentences)
            self.sentences += sentences_of(passage, number)
            self._parts.append(slice(before, len(self.sentences)))

    def compress(self, parse: Parse, budget: Budget) -> DocumentCompression:
        words = self._words(budget)
        is_whole = words == self._size() or (budget.chars is not None and budget.chars >= len(self.text))
        if is_whole or not self.sentences:
            return self._document([unchanged(placed.sentence, self.method.name) for placed in self.sentences])
        if words is None and budget.chars is None:
            answered, _ = self._answered(parse, partial(free_answer, self.method))
            return self._document(answered)
        rate = words / self._size() if words is not None else (budget.chars or 0) / len(self.text)
        find = partial(every_answer, self.method, may_vanish=budget.drop_sentences, rate=rate)
        answers, kept = self._answered(parse, find)
        self._check(words, kept, budget)
        if words is not None:
            return self._document(share_words(answers, words, evenness=budget.evenness))
        assert budget.chars is not None
        answers = self._measured(answers)
        if len(self._narrowest(answers).text) > budget.chars:
            answers = self._narrower(partial(find, rate=None), kept)
        return self._within_characters(answers, budget.chars, budget.evenness)

    def _answered(
        self, parse: Parse, answer: Callable[[Placed, set[int]], Found]
    ) -> tuple[list[Found], list[set[int]]]:
        """Return the answer for each sentence, and the positions in it that must stay.

        Sentences are answered soon after they were parsed, for then the network need not read them again, and
        several at a time, for it and the kernels let other threads work.
        """
        answers: list[Found] = []
        kept: list[set[int]] = []
        settled = self._settled(parse)
        with ThreadPoolExecutor(min(_MOST_THREADS, os.cpu_count() or 1)) as threads:
            while batch := list(islice(settled, _BATCH)):
                answers += threads.map(answer, *zip(*batch, strict=True))
                kept += [keep for _, keep in batch]
        return answers, kept

    def _size(self) -> int:
        return sum(len(placed.sentence) for placed in self.sentences)

    def _words(self, budget: Budget) -> int | None:
        size = self._size()
        if budget.rate is not None:
            return words_at_rate(size, budget.rate) if size else 0
        return None if budget.words is None else min(budget.words, size)

    def _check(self, words: int | None, kept: Sequence[set[int]], budget: Budget) -> None:
        """Raise `UsageError` where what must stay is more than the budget."""
        must = sum(map(len, kept)) if budget.drop_sentences else sum(max(1, len(keep)) for keep in kept)
        if words is not None and words < must:
            protected = sum(map(len, kept))
            reason = f"{protected} words are protected" if protected else f"it has {len(kept)} sentences"
            if protected and not budget.drop_sentences:
                reason += f" and each of its {len(kept)} sentences keeps at least one word"
            remedy = "protect less" if protected else "allow sentences to be dropped (--drop-sentences)"
            raise UsageError(
                f"the text cannot have only {words} words, for {reason}: ask for at least {must}, or {remedy}."
            )

    def _settled(self, parse: Parse) -> Iterator[tuple[Placed, set[int]]]:
        """Yield each sentence with its parse, as soon as it has one, and the positions in it that must stay."""
        regions = list(region_ranges(self.text, self.protect.regions))
        inside = replace(self.protect, regions=())
        parsed = parse([placed.sentence for placed in self.sentences])
        found = (with_parse(*pair) for pair in zip(self.sentences, parsed, strict=True))
        together = _paragraph if self.protect.quotes else _alone  # only quotations go on over several sentences
        place = 0
        for _, group in groupby(found, key=together):
            paragraph = list(group)
            self.sentences[place : place + len(paragraph)] = paragraph
            place += len(paragraph)
            kept = inside.in_paragraph([placed.sentence for placed in paragraph])
            for placed, keep in zip(paragraph, kept, strict=True):
                _hold(placed, keep, regions)
                yield placed, keep

    def _within_characters(self, answers: Sequence[Answers], limit: int, evenness: float) -> DocumentCompression:
        """Share characters, then measure the text itself: blocks that go make room, and capitals may take some."""
        found = self._narrowest(answers)
        if len(found.text) > limit:
            untouched = len(found.text) - sum(len(each.text) for each in found.sentences)
            raise UsageError(
                f"the text cannot have at most {limit} characters: the least possible is {len(found.text)}, of which "
                f"{untouched} are never touched."
            )
        fits = sum(min(each.widths.values()) for each in answers)
        exceeds = sum(each.source_width for each in answers)
        room = limit - (len(self.text) - exceeds)
        for _ in range(_MOST_TRIES):
            if not fits < room < exceeds:
                break
            shared = share_characters(answers, room, evenness=evenness)
            tried = self._document(shared)
            taken = sum(each.widths[len(answer.tokens)] for each, answer in zip(answers, shared, strict=True))
            expected = limit - (len(tried.text) - taken)
            if len(tried.text) <= limit:
                found, fits, room = tried, room, min(expected, exceeds - 1)
            else:
                exceeds = room
                room = expected if expected > fits else (fits + exceeds) // 2
        return found

    def _measured(self, answers: Iterable[Answers]) -> list[Answers]:
        """Return the answers with markup counted among their characters, for it goes with the words it encloses."""
        return [
            each if placed.is_bare else each.measured(self._width_in_passage(number))
            for number, (placed, each) in enumerate(zip(self.sentences, answers, strict=True))
        ]

    def _narrower(self, find: Callable[..., Answers], kept: Sequence[set[int]]) -> list[Answers]:
        """Return of each sentence the best answers, or those without links where these can be narrower.

        They do not depend on the limit, so that the least possible that an error tells can be asked for.
        """
        best = self._measured(map(find, self.sentences, kept))
        without_units = self._measured(map(partial(find, units_go=True), self.sentences, kept))
        pairs = zip(best, without_units, strict=True)
        return [min(pair, key=lambda each: min(each.widths.values())) for pair in pairs]

    def _width_in_passage(self, number: int) -> Callable[[Compression], int]:
        """Return what counts the characters that a sentence's answer adds to its passage, the others unchanged."""
        passage = self.sentences[number].passage
        part = self._parts[passage]
        sentences = self.sentences[part]
        answers = [unchanged(placed.sentence, self.method.name) for placed in sentences]

        def written(answer: Compression) -> int:
            answers[number - part.start] = answer
            return len(write_passage(self.text, self.passages[passage], sentences, answers))

        nothing = written(Compression(self.sentences[number].sentence, "", (), (), 0.0, self.method.name))
        return lambda answer: written(answer) - nothing

    def _narrowest(self, answers: Sequence[Answers]) -> DocumentCompression:
        return self._document([each.narrowest() for each in answers])

    def _document(self, answers: Sequence[Compression]) -> DocumentCompression:
        text = (
            self._readable(answers) if self.root is not None else self._rewritten(answers, self._written(answers)).text
        )
        return DocumentCompression(self.text, text, tuple(answers), self.method.name)

    def _readable(self, answers: Sequence[Compression]) -> str:
        """Return Markdown in which the words that stay are words: escaped where their new company makes markup of them.

        A passage that changed is escaped only if it reads otherwise than it would with all its signs escaped.
        """
        written, escaped = self._written(answers), self._written(answers, is_escaped=True)
        for number, passage in enumerate(self.passages):
            if written[number] == self.text[passage.start : passage.end]:
                escaped[number] = written[number]
        document = self._rewritten(answers, written)
        if written == escaped:
            return document.text
        for number in changed_passages(document, self._rewritten(answers, escaped)):
            written[number] = escaped[number]
        return self._rewritten(answers, written).text

    def _written(self, answers: Sequence[Compression], *, is_escaped: bool = False) -> list[str]:
        return [
            write_passage(self.text, passage, self.sentences[part], answers[part], is_escaped=is_escaped)
            for passage, part in zip(self.passages, self._parts, strict=True)
        ]

    def _rewritten(self, answers: Sequence[Compression], written: Sequence[str]) -> Rewritten:
        dropped = {
            number
            for number, part in enumerate(self._parts)
            if answers[part] and not any(answer.tokens for answer in answers[part])
        }
        return rewritten(self.text, self.passages, written, self.root, dropped)


def _paragraph(placed: Placed) -> tuple[int, int]:
    return placed.passage, placed.paragraph


def _alone(placed: Placed) -> tuple[int, int]:
    return placed.passage, placed.sentence.start


def _hold(placed: Placed, keep: set[int], regions: Iterable[Range]) -> None:
    """Add to the positions that must stay those of the sentence's markup and regions, and the rest of their units."""
    keep.update(placed.forced)
    for start, end in regions:
        keep.update(place for place, (first, last) in enumerate(placed.places) if first < end and last > start)
    for unit in placed.units:
        if not keep.isdisjoint(unit):
            keep.update(unit)
