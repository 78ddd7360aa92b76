"""``laconic evaluate``: compress a corpus and score the result."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from laconic.cli._arguments import Style, load_in_style
from laconic.errors import DataError, UsageError
from laconic.files import check_output, write_whole

_LENGTHS = {
    "gold": "that of the first reference",
    "average": "in total, that of all first references",
    "free": "chosen by the model",
}


def evaluate(
    corpus: Path,
    *,
    model: str | None = None,
    method: str | None = None,
    style: Style | None = None,
    rate: str = "gold",
    output: Path | None = None,
    parse_cache: Path | None = None,
    tokenized: bool = False,
    allow_code: bool = False,
    json_: Annotated[bool, Parameter(name="--json")] = False,
) -> None:
    """Compress every sentence of a corpus and score the answers against its references.

    Examples:
        laconic evaluate dev.jsonl --model models/joint --rate gold

        laconic evaluate dev.jsonl --method joint --rate 0.7 --output answers.txt --json

    Args:
        corpus: Pairs with references.
        model: A folder written by laconic train.
        method: A method with a bundled model.
        style: The style, for a method that has styles; see laconic compress.
        rate: The length of answers: gold (as long as the first reference), average (all together as long as all
            first references), free (chosen by the model), or a number such as 0.7.
        output: The file for the answers, one per line; JSON lines if the name ends in .jsonl.
        parse_cache: A file that stores parses for later runs.
        tokenized: Tokens in the corpus are separated by spaces.
        allow_code: Allow the model to run code that is not part of laconic; use only with a folder that you trust.
        json_: Print JSON instead of a table.
    """
    from laconic.cli._scores import default_parser, is_json_lines, print_scores
    from laconic.corpus import Corpus
    from laconic.corpus.words import word_splitter
    from laconic.experiment.decoding import compress_pairs, one_line
    from laconic.experiment.scoring import naming, references_of, with_parses
    from laconic.metrics import Version, standard_metrics
    from laconic.metrics import evaluate as score
    from laconic.model import DEFAULT_MODEL
    from laconic.parse.cache import CachedParser

    if model is not None and method is not None:
        raise UsageError("use either --model or --method: a model includes its method.")
    if output is not None:
        check_output(output, corpus, parse_cache)
    loaded = load_in_style(model or method or DEFAULT_MODEL, style, allow_code=allow_code)
    parser = default_parser()
    if parse_cache is not None:
        loaded.parser = CachedParser(loaded.parser, parse_cache)
        parser = CachedParser(parser, parse_cache)
    pairs = list(Corpus.open(corpus))
    if not pairs:
        raise DataError("has no pairs.", path=corpus)
    begun = time.perf_counter()
    answers = [answer for answer, _ in compress_pairs(loaded, pairs, rate, tokenized=tokenized)]
    seconds = (time.perf_counter() - begun) / len(pairs)
    if output is not None:
        as_json = is_json_lines(output)
        with write_whole(output) as stream:
            for answer in answers:
                stream.write((json.dumps(answer.to_dict()) if as_json else one_line(answer, tokenized)) + "\n")
    outputs = [Version(one_line(answer, tokenized), answer.tokens) for answer in answers]
    evaluation = score(
        [answer.source for answer in answers],
        with_parses(outputs, parser),
        references_of(pairs, word_splitter(tokenized), parser),
        naming(parser, standard_metrics("none" if tokenized else "13a")),
    )
    record = evaluation.to_json(seconds_per_sentence=seconds)
    if json_:
        print(json.dumps(record))
    else:
        print_scores(record, length=_LENGTHS.get(rate, f"{rate} of the source"))
