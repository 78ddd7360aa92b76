"""Versions of sentences for metrics, parsed for metrics that need relations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from laconic.corpus import Pair
from laconic.corpus.words import SplitWords
from laconic.metrics import Metric, Version
from laconic.metrics.relation import RelationF1
from laconic.parse.base import Parser
from laconic.progress import track
from laconic.text import Sentence


def with_parses(versions: Sequence[Version], parser: Parser) -> list[Version]:
    """Return the versions with parses over exactly their words."""
    parsed = parser.parse(track([Sentence.from_words(version.words) for version in versions], "Parsing"))
    return [version._replace(parse=sentence) for version, sentence in zip(versions, parsed, strict=True)]


def references_of(pairs: Sequence[Pair], split: SplitWords, parser: Parser | None) -> list[list[Version]]:
    """Return the references of each pair, parsed if there is a parser."""
    versions = [Version(text, split(text)) for pair in pairs for text in pair.references]
    every = iter(versions if parser is None else with_parses(versions, parser))
    return [[next(every) for _ in pair.references] for pair in pairs]


def naming(parser: Parser | None, metrics: Iterable[Metric]) -> list[Metric]:
    """Return the metrics with the parser in the signature of relation F1."""
    name = "none" if parser is None else parser.fingerprint
    return [RelationF1(name) if isinstance(metric, RelationF1) else metric for metric in metrics]
