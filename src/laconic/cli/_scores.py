"""What the commands that score share: reading outputs, choosing metrics, parsing, printing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import isabstract
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from laconic.catalog import METRICS, PARSERS, make, resolve
from laconic.cli._console import table_console
from laconic.corpus.format import EXTENSIONS, extension
from laconic.corpus.words import SplitWords
from laconic.errors import DataError, UsageError, counted
from laconic.files import read_lines, read_raw_lines
from laconic.metrics import Metric, Version
from laconic.metrics.bleu import Tokenization
from laconic.metrics.evaluation import make_metric
from laconic.parse.base import Parser
from laconic.progress import track

_NOT_SCORES = frozenset({"sentences", "seconds_per_sentence", "details", "signatures"})


@Parameter(name="*")
@dataclass(frozen=True)
class Chosen:
    """Which metrics to use, and how."""

    metrics: Annotated[tuple[str, ...], Parameter(name=["--metrics", "--metric"])] = ()
    """Metrics to use, separated by commas; name your own as `my_module:MyMetric`."""

    precis_rate: float = 0.5
    """φ of PRÉCIS: the rate up to which there is no penalty."""

    precis_penalty: float = 10.0
    """λ of PRÉCIS: how severely longer outputs are penalised."""

    def make(self, usual: Iterable[str], *, tokenized: bool) -> list[Metric]:
        """Return the metrics chosen, or else the usual ones."""
        names = [name for part in self.metrics for name in part.split(",") if name] or list(usual)
        options = {"precis": {"rate": self.precis_rate, "penalty": self.precis_penalty}}
        tokenize: Tokenization = "none" if tokenized else "13a"
        return [_make(name, tokenize, **options.get(name, {})) for name in dict.fromkeys(names)]


def _make(name: str, tokenize: Tokenization, **options: Any) -> Metric:
    found = resolve(name, METRICS, "metric")
    if isinstance(found, type) and issubclass(found, Metric) and not isabstract(found):
        return make_metric(found, tokenize, **options)
    if isinstance(found, Metric):
        return found
    raise UsageError(f"{name} is not a metric: it must derive from laconic.metrics.Metric.")


def read_texts(path: str, split: SplitWords, *, blank_allowed: bool = False) -> list[Version]:
    """Read one version of a sentence per line.

    Raises:
        DataError: the file cannot be read or is empty, or a line is blank where words are needed.
    """
    versions = []
    for number, line in track(read_lines(path), f"Reading {path}"):
        words = split(line)
        if not words and not blank_allowed:
            raise DataError("the line is blank: every sentence needs words here.", path=path, line=number)
        versions.append(Version(line, words))
    if not versions:
        raise DataError("is empty: there must be one sentence per line.", path=path)
    return versions


def read_outputs(path: str, split: SplitWords) -> list[Version]:
    """Read a system's outputs: a text of one per line, where a blank line is an empty output, or JSON lines.

    Raises:
        DataError: the file cannot be read or is empty, or a line is not what ``laconic compress --json`` prints.
    """
    if not is_json_lines(path):
        return read_texts(path, split, blank_allowed=True)
    versions = list(_read_compressions(path, split))
    if not versions:
        raise DataError("is empty: there must be one output per line.", path=path)
    return versions


def is_json_lines(path: str | Path) -> bool:
    """Return whether a file of outputs holds JSON lines, by its name; all others hold plain text."""
    return EXTENSIONS.get(extension(path)) == "jsonl"


def _read_compressions(path: str, split: SplitWords) -> Iterator[Version]:
    from laconic.corpus.jsonl import parse_json

    for number, raw in track(read_raw_lines(path), f"Reading {path}"):
        try:
            record = parse_json(raw)
        except DataError as problem:
            raise problem.at(path, number) from None
        text = record.get("text") if isinstance(record, dict) else None
        if not isinstance(text, str):
            raise DataError('an output must be a JSON object with a "text".', path=path, line=number)
        tokens = record.get("tokens")
        told = isinstance(tokens, list) and all(isinstance(token, str) for token in tokens)
        yield Version(text, tokens if told else split(text))


def check_equal_lengths(path: str, count: int, other: str, other_count: int) -> None:
    """Raise `DataError` if two files that belong together line by line differ in length."""
    if count != other_count:
        problem = (
            f"has {counted(count, 'sentence')}, but {other} has {other_count:,}: "
            "line k of one must correspond to line k of the other."
        )
        raise DataError(problem, path=path)


def default_parser() -> Parser:
    """Return the bundled parser."""
    parser: Parser = make("english", PARSERS, "parser", "parse")
    return parser


def print_scores(record: Mapping[str, Any], *, length: str | None = None) -> None:
    """Print the JSON record of an evaluation as a table for people, with the requested length."""
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    table.add_column("metric")
    table.add_column("score", justify="right")
    table.add_column("in detail", style="dim")
    table.add_row("sentences", f"{record['sentences']:,}", "")
    if length is not None:
        table.add_row("length", "", length)
    for name, value in record.items():
        if name not in _NOT_SCORES:
            parts = record["details"].get(name, {})
            detail = ", ".join(f"{part.replace('_', ' ')} {number:.4g}" for part, number in parts.items())
            table.add_row(_label(name), _show(name, value), detail)
    if record["seconds_per_sentence"] is not None:
        table.add_row("seconds per sentence", f"{record['seconds_per_sentence']:.4f}", "")
    table_console().print(table)


def decimals(name: str) -> int:
    """Return how many digits of a metric's score are meaningful: fewer on a scale to 100."""
    return 2 if name in METRICS and resolve(name, METRICS, "metric").scale == 100 else 4


def _label(name: str) -> str:
    unit = resolve(name, METRICS, "metric").unit if name in METRICS else ""
    return name.replace("_", " ") + (f" ({unit})" if unit else "")


def _show(name: str, value: float | None) -> str:
    return "–" if value is None else f"{value:.{decimals(name)}f}"
