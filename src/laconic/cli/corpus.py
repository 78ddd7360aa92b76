"""``laconic corpus``: describe, convert, split and build corpora, as streams."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, TypeVar

from cyclopts import App, Parameter

from laconic.catalog import CORPUS_FORMATS
from laconic.cli._arguments import FileName
from laconic.cli._console import table_console
from laconic.corpus import BadRecord, Corpus, Format, Pair
from laconic.corpus.format import default_extension, find_format, stop
from laconic.corpus.words import word_splitter
from laconic.errors import DataError, UsageError, counted
from laconic.files import STANDARD_STREAM, check_output, make_folder
from laconic.progress import track

app = App(
    name="corpus",
    default_parameter=Parameter(negative="", show_default=False),
    help_epilogue=f"""Formats: {", ".join(CORPUS_FORMATS)}; compressed if the name ends in .gz or .xz. The extension
    determines the format, unless you name it. `-` is standard input or output; `sample:deletion` and `sample:rewrite`
    are corpora that come with laconic.
    """,
)

Value = TypeVar("Value")
Shown = Annotated[Value, Parameter(show_default=True)]
"""An option whose default is worth telling."""


class Skipped:
    """Counts bad records by kind instead of stopping at the first."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.first: BadRecord | None = None

    def __call__(self, problem: BadRecord) -> None:
        """Count a bad record."""
        self.kinds[problem.kind] += 1
        self.first = self.first or problem


@Parameter(name="*")
@dataclass(frozen=True)
class Input:
    """How a corpus is read."""

    from_: Annotated[str | None, Parameter(name=["--from", "--format"])] = None
    """The input's format, if its extension does not show it."""

    reference: tuple[Path, ...] = ()
    """For line-aligned text, a file of references; may be repeated."""

    tokenized: bool | None = None
    """The texts are tokens separated by spaces."""

    skip_bad: bool = False
    """Skip bad records, and report their number at the end."""

    def open(self, *paths: str | Path) -> Corpus:
        """Return the corpus in these files."""
        format: str | Format | None = self.from_
        if self.reference:
            from laconic.corpus.lines import Lines

            if format not in (None, "lines"):
                raise UsageError(f"--reference is for line-aligned text, not for the format {format}.")
            format = Lines(self.reference)
        return self.open_as(format, *paths)

    def open_as(self, format: str | Format | None, *paths: str | Path) -> Corpus:
        """Return the corpus in these files, read in a format."""
        on_bad = Skipped() if self.skip_bad else stop
        return Corpus.open(*paths, format=format, tokenized=self.tokenized, on_bad=on_bad)


_DEFAULT_INPUT = Input()


@app.command
def stats(*files: FileName, how: Input = _DEFAULT_INPUT, json_: bool = False) -> None:
    """Print lengths, compression rates and the number of edits of each kind.

    The figures are those of Cohn & Lapata (2013), Table II.

    Example: `laconic corpus stats train.jsonl dev.jsonl`

    Args:
        files: Corpora, described together; standard input by default.
        how: How the input is read.
        json_: Print one JSON object.
    """
    from laconic.corpus.statistics import describe

    corpus = how.open(*(files or [STANDARD_STREAM]))
    found = describe(track(corpus, "Counting"), word_splitter(corpus.tokenized))
    skipped = _report_skipped(corpus)
    if found.repeated_ids:
        print(
            f"laconic: {counted(found.repeated_ids, 'pair has', 'pairs have')} the id of an earlier pair.",
            file=sys.stderr,
        )
    if json_:
        print(json.dumps({**found.to_json(), "skipped": skipped}))
        return
    from rich.table import Table

    table = Table(show_header=False, box=None)
    table.add_column()
    table.add_column(justify="right")
    for title, figure in _stats_rows(found.to_json()):
        table.add_row(title, figure)
    table_console().print(table)


