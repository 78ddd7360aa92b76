"""``laconic grammar``: extract, look at, describe and convert grammars."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from cyclopts import App, Parameter

from laconic.cli.arguments import FileName
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM
from laconic.grammar import Grammar
from laconic.grammar.kinds import Kind, count_kinds
from laconic.grammar.parquet import EXTENSION, read_parquet, write_parquet
from laconic.grammar.search import RuleQuery, rule_record
from laconic.progress import track

app = App(name="grammar", default_parameter=Parameter(negative="", show_default=False))


@app.command
def extract(
    corpus: FileName,
    *more: FileName,
    out: FileName,
    aligner: Annotated[str, Parameter(show_default=True)] = "edit",
    parser: Annotated[str, Parameter(show_default=True)] = "english",
    parse_cache: Path | None = None,
    compose: bool = False,
    most_rules: Annotated[int, Parameter(show_default=True)] = 2,
    most_variables: Annotated[int, Parameter(show_default=True)] = 3,
    least_count: Annotated[int, Parameter(show_default=True)] = 2,
    origin: Annotated[str, Parameter(show_default=True)] = "extract",
    tokenized: bool = False,
    format_: Annotated[str | None, Parameter(name="--format")] = None,
    json_: bool = False,
) -> None:
    """Learn rules from pairs of sentences: parse, align the words, align the constituents, cut.

    Example: `laconic grammar extract train.jsonl --compose --out grammar.txt`

    Args:
        corpus: Pairs in any format that laconic reads.
        more: More of them.
        out: The grammar to write: text, packed if the name ends with .gz or .xz; or Parquet if with .parquet.
        aligner: How words are aligned.
        parser: Which parser to use.
        parse_cache: A file that remembers parses, so that a second run need not parse again.
        compose: Add specific rules, made of neighbouring minimal ones.
        most_rules: How many minimal rules a specific one may be made of.
        most_variables: Leave out specific rules with more variables.
        least_count: Leave out specific rules seen less often.
        origin: The name under which the rules' counts are kept.
        tokenized: Tokens in the corpus are separated by spaces.
        format_: The corpus's format, where its extension does not tell.
        json_: Print what was done as one JSON object.
    """
    from laconic.catalog import ALIGNERS, PARSERS, resolve
    from laconic.corpus import Corpus
    from laconic.extract.corpus import Composition, aligned_pairs, extract_grammar
    from laconic.parse.cache import CachedParser

    if json_ and out == STANDARD_STREAM:
        raise UsageError("--json and a grammar cannot both go to standard output; give --out a file name.")
    if min(most_rules, least_count) < 1 or most_variables < 0:
        raise UsageError("--most-rules and --least-count are at least 1, and --most-variables at least 0.")
    parse = resolve(parser, PARSERS, "parser")()
    if parse_cache is not None:
        parse = CachedParser(parse, parse_cache)
    source = Corpus.open(corpus, *more, format=format_)
    pairs = aligned_pairs(
        track(source, "Parsing"),
        parse,
        resolve(aligner, ALIGNERS, "aligner")(),
        tokenized=tokenized or source.tokenized,
    )
    settings = Composition(most_rules, most_variables, least_count) if compose else None
    found = extract_grammar(track(pairs, "Extracting"), compose=settings, origin=origin)
    _write(found.grammar, out)
    if json_:
        print(json.dumps({"rules": len(found.grammar), "pairs": found.pairs, "unusable": found.unusable}))
        return
    print(f"{len(found.grammar):,} rules from {found.pairs:,} pairs", file=sys.stderr)
    for reason, count in found.unusable.items():
        print(f"{count:,} pairs not used: {reason}", file=sys.stderr)


@app.command
def show(
    grammar: FileName,
    *more: FileName,
    root: str | None = None,
    target_root: str | None = None,
    word: str | None = None,
    origin: str | None = None,
    min_count: float | None = None,
    kind: Literal["clone", "same-yield", "delete", "other"] | None = None,
    match: str | None = None,
    top: int | None = None,
    json_: bool = False,
) -> None:
    """Print rules, the most frequent first: count, source, target, origin.

    Example: `laconic grammar show grammar.txt --root NP --kind delete --min-count 5 --top 20`

    Args:
        grammar: A grammar, in text or Parquet.
        more: More grammars, to be merged.
        root: Only rules whose source has this root.
        target_root: Only rules whose target has this root; ε for the empty target.
        word: Only rules with this word on either side.
        origin: Only rules from there.
        min_count: Only rules seen at least so often.
        kind: Only rules of this kind.
        match: Only rules whose text matches this regular expression.
        top: Only so many.
        json_: Print one JSON object a rule.
    """
    rules = _read(grammar, *more)
    query = RuleQuery(root, target_root, word, origin, min_count, None if kind is None else Kind(kind), match)
    places = query.places(rules)
    ordered = places[np.argsort(-rules.count[places], kind="stable")][:top].tolist()
    width = max((len(f"{rules.count[place]:g}") for place in ordered), default=0)
    for place in ordered:
        record = rule_record(rules, place)
        if json_:
            print(json.dumps(record, ensure_ascii=False))
        else:
            origins = ",".join(record["counts"])
            print(f"{record['count']:{width}g}  {record['source']} → {record['target']}  [{origins}]")
    if not json_:
        print(f"{len(ordered):,} of {len(places):,} rules found, {len(rules):,} in all", file=sys.stderr)


@app.command
def stats(grammar: FileName, *more: FileName, json_: bool = False) -> None:
    """Print how many rules copy, restructure, delete and paraphrase, by origin.

    clone: both sides are the same; same yield: the trees differ, the words and their order do not; delete: something
    is left out; other: words are new, or the order is.

    Example: `laconic grammar stats grammar.txt pivot.txt.gz`

    Args:
        grammar: A grammar, in text or Parquet.
        more: More grammars, to be merged.
        json_: Print one JSON object.
    """
    rules = _read(grammar, *more)
    table = count_kinds(rules)
    if json_:
        print(json.dumps(table))
        return
    print(f"{'origin':16}{'clone':>10}{'same yield':>12}{'delete':>10}{'other':>10}{'total':>10}")
    for name, row in table.items():
        figures = [row[kind.value] for kind in Kind]
        print(f"{name:16}{figures[0]:>10,}{figures[1]:>12,}{figures[2]:>10,}{figures[3]:>10,}{row['total']:>10,}")


@app.command
def convert(
    grammar: FileName, *more: FileName, out: FileName, origin: str | None = None, min_count: float | None = None
) -> None:
    """Merge grammars and write them anew: as text, packed text, or Parquet.

    Example: `laconic grammar convert extract.txt pivot.txt.gz --min-count 2 --out both.parquet`

    Args:
        grammar: A grammar, in text or Parquet.
        more: More grammars; counts of equal rules are summed.
        out: The grammar to write: text, packed if the name ends with .gz or .xz; or Parquet if with .parquet.
        origin: Only rules from there.
        min_count: Only rules seen at least so often.
    """
    rules = _read(grammar, *more)
    _write(rules.select(RuleQuery(origin=origin, min_count=min_count).places(rules)), out)


def _read(*paths: str) -> Grammar:
    return Grammar.merge([read_parquet(path) if path.endswith(EXTENSION) else Grammar.read(path) for path in paths])


def _write(grammar: Grammar, path: str) -> None:
    if path.endswith(EXTENSION):
        write_parquet(grammar, path)
    else:
        grammar.write(path)
