"""``laconic align``: link the words of sentence pairs, and measure such links against gold."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Annotated, Literal

from cyclopts import Parameter

from laconic.align import Aligner, Alignment
from laconic.align.evaluation import AlignmentScore
from laconic.align.reading import PairToAlign, read_pairs
from laconic.align.symmetrize import SYMMETRIZERS
from laconic.catalog import ALIGNERS, make
from laconic.cli._arguments import FileName
from laconic.cli._console import table_console
from laconic.errors import DataError, UsageError
from laconic.files import STANDARD_STREAM, check_output, write_whole
from laconic.progress import track

_BATCH = 500

Format = Literal["text", "pharaoh", "jsonl"]


def align(
    *files: FileName,
    method: str = "monolingual",
    symmetrize: str | None = None,
    learn_from: tuple[FileName, ...] = (),
    threshold: float | None = None,
    seed: int | None = None,
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    tokenized: Annotated[bool | None, Parameter(negative="--no-tokenized")] = None,
    format: Format | None = None,
    output: FileName = STANDARD_STREAM,
    gold: bool = False,
    json_: bool = False,
) -> None:
    """Link corresponding words of sentence pairs.

    Reads a corpus, a file of `source ||| target` lines, or two line-aligned files. A corpus in JSON lines
    has `source` with `target` or `references`.

    Args:
        files: One or two files; standard input by default.
        method: edit links equal words by edit distance; statistical learns from the pairs themselves;
            monolingual uses spelling, a lexicon and neighbours. Or my_module:MyAligner.
        symmetrize: How statistical combines its two directions: intersection (the default),
            union, grow-diag, grow-diag-final, grow-diag-final-and.
        learn_from: More files with pairs for statistical to learn from, in the same formats.
        threshold: For monolingual, the probability that a link needs; 0.5 by default.
        seed: The seed for statistical; another number gives slightly different links.
        from_: The input's format, if its name does not show it: ||| or a corpus format.
        tokenized: Words are separated by spaces; the default for ||| lines and for pairs with gold alignments.
        format: pharaoh writes lines such as 0-0 1-2; jsonl adds the words; text draws the links, and is
            what a terminal gets.
        output: The file to write the links to.
        gold: Measure against the alignments in the input (`alignment` in JSON, or a third ||| field).
        json_: Write JSON: links as JSON lines, or with --gold the figures as one object.
    """
    check_output(output, *files, *learn_from)
    aligner = _make_aligner(method, symmetrize=symmetrize, threshold=threshold, seed=seed)
    pairs: Iterable[PairToAlign] = read_pairs(files or [STANDARD_STREAM], format=from_, tokenized=tokenized)
    learns = getattr(aligner, "train", None)
    if learn_from and learns is None:
        raise UsageError(f"--learn-from cannot be combined with --method {method}, which does not learn.")
    if learns is not None:
        pairs = list(pairs)
        more = chain.from_iterable(read_pairs([path], tokenized=tokenized) for path in learn_from)
        try:
            learns([(pair.source, pair.target) for pair in chain(pairs, more)])
        except DataError as error:
            raise error.at(_place(files)) from None
    aligned = _aligned(aligner, pairs)
    if gold:
        _report(aligned, files, output, format, as_json=json_)
    else:
        _write(aligned, output, _chosen_format(format, output, as_json=json_))


def _place(files: tuple[str, ...]) -> str:
    return files[0] if files else "standard input"


def _make_aligner(method: str, **options: str | float | None) -> Aligner:
    """Return the aligner of this name, made with the options that were given."""
    takes = {"symmetrize": "statistical", "seed": "statistical", "threshold": "monolingual"}
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if method != takes[name]:
            raise UsageError(f"--{name} belongs to --method {takes[name]}, not to {method}.")
    if given.get("symmetrize", "union") not in SYMMETRIZERS:
        raise UsageError(f"--symmetrize must be one of {', '.join(SYMMETRIZERS)}.")
    threshold = given.get("threshold", 0.5)
    if not isinstance(threshold, float) or not 0 <= threshold <= 1:
        raise UsageError("--threshold must be between 0 and 1.")
    aligner: Aligner = make(method, ALIGNERS, "aligner", "align", **given)
    return aligner


def _aligned(aligner: Aligner, pairs: Iterable[PairToAlign]) -> Iterator[tuple[PairToAlign, Alignment]]:
    total = len(pairs) if isinstance(pairs, list) else None
    waiting = track(pairs, "Aligning", total=total)
    while batch := list(islice(waiting, _BATCH)):
        yield from zip(batch, aligner.align([(pair.source, pair.target) for pair in batch]), strict=True)


def _chosen_format(format: Format | None, output: str, *, as_json: bool) -> Format:
    if as_json:
        if format not in (None, "jsonl"):
            raise UsageError(f"--json cannot be combined with --format {format}.")
        return "jsonl"
    return format or ("text" if output == STANDARD_STREAM and sys.stdout.isatty() else "pharaoh")


def _write(aligned: Iterable[tuple[PairToAlign, Alignment]], output: str, format: Format) -> None:
    with write_whole(output) as file:
        if format == "text":
            from rich.console import Console

            from laconic.cli._alignment_view import draw

            console = Console(file=file)
            for pair, alignment in aligned:
                console.print(draw(pair.source, pair.target, alignment, title=pair.id))
        else:
            for pair, alignment in aligned:
                file.write(f"{alignment if format == 'pharaoh' else _record(pair, alignment)}\n")


def _record(pair: PairToAlign, alignment: Alignment) -> str:
    """Return a JSON object that this command reads again, with the alignment as gold."""
    record = {
        "id": pair.id,
        "source": " ".join(pair.source),
        "target": " ".join(pair.target),
        "alignment": list(alignment),
    }
    return json.dumps(record, ensure_ascii=False)


def _report(
    aligned: Iterable[tuple[PairToAlign, Alignment]],
    files: tuple[str, ...],
    output: str,
    format: Format | None,
    *,
    as_json: bool,
) -> None:
    """Print the figures; the links go to a file if one was named."""
    score = AlignmentScore()

    def measured() -> Iterator[tuple[PairToAlign, Alignment]]:
        nonlocal score
        for pair, alignment in aligned:
            if pair.gold is None:
                problem = f"pair {pair.id} has no gold alignment to measure against."
                raise DataError(problem, path=_place(files))
            score += AlignmentScore.of(alignment, pair.gold)
            yield pair, alignment

    if output == STANDARD_STREAM:
        for _ in measured():
            continue
    else:
        _write(measured(), output, format or "pharaoh")
    if not score.pairs:
        raise DataError("has no pairs to measure.", path=_place(files))
    if as_json:
        print(json.dumps(score.to_json()))
        return
    from rich.table import Table

    table = Table(show_header=False, box=None)
    table.add_column()
    table.add_column(justify="right")
    for name, value in score.to_json().items():
        table.add_row(name.replace("_", " "), f"{value:,}" if isinstance(value, int) else f"{value:.1%}")
    table_console().print(table)
