"""``laconic parse``: tokens, tags, trees and dependencies of a text."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from laconic.cli.arguments import FileName
from laconic.files import STANDARD_STREAM, read_lines, write_whole
from laconic.text import Sentence

_BATCH = 256


def parse(
    file: FileName = STANDARD_STREAM,
    /,
    *,
    format_: Annotated[Literal["conllu", "ptb", "json", "tree", "svg"], Parameter(name="--format")] = "conllu",
    tokenized: bool = False,
    parser: str = "english",
    threads: int = 1,
    out: Path | None = None,
) -> None:
    """Parse a text: one tree a sentence.

    Examples:
        laconic parse article.txt --format ptb

        echo "Time flies like an arrow." | laconic parse --format tree

    Args:
        file: a text file, or - for standard input.
        format_: conllu and ptb for other programs, json for everything at once, tree to look at, svg for a page.
        tokenized: one sentence a line, tokens separated by spaces, kept as they are.
        parser: which parser to use: english, spacy, stanza or benepar.
        threads: how many threads the bundled parser may use.
        out: where to write; standard output if not given.
    """
    from laconic.catalog import PARSERS, resolve

    make = resolve(parser, PARSERS, "parser")
    chosen = make(threads=threads) if parser == "english" else make()
    with write_whole(STANDARD_STREAM if out is None else out) as stream:
        for batch in _batches(_read(file, tokenized)):
            for sentence in chosen.parse(batch):
                stream.write(_written(sentence, format_))


def _read(file: str, tokenized: bool) -> Iterator[Sentence]:
    """Yield unparsed sentences; text is split paragraph by paragraph, so that a stream stays a stream."""
    if tokenized:
        yield from (Sentence.from_words(line.split()) for _, line in read_lines(file) if line.strip())
        return
    from laconic.parse.tokenize import sentences

    paragraph: list[str] = []
    for _, line in read_lines(file):
        if line.strip():
            paragraph.append(line)
        elif paragraph:
            yield from sentences("\n".join(paragraph))
            paragraph = []
    yield from sentences("\n".join(paragraph))


def _batches(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    stream = iter(sentences)
    while batch := list(islice(stream, _BATCH)):
        yield batch


def _written(sentence: Sentence, format_: str) -> str:
    if format_ == "json":
        from laconic.parse.serial import sentence_to_json

        return json.dumps(sentence_to_json(sentence), ensure_ascii=False) + "\n"
    if format_ == "conllu":
        from laconic.dependency import to_conllu

        return f"{to_conllu(sentence)}\n"
    if sentence.tree is None:
        return "\n"
    if format_ == "ptb":
        return f"{sentence.tree}\n"
    from laconic.draw import sentence_svg, tree_text

    if format_ == "svg":
        return sentence_svg(sentence)
    return f"{tree_text(sentence.tree, shutil.get_terminal_size((100, 24)).columns)}\n\n"
