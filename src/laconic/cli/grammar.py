"""``laconic grammar``: extract, show, describe and convert grammars."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from cyclopts import App, Parameter
from numpy.typing import NDArray

from laconic.cli._arguments import FileName
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, check_output
from laconic.grammar import EMPTY, Grammar
from laconic.grammar.io import read_grammar, write_grammar
from laconic.grammar.kinds import Kind, count_kinds
from laconic.grammar.scfg import Scfg
from laconic.grammar.scfg.search import PhraseQuery, count_transformations, phrase_record
from laconic.grammar.search import RuleQuery, rule_record
from laconic.progress import track

app = App(name="grammar", default_parameter=Parameter(negative="", show_default=False))
app.command(
    "laconic.cli.pivot:pivot",
    help="Learn paraphrases from bitext.",
    help_epilogue="Example: `laconic grammar pivot europarl.en europarl.fr --work work --out paraphrases.txt.gz`",
)

KindName = Literal[
    "clone",
    "same-yield",
    "delete",
    "other",
    "possessive",
    "dative-shift",
    "phrase-move",
    "particle-shift",
    "reduced-relative",
    "partitive",
    "topicalisation",
    "passivisation",
    "light-verb",
]
PHRASE_COSTS = ("phrase", "phrase_inverse")
"""The features by whose sum rules of phrases are ordered: -log p(target | source) and -log p(source | target).

