"""``laconic compare``: test whether the outputs of systems differ significantly."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from laconic.cli._arguments import FileName
from laconic.cli._console import table_console
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
from laconic.metrics.rate import CompressionRate
from laconic.metrics.significance import SAMPLES, SEED, Comparison, Interval
from laconic.metrics.significance import compare as compare_systems
from laconic.metrics.tied import TiedPair, compare_tied
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
    tied_rate: float | None = None,
    from_: Annotated[str | None, Parameter(name=["--from", "--format"])] = None,
    tokenized: bool | None = None,
    json_: bool = False,
) -> None:
    """Compare systems with a baseline by paired bootstrap, t-test and sign test.

    P-values are two-sided, and corrected for the number of systems by the method of Holm-Bonferroni.

    Args:
        corpus: The sources and references.
        outputs: One file per system, with one output per line; or the JSON lines of `laconic compress --json`.
        baseline: The system that the others are compared with; by default the first.
        chosen: Which metrics to use, and how; by default compression_rate, unigram_f1, bleu, ter and sari.
        samples: The number of resampled corpora that the bootstrap draws.
        confidence: The share of samples that confidence intervals cover.
        seed: The seed of the random samples.
        tied_rate: Also compare each system with the baseline on the sentences where their compression rates differ by
            less than this, such as 0.05, by the sign test.
        from_: The corpus's format, if its extension does not show it.
        tokenized: Tokens are separated by spaces, and kept as they are.
        json_: Print one JSON object.
    """
    if len(outputs) < 2:
        raise UsageError("name the outputs of at least two systems after the corpus.")
    repeated = next((path for index, path in enumerate(outputs) if path in outputs[:index]), None)
    if repeated is not None:
        raise UsageError(f"{repeated} is named twice.")
    opened = Corpus.open(corpus, format=from_, tokenized=tokenized)
    metrics = chosen.make(_USUAL, tokenized=opened.tokenized)
    parser = default_parser() if any(metric.needs_parse for metric in metrics) else None
    batches = _batches(opened, corpus, outputs, parser)
    first = baseline or outputs[0]
    pairs = [(first, path) for path in outputs if path != first]
    rate = CompressionRate()
    rates = {path: rate.sentence_values(batch) for path, batch in batches.items()}
    comparisons, at_tied_rates = [], []
    for metric in track(naming(parser, metrics), "Comparing"):
        systems = {path: metric.statistics(batch) for path, batch in batches.items()}
        comparisons.append(
            compare_systems(metric, systems, baseline=baseline, samples=samples, confidence=confidence, seed=seed)
        )
        if tied_rate is not None and metric.name != rate.name:
            at_tied_rates += compare_tied(metric, systems, rates, pairs, tied_rate)
    if json_:
        settings = {"samples": samples, "confidence": confidence, "seed": seed}
        sentences = len(batches[outputs[0]])
        record = {"sentences": sentences, **settings, "comparisons": [each.to_json() for each in comparisons]}
        if tied_rate is not None:
            record |= {"tied_rate": tied_rate, "tied": [asdict(each) for each in at_tied_rates]}
        print(json.dumps(record))
    else:
        _print(comparisons, confidence)
        if tied_rate is not None:
            _print_tied(at_tied_rates, tied_rate)


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
    console = table_console()
    for comparison in comparisons:
        console.print(_table(comparison, confidence))
    note = "boot, t, sign: p-values of bootstrap, t-test and sign test, Holm-corrected; a star and bold below 0.05."
    console.print(note, style="dim", highlight=False)


def _print_tied(pairs: list[TiedPair], tolerance: float) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, title="at tied rates", title_justify="left", header_style="dim", pad_edge=False)
    table.add_column("system", overflow="fold")
    for heading in ("metric", "lines", "rates", "scores", "higher", "lower", "sign"):
        table.add_column(heading, justify="right", no_wrap=True)
    for pair in pairs:
        rates = "–" if pair.rates is None else "{1:.2f} / {0:.2f}".format(*pair.rates)
        scores = "–"
        if pair.scores is not None:
            places = min(3, decimals(pair.metric))
            scores = f"{pair.scores[1]:.{places}f} / {pair.scores[0]:.{places}f}"
        row = [escape(Path(pair.second).name), pair.metric.replace("_", " "), str(pair.sentences), rates, scores]
        table.add_row(*row, str(pair.higher), str(pair.lower), _show_p(pair.corrected))
    console = table_console()
    console.print(table)
    note = (
        f"Lines where the rates of the system and of the baseline differ by less than {tolerance:g}; the system's "
        "figures come first. higher, lower: the number of lines on which it scores higher or lower; sign: p-value of "
        "the sign test, Holm-corrected."
    )
    console.print(note, style="dim", highlight=False)


def _table(comparison: Comparison, confidence: float) -> Table:
    from rich.markup import escape
    from rich.table import Table

    def show(value: float, sign: str = "") -> str:
        return f"{value:{sign}.{min(3, decimals(comparison.metric))}f}"

    def show_interval(interval: Interval) -> str:
        return f"{show(interval.low)}…{show(interval.high)}"

    title = comparison.metric.replace("_", " ")
    table = Table(box=None, title=title, title_justify="left", header_style="dim", pad_edge=False)
    table.add_column("system", overflow="fold")
    level = f"{confidence:.0%}"
    for heading in ("score", level, "diff.", level, "boot", "t", "sign"):
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
    return f"[bold]{shown}*[/bold]" if p < 0.05 else f"{shown} "
