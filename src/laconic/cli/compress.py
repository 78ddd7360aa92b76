"""``laconic compress``: shorter sentences, on the terminal or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from laconic.cli.arguments import FileName
from laconic.compression import Compression
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, read_lines
from laconic.text import Sentence

if TYPE_CHECKING:
    from laconic.methods.protect import Protection
    from laconic.model import Model


def compress(
    text: FileName = STANDARD_STREAM,
    /,
    *,
    rate: Annotated[float | None, Parameter(group="Length")] = None,
    words: Annotated[int | None, Parameter(group="Length")] = None,
    chars: Annotated[int | None, Parameter(group="Length")] = None,
    all_lengths: Annotated[bool, Parameter(group="Length")] = False,
    keep: Annotated[list[str] | None, Parameter(group="What must stay")] = None,
    keep_numbers: Annotated[bool, Parameter(group="What must stay")] = False,
    keep_names: Annotated[bool, Parameter(group="What must stay")] = False,
    keep_quotes: Annotated[bool, Parameter(group="What must stay")] = False,
    keep_negation: Annotated[bool, Parameter(group="What must stay", negative="--drop-negation")] = True,
    method: str | None = None,
    model: str | None = None,
    nbest: int = 1,
    explain: bool = False,
    tokenized: bool = False,
    show: Literal["auto", "text", "marked"] = "auto",
    json_: Annotated[bool, Parameter(name="--json")] = False,
) -> None:
    """Rewrite sentences shorter.

    Examples:
        laconic compress "The scheme was intended for people of poor or moderate means." --words 7

        laconic compress article.txt --rate 0.6 --keep-numbers

        cat sentences.txt | laconic compress --tokenized --chars 60 --json

        laconic compress "The old man slowly opened the door." --method t3 --explain

    Args:
        text: a sentence or text, the name of a file, or - for standard input.
        rate: so many words for each word of the source, such as 0.6.
        words: exactly so many words a sentence, punctuation included.
        chars: at most so many characters a sentence.
        all_lengths: show the best answer of every length.
        keep: a word or phrase that must stay; may be given several times.
        keep_numbers: never drop a number.
        keep_names: never drop a name.
        keep_quotes: never drop what is quoted.
        keep_negation: never drop a negation (the default).
        method: a method with a bundled model, such as joint or bigram.
        model: a folder made by laconic train.
        nbest: how many different answers to show.
        explain: show the rules that rewrote each sentence, and its trees before and after (t3, joint-t3).
        tokenized: one sentence a line, tokens separated by spaces, kept as they are.
        show: text alone, or the source marked with what went; on a terminal it is marked.
        json_: one JSON object a sentence.
    """
    from laconic.methods.protect import Protection, missing_words
    from laconic.model import DEFAULT_MODEL, load

    if sum(option is not None for option in (rate, words, chars)) > 1:
        raise UsageError("Give only one of --rate, --words and --chars.")
    if model is not None and method is not None:
        raise UsageError("Give either --model or --method: a model knows its method.")
    protect = Protection(
        tuple(keep or ()), negation=keep_negation, numbers=keep_numbers, names=keep_names, quotes=keep_quotes
    )
    loaded = load(model or method or DEFAULT_MODEL)
    sentences = list(_sentences(text, tokenized))
    for word in missing_words(protect.words, sentences):
        print(f"laconic: {word!r} is to be kept but does not occur in the text.", file=sys.stderr)
    answers = (
        _every_length(loaded, sentences, protect)
        if all_lengths
        else loaded.pipe(sentences, rate=rate, words=words, chars=chars, protect=protect, nbest=nbest)
    )
    is_marked = show == "marked" or (show == "auto" and sys.stdout.isatty())
    for answer in answers:
        if json_:
            print(json.dumps(answer.to_json(), ensure_ascii=False))
        elif is_marked:
            from laconic.cli.marked import show_marked

            show_marked(answer, with_score=nbest > 1 or all_lengths)
        else:
            print(*(each.text for each in (answer, *answer.alternatives)), sep="\n")
        if explain:
            _explain(answer)


def _sentences(text: str, tokenized: bool) -> Iterator[Sentence]:
    """Yield the sentences of a text given on the command line, of a file, or of standard input."""
    from laconic.parse.tokenize import sentences

    is_file = text == STANDARD_STREAM or _is_file(text)
    lines = [line for _, line in read_lines(text)] if is_file else text.split("\n")
    if tokenized:
        yield from (Sentence.from_words(line.split()) for line in lines if line.strip())
    else:
        yield from sentences("\n".join(lines))


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a long sentence is no file name
        return False


def _every_length(model: Model, sentences: list[Sentence], protect: Protection) -> Iterator[Compression]:
    for sentence in model.parse(sentences):
        yield from model.all_lengths(sentence, protect=protect)


def _explain(answer: Compression) -> None:
    if answer.derivation is None:
        raise UsageError(f"--explain lists rules, and the method {answer.method} has none; use --method t3.")
    print(answer.derivation.explain(), end="\n\n")
