"""Parsed versions of sentences, for the metrics that look at relations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from laconic.metrics import Metric, Version
from laconic.metrics.relation import RelationF1
from laconic.parse.base import Parser
from laconic.progress import track
from laconic.text import Sentence


def with_parses(versions: Sequence[Version], parser: Parser) -> list[Version]:
    """Return the versions with parses over exactly their words."""
    parsed = parser.parse(track([Sentence.from_words(version.words) for version in versions], "Parsing"))
    return [version._replace(parse=sentence) for version, sentence in zip(versions, parsed, strict=True)]


def naming(parser: Parser | None, metrics: Iterable[Metric]) -> list[Metric]:
    """Return the metrics with the parser in the signature of relation F1."""
    name = "none" if parser is None else parser.fingerprint
    return [RelationF1(name) if isinstance(metric, RelationF1) else metric for metric in metrics]
