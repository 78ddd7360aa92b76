"""``laconic compress``: shorter sentences, on the terminal or as JSON.

The options come in groups, each a small class that knows what it asks for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Group, Parameter

from laconic.cli._answers import AnswerWriter
from laconic.cli._arguments import FileName, Style
from laconic.cli._input import Input, Kind, read_input, warn_empty
from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.model import Model
    from laconic.pipeline.protection import Protection
    from laconic.pipeline.request import Length, Request

_LENGTH, _DOCUMENTS, _STAY, _MODEL, _OUTPUT = (
    Group(title, sort_key=place)
    for place, title in enumerate(("Length", "Documents", "What must stay", "Model", "Output"), start=1)
)


@Parameter(name="*", group=_LENGTH)
@dataclass(frozen=True)
class LengthOptions:
    """How long answers are."""

    rate: float | None = None
    """Keep at most this share of the source's tokens, such as 0.6."""

    words: int | None = None
    """At most N words as people count them (punctuation is free), for each sentence or for a document's running
    text."""

    chars: int | None = None
    """At most N characters, for each sentence or for a whole document."""

    confidence: Annotated[float | None, Parameter(name=["--confidence", "--sure"])] = None
    """In place of a length, the shortest answer that an editor would print with this probability, such as 0.6."""

    exact: Annotated[bool, Parameter(negative="")] = False
    """Meet --words and --rate exactly, counted in tokens, punctuation included."""

    all_lengths: bool = False
    """Show the best answer of every length."""

    def length(self) -> Length:
        """Return the length that is asked for; raise `UsageError` if it contradicts itself."""
        from laconic.pipeline.request import Length

        return Length(self.words, self.rate, self.chars, self.confidence, self.exact)


@Parameter(name="*", group=_DOCUMENTS)
@dataclass(frozen=True)
class DocumentOptions:
    """What is compressed together."""

    as_: Annotated[Kind | None, Parameter(name="--as")] = None
    """A document (one budget for all), sentences (each its own), or lines (one sentence per line)."""

    markup: Literal["auto", "text", "markdown"] = "auto"
    """How a document is marked up; auto goes by its name (.md is Markdown)."""

    drop_sentences: bool = False
    """Sentences of a document may be dropped whole, and none is cut to a stump."""


@Parameter(name="*", group=_STAY)
@dataclass(frozen=True)
class KeepOptions:
    """What must stay."""

    keep: list[str] | None = None
    """A word or phrase that must stay; may be given several times."""

    keep_between: list[str] | None = None
    """Two marks, as in "{{ }}"; all from one to the other is never touched. Several times too."""

    keep_numbers: bool = False
    """Never drop a number, its unit or a part of a date."""

    keep_names: bool = False
    """Never drop a name."""

    keep_quotes: bool = False
    """Never drop what is quoted."""

    keep_negation: Annotated[bool, Parameter(negative="--drop-negation")] = True
    """Never part a negation from what it negates (the default)."""

    def protection(self) -> Protection:
        """Return what must stay; raise `UsageError` where an option has no content."""
        from laconic.pipeline.protection import Protection

        words = tuple(self.keep or ())
        if not all(word.strip() for word in words):
            raise UsageError("--keep needs a word or phrase, not an empty text.")
        marks = tuple(map(_marks, self.keep_between or ()))
        return Protection(words, self.keep_negation, self.keep_numbers, self.keep_names, self.keep_quotes, marks)


@Parameter(name="*", group=_MODEL)
@dataclass(frozen=True)
class ModelOptions:
    """What compresses."""

    style: Style | None = None
    """Editor (the default: any kind of text, as an editor would cut it), news (brief as headlines), law (summaries of
    statutes), or any (as the sentence suggests)."""

    method: str | None = None
    """A method with a bundled model, such as joint, t3, paraphrase or simplify."""

    model: str | None = None
    """A folder made by laconic train."""

    allow_code: Annotated[bool, Parameter(negative="")] = False
    """The model may name code that is not laconic's: give it only for a folder that you trust."""

    fast: Annotated[bool, Parameter(negative="")] = False
    """Choose answers without reading them a second time: about twice as fast, and less often printable."""

    def load(self) -> Model:
        """Return the model; raise `UsageError` if two are named."""
        from laconic.model import DEFAULT_MODEL, load

        if self.model is not None and self.method is not None:
            raise UsageError("Give either --model or --method: a model knows its method.")
        return load(self.model or self.method or DEFAULT_MODEL, style=self.style, allow_code=self.allow_code)


