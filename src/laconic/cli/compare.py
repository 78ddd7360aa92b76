"""``laconic compare``: tell whether the outputs of systems differ significantly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from laconic.cli._arguments import FileName
from laconic.cli._scores import (
    Chosen,
    check_equal_lengths,
    decimals,
    default_parser,
    read_outputs,
)
from laconic.corpus import Corpus
from laconic.corpus.words import word_splitter
from laconic.errors import DataError, UsageError
from laconic.experiment.scoring import naming, references_of, with_parses
from laconic.metrics import Batch, Version
from laconic.metrics.significance import SAMPLES, SEED, Comparison, Interval
from laconic.metrics.significance import compare as compare_systems
from laconic.parse.base import Parser
from laconic.progress import track

if TYPE_CHECKING:
    from rich.table import Table

_USUAL = ("compression_rate", "unigram_f1", "bleu", "ter", "sari")
_CHOSEN = Chosen()


def compare(
    corpus: FileName,
    *outputs: FileName,
    baseline: FileName | None = None,
    chosen: Chosen = _CHOSEN,
    samples: int = SAMPLES,
    confidence: float = 0.95,
    seed: int = SEED,
    from_: Annotated[str | None, Parameter(name=["--from", "--format"])] = None,
    tokenized: bool | None = None,
    json_: bool = False,
) -> None:
    """Compare systems with a baseline by paired bootstrap, t-test and sign test.

    P-values are two-sided, and corrected for the number of systems by the method of Holm-Bonferroni.

    Args:
        corpus: The sources and references.
        outputs: One file per system, with one output per line; or the JSON lines of `laconic compress --json`.
        baseline: The file of the system that the others are compared with; by default the first.
        chosen: Which metrics to use, and how; by default compression_rate, unigram_f1, bleu, ter and sari.
        samples: How many resampled corpora the bootstrap draws.
        confidence: The share of samples that confidence intervals cover.
        seed: Where drawing begins.
        from_: The corpus's format, where its extension does not tell.
        tokenized: Tokens are separated by spaces, and kept as they are.
        json_: Print one JSON object.
    """
    if len(outputs) < 2:
        raise UsageError("Name the outputs of two systems or more after the corpus.")
    repeated = next((path for index, path in enumerate(outputs) if path in outputs[:index]), None)
    if repeated is not None:
        raise UsageError(f"{repeated} is named twice.")
    opened = Corpus.open(corpus, format=from_, tokenized=tokenized)
    metrics = chosen.make(_USUAL, tokenized=opened.tokenized)
    parser = default_parser() if any(metric.needs_parse for metric in metrics) else None
    batches = _batches(opened, corpus, outputs, parser)
    comparisons = []
    for metric in track(naming(parser, metrics), "Comparing"):
        systems = {path: metric.statistics(batch) for path, batch in batches.items()}
        comparisons.append(
            compare_systems(metric, systems, baseline=baseline, samples=samples, confidence=confidence, seed=seed)
        )
    if json_:
        settings = {"samples": samples, "confidence": confidence, "seed": seed}
        sentences = len(batches[outputs[0]])
        record = {"sentences": sentences, **settings, "comparisons": [each.to_json() for each in comparisons]}
        print(json.dumps(record))
    else:
        _print(comparisons, confidence)


def _batches(corpus: Corpus, path: str, outputs: tuple[str, ...], parser: Parser | None) -> dict[str, Batch]:
    """Read the corpus and every system's outputs, and parse them if there is a parser."""
    split = word_splitter(corpus.tokenized)
    pairs = list(track(corpus, f"Reading {path}"))
    if not pairs:
        raise DataError("has no pairs.", path=path)
    sources = [Version(pair.source, split(pair.source)) for pair in pairs]
    references = references_of(pairs, split, parser)
    batches = {}
    for output in outputs:
        versions = read_outputs(output, split)
        check_equal_lengths(output, len(versions), path, len(sources))
        batches[output] = Batch(sources, versions if parser is None else with_parses(versions, parser), references)
    return batches


def _print(comparisons: list[Comparison], confidence: float) -> None:
    from rich.console import Console

    console = Console()
    for comparison in comparisons:
        console.print(_table(comparison, confidence))
    note = "boot, t, sign: p-values of bootstrap, t-test and sign test, Holm-corrected; bold below 0.05."
    console.print(note, style="dim", highlight=False)


def _table(comparison: Comparison, confidence: float) -> Table:
    from rich.markup import escape
    from rich.table import Table

    def show(value: float, sign: str = "") -> str:
        return f"{value:{sign}.{min(3, decimals(comparison.metric))}f}"

    def show_interval(interval: Interval) -> str:
        return f"{show(interval.low)}…{show(interval.high)}"

    table = Table(box=None, title=comparison.metric.replace("_", " "), title_justify="left", header_style="dim")
    table.add_column("system", overflow="fold")
    level = f"{confidence:.0%}"
    for heading in ("score", level, "difference", level, "boot", "t", "sign"):
        table.add_column(heading, justify="right", no_wrap=True)
    by_system = {difference.system: difference for difference in comparison.differences}
    for system, score in comparison.scores.items():
        row = [escape(Path(system).name), show(score), show_interval(comparison.intervals[system])]
        if difference := by_system.get(system):
            row += [show(difference.difference, "+"), show_interval(difference.interval)]
            row += [_show_p(outcome.corrected) for outcome in difference.tests.values()]
        table.add_row(*row)
    return table


def _show_p(p: float) -> str:
    shown = f"{p:.3f}" if p >= 0.001 else "<.001"
    return f"[bold]{shown}[/bold]" if p < 0.05 else shown
