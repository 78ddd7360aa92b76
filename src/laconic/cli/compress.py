"""``laconic compress``: shorter sentences, on the terminal or as JSON.

The options come in groups, each a small class that knows what it asks for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Group, Parameter

from laconic.cli._answers import AnswerWriter
from laconic.cli._arguments import FileName, Style, load_in_style
from laconic.cli._foreign import ForeignTexts, check_document, check_language
from laconic.cli._improbable import ImprobableAnswers
from laconic.cli._input import Input, Kind, read_input, warn_empty
from laconic.compression import Compression, unchanged
from laconic.errors import DataError, UsageError, counted, shown_place
from laconic.files import STANDARD_STREAM, check_output, write_whole
from laconic.formats.kinds import SUBTITLES, TABLES, Format, check_written_name
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.batch import Batch
    from laconic.document.cells import CueLimits
    from laconic.document.document import DocumentCompression
    from laconic.model import Model
    from laconic.pipeline.protection import Protection
    from laconic.pipeline.request import Length, Request

_LENGTH, _DOCUMENTS, _SUBTITLES, _TABLES, _STAY, _MODEL, _OUTPUT = (
    Group(title, sort_key=place)
    for place, title in enumerate(
        ("Length", "Documents", "Subtitles", "Tables", "What must stay", "Model", "Output"), start=1
    )
)


@Parameter(name="*", group=_LENGTH)
@dataclass(frozen=True)
class LengthOptions:
    """The length of answers."""

    rate: float | None = None
    """Keep at most this share of the source's tokens, such as 0.6."""

    words: int | None = None
    """At most N words, not counting punctuation, for each sentence or for a document's running text."""

    chars: int | None = None
    """At most N characters, for each sentence or for a whole document."""

    confidence: Annotated[float | None, Parameter(name=["--confidence", "--sure"])] = None
    """Instead of a length: the shortest answer that an editor would accept with at least this probability, such as
    0.6."""

    exact: Annotated[bool, Parameter(negative="")] = False
    """Meet --words or --rate exactly, counted in tokens, including punctuation."""

    all_lengths: bool = False
    """Show the best answer of every length, by scores alone; without any limit."""

    def length(self) -> Length:
        """Return the requested length; raise `UsageError` if it contradicts itself."""
        from laconic.pipeline.request import Length

        return Length(self.words, self.rate, self.chars, self.confidence, self.exact)


@Parameter(name="*", group=_DOCUMENTS)
@dataclass(frozen=True)
class DocumentOptions:
    """What is compressed together."""

    as_: Annotated[Kind | None, Parameter(name="--as")] = None
    """Treat the input as a document (one budget), as sentences (one budget each), or as lines (one sentence each)."""

    format: Annotated[Literal["auto", Format], Parameter(name=["--format", "--markup"])] = "auto"
    """The format of the input; auto uses the file's name or its first bytes."""

    drop_sentences: bool = False
    """Drop whole sentences of a document instead of cutting any of them too short."""


@Parameter(name="*", group=_SUBTITLES)
@dataclass(frozen=True)
class SubtitleOptions:
    """The limits of a subtitle cue, unless a length is given for the whole file."""

    chars_per_line: int = 42
    """At most N characters per line."""

    lines_per_cue: int = 2
    """At most N lines per cue."""

    chars_per_second: float = 17.0
    """At most N characters for each second that a cue is shown."""

    def limits(self) -> CueLimits:
        """Return the limits; raise `UsageError` if a number is out of range."""
        from laconic.document.cells import CueLimits

        if self.chars_per_line < 1 or self.lines_per_cue < 1 or not self.chars_per_second > 0:
            raise UsageError(
                "--chars-per-line and --lines-per-cue must be at least 1, and --chars-per-second must be more than 0."
            )
        return CueLimits(self.chars_per_line, self.lines_per_cue, self.chars_per_second)


