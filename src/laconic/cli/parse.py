"""``laconic parse``: tokens, tags, trees and dependencies of a text."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, count, islice
from pathlib import Path
from typing import Annotated, Literal, TextIO

from cyclopts import Parameter

from laconic.cli._arguments import FileName
from laconic.cli._input import is_file, is_folder, warn_empty
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, check_output, read_lines, write_whole
from laconic.text import Sentence
from laconic.tree import Tree

_BATCH = 64
_LONGEST_PARAGRAPH = 1_000
"""Lines: a file without blank lines is read in stretches of this many, so that a stream stays a stream."""

Format = Literal["conllu", "ptb", "json", "tree", "svg"]


def parse(
    file: FileName = STANDARD_STREAM,
    /,
    *,
    format_: Annotated[Format, Parameter(name="--format")] = "conllu",
    tokenized: bool = False,
    parser: str = "english",
    threads: int = 1,
    out: Path | None = None,
) -> None:
    """Parse a text: one tree per sentence.

    Examples:
        laconic parse article.txt --format ptb

        echo "Time flies like an arrow." | laconic parse --format tree

        laconic parse sentences.txt --tokenized --format json --threads 4 --out parses.jsonl

    Args:
        file: A text file, or - for standard input.
        format_: The format of the output: conllu or ptb for other programs, json for everything, tree or svg for a
            drawing.
        tokenized: Read one sentence per line, and keep its tokens, which are separated by spaces, as they are; a blank
            line stays blank.
        parser: The parser: english, spacy, stanza, benepar, or your own as my_module:MyParser.
        threads: The number of sentences that the bundled parser handles at the same time.
        out: The file to write; standard output by default.
    """
    from laconic.catalog import PARSERS, make
    from laconic.progress import track

    if any(map(str.isspace, file)) and not is_file(file) and not is_folder(file):
        raise UsageError(
            f"the file {file!r} does not exist; to parse a text itself, pipe it in: "
            f"echo {shlex.quote(file)} | laconic parse"
        )
    options = {"threads": threads} if parser == "english" else {}
    chosen = make(parser, PARSERS, "parser", "parse", **options)
    sentences = _or_told(_read(file, tokenized), file)
    batches = _batches(sentences if out is None else track(sentences, "Parsing"))
    parsed = (sentence for batch in batches for sentence in chosen.parse(batch))
    if out is not None:
        check_output(out, file)
    with write_whole(STANDARD_STREAM if out is None else out) as stream:
        _WRITERS[format_](parsed, stream)


def _read(file: str, tokenized: bool) -> Iterator[Sentence]:
    """Yield unparsed sentences: of each line if they are tokenised, else of each paragraph."""
    if tokenized:
        yield from (Sentence.from_words(line.split()) for _, line in read_lines(file))
        return
    from laconic.parse.tokenize import sentences

    for start, paragraph in _paragraphs(line for _, line in read_lines(file)):
        yield from (replace(sentence, start=start + sentence.start) for sentence in sentences(paragraph))


def _or_told(sentences: Iterable[Sentence], file: str) -> Iterator[Sentence]:
    """Yield the sentences; warn if there is none."""
    is_empty = True
    for sentence in sentences:
        is_empty = False
        yield sentence
    if is_empty:
        warn_empty(file)


def _paragraphs(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield what blank lines separate, each with its place in the text; a line end counts as one character."""
    paragraph: list[str] = []
    start = end = 0
    for line in chain(lines, [""]):
        if paragraph and (not line.strip() or len(paragraph) == _LONGEST_PARAGRAPH):
            yield start, "\n".join(paragraph)
            paragraph = []
        if line.strip():
            start = start if paragraph else end
            paragraph.append(line)
        end += len(line) + 1


def _batches(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    stream = iter(sentences)
    while batch := list(islice(stream, _BATCH)):
        yield batch


def _write_conllu(sentences: Iterable[Sentence], stream: TextIO) -> None:
    """Write numbered sentences; the format has none without words."""
    from laconic.dependency import to_conllu
    from laconic.parse.universal import universal_tags

    numbers = count(1)
    for sentence in sentences:
        if sentence.tokens:
            comments = [f"# sent_id = {next(numbers)}"]
            stream.write(f"{to_conllu(sentence, comments, universal_tags(sentence))}\n")


def _write_ptb(sentences: Iterable[Sentence], stream: TextIO) -> None:
    for sentence in sentences:
        stream.write(f"{_tree_of(sentence)}\n" if sentence.tokens else "\n")


def _write_json(sentences: Iterable[Sentence], stream: TextIO) -> None:
    from laconic.parse.serial import sentence_to_json

    for sentence in sentences:
        stream.write(json.dumps(sentence_to_json(sentence), ensure_ascii=False) + "\n")


def _write_drawings(sentences: Iterable[Sentence], stream: TextIO) -> None:
    from laconic.draw import tree_text

    width = shutil.get_terminal_size((100, 24)).columns
    for sentence in sentences:
        if sentence.tokens:
            stream.write(f"{tree_text(_tree_of(sentence), width)}\n\n")


def _write_svg(sentences: Iterable[Sentence], stream: TextIO) -> None:
    from laconic.draw import sentences_svg

    stream.write(sentences_svg([sentence for sentence in sentences if sentence.tokens]))


def _tree_of(sentence: Sentence) -> Tree:
    """Return the constituency tree, which not every parser makes."""
    if sentence.tree is None:
        raise UsageError("this parser does not produce constituency trees: use --format conllu or --parser english.")
    return sentence.tree


_WRITERS: dict[Format, Callable[[Iterable[Sentence], TextIO], None]] = {
    "conllu": _write_conllu,
    "ptb": _write_ptb,
    "json": _write_json,
    "tree": _write_drawings,
    "svg": _write_svg,
}
