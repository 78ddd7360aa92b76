"""``laconic grammar pivot``: a paraphrase grammar from bitext.

The options come in groups, each a small class that knows how to make its part of the pipeline.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Group, Parameter

from laconic.cli._arguments import FileName
from laconic.errors import UsageError
from laconic.files import STANDARD_STREAM, check_output, make_folder

if TYPE_CHECKING:
    from laconic.align import Aligner
    from laconic.extract.bitext import Cut
    from laconic.extract.engines import DuckDbEngine, SparkEngine
    from laconic.extract.pipeline import AnyExtractor, Foreign
    from laconic.extract.pivot import Cutoffs
    from laconic.parse.base import Parser

Shown = Parameter(show_default=True)
Several = Parameter(consume_multiple=True)

_INPUT, _RULES, _CUTOFFS, _WORK = (
    Group(title, sort_key=place) for place, title in enumerate(("Input", "Rules", "Cut-offs", "Work"), start=1)
)


@Parameter(name="*", group=_INPUT)
@dataclass(frozen=True)
class InputOptions:
    """What is read, and what of it is known already."""

    language: Annotated[list[str] | None, Several] = None
    """The languages of the foreign files, if their names do not show them."""

    trees: Path | None = None
    """Trees of the English lines, if they are parsed already."""

    links: Annotated[list[Path] | None, Several] = None
    """Links in Pharaoh format for each foreign file, English first, if the words are aligned already."""

    aligner: Annotated[str, Shown] = "statistical"
    """The aligner of words; eflomal calls the program of this name."""

    parser: Annotated[str, Shown] = "english"
    """The parser to use."""

    lines: int | None = None
    """Use only the first N lines."""

    longest: Annotated[int, Shown] = 40
    """Leave out English sentences with more than N words."""

    def check(self) -> None:
        """Raise `UsageError` if a number is out of range."""
        if self.longest < 1 or (self.lines is not None and self.lines < 1):
            raise UsageError("--lines and --longest must be at least 1.")

    def sides(self, foreign: Sequence[Path]) -> list[Foreign]:
        """Return the foreign files with their languages and links."""
        from laconic.extract.pipeline import Foreign

        if not foreign:
            raise UsageError("give at least one foreign file.")
        if self.language is not None and len(self.language) != len(foreign):
            raise UsageError(f"{len(foreign)} foreign files need as many languages, not {len(self.language)}.")
        if self.links is not None and len(self.links) != len(foreign):
            raise UsageError(f"{len(foreign)} foreign files need as many files of links, not {len(self.links)}.")
        names = self.language or [_language(path) for path in foreign]
        links: Sequence[Path | None] = self.links or [None] * len(foreign)
        return [Foreign(*side) for side in zip(names, foreign, links, strict=True)]

    def make_parser(self) -> Parser | None:
        """Return the parser; none is needed where there are trees."""
        from laconic.catalog import PARSERS, make

        if self.trees is not None:
            return None
        parser: Parser = make(self.parser, PARSERS, "parser", "parse")
        return parser

    def aligner_factory(self) -> Callable[[], Aligner]:
        """Return what makes an aligner for each language."""
        from laconic.catalog import ALIGNERS, make

        options: dict[str, Any] = {}
        if self.aligner == "statistical":
            options = {"symmetrize": "grow-diag-final-and", "identities": False, "samplers": 1}
        return partial(make, self.aligner, ALIGNERS, "aligner", "align", **options)


@Parameter(name="*", group=_RULES)
@dataclass(frozen=True)
class RuleOptions:
    """Which rules are extracted."""

    kind: Annotated[Literal["samt", "hiero", "ghkm"], Shown] = "samt"
    """Phrases with syntactic labels, phrases with one label, or elementary trees."""

    most_symbols: int | None = None
    """The most words and slots on one side of a phrase rule."""

    most_span: int | None = None
    """The longest phrase, before slots are cut out."""

    constituents: bool = False
    """Use only constituents as labels, not X/Y, Y\\X and X+Y: a tenth of the rules."""

    identities: bool = False
    """Also write rules that change nothing."""

    def extractor(self) -> AnyExtractor:
        """Return what extracts these rules.

        Raises:
            UsageError: an option is not for this kind, or a limit is below 1.
        """
        from laconic.extract.ghkm import TreeExtractor
        from laconic.extract.hiero import HieroExtractor
        from laconic.extract.samt import SyntaxExtractor

        limits = _given(most_symbols=self.most_symbols, most_span=self.most_span)
        if self.kind == "ghkm" and (limits or self.constituents):
            raise UsageError("--most-symbols, --most-span and --constituents are for phrases, not for the kind ghkm.")
        if self.kind == "hiero" and self.constituents:
            raise UsageError("--constituents is for the kind samt.")
        if any(limit < 1 for limit in limits.values()):
            raise UsageError("--most-symbols and --most-span must be at least 1.")
        if self.kind == "ghkm":
            return TreeExtractor()
        if self.kind == "hiero":
            return HieroExtractor(**limits)
        is_complex = not self.constituents
        return SyntaxExtractor(**limits, complex_label=is_complex, complex_slots=is_complex)


@Parameter(name="*", group=_CUTOFFS)
@dataclass(frozen=True)
class CutoffOptions:
    """Which translations are used, and which paraphrases are kept."""

    preset: Literal["ganitkevitch-2011", "cohn-lapata-2013"] | None = None
    """The cut-offs of a paper; the options below change single ones."""

    least_count: int | None = None
    """Use translations seen at least N times."""

    least_translation: float | None = None
    """Use translations more probable than this in both directions."""

    best_translations: int | None = None
    """Use only the N best translations of each pattern."""

    best_back_translations: int | None = None
    """Use only the N best English patterns of each translation."""

    least_paraphrase: float | None = None
    """Keep paraphrases at least this probable."""

    least_share: float | None = None
    """Keep paraphrases with at least this share of the best one's probability."""

    best_paraphrases: int | None = None
    """Keep the N best paraphrases of each pattern."""

    def cutoffs(self) -> Cutoffs:
        """Return the preset's cut-offs with the changes asked for."""
        from laconic.extract.pivot import PRESETS, Cutoffs

        changes = asdict(self)
        preset = changes.pop("preset")
        return replace(PRESETS[preset] if preset else Cutoffs(), **_given(**changes))


