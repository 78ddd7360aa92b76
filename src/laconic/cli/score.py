"""``laconic score``: measure outputs in line-aligned text files against their references."""

from __future__ import annotations

import json
import sys
from typing import Annotated

from cyclopts import Parameter

from laconic.cli._arguments import FileName
from laconic.cli._scores import (
    Chosen,
    check_equal_lengths,
    default_parser,
    print_scores,
    read_outputs,
    read_texts,
)
from laconic.corpus.words import word_splitter
from laconic.errors import UsageError
from laconic.experiment.scoring import naming, with_parses
from laconic.files import STANDARD_STREAM
from laconic.metrics import Batch, Metric, Version, evaluate_batch
from laconic.metrics.evaluation import standard_names
from laconic.parse.base import Parser

_PARSED_WITHOUT_ASKING = 2_000
"""Outputs up to which relation F1 is measured unasked: more would turn seconds into minutes."""

_CHOSEN = Chosen()


def score(
    *,
    source: FileName,
    output: FileName,
    reference: Annotated[list[FileName], Parameter(consume_multiple=True)],
    tokenized: bool = False,
    relations: Annotated[bool | None, Parameter(negative="--no-relations")] = None,
    chosen: Chosen = _CHOSEN,
    json_: bool = False,
) -> None:
    """Measure outputs against their sources and references, line by line.

    Rates, F1 and ROUGE are fractions; BLEU, TER, PRÉCIS and SARI go from 0 to 100 (TER can be higher).

    Args:
        source: The source sentences, one per line.
        output: The compressions, one per line; or the JSON lines of `laconic compress --json`.
        reference: One or more files of reference compressions, one per line.
        tokenized: Tokens are separated by spaces, and kept as they are.
        relations: Parse outputs and references and measure relation F1; by default up to 2,000 lines.
        chosen: Which metrics to use, and how.
        json_: Print one JSON object, with the signatures of the metrics.
    """
    if [source, output, *reference].count(STANDARD_STREAM) > 1:
        raise UsageError("only one of the files can be standard input.")
    split = word_splitter(tokenized)
    sources = read_texts(source, split)
    outputs = read_outputs(output, split)
    check_equal_lengths(output, len(outputs), source, len(sources))
    columns = [read_texts(path, split) for path in reference]
    for path, column in zip(reference, columns, strict=True):
        check_equal_lengths(path, len(column), source, len(sources))
    metrics = chosen.make(standard_names(), tokenized=tokenized)
    parser = _parser(metrics, len(outputs), asked=relations)
    batch = compose(sources, outputs, columns, parser)
    record = evaluate_batch(batch, naming(parser, metrics)).to_json()
    print(json.dumps(record)) if json_ else print_scores(record)


def compose(
    sources: list[Version], outputs: list[Version], columns: list[list[Version]], parser: Parser | None
) -> Batch:
    """Put the columns together, with parses of outputs and references if there is a parser."""
    if parser is not None:
        outputs = with_parses(outputs, parser)
        columns = [with_parses(column, parser) for column in columns]
    return Batch(sources, outputs, list(zip(*columns, strict=True)))


def _parser(metrics: list[Metric], count: int, *, asked: bool | None) -> Parser | None:
    """Return the parser if a metric needs it, and it was asked for or the outputs are few."""
    if asked is False or not any(metric.needs_parse for metric in metrics):
        return None
    if asked is None and count > _PARSED_WITHOUT_ASKING:
        print(
            f"laconic: relation F1 is left out for {count:,} outputs, because it takes a long time; "
            "add --relations to compute it.",
            file=sys.stderr,
        )
        return None
    return default_parser()
