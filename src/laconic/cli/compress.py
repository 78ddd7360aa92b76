"""``laconic compress``: shorter sentences, on the terminal or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from laconic.cli._arguments import FileName, Style
from laconic.cli.answers import AnswerWriter
from laconic.cli.texts import Given, Kind, take, tell_empty
from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.pipeline.protection import Protection


def compress(
    text: FileName = STANDARD_STREAM,
    /,
    *,
    rate: Annotated[float | None, Parameter(group="Length")] = None,
    words: Annotated[int | None, Parameter(group="Length")] = None,
    chars: Annotated[int | None, Parameter(group="Length")] = None,
    sure: Annotated[float | None, Parameter(group="Length")] = None,
    all_lengths: Annotated[bool, Parameter(group="Length")] = False,
    as_: Annotated[Kind | None, Parameter(name="--as", group="Documents")] = None,
    markup: Annotated[Literal["auto", "text", "markdown"], Parameter(group="Documents")] = "auto",
    drop_sentences: Annotated[bool, Parameter(group="Documents")] = False,
    keep: Annotated[list[str] | None, Parameter(group="What must stay")] = None,
    keep_between: Annotated[list[str] | None, Parameter(group="What must stay")] = None,
    keep_numbers: Annotated[bool, Parameter(group="What must stay")] = False,
    keep_names: Annotated[bool, Parameter(group="What must stay")] = False,
    keep_quotes: Annotated[bool, Parameter(group="What must stay")] = False,
    keep_negation: Annotated[bool, Parameter(group="What must stay", negative="--drop-negation")] = True,
    style: Style | None = None,
    method: str | None = None,
    model: str | None = None,
    nbest: int = 1,
    explain: bool = False,
    tokenized: bool = False,
    show: Literal["auto", "text", "marked"] = "auto",
    json_: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Rewrite sentences shorter, or a whole document under one budget.

    Args:
        text: a sentence or text, the name of a file, or - for standard input.
        rate: the share of the source's words to keep, such as 0.6.
        words: exactly N words, punctuation included, for each sentence or for a document's running text.
        chars: at most N characters, for each sentence or for a whole document.
        sure: in place of a length, delete only words that are rightly deleted with this probability, such as 0.9.
        all_lengths: show the best answer of every length.
        as_: document (one budget for all), sentences (each its own), or lines (one sentence per line).
        markup: how a document is marked up; auto goes by its name (.md is Markdown).
        drop_sentences: sentences of a document may be dropped whole.
        keep: a word or phrase that must stay; may be given several times.
        keep_between: two marks, as in "{{ }}"; all from one to the other is never touched. Several times too.
        keep_numbers: never drop a number, its unit or a part of a date.
        keep_names: never drop a name.
        keep_quotes: never drop what is quoted.
        keep_negation: never drop a negation (the default).
        style: news (brief as headlines), careful (newspaper text cut by hand), spoken (broadcasts cut by hand), law
            (summaries of statutes), any (as the sentence suggests), or auto (the default): news without a length, else
            careful.
        method: a method with a bundled model, such as joint, t3, paraphrase or simplify.
        model: a folder made by laconic train.
        nbest: how many different answers to show.
        explain: show how sure the model is of each word; or the rules that rewrote a sentence, and its trees (t3).
        tokenized: one sentence per line, tokens separated by spaces, kept as they are.
        show: text alone, or the source marked with what went; on a terminal sentences are marked.
        json_: one JSON object per sentence, for a file too; with --as document one for the whole.
    """
    from laconic.model import DEFAULT_MODEL, load
    from laconic.pipeline.protection import Protection

    if sum(option is not None for option in (rate, words, chars, sure)) > 1:
        raise UsageError("Give only one of --rate, --words, --chars and --sure.")
    if model is not None and method is not None:
        raise UsageError("Give either --model or --method: a model knows its method.")
    if nbest != 1 and all_lengths:
        raise UsageError("Give either --nbest or --all-lengths: there is one best answer of every length.")
    if not all(word.strip() for word in keep or ()):
        raise UsageError("--keep needs a word or phrase, not an empty text.")
    given = take(
        text,
        as_,
        tokenized=tokenized,
        of_sentences=nbest != 1 or all_lengths or explain or sure is not None,
        of_documents=drop_sentences or markup != "auto",
    )
    protect = Protection(
        tuple(keep or ()), keep_negation, keep_numbers, keep_names, keep_quotes, tuple(map(_marks, keep_between or ()))
    )
    loaded = load(model or method or DEFAULT_MODEL, style=style)
    writer = AnswerWriter(json_, show, with_score=nbest > 1 or all_lengths, explains=explain)
    if given.kind == "document":
        document = loaded.compress_document(
            given.text,
            rate=rate,
            words=words,
            chars=chars,
            protect=protect,
            drop_sentences=drop_sentences,
            markup=given.markup(markup),
        )
        _tell_missing(given, protect, [each.source for each in document.sentences])
        writer.write_document(document, in_one=as_ is not None)
        return 0
    sentences = given.sentences()
    _tell_missing(given, protect, sentences)
    if all_lengths:
        for sentence in loaded.parse(sentences):
            writer.begin_sentence()
            for answer in loaded.all_lengths(sentence, protect=protect):
                writer.write(answer)
        return 0
    answers = loaded.pipe(
        sentences,
        rate=rate,
        words=words,
        chars=chars,
        sure=sure,
        protect=protect,
        nbest=nbest,
        if_impossible="nearest" if len(sentences) > 1 else "raise",
    )
    return _write_all(given, sentences, answers, writer)


def _write_all(
    given: Given, sentences: Sequence[Sentence], answers: Iterable[Compression], writer: AnswerWriter
) -> int:
    """Write all answers, tell which sentences could not be as short as asked for, and return the exit code."""
    problems = 0
    for number, (sentence, answer) in enumerate(zip(sentences, answers, strict=True), 1):
        writer.begin_sentence()
        writer.write(answer)
        if problem := answer.details.get("problem"):
            problems += 1
            print(f"laconic: {given.place_of(sentence, number)}: {problem}", file=sys.stderr)
    if problems:
        told = f"{problems} of {len(sentences)} sentences cannot be as short as asked for"
        print(f"laconic: {told}, and are given in the nearest possible length.", file=sys.stderr)
    return 1 if problems else 0


def _marks(value: str) -> tuple[str, str]:
    marks = value.split()
    if len(marks) != 2:
        raise UsageError(f'--keep-between takes two marks, such as "{{{{ }}}}", not {value!r}.')
    return marks[0], marks[1]


def _tell_missing(given: Given, protect: Protection, sentences: Sequence[Sentence]) -> None:
    """Warn of what the user expects to be there and is not."""
    from laconic.pipeline.protection import missing_words

    if not sentences:
        tell_empty(given.name)
    for word in missing_words(protect.words, sentences):
        print(f"laconic: {word!r} is to be kept but does not occur in the text.", file=sys.stderr)