One alone would put rare misspellings first, whose only paraphrase is certain.
"""

_COUNT = "count"

Limits = Annotated[list[str] | None, Parameter(consume_multiple=True)]


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
    """Extract rules from parsed and aligned pairs of sentences.

    Example: `laconic grammar extract train.jsonl --compose --out grammar.txt`

    Args:
        corpus: Pairs in any format that laconic reads.
        more: More corpora.
        out: The grammar to write: text, compressed if the name ends in .gz or .xz, or Parquet if it ends in .parquet.
        aligner: The aligner of words.
        parser: The parser to use.
        parse_cache: A file that stores parses for later runs.
        compose: Add more specific rules, made of neighbouring minimal rules.
        most_rules: The largest number of minimal rules in a specific rule.
        most_variables: Leave out specific rules with more variables.
        least_count: Leave out specific rules seen less often.
        origin: The name under which the rules' counts are kept.
        tokenized: Tokens in the corpus are separated by spaces.
        format_: The corpus's format, if its extension does not show it.
        json_: Print what was done as one JSON object.
    """
    from laconic.catalog import ALIGNERS, PARSERS, make
    from laconic.corpus import Corpus
    from laconic.extract.corpus import Composition, aligned_pairs, extract_grammar
    from laconic.parse.cache import CachedParser

    if json_ and out == STANDARD_STREAM:
        raise UsageError("--json and a grammar cannot both go to standard output: give --out a file name.")
    if min(most_rules, least_count) < 1 or most_variables < 0:
        raise UsageError("--most-rules and --least-count must be at least 1, and --most-variables at least 0.")
    source = Corpus.open(corpus, *more, format=format_)
    check_output(out, *source.paths)
    parse = make(parser, PARSERS, "parser", "parse")
    if parse_cache is not None:
        parse = CachedParser(parse, parse_cache)
    pairs = aligned_pairs(
        track(source, "Parsing"),
        parse,
        make(aligner, ALIGNERS, "aligner", "align"),
        tokenized=tokenized or source.tokenized,
    )
    settings = Composition(most_rules, most_variables, least_count) if compose else None
    found = extract_grammar(track(pairs, "Extracting"), compose=settings, origin=origin)
    write_grammar(found.grammar, out)
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
    kind: KindName | None = None,
    match: str | None = None,
    at_least: Limits = None,
    at_most: Limits = None,
    top: int | None = None,
    json_: bool = False,
) -> None:
    """Print the rules of a grammar, the most frequent or most probable first.

    Tree rules are shown with their counts, rules of phrases with their costs: minus the logarithm of the probability
    of the target given the source, and back.

    Kinds of tree rules are clone, same-yield, delete and other. All rules can be searched for the transformations of
    Ganitkevitch et al. (2011): possessive, dative-shift, phrase-move, particle-shift, reduced-relative, partitive,
    topicalisation, passivisation and light-verb.

    Example: `laconic grammar show paraphrases.txt.gz --kind possessive --top 20`

    Args:
        grammar: A grammar of trees or phrases, in any format that laconic writes, or a PPDB pack; bundled and
            bundled-trees are those that come with laconic.
        more: More grammars, to be merged.
        root: Only rules whose source has this root, or this label.
        target_root: Only tree rules whose target has this root; ε for the empty target.
        word: Only rules with this word on either side.
        origin: Only tree rules with this origin.
        min_count: Only tree rules seen at least N times.
        kind: Only rules of this kind.
        match: Only rules whose text matches this regular expression.
        at_least: Only rules with features such as PPDB2.0Score=3 or more.
        at_most: Only rules with features such as phrase=4 or less.
        top: Show only the first N.
        json_: Print one JSON object per rule.
    """
    if top is not None and top < 1:
        raise UsageError(f"--top must be at least 1, not {top}.")
    if "" in (root, target_root, word):
        raise UsageError("--root, --target-root and --word need a label or word, not an empty text.")
    wanted = _conditions(match, at_least, at_most) | {"word": word, "kind": kind}
    rules = read_grammar(grammar, *more)
    if isinstance(rules, Scfg):
        if target_root is not None or origin is not None or min_count is not None or kind in set(Kind):
            raise UsageError("--target-root, --origin, --min-count and the kinds of tree rules are for tree grammars.")
        places = PhraseQuery(label=root, **wanted).places(rules)
        shown = _show_phrases(rules, places, top, json_)
    else:
        query = RuleQuery(root=root, target_root=target_root, origin=origin, min_count=min_count, **wanted)
        places = query.places(rules)
        shown = _show_trees(rules, places, top, json_)
    if not json_:
        print(f"{shown:,} of {len(places):,} rules found, {len(rules):,} in all", file=sys.stderr)


def _show_trees(rules: Grammar, places: NDArray[np.int64], top: int | None, as_json: bool) -> int:
    ordered = places[np.argsort(-rules.count[places], kind="stable")][:top].tolist()
    width = max([len(_COUNT), *(len(f"{rules.count[place]:g}") for place in ordered)])
    if ordered and not as_json:
        print(f"{_COUNT:>{width}}  rule  [origins]")
    for place in ordered:
        record = rule_record(rules, place)
        if as_json:
            print(json.dumps(record, ensure_ascii=False))
        else:
            origins = ",".join(record["counts"])
            print(f"{record['count']:{width}g}  {record['source']} → {record['target']}  [{origins}]")
    return len(ordered)


def _show_phrases(rules: Scfg, places: NDArray[np.int64], top: int | None, as_json: bool) -> int:
    unknown = np.zeros(len(rules), np.float32)
    there, back = (rules.features.get(name, unknown) for name in PHRASE_COSTS)
    ordered = places[np.argsort((there + back)[places], kind="stable")][:top].tolist()
    if ordered and not as_json:
        print("  cost    back  rule")
    for place in ordered:
        record = phrase_record(rules[place])
        if as_json:
            print(json.dumps(record, ensure_ascii=False))
        else:
            rule = f"[{record['label']}] {record['source']} → {record['target'] or EMPTY}"
            print(f"{there[place]:6.2f}  {back[place]:6.2f}  {rule}")
    return len(ordered)


@app.command
def stats(grammar: FileName, *more: FileName, json_: bool = False) -> None:
    """Count the rules of a grammar by kind and origin.

    clone: both sides are the same; same yield: only the trees differ, not the words or their order; delete: words are
    deleted; other: words are added or reordered.

    Example: `laconic grammar stats grammar.txt pivot.txt.gz`

    Args:
        grammar: A grammar of trees or phrases; bundled and bundled-trees come with laconic.
        more: More grammars, to be merged.
        json_: Print one JSON object.
    """
    rules = read_grammar(grammar, *more)
    table: dict[str, Any] = count_transformations(rules) if isinstance(rules, Scfg) else count_kinds(rules)
    if json_:
        print(json.dumps(table))
    elif isinstance(rules, Scfg):
        for name, count in table.items():
            print(f"{name:24}{count:>12,}")
    else:
        print(f"{'origin':16}{'clone':>10}{'same yield':>12}{'delete':>10}{'other':>10}{'total':>10}")
        for name, row in table.items():
            figures = [row[kind.value] for kind in Kind]
            print(f"{name:16}{figures[0]:>10,}{figures[1]:>12,}{figures[2]:>10,}{figures[3]:>10,}{row['total']:>10,}")


@app.command
def convert(
    grammar: FileName,
    *more: FileName,
    out: FileName,
    origin: str | None = None,
    min_count: float | None = None,
    match: str | None = None,
    at_least: Limits = None,
    at_most: Limits = None,
) -> None:
    """Merge, filter and convert grammars.

    Example: `laconic grammar convert ppdb-2.0-s-all.gz --at-least PPDB2.0Score=3.5 --out ppdb.scfg`

    Args:
        grammar: A grammar of trees or phrases, in any format that laconic writes, or a PPDB pack; bundled and
            bundled-trees are those that come with laconic.
        more: More grammars; counts of equal tree rules are summed.
        out: The grammar to write: text, compressed if the name ends in .gz or .xz; Parquet if it ends in .parquet; for
            grammars of phrases also .scfg, which is small and quick to load.
        origin: Only tree rules with this origin.
        min_count: Only tree rules seen at least N times.
        match: Only rules whose text matches this regular expression.
        at_least: Only rules with features such as PPDB2.0Score=3 or more.
        at_most: Only rules with features such as phrase=4 or less.
    """
    check_output(out, grammar, *more)
    wanted = _conditions(match, at_least, at_most)
    rules = read_grammar(grammar, *more)
    if isinstance(rules, Scfg):
        if origin is not None or min_count is not None:
            raise UsageError("--origin and --min-count are for tree grammars.")
        write_grammar(rules.select(PhraseQuery(**wanted).places(rules)), out)
    else:
        query = RuleQuery(origin=origin, min_count=min_count, **wanted)
        write_grammar(rules.select(query.places(rules)), out)


def _conditions(match: str | None, at_least: list[str] | None, at_most: list[str] | None) -> dict[str, Any]:
    """Return the conditions that grammars of both kinds know, by their names in queries."""
    return {"pattern": match, "at_least": _limits(at_least), "at_most": _limits(at_most)}


def _limits(given: list[str] | None) -> dict[str, float]:
    """Read limits such as ``phrase=4``."""
    limits = {}
    for text in given or []:
        name, _, value = text.rpartition("=")
        try:
            limits[name] = float(value)
        except ValueError:
            limits[name] = math.nan
        if not name or math.isnan(limits[name]):
            raise UsageError(f"{text!r} is not a feature and a number, such as phrase=4.")
    return limits