@Parameter(name="*", group=_WORK)
@dataclass(frozen=True)
class WorkOptions:
    """How the work is cut up, and what does it."""

    part_lines: Annotated[int, Shown] = 10_000
    """The number of lines processed at once."""

    align_lines: Annotated[int, Shown] = 300_000
    """The number of lines aligned at once."""

    engine: Annotated[Literal["duckdb", "spark"], Shown] = "duckdb"
    """The engine that extracts and joins rules."""

    processes: Annotated[int, Shown] = 1
    """The number of processes of the engine duckdb."""

    memory: Annotated[str, Shown] = "4GB"
    """The memory for its queries, which otherwise use the disk."""

    master: str | None = None
    """The address of the Spark cluster, such as local[2]."""

    def check(self) -> None:
        """Raise `UsageError` if a number is out of range, or an option is not for this engine."""
        if min(self.part_lines, self.align_lines, self.processes) < 1:
            raise UsageError("--part-lines, --align-lines and --processes must be at least 1.")
        if self.master is not None and self.engine != "spark":
            raise UsageError("--master is for the engine spark.")

    def make_engine(self, work: Path) -> DuckDbEngine | SparkEngine:
        """Return the engine; it must be closed."""
        from laconic.extract.engines import DuckDbEngine, SparkEngine

        if self.engine == "spark":
            return SparkEngine(self.master)
        return DuckDbEngine(self.processes, self.memory, work / "scratch")

    def cut(self, options: InputOptions) -> Cut:
        """Return how the bitext is cut into parts."""
        from laconic.extract.bitext import Cut

        return Cut(options.lines, self.part_lines, options.longest)


_READ, _RULE, _LIMIT, _RUN = InputOptions(), RuleOptions(), CutoffOptions(), WorkOptions()


def pivot(
    english: Path,
    *foreign: Path,
    work: Path,
    out: FileName,
    read: InputOptions = _READ,
    rules: RuleOptions = _RULE,
    limits: CutoffOptions = _LIMIT,
    run: WorkOptions = _RUN,
    json_: bool = False,
) -> None:
    """Learn paraphrases: English patterns that share a translation.

    Parses English, aligns words, extracts translation rules, and joins them. Every step keeps its result in the work
    folder: a second run resumes where the first stopped, and repeats only what other input or settings change.

    Example: `laconic grammar pivot europarl.en europarl.fr europarl.de --work work --out paraphrases.txt.gz`

    Args:
        english: English sentences, one per line; compressed files (.gz, .xz) work too.
        foreign: Their translations, in files named after their languages, such as europarl.fr or europarl.fr.xz.
        work: The folder where the steps keep their results.
        out: The grammar to write: Joshua's lines (compressed with .gz or .xz), .parquet, or compact .scfg; a tree
            grammar for the kind ghkm.
        read: What is read, and what of it is known already.
        rules: Which rules are extracted.
        limits: Which translations are used, and which paraphrases are kept.
        run: How the work is cut up, and what does it.
        json_: Print the figures of each step as JSON lines.
    """
    from laconic.extract.pipeline import Pipeline
    from laconic.grammar.io import check_tree_name, write_grammar

    if rules.kind == "ghkm":
        check_tree_name(out)
    read.check()
    run.check()
    check_output(out, english, *foreign, read.trees, *(read.links or ()))
    make_folder(work)
    with closing(run.make_engine(work)) as engine:
        grammar = Pipeline(
            work,
            english,
            read.sides(foreign),
            rules.extractor(),
            limits.cutoffs(),
            engine,
            parser=read.make_parser(),
            aligners=read.aligner_factory(),
            aligner_name=read.aligner,
            cut=run.cut(read),
            trees=read.trees,
            align_lines=run.align_lines,
            report=_print_json if json_ else _print_figures,
        ).run(identities=rules.identities)
    write_grammar(grammar, out)
    if out != STANDARD_STREAM:
        print(f"{len(grammar):,} rules in {out}", file=sys.stderr)


def _given(**options: Any) -> dict[str, Any]:
    """Return the options that have a value."""
    return {name: value for name, value in options.items() if value is not None}


def _language(path: Path) -> str:
    name = path.with_suffix("") if path.suffix in (".gz", ".xz") else path
    language = name.suffix[1:]
    if len(language) != 2 or not language.isalpha():
        raise UsageError(
            f"the name {path.name} does not end in a language such as .fr: name the language, as in --language fr."
        )
    return language


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