@Parameter(name="*", group=_OUTPUT)
@dataclass(frozen=True)
class OutputOptions:
    """What is printed."""

    nbest: int = 1
    """How many different answers to show."""

    explain: bool = False
    """Show how sure the model is of each word; or the rules that rewrote a sentence, and its trees (t3)."""

    show: Literal["auto", "text", "marked"] = "auto"
    """Text alone, or the source marked with what went; on a terminal sentences are marked."""

    json_: Annotated[bool, Parameter(name="--json")] = False
    """One JSON object per sentence, for a file too; with --as document one for the whole."""


_NO_LENGTH, _NO_DOCUMENT, _NEGATIONS = LengthOptions(), DocumentOptions(), KeepOptions()
_BUNDLED, _PLAIN = ModelOptions(), OutputOptions()


def compress(
    text: FileName = STANDARD_STREAM,
    /,
    *,
    tokenized: bool = False,
    lengths: LengthOptions = _NO_LENGTH,
    documents: DocumentOptions = _NO_DOCUMENT,
    stay: KeepOptions = _NEGATIONS,
    models: ModelOptions = _BUNDLED,
    output: OutputOptions = _PLAIN,
) -> int:
    """Make sentences shorter, or a whole document under one budget.

    Args:
        text: a sentence or text, the name of a file, or - for standard input.
        tokenized: one sentence per line, tokens separated by spaces, kept as they are.
        lengths: how long answers are.
        documents: what is compressed together.
        stay: what must stay.
        models: what compresses.
        output: what is printed.
    """
    from laconic.pipeline.request import Request

    if output.nbest != 1 and lengths.all_lengths:
        raise UsageError("Give either --nbest or --all-lengths: there is one best answer of every length.")
    length, protection = lengths.length(), stay.protection()
    read = read_input(
        text,
        documents.as_,
        tokenized=tokenized,
        of_sentences=output.nbest != 1 or lengths.all_lengths or output.explain or length.confidence is not None,
        of_documents=documents.drop_sentences or documents.markup != "auto",
    )
    model = models.load()
    writer = AnswerWriter(
        output.json_, output.show, with_score=output.nbest > 1 or lengths.all_lengths, explains=output.explain
    )
    if read.kind == "document":
        return _compress_document(read, model, Request(length, protection, fast=models.fast), documents, writer)
    sentences = read.sentences()
    _warn_missing(read, protection, sentences)
    if lengths.all_lengths:
        return _write_lengths(sentences, model, protection, writer)
    request = Request(length, protection, output.nbest, "nearest" if len(sentences) > 1 else "raise", models.fast)
    return _write_answers(read, sentences, model.pipeline.pipe(sentences, request), writer)


def _compress_document(
    read: Input, model: Model, request: Request, documents: DocumentOptions, writer: AnswerWriter
) -> int:
    from laconic.document.document import compress_document

    document = compress_document(
        model.pipeline,
        read.text,
        request,
        markup=read.markup(documents.markup),
        drop_sentences=documents.drop_sentences,
    )
    _warn_missing(read, request.protection, [each.source for each in document.sentences])
    writer.write_document(document, in_one=documents.as_ is not None)
    return 0


def _write_lengths(sentences: Sequence[Sentence], model: Model, protection: Protection, writer: AnswerWriter) -> int:
    for sentence in model.parse(sentences):
        writer.begin_sentence()
        for answer in model.all_lengths(sentence, protect=protection):
            writer.write(answer)
    return 0


def _write_answers(
    read: Input, sentences: Sequence[Sentence], answers: Iterable[Compression], writer: AnswerWriter
) -> int:
    """Write all answers, report which sentences cannot be as short as asked for, and return the exit code."""
    problems = 0
    for number, (sentence, answer) in enumerate(zip(sentences, answers, strict=True), 1):
        writer.begin_sentence()
        writer.write(answer)
        if problem := answer.details.get("problem"):
            problems += 1
            print(f"laconic: {read.place_of(sentence, number)}: {problem}", file=sys.stderr)
    if problems:
        told = f"{problems} of {len(sentences)} sentences cannot be as short as asked for"
        print(f"laconic: {told}, and are given in the nearest possible length.", file=sys.stderr)
    return 1 if problems else 0


def _marks(value: str) -> tuple[str, str]:
    marks = value.split()
    if len(marks) != 2:
        raise UsageError(f'--keep-between takes two marks, such as "{{{{ }}}}", not {value!r}.')
    return marks[0], marks[1]


def _warn_missing(read: Input, protection: Protection, sentences: Sequence[Sentence]) -> None:
    """Warn of what the user expects to be there and is not."""
    from laconic.pipeline.protection import missing_words

    if not sentences:
        warn_empty(read.name)
    for word in missing_words(protection.words, sentences):
        print(f"laconic: {word!r} is to be kept but does not occur in the text.", file=sys.stderr)