@Parameter(name="*", group=_TABLES)
@dataclass(frozen=True)
class TableOptions:
    """Which part of a table is compressed, and where."""

    field: str | None = None
    """The column, or the field of JSON lines, to compress; the length applies to each cell."""

    out_field: str | None = None
    """The column to write, new or existing; by default --field itself."""

    work: Path | None = None
    """A folder for finished parts, with which an interrupted run can resume."""

    engine: Literal["local", "spark"] = "local"
    """Where to work: on this machine, or on a Spark cluster."""

    master: str | None = None
    """The address of the Spark cluster, such as spark://host:7077 or local[2]; by default as Spark is configured."""

    def check(self, read: Input) -> None:
        """Raise `UsageError` if something is asked of a file that only tables have."""
        given = self.field or self.out_field or self.work or self.master or self.engine != "local"
        if given and read.format not in TABLES:
            raise UsageError(
                "--field, --out-field, --work, --engine and --master are for tables (CSV, TSV, JSON lines, Parquet): "
                "name one, or add --format."
            )
        if self.master is not None and self.engine != "spark":
            raise UsageError("--master needs --engine spark.")

    @contextmanager
    def batch(self, model: Model, request: Request, threads: int) -> Iterator[Batch]:
        """Give what does the work."""
        from laconic.batch import Batch

        if self.engine == "local":
            yield Batch(model, request, threads, self.work)
            return
        from laconic.extract.engines import SparkEngine

        engine = SparkEngine(self.master)
        try:
            yield Batch(model, request, threads, self.work, engine)
        finally:
            engine.close()


@Parameter(name="*", group=_STAY)
@dataclass(frozen=True)
class KeepOptions:
    """What must stay."""

    keep: list[str] | None = None
    """A word or phrase that must stay; may be repeated."""

    keep_between: list[str] | None = None
    """Two marks, as in "{{ }}"; everything between them stays. May be repeated."""

    keep_numbers: bool = False
    """Never drop a number, its unit or a part of a date."""

    keep_names: bool = False
    """Never drop a name."""

    keep_quotes: bool = False
    """Never drop a quotation."""

    keep_negation: Annotated[bool, Parameter(negative="--drop-negation")] = True
    """Never separate a negation from what it negates (the default)."""

    def protection(self) -> Protection:
        """Return what must stay; raise `UsageError` if an option has no content."""
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
    """Auto (the default: editor, or news for the opening of a news story without a length), editor (any kind of text,
    as an editor would cut it), news (brief as headlines), law (summaries of statutes), or any (as the sentence
    suggests)."""

    method: str | None = None
    """A method with a bundled model, such as joint, t3, paraphrase or simplify."""

    rewrite: Annotated[bool, Parameter(negative="")] = False
    """Replace and move words, too, where an editor would: the same as --method rewrite."""

    model: str | None = None
    """A folder written by laconic train."""

    allow_code: Annotated[bool, Parameter(negative="")] = False
    """Allow the model to run code that is not part of laconic; use only with a folder that you trust."""

    parser: str | None = None
    """A parser other than the model's own: spacy, stanza, benepar, or your own as my_module:MyParser."""

    fast: Annotated[bool, Parameter(negative="")] = False
    """Choose answers without a second reading: about twice as fast, but fewer answers are fit to print."""

    def load(self) -> Model:
        """Return the model; raise `UsageError` if two are named."""
        from laconic.model import DEFAULT_MODEL

        if self.model is not None and (self.method is not None or self.rewrite):
            asked = "--method" if self.method is not None else "--rewrite"
            raise UsageError(f"use either --model or {asked}: a model includes its method.")
        if self.rewrite and self.method is not None:
            raise UsageError("use either --method or --rewrite, which stands for --method rewrite.")
        name = self.model or self.method or ("rewrite" if self.rewrite else DEFAULT_MODEL)
        return load_in_style(name, self.style, parser=self.parser, allow_code=self.allow_code)


@Parameter(name="*", group=_OUTPUT)
@dataclass(frozen=True)
class OutputOptions:
    """What is printed."""

    nbest: int = 1
    """The number of different answers to show."""

    explain: bool = False
    """Show how sure the model is of each word; or, for methods with rules, the rules and trees."""

    show: Literal["auto", "text", "marked"] = "auto"
    """Show the text alone, or the source with deletions marked (the default on a terminal)."""

    json_: Annotated[bool, Parameter(name="--json")] = False
    """Print one JSON object per sentence; with --as document, one for the whole document."""

    output: Annotated[FileName, Parameter(name=["--output", "-o"])] = STANDARD_STREAM
    """The file to write; it appears only when it is complete."""

    threads: int = 1
    """The number of processors for lines, tables and subtitles; it does not change the answers."""

    def check(self, read: Input) -> None:
        """Raise `UsageError` if a file cannot be written so."""
        from laconic.cli._structured import check_not_shown

        if self.threads < 1:
            raise UsageError(f"--threads must be at least 1, not {self.threads}.")
        if self.json_ and (read.format in TABLES):
            raise UsageError(
                "--json cannot be combined with a table, whose answer is a table: use --format jsonl for JSON lines."
            )
        if not self.json_:
            check_not_shown(read.format, self.output)
        if self.json_:
            check_written_name(self.output, "jsonl")
        else:
            check_written_name(self.output, read.format, read.name)
        check_output(self.output, read.name)


