"""``laconic compress``: shorter sentences, on the terminal or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from laconic.cli.arguments import FileName, Style
from laconic.cli.texts import Kind, kind_of, markup_of, sentences_of, source_of
from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, write_whole
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.document.document import DocumentCompression
    from laconic.methods.protect import Protection
    from laconic.model import Model


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
) -> None:
    """Rewrite sentences shorter, or a whole document under one budget.

    Args:
        text: a sentence or text, the name of a file, or - for standard input.
        rate: so many words for each word of the source, such as 0.6.
        words: exactly so many words, punctuation included: a sentence, or of a document's running text.
        chars: at most so many characters a sentence, or of a whole document.
        sure: in place of a length, delete only words that are rightly deleted with this probability, such as 0.9.
        all_lengths: show the best answer of every length.
        as_: document (one budget for all), sentences (each its own), or lines (one sentence a line).
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
        tokenized: one sentence a line, tokens separated by spaces, kept as they are.
        show: text alone, or the source marked with what went; on a terminal sentences are marked.
        json_: one JSON object a sentence; with --as document one for the whole.
    """
    from laconic.methods.protect import Protection
    from laconic.model import DEFAULT_MODEL, load

    if sum(option is not None for option in (rate, words, chars, sure)) > 1:
        raise UsageError("Give only one of --rate, --words, --chars and --sure.")
    if model is not None and method is not None:
        raise UsageError("Give either --model or --method: a model knows its method.")
    is_of_sentences = nbest != 1 or all_lengths or explain or sure is not None
    kind = kind_of(text, as_, tokenized)
    if kind == "document" and as_ is None and is_of_sentences and not drop_sentences:
        kind = "sentences"
    if kind == "document" and is_of_sentences:
        raise UsageError("--nbest, --all-lengths, --explain and --sure are for sentences: add --as sentences.")
    if kind != "document" and (drop_sentences or markup != "auto"):
        raise UsageError("--drop-sentences and --markup are for documents: add --as document.")
    protect = Protection(
        tuple(keep or ()), keep_negation, keep_numbers, keep_names, keep_quotes, tuple(map(_marks, keep_between or ()))
    )
    loaded = load(model or method or DEFAULT_MODEL, style=style)
    if kind == "document":
        document = loaded.compress_document(
            source_of(text),
            rate=rate,
            words=words,
            chars=chars,
            protect=protect,
            drop_sentences=drop_sentences,
            markup=markup_of(text, markup),
        )
        _tell_missing(protect, [each.source for each in document.sentences])
        if json_ and as_ is None:
            for each in document.sentences:
                print(json.dumps(each.to_json(), ensure_ascii=False))
        else:
            show_document(document, as_json=json_, is_marked=show == "marked")
        return
    sentences = list(sentences_of(text, kind, tokenized))
    _tell_missing(protect, sentences)
    answers = (
        _every_length(loaded, sentences, protect)
        if all_lengths
        else loaded.pipe(sentences, rate=rate, words=words, chars=chars, sure=sure, protect=protect, nbest=nbest)
    )
    is_marked = show == "marked" or (show == "auto" and sys.stdout.isatty())
    for answer in answers:
        if json_:
            print(json.dumps(answer.to_json(), ensure_ascii=False))
        elif is_marked:
            show_marked(answer, with_score=nbest > 1 or all_lengths)
        else:
            print(*(each.text for each in (answer, *answer.alternatives)), sep="\n")
        if explain:
            _explain(answer)


def show_document(document: DocumentCompression, *, as_json: bool, is_marked: bool) -> None:
    """Print a document: its text as it is, with no line end added, or its sentences marked, or all as JSON."""
    if as_json:
        print(json.dumps(document.to_json(), ensure_ascii=False))
    elif is_marked:
        for answer in document.sentences:
            show_marked(answer)
    else:
        with write_whole(STANDARD_STREAM) as stream:
            stream.write(document.text)


def show_marked(answer: Compression, *, with_score: bool = False) -> None:
    """Print a sentence with what went struck through; see `laconic.cli.marked`."""
    from laconic.cli import marked

    marked.show_marked(answer, with_score=with_score)


def _marks(value: str) -> tuple[str, str]:
    marks = value.split()
    if len(marks) != 2:
        raise UsageError(f'--keep-between takes two marks, such as "{{{{ }}}}", not {value!r}.')
    return marks[0], marks[1]


def _tell_missing(protect: Protection, sentences: Sequence[Sentence]) -> None:
    from laconic.methods.protect import missing_words

    for word in missing_words(protect.words, sentences):
        print(f"laconic: {word!r} is to be kept but does not occur in the text.", file=sys.stderr)


def _every_length(model: Model, sentences: list[Sentence], protect: Protection) -> Iterator[Compression]:
    for sentence in model.parse(sentences):
        yield from model.all_lengths(sentence, protect=protect)


def _explain(answer: Compression) -> None:
    from laconic.cli.words import explain_words, told_articles

    if answer.derivation is not None:
        print(answer.derivation.explain(), *told_articles(answer), sep="\n", end="\n\n")
    elif "word_confidence" in answer.details:
        print(explain_words(answer), end="\n\n")
    else:
        raise UsageError(
            f"--explain lists rules or how sure a method is of each word, and {answer.method} has neither; use --method"
            " encoder, t3 or paraphrase."
        )
