"""From pairs to a model's folder: what ``laconic train`` and ``laconic run`` share."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from laconic.catalog import PARSERS, make
from laconic.files import check_writable
from laconic.learn.training_run import TrainingRun
from laconic.model import Model
from laconic.parse.base import Parser
from laconic.parse.cache import CachedParser
from laconic.pipeline.info import trainer_of
from laconic.pipeline.stored import check_free


def work_folder(out: Path) -> Path:
    """Return where an unfinished training keeps its checkpoints: beside the folder of its model."""
    return out.with_name(f".{out.name}.training")


def make_parser(name: str, cache: Path | None) -> Parser:
    """Return a parser by its name, one that remembers if there is a file for it."""
    parser: Parser = make(name, PARSERS, "parser", "parse")
    return parser if cache is None else CachedParser(parser, cache)


def train_model(
    run: TrainingRun,
    out: Path,
    *,
    parser_name: str = "english",
    about: Mapping[str, Any] | None = None,
    overwrite: bool = False,
) -> None:
    """Train the run's method and write its model; its folder appears only when all of it is there.

    Args:
        run: what to learn; its folder to work in is removed when all is done, or nothing is in it.
        out: the model's folder.
        parser_name: the name of the run's parser, by which the model will find it.
        about: what else the model records about itself.
        overwrite: whether it may take the place of another model.

    Raises:
        DataError: there is nothing to learn from.
        UsageError: the method or a setting is unknown, or the folder is taken.
    """
    trainer = trainer_of(run.method)
    # What is learnt for hours shall not be lost for a folder that cannot be written.
    check_free(out, overwrite=overwrite)
    check_writable(out.with_name(f"{out.name}.toml"))
    try:
        learnt = trainer(run)
        settings = {"parser": parser_name, "about": dict(about or {})}
        Model(learnt, run.parser, settings).save(out, overwrite=overwrite)
    except BaseException:
        with suppress(OSError):
            run.work.rmdir()  # where there is nothing to go on from
        raise
    shutil.rmtree(run.work, ignore_errors=True)