_NO_LENGTH, _NO_DOCUMENT, _NEGATIONS = LengthOptions(), DocumentOptions(), KeepOptions()
_SCREEN, _NO_TABLE = SubtitleOptions(), TableOptions()
_BUNDLED, _PLAIN = ModelOptions(), OutputOptions()


def compress(
    text: FileName = STANDARD_STREAM,
    /,
    *,
    tokenized: bool = False,
    strict: Annotated[bool, Parameter(negative="")] = False,
    lengths: LengthOptions = _NO_LENGTH,
    documents: DocumentOptions = _NO_DOCUMENT,
    subtitles: SubtitleOptions = _SCREEN,
    tables: TableOptions = _NO_TABLE,
    stay: KeepOptions = _NEGATIONS,
    models: ModelOptions = _BUNDLED,
    output: OutputOptions = _PLAIN,
) -> int:
    """Shorten sentences, or a whole document under one budget.

    Args:
        text: A sentence or text, the name of a file, or - for standard input.
        tokenized: Read one sentence per line, and keep its tokens, which are separated by spaces, as they are.
        strict: Treat text that is not English as an error, not a warning.
        lengths: how long answers are.
        documents: what is compressed together.
        subtitles: what a cue of subtitles may have.
        tables: what of a table is compressed.
        stay: what must stay.
        models: what compresses.
        output: what is printed.
    """
    from laconic.pipeline.request import Length, Request

    if output.nbest != 1 and lengths.all_lengths:
        raise UsageError("use either --nbest or --all-lengths: there is one best answer of each length.")
    length, protection = lengths.length(), stay.protection()
    if lengths.all_lengths and (length != Length() or models.fast):
        raise UsageError(
            "--all-lengths shows an answer of every length, chosen by its score alone: leave out --words, --rate, "
            "--chars, --confidence, --exact and --fast."
        )
    read = read_input(
        text,
        documents.as_,
        format=None if documents.format == "auto" else documents.format,
        tokenized=tokenized,
        of_sentences=output.nbest != 1 or lengths.all_lengths or output.explain or length.confidence is not None,
        of_documents=documents.drop_sentences or documents.format not in ("auto", "text"),
    )
    output.check(read)
    tables.check(read)
    request = Request(length, protection, fast=models.fast)
    if read.format in TABLES:
        from laconic.cli._structured import compress_table, open_table

        table = open_table(read.path, read.format, tables.field, tables.out_field)
        with tables.batch(models.load(), request, output.threads) as batch:
            return compress_table(table, batch, ForeignTexts(read.path, strict), output.output)
    if read.format in SUBTITLES and length == Length() and not output.json_:
        from laconic.cli._structured import compress_subtitles

        limits = subtitles.limits()
        check_language(read.path, [read.text], strict)
        with tables.batch(models.load(), request, output.threads) as batch:
            return compress_subtitles(read, batch, limits, output.output)
    model = models.load()
    if read.format == "docx" and not output.json_:
        from laconic.cli._structured import compress_word

        found = compress_word(
            read.path, model, request, output.output, drop_sentences=documents.drop_sentences, strict=strict
        )
        _warn_missing(read, protection, [each.source for each in found.sentences])
        _warn_of_answer(read, found)
        return 0
    with write_whole(output.output) as stream:
        writer = AnswerWriter(
            stream,
            output.json_,
            output.show,
            with_score=output.nbest > 1 or lengths.all_lengths,
            explains=output.explain,
        )
        if read.kind == "document":
            return _compress_document(read, model, request, documents, writer, strict=strict)
        sentences = read.sentences()
        check_language(read.name, [each.text for each in sentences], strict, read.lines_of(sentences))
        _warn_missing(read, protection, sentences)
        if lengths.all_lengths:
            return _write_lengths(read, sentences, model, protection, writer)
        request = replace(request, nbest=output.nbest, if_impossible="nearest" if len(sentences) > 1 else "raise")
        answers = model.answers(sentences, request, processes=output.threads)
        return _write_answers(read, sentences, _tracked(answers, len(sentences), output.output), writer)