def _stats_rows(figures: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "pairs", f"{figures['pairs']:,}"
    yield "references", f"{figures['references']:,}"
    yield "documents", f"{figures['documents']:,}"
    yield "words a source", f"{figures['source_words']:.1f}"
    yield "words a reference", f"{figures['reference_words']:.1f}"
    yield "compression rate, mean over sentences", f"{figures['compression_rate']:.1%}"
    yield "compression rate, of all words", f"{figures['compression_rate_micro']:.1%}"
    yield "TER (edits per 100 reference words), mean over sentences", f"{figures['ter']:.1f}"
    for name in ("insertions", "deletions", "substitutions", "shifts"):
        yield f"{name} a sentence", f"{figures[name]:.2f}"
    yield "by deletion alone", f"{figures['deletion_only']:.1%}"
    yield "identical to their source", f"{figures['identical']:.1%}"


@app.command
def convert(
    input: FileName,
    output: FileName,
    *,
    how: Input = _DEFAULT_INPUT,
    to: str | None = None,
    json_: bool = False,
) -> None:
    """Convert a corpus to another format, compress the file, or remove bad records.

    Example: `laconic corpus convert comp-data.eval.json.gz eval.jsonl --skip-bad`

    Args:
        input: The corpus to read.
        output: The file to write; it appears only when it is complete.
        to: The output's format, if its extension does not show it.
        how: How the input is read.
        json_: Print what was done as one JSON object.
    """
    corpus = how.open(input)
    _check_output(output, to, json_, corpus)
    written = _write(corpus, output, to, corpus)
    _report(output, json_, corpus, pairs=written)


@app.command
def select(
    input: FileName,
    output: FileName,
    *,
    field: str | None = None,
    min_rate: Shown[float] = 0.0,
    max_rate: Shown[float] = 1.0,
    most: int | None = None,
    how: Input = _DEFAULT_INPUT,
    to: str | None = None,
    json_: bool = False,
) -> None:
    """Select pairs of a corpus by version, rate or number.

    Example: `laconic corpus select versions.jsonl rewrites.jsonl --field rewrite --max-rate 0.9 --most 1500`

    Args:
        input: The corpus to read.
        output: The file to write.
        field: For JSON lines with several named versions, the field that becomes the reference.
        min_rate: Keep pairs whose first reference has at least this share of the words.
        max_rate: Keep pairs whose first reference has at most this share of the words.
        most: Keep at most N pairs, evenly spread.
        to: The output's format, if its extension does not show it.
        how: How the input is read.
        json_: Print what was done as one JSON object.
    """
    from laconic.corpus.jsonl import Jsonl
    from laconic.corpus.select import spread, within_rates

    if not 0 <= min_rate <= max_rate:
        raise UsageError("--min-rate must be at least 0 and not above --max-rate.")
    if most is not None and most < 1:
        raise UsageError("--most must be at least 1.")
    corpus = how.open(input) if field is None else how.open_as(Jsonl(field), input)
    _check_output(output, to, json_, corpus)
    chosen = list(within_rates(corpus, word_splitter(corpus.tokenized), min_rate, max_rate))
    written = _write(chosen if most is None else spread(chosen, most), output, to, corpus)
    _report(output, json_, corpus, pairs=written)


@app.command
def pairs(
    input: FileName,
    output: FileName,
    *,
    min_rate: Shown[float] = 0.5,
    max_rate: Shown[float] = 0.8,
    with_source: bool = False,
    how: Input = _DEFAULT_INPUT,
    to: str | None = None,
    json_: bool = False,
) -> None:
    """Build pairs of the longest and the shortest version of each sentence.

    Example: `laconic corpus pairs translations.jsonl pairs.jsonl --min-rate 0.5 --max-rate 0.8`

    Args:
        input: A corpus with several references per sentence.
        output: The file to write.
        min_rate: Keep pairs whose rate is above this.
        max_rate: Keep pairs whose rate is at most this.
        with_source: Count the source among the versions.
        to: The output's format, if its extension does not show it.
        how: How the input is read.
        json_: Print what was done as one JSON object.
    """
    from laconic.corpus.build import longest_to_shortest

    if not 0 <= min_rate < max_rate:
        raise UsageError("--min-rate must be at least 0 and below --max-rate.")
    corpus = how.open(input)
    _check_output(output, to, json_, corpus)
    split_words = word_splitter(corpus.tokenized)
    built = longest_to_shortest(corpus, split_words, min_rate=min_rate, max_rate=max_rate, with_source=with_source)
    written = _write(built, output, to, corpus)
    _report(output, json_, corpus, pairs=written)


@app.command
def split(
    input: FileName,
    folder: Path,
    *,
    parts: Shown[str] = "train=0.8,dev=0.1,test=0.1",
    seed: Shown[int] = 0,
    document_pattern: str | None = None,
    how: Input = _DEFAULT_INPUT,
    to: Shown[str] = "jsonl",
    json_: bool = False,
) -> None:
    """Split a corpus by document, so that no document has sentences in two parts.

    The same seed always gives the same split.

    Example: `laconic corpus split all.jsonl parts --parts train=0.8,dev=0.1,test=0.1 --seed 1`

    Args:
        input: The corpus to read.
        folder: The folder for the parts, each in a file named after it.
        parts: Names and shares, which sum to 1.
        seed: The seed; another number gives another split.
        document_pattern: If pairs name no document, a regular expression that finds it in their id;
            for ids such as news.12.3 write '(.+)[.]'.
        to: The parts' format.
        how: How the input is read.
        json_: Print what was done as one JSON object.
    """
    from laconic.corpus.split import Splitter, parse_shares

    shares = parse_shares(parts)
    format = find_format(to, folder)
    with _rereadable(input) as path:
        corpus = how.open(path)
        splitter = Splitter(track(corpus, "Counting"), shares, seed=seed, pattern=document_pattern)
        if not splitter.pairs:
            raise DataError("there are no pairs to split.", path=input)
        again = how.open(path)  # a bad record of this second reading has been counted in the first
        make_folder(folder)
        files = {part: folder / f"{part}{default_extension(to)}" for part in shares}
        for file in chain.from_iterable(map(format.files, files.values())):
            check_output(file, *corpus.paths)
        written: Counter[str] = Counter()
        with ExitStack() as stack:
            put = {
                part: stack.enter_context(format.write(file, tokenized=corpus.tokenized))
                for part, file in files.items()
            }
            for pair in track(again, "Splitting", total=splitter.pairs.total()):
                part = splitter.part(pair)
                try:
                    put[part](pair)
                except BadRecord as problem:
                    corpus.on_bad(problem)
                    continue
                written[part] += 1
    counts = {part: {"pairs": written[part], "documents": splitter.documents[part]} for part in shares}
    _report(folder, json_, corpus, pairs=written.total(), seed=seed, parts=counts)


def _write(pairs: Iterable[Pair], output: str, to: str | None, corpus: Corpus) -> int:
    """Write pairs that come from the corpus, and return how many were written."""
    written = 0
    with find_format(to, output).write(output, tokenized=corpus.tokenized) as put:
        for pair in track(pairs, "Writing"):
            try:
                put(pair)
            except BadRecord as problem:  # what the format cannot hold is a bad record of the corpus too
                corpus.on_bad(problem)
                continue
            written += 1
    return written


def _check_output(output: str, to: str | None, as_json: bool, corpus: Corpus) -> None:
    if as_json and output == STANDARD_STREAM:
        raise UsageError(
            "--json and the corpus cannot both go to standard output: name an output file, or leave out --json."
        )
    for file in find_format(to, output).files(output):
        check_output(file, *corpus.paths)


@contextmanager
def _rereadable(path: str) -> Iterator[str]:
    """Give a file that can be read twice: the file itself, or a copy of standard input."""
    if path != STANDARD_STREAM:
        yield path
        return
    with tempfile.NamedTemporaryFile(prefix="laconic-", suffix=default_extension("jsonl")) as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        copy.flush()
        yield copy.name


def _report_skipped(corpus: Corpus) -> dict[str, int]:
    """Say on standard error what was skipped, and return the counts by kind."""
    skipped = corpus.on_bad
    if not isinstance(skipped, Skipped) or skipped.first is None:
        return {}
    kinds = ", ".join(f"{count:,} × {kind}" for kind, count in skipped.kinds.most_common())
    print(f"laconic: skipped {skipped.kinds.total():,} bad records: {kinds}.", file=sys.stderr)
    print(f"laconic: the first was {skipped.first}", file=sys.stderr)
    return dict(skipped.kinds)


def _report(output: str | Path, as_json: bool, corpus: Corpus, **figures: Any) -> None:
    """Say what was written: as JSON on standard output if requested, else in a sentence on standard error."""
    skipped = _report_skipped(corpus)
    if as_json:
        print(json.dumps({"output": str(output), **figures, "skipped": skipped}))
    elif output != STANDARD_STREAM:
        print(f"laconic: wrote {figures['pairs']:,} pairs to {output}.", file=sys.stderr)
