"""``laconic grammar pivot``: a paraphrase grammar from bitext."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from laconic.cli._arguments import FileName
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, check_writable, make_folder

Shown = Parameter(show_default=True)


def pivot(
    english: Path,
    *foreign: Path,
    work: Path,
    out: FileName,
    kind: Annotated[Literal["samt", "hiero", "ghkm"], Shown] = "samt",
    language: Annotated[list[str] | None, Parameter(consume_multiple=True)] = None,
    trees: Path | None = None,
    links: Annotated[list[Path] | None, Parameter(consume_multiple=True)] = None,
    aligner: Annotated[str, Shown] = "statistical",
    parser: Annotated[str, Shown] = "english",
    preset: Annotated[Literal["ganitkevitch-2011", "cohn-lapata-2013"] | None, Parameter()] = None,
    least_count: int | None = None,
    least_translation: float | None = None,
    best_translations: int | None = None,
    least_paraphrase: float | None = None,
    least_share: float | None = None,
    best_paraphrases: int | None = None,
    most_symbols: int | None = None,
    most_span: int | None = None,
    constituents: bool = False,
    identities: bool = False,
    lines: int | None = None,
    longest: Annotated[int, Shown] = 40,
    part_lines: Annotated[int, Shown] = 10_000,
    align_lines: Annotated[int, Shown] = 300_000,
    engine: Annotated[Literal["duckdb", "spark"], Shown] = "duckdb",
    processes: Annotated[int, Shown] = 1,
    memory: Annotated[str, Shown] = "4GB",
    master: str | None = None,
    json_: bool = False,
) -> None:
    """Learn paraphrases: English patterns that have one translation in common.

    Parses English, aligns words, extracts translation rules, and joins them. Every step keeps its result in the work
    folder: a second run goes on where the first stopped, and does anew only what other input or settings change.

    Example: `laconic grammar pivot europarl.en europarl.fr europarl.de --work work --out paraphrases.txt.gz`

    Args:
        english: English sentences, one a line; packed files (.gz, .xz) are read, too.
        foreign: The same in other languages, named by their extensions, such as europarl.fr or europarl.fr.xz.
        work: The folder where the steps keep their results.
        out: The grammar to write: Joshua's lines (packed with .gz or .xz), .parquet, or compact .scfg; a tree grammar
            for the kind ghkm.
        kind: Phrases with syntactic labels, phrases with one label, or elementary trees.
        language: The languages of the foreign files, where their names do not tell.
        trees: Trees of the English lines, if they are parsed already.
        links: Links in Pharaoh format for each foreign file, English first, if the words are aligned already.
        aligner: How words are aligned; eflomal calls the program of this name.
        parser: Which parser to use.
        preset: The cut-offs of a paper; the options below change single ones.
        least_count: Use translations seen at least so often.
        least_translation: Use translations more probable than this in both directions.
        best_translations: Use only so many translations of each pattern.
        least_paraphrase: Keep paraphrases at least so probable.
        least_share: Keep paraphrases at least so probable for each unit of the best one's probability.
        best_paraphrases: Keep so many paraphrases of a pattern.
        most_symbols: The most words and slots on one side of a phrase rule.
        most_span: The longest phrase, before slots are cut out.
        constituents: Use only constituents as labels, not X/Y, X\\Y and X+Y: a tenth of the rules.
        identities: Write rules that change nothing, too.
        lines: Use only the first lines.
        longest: Leave out longer English sentences.
        part_lines: How many lines are worked on at once.
        align_lines: How many lines are aligned at once.
        engine: What extracts and joins.
        processes: How many processes the engine duckdb uses.
        memory: How much memory its queries may take; beyond it they use the disk.
        master: The address of the Spark cluster, such as local[2].
        json_: Print the figures of each step as JSON lines.
    """
    from laconic.extract.bitext import Cut
    from laconic.extract.pipeline import Pipeline
    from laconic.grammar.io import check_tree_name, write_grammar

    if kind == "ghkm":
        check_tree_name(out)
    if min(longest, part_lines, align_lines, processes) < 1 or (lines is not None and lines < 1):
        raise UsageError("numbers of lines, words and processes are at least 1.")
    wanted = {
        "least_count": least_count,
        "least_translation": least_translation,
        "best_translations": best_translations,
        "least_paraphrase": least_paraphrase,
        "least_share": least_share,
        "best_paraphrases": best_paraphrases,
    }
    check_writable(out)
    make_folder(work)
    runner = _engine(engine, processes, memory, master, work)
    try:
        pipeline = Pipeline(
            work,
            english,
            _sides(foreign, language, links),
            _extractor(kind, most_symbols, most_span, constituents),
            _cutoffs(preset, wanted),
            runner,
            parser=None if trees is not None else _parser(parser),
            aligners=_aligner(aligner),
            aligner_name=aligner,
            cut=Cut(lines, part_lines, longest),
            trees=trees,
            align_lines=align_lines,
            report=_print_json if json_ else _print_figures,
        )
        grammar = pipeline.run(identities=identities)
    finally:
        runner.close()
    write_grammar(grammar, out)
    if out != STANDARD_STREAM:
        print(f"{len(grammar):,} rules in {out}", file=sys.stderr)


def _sides(foreign: Sequence[Path], languages: Sequence[str] | None, links: Sequence[Path] | None) -> list[Any]:
    from laconic.extract.pipeline import Foreign

    if not foreign:
        raise UsageError("give at least one foreign file.")
    if languages is not None and len(languages) != len(foreign):
        raise UsageError(f"{len(foreign)} foreign files need as many languages, not {len(languages)}.")
    if links is not None and len(links) != len(foreign):
        raise UsageError(f"{len(foreign)} foreign files need as many files of links, not {len(links)}.")
    names = languages or [_language(path) for path in foreign]
    given: Sequence[Path | None] = links or [None] * len(foreign)
    return [Foreign(name, path, link) for name, path, link in zip(names, foreign, given, strict=True)]


def _language(path: Path) -> str:
    name = path.with_suffix("") if path.suffix in (".gz", ".xz") else path
    language = name.suffix[1:]
    if len(language) != 2 or not language.isalpha():
        raise UsageError(f"the name {path.name} does not end with a language such as .fr; say it with --language fr.")
    return language


def _extractor(kind: str, most_symbols: int | None, most_span: int | None, constituents: bool) -> Any:
    from laconic.extract.ghkm import TreeExtractor
    from laconic.extract.hiero import HieroExtractor
    from laconic.extract.samt import SyntaxExtractor

    if kind == "ghkm":
        if most_symbols is not None or most_span is not None or constituents:
            raise UsageError("--most-symbols, --most-span and --constituents are for phrases, not for the kind ghkm.")
        return TreeExtractor()
    limits = {"most_symbols": most_symbols, "most_span": most_span}
    given: dict[str, Any] = {name: value for name, value in limits.items() if value is not None}
    if any(value < 1 for value in given.values()):
        raise UsageError("--most-symbols and --most-span are at least 1.")
    if kind == "hiero":
        if constituents:
            raise UsageError("--constituents is for the kind samt.")
        return replace(HieroExtractor(), **given)
    return replace(SyntaxExtractor(complex_label=not constituents, complex_slots=not constituents), **given)


def _cutoffs(preset: str | None, wanted: Mapping[str, float | None]) -> Any:
    from laconic.extract.pivot import PRESETS, Cutoffs

    given: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
    return replace(PRESETS[preset] if preset else Cutoffs(), **given)


def _engine(name: str, processes: int, memory: str, master: str | None, work: Path) -> Any:
    from laconic.extract.engines import DuckDbEngine, SparkEngine

    if name == "spark":
        return SparkEngine(master)
    if master is not None:
        raise UsageError("--master is for the engine spark.")
    return DuckDbEngine(processes, memory, work / "scratch")


def _parser(name: str) -> Any:
    from laconic.catalog import PARSERS, resolve

    return resolve(name, PARSERS, "parser")()


def _aligner(name: str) -> Callable[[], Any]:
    from laconic.catalog import ALIGNERS, resolve

    made = resolve(name, ALIGNERS, "aligner")
    if name == "statistical":
        return partial(made, symmetrize="grow-diag-final-and", identities=False, samplers=1)
    return partial(made)


def _print_figures(step: str, figures: Mapping[str, Any]) -> None:
    apart = ("seconds", "cpu_seconds", "resumed", "unusable")
    known = {name: value for name, value in figures.items() if name not in apart}
    pieces = [f"{value:,} {name}" if isinstance(value, int) else f"{name} {value}" for name, value in known.items()]
    time = "done before" if figures["resumed"] else f"{figures['seconds']:g} s"
    print(f"{step:24} {time:>12}  {', '.join(pieces)}", file=sys.stderr)
    for reason, count in figures.get("unusable", {}).items():
        print(f"{count:,} pairs not used: {reason}", file=sys.stderr)


def _print_json(step: str, figures: Mapping[str, Any]) -> None:
    print(json.dumps({"step": step, **figures}, ensure_ascii=False), flush=True)
