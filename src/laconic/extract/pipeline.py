"""From bitext to a paraphrase grammar: parse, tokenise, align, extract, pivot; every step resumes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from laconic.align import Aligner
from laconic.errors import UsageError
from laconic.extract import bitext
from laconic.extract.engines import Engine, count_rows, read_rows
from laconic.extract.ghkm import TreeExtractor
from laconic.extract.hiero import HieroExtractor
from laconic.extract.paraphrases import phrase_grammar, tree_grammar
from laconic.extract.pivot import SUM_LINKS, SUM_PARTS, Cutoffs, pivot
from laconic.extract.samt import SyntaxExtractor
from laconic.extract.steps import Step, checksum, part_file
from laconic.extract.translation import word_links, word_table
from laconic.grammar.grammar import Grammar
from laconic.grammar.parquet import EXTENSION as PARQUET
from laconic.grammar.parquet import write_table
from laconic.grammar.scfg import Scfg
from laconic.parse.base import Parser
from laconic.progress import track

AnyExtractor = TreeExtractor | HieroExtractor | SyntaxExtractor

_VERSION = 1  # changes whenever a step would give another result for the same input

_ROWS_AT_ONCE = 20_000_000
"""How many rules are added up at once: sorting more than fit into memory takes many times their space on disk."""


@dataclass(frozen=True)
class Foreign:
    """The other side of a bitext: line k says what line k of the English side says.

    Attributes:
        language: two letters, such as ``fr``.
        text: a file of sentences.
        links: a file of links in Pharaoh format, English positions first, if the words are aligned already.
    """

    language: str
    text: Path
    links: Path | None = None


@dataclass
class Pipeline:
    """Builds a paraphrase grammar; `run` does all steps, each of which is skipped where its result is still good.

    Attributes:
        work: the folder where the steps keep their results.
        english: the file of English sentences.
        foreign: its translations.
        extractor: which rules are extracted.
        cutoffs: which are used and kept.
        engine: what extracts and joins.
        parser: parses English; not needed where there are trees.
        aligners: makes the aligner of a language.
        aligner_name: identifies the aligner in fingerprints.
        cut: how the bitext is cut.
        trees: a file of the English sentences' trees, if they are parsed already.
        align_lines: how many lines are aligned at once.
        report: called with the figures of each step.
    """

    work: Path
    english: Path
    foreign: Sequence[Foreign]
    extractor: AnyExtractor
    cutoffs: Cutoffs
    engine: Engine
    parser: Parser | None = None
    aligners: Callable[[], Aligner] | None = None
    aligner_name: str = ""
    cut: bitext.Cut = field(default_factory=bitext.Cut)
    trees: Path | None = None
    align_lines: int = 300_000
    report: Callable[[str, Mapping[str, Any]], None] = lambda step, figures: None

    def run(self, *, identities: bool = False) -> Scfg | Grammar:
        """Return the paraphrase grammar: a tree grammar if elementary trees are extracted, else one of phrases."""
        if len({side.language for side in self.foreign}) < len(self.foreign) or not self.foreign:
            raise UsageError("give at least one foreign file, and only one per language.")
        english = self._english()
        translations = {side.language: self._translations(english, side) for side in self.foreign}
        step = Step(
            self.work,
            f"paraphrases.{self.extractor.kind}",
            {
                "translations": {language: made.fingerprint for language, made in translations.items()},
                "cutoffs": dataclasses.asdict(self.cutoffs),
                "version": _VERSION,
            },
        )
        out = step.file(f"paraphrases{PARQUET}")

        def work() -> dict[str, Any]:
            tables = {language: _rule_files(made, made.figures["slices"]) for language, made in translations.items()}
            pivot(self.engine, tables, self.cutoffs, out)
            return {"paraphrases": count_rows(out)}

        self._run(step, work)
        table = read_rows(out)
        if isinstance(self.extractor, TreeExtractor):
            return tree_grammar(table, identities=identities)
        return phrase_grammar(table, identities=identities)

    @property
    def _lower(self) -> bool:
        """Phrases are in lower case, as in the PPDB; trees keep the capitals of names."""
        return not isinstance(self.extractor, TreeExtractor)

    def _english(self) -> Step:
        depends: dict[str, Any] = {
            "text": checksum(self.english),
            "cut": dataclasses.asdict(self.cut),
            "lower": self._lower,
            "version": _VERSION,
        }
        if self.trees is not None:
            depends["trees"] = checksum(self.trees)
        elif self.parser is not None:
            depends["parser"] = self.parser.fingerprint
        else:
            raise UsageError("English needs a parser, or trees.")
        step = Step(self.work, f"english.{'lower' if self._lower else 'names'}", depends)

        def work() -> dict[str, Any]:
            if self.trees is not None:
                return bitext.import_trees(step, self.english, self.trees, self.cut, lower=self._lower)
            assert self.parser is not None
            return bitext.parse_english(step, self.english, self.cut, self.parser, lower=self._lower)

        self._run(step, work)
        return step

    def _translations(self, english: Step, side: Foreign) -> Step:
        """Return the step that holds the counted translation rules of one language."""
        parts = english.figures["parts"]
        words = self._words(side, english)
        links = self._links(english, words, side, parts)
        paths = (english.folder, words.folder, links.folder)
        table = Step(
            self.work,
            f"{side.language}.lexicon.{english.name.partition('.')[2]}",
            {"links": links.fingerprint, "english": english.fingerprint, "version": _VERSION},
        )
        lexicon = table.file(f"lexicon{PARQUET}")
        count_links = partial(_count_part, paths, table.folder)
        self._run(table, lambda: self._sum_links(table, count_links, parts, lexicon))
        rules = Step(
            self.work,
            f"{side.language}.{self.extractor.kind}",
            {
                "lexicon": table.fingerprint,
                "extractor": dataclasses.asdict(self.extractor),
                "rows_at_once": _ROWS_AT_ONCE,
                "version": _VERSION,
            },
        )
        count_rules = partial(_extract_part, paths, rules.folder, lexicon, self.extractor)
        self._run(rules, lambda: self._sum_rules(rules, count_rules, parts))
        return rules

    def _words(self, side: Foreign, english: Step) -> Step:
        # How long English sentences may be decides nothing here.
        cut = dataclasses.asdict(self.cut) | {"longest": None}
        depends = {"text": checksum(side.text), "cut": cut, "parts": english.figures["parts"], "version": _VERSION}
        step = Step(self.work, f"{side.language}.words", depends)
        self._run(step, lambda: bitext.tokenize_foreign(step, side.text, self.cut, side.language, english))
        return step

    def _links(self, english: Step, words: Step, side: Foreign, parts: int) -> Step:
        depends: dict[str, Any] = {"words": words.fingerprint, "version": _VERSION}
        # Capitals make no difference to aligners, so links depend on the text and its cut, not on the spelling.
        depends["english"] = {name: value for name, value in english.depends.items() if name != "lower"}
        if side.links is not None:
            depends["links"] = checksum(side.links)
        else:
            depends["aligner"] = self.aligner_name
            depends["block"] = self.align_lines
        step = Step(self.work, f"{side.language}.links", depends)

        def work() -> dict[str, Any]:
            if side.links is not None:
                return bitext.import_links(step, side.links, self.cut, english)
            if self.aligners is None:
                raise UsageError(f"{side.language} needs an aligner, or links.")
            title = f"Aligning {side.language}"
            return bitext.align_words(step, english, words, parts, self.aligners(), self.align_lines, title)

        self._run(step, work)
        return step

    def _sum_links(
        self, step: Step, count: Callable[[int], dict[str, int]], parts: int, lexicon: Path
    ) -> dict[str, Any]:
        """Count the links of words in every part, and add the parts up."""
        figures = self._count_parts(step, count, parts)
        self.engine.query(SUM_LINKS, {"parts": _parts(step, parts)}, lexicon)
        return {"rows": count_rows(lexicon), **figures}

    def _sum_rules(self, step: Step, count: Callable[[int], dict[str, int]], parts: int) -> dict[str, Any]:
        """Extract the rules of every part, and add the parts up, in as many slices as their number asks for."""
        figures = self._count_parts(step, count, parts)
        tables = _parts(step, parts)
        slices = 1 + sum(map(count_rows, tables)) // _ROWS_AT_ONCE
        files = _rule_files(step, slices)
        for number, path in enumerate(track(files, f"Adding up {step.name}")):
            if not path.exists():
                self.engine.query(SUM_PARTS.format(slices=slices, number=number), {"parts": tables}, path)
        return {"rows": sum(map(count_rows, files)), "slices": slices, **figures}

    def _count_parts(self, step: Step, count: Callable[[int], dict[str, int]], parts: int) -> dict[str, Any]:
        """Count something in every part that was not counted yet, and return how many lines could not be used."""
        waiting = [number for number in range(parts) if not step.part(number, PARQUET).exists()]
        unusable: dict[str, int] = {}
        for found in track(self.engine.map(count, waiting), f"Counting {step.name}", len(waiting)):
            for problem, times in found.items():
                unusable[problem] = unusable.get(problem, 0) + times
        return {"unusable": unusable} if unusable else {}

    def _run(self, step: Step, work: Callable[[], Mapping[str, Any]]) -> None:
        was_done = step.is_done
        figures = step.run(work)
        self.report(step.name, {**figures, "resumed": was_done})


def _parts(step: Step, parts: int) -> list[Path]:
    return [step.part(number, PARQUET) for number in range(parts)]


def _rule_files(step: Step, slices: int) -> list[Path]:
    return [step.file(f"rules.{number + 1}-of-{slices}{PARQUET}") for number in range(slices)]


def _count_part(paths: tuple[Path, Path, Path], folder: Path, number: int) -> dict[str, int]:
    part = bitext.bitext_part(number, *paths)
    write_table(word_links(part), part_file(folder, number, PARQUET))
    return {}


def _extract_part(
    paths: tuple[Path, Path, Path], folder: Path, lexicon: Path, extractor: AnyExtractor, number: int
) -> dict[str, int]:
    found = extractor.extract(bitext.bitext_part(number, *paths), _table(lexicon))
    write_table(found.to_arrow(), part_file(folder, number, PARQUET))
    return found.unusable


@lru_cache(maxsize=1)  # a process works on many parts of one language, one after the other
def _table(lexicon: Path) -> Any:
    return word_table(read_rows(lexicon))