def _tracked(answers: Iterable[Compression], total: int, out: str) -> Iterable[Compression]:
    """Return the answers, with a bar that shows how many there are, where it does not disturb other output."""
    from laconic.cli._structured import shows_progress
    from laconic.progress import track

    return track(answers, "Compressing", total) if total > 1 and shows_progress(out) else answers


def _compress_document(
    read: Input, model: Model, request: Request, documents: DocumentOptions, writer: AnswerWriter, *, strict: bool
) -> int:
    from laconic.document.document import ImpossibleBudget, compress_document, running_text

    if read.format == "docx":
        from laconic.cli._structured import compress_word

        document = compress_word(
            read.path, model, request, None, drop_sentences=documents.drop_sentences, strict=strict
        )
    else:
        try:
            running = running_text(read.text, read.markup)
        except DataError as error:
            raise error.at(read.path) from None
        check_document(read.name, read.text.removeprefix("\ufeff") if read.name else None, running, strict)
        try:
            document = compress_document(
                model.pipeline, read.text, request, running=running, drop_sentences=documents.drop_sentences
            )
        except ImpossibleBudget as error:
            if read.format not in ("text", "markdown"):  # of others, sentences cannot be taken out
                raise
            told = str(error).removesuffix(".")
            raise UsageError(
                f"{told}; to give each sentence or line its own limit, add --as sentences or --as lines."
            ) from None
    _warn_missing(read, request.protection, [each.source for each in document.sentences])
    writer.write_document(document, in_one=documents.as_ is not None)
    _warn_of_answer(read, document)
    return 0


def _write_lengths(
    read: Input, sentences: Sequence[Sentence], model: Model, protection: Protection, writer: AnswerWriter
) -> int:
    for sentence, line in zip(model.parse(sentences), read.lines_of(sentences), strict=True):
        writer.begin_sentence()
        answers = model.all_lengths(sentence, protect=protection) if sentence.tokens else [unchanged(sentence, "")]
        for answer in answers:
            writer.write(answer, line)
    return 0


def _write_answers(
    read: Input, sentences: Sequence[Sentence], answers: Iterable[Compression], writer: AnswerWriter
) -> int:
    """Write all answers, report which sentences cannot be as short as requested, and return the exit code."""
    problems = 0
    improbable = ImprobableAnswers()
    for number, (line, answer) in enumerate(zip(read.lines_of(sentences), answers, strict=True), 1):
        writer.begin_sentence()
        writer.write(answer, line)
        where = f"sentence {number}" if read.name is None else shown_place(read.name, line)
        improbable.look(answer.details.get("warning"), where if len(sentences) > 1 else None)
        if problem := answer.details.get("problem"):
            problems += 1
            print(f"laconic: {where}: {problem}", file=sys.stderr)
    improbable.warn()
    if problems:
        told = (
            f"{problems} of {counted(sum(map(bool, map(len, sentences))), 'sentence')} cannot be as short as requested"
        )
        verb = "has" if problems == 1 else "have"
        print(f"laconic: {told}, and {verb} the nearest possible length instead.", file=sys.stderr)
    return 1 if problems else 0


def _warn_of_answer(read: Input, document: DocumentCompression) -> None:
    """Warn about a document of which nothing is left, and about sentences that an editor is unlikely to accept."""
    if document.sentences and not document.tokens:
        where = "" if read.name is None else f"{shown_place(read.name)}: "
        print(f"laconic: {where}no sentence is left within this length: ask for more.", file=sys.stderr)
    improbable = ImprobableAnswers()
    for number, answer in enumerate(document.sentences, 1):
        where = f"sentence {number}" if read.name is None else f"{shown_place(read.name)}: sentence {number}"
        improbable.look(answer.details.get("warning"), where)
    improbable.warn()


def _marks(value: str) -> tuple[str, str]:
    marks = value.split()
    if len(marks) != 2:
        raise UsageError(f'--keep-between needs two marks, such as "{{{{ }}}}", not {value!r}.')
    return marks[0], marks[1]


def _warn_missing(read: Input, protection: Protection, sentences: Sequence[Sentence]) -> None:
    """Warn about what the user expects to be there and is not."""
    from laconic.pipeline.protection import missing_words

    if not any(sentence.tokens for sentence in sentences):
        warn_empty(read.name)
    for word in missing_words(protection.words, sentences):
        print(f"laconic: {word!r} should be kept, but does not occur in the text.", file=sys.stderr)
