"""From pairs to a model's folder: what ``laconic train`` and ``laconic run`` share."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from laconic.catalog import PARSERS, TRAINERS, resolve
from laconic.corpus import Pair
from laconic.model import Model
from laconic.parse.base import Parser
from laconic.parse.cache import CachedParser


def make_parser(name: str, cache: Path | None) -> Parser:
    """Return a parser by its name, one that remembers if there is a file for it."""
    parser: Parser = resolve(name, PARSERS, "parser")()
    return parser if cache is None else CachedParser(parser, cache)


def train_model(
    method: str,
    train: Iterable[Pair],
    dev: Iterable[Pair],
    out: Path,
    settings: dict[str, str],
    *,
    parser_name: str = "english",
    parse_cache: Path | None = None,
    tokenized: bool = False,
    about: Mapping[str, Any] | None = None,
) -> None:
    """Train a method and write its model; the folder is a model only when all of it is there.

    Raises:
        DataError: there is nothing to learn from.
        UsageError: the method or a setting is unknown.
    """
    trainer = resolve(method, TRAINERS, "trainable method")
    parser = make_parser(parser_name, parse_cache)
    work = out / "training"
    learnt = trainer(method, train, dev, parser, work, settings, tokenized=tokenized)
    Model(learnt, parser, {"parser": parser_name, "about": dict(about or {})}).save(out)
    shutil.rmtree(work, ignore_errors=True)
