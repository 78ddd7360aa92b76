"""Grammars from corpora: parse, align, extract, count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from laconic.align import Aligner, Alignment
from laconic.corpus import Pair
from laconic.corpus.parsing import parse_pairs
from laconic.errors import DataError
from laconic.extract.compose import composed_rules
from laconic.extract.direct import minimal_derivation
from laconic.grammar import Grammar, Rule
from laconic.grammar.root import with_root
from laconic.parse.base import Parser
from laconic.text import Sentence
from laconic.tree import Tree

EXTRACT = "extract"
"""The origin of rules extracted from pairs of sentences."""


@dataclass(frozen=True)
class AlignedPair:
    """A parsed sentence, a parsed compression of it, and the links between their words."""

    source: Tree
    target: Tree
    alignment: Alignment


@dataclass(frozen=True)
class Composition:
    """Which specific rules are made of neighbouring minimal ones.

    Attributes:
        most_rules: how many minimal rules one may be made of.
        most_variables: rules with more source variables are left out.
        least_count: rules seen less often are left out; 2 leaves out singletons.
    """

    most_rules: int = 2
    most_variables: int = 3
    least_count: int = 2


@dataclass(frozen=True)
class Extraction:
    """A grammar, and how it came about.

    Attributes:
        grammar: the rules with their counts.
        pairs: how many pairs were used.
        unusable: how many pairs were not, by reason.
    """

    grammar: Grammar
    pairs: int
    unusable: dict[str, int]


def extract_grammar(
    pairs: Iterable[AlignedPair], *, compose: Composition | None = None, origin: str = EXTRACT, least_count: int = 1
) -> Extraction:
    """Count the minimal rules of all pairs, and the specific rules composed of them if requested.

    Args:
        pairs: parsed and aligned pairs; their trees get a root ``TOP``.
        compose: which specific rules to add; none if not given.
        origin: the origin that the rules get.
        least_count: minimal rules seen less often are left out; the papers keep them all.
    """
    minimal: Counter[Rule] = Counter()
    specific: Counter[Rule] = Counter()
    unusable: Counter[str] = Counter()
    used = 0
    for pair in pairs:
        try:
            derivation = minimal_derivation(with_root(pair.source), with_root(pair.target), pair.alignment)
        except DataError as error:
            unusable[error.problem] += 1
            continue
        used += 1
        for step in derivation.steps():
            minimal[step.rule] += 1
            if compose is not None:
                specific.update(composed_rules(step, compose.most_rules, compose.most_variables))
    minimal = Counter({rule: count for rule, count in minimal.items() if count >= least_count})
    if compose is not None:
        minimal.update({rule: count for rule, count in specific.items() if count >= compose.least_count})
    return Extraction(Grammar.from_counts(minimal, origin), used, dict(unusable))


def aligned_pairs(
    pairs: Iterable[Pair], parser: Parser, aligner: Aligner, *, tokenized: bool = False
) -> Iterator[AlignedPair]:
    """Parse and align the pairs of a corpus, one for each reference; sentences without words are left out."""
    parsed = parse_pairs(pairs, parser, tokenized=tokenized)
    return align_trees([(each.source, target) for each in parsed for target in each.references], aligner)


def align_trees(pairs: Sequence[tuple[Sentence, Sentence]], aligner: Aligner) -> Iterator[AlignedPair]:
    """Align parsed sentences with their compressions; those without trees are left out.

    The aligner sees all pairs at once, as one that learns from them must.
    """
    alignments = aligner.align([(source.words, target.words) for source, target in pairs])
    for (source, target), alignment in zip(pairs, alignments, strict=True):
        if source.tree is not None and target.tree is not None:
            yield AlignedPair(source.tree, target.tree, alignment)
