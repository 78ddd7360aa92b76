"""``laconic train``: train a model on a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from laconic.cli._arguments import FileName
from laconic.errors import UsageError
from laconic.pipeline.info import trainable, trainer_of


def _refuse_unknown(_: type, method: str) -> None:
    """Raise `UsageError` for a wrong method, before missing options or files are reported."""
    trainer_of(method)


def train(
    method: Annotated[str, Parameter(validator=_refuse_unknown)],
    corpus: FileName,
    *,
    dev: FileName,
    out: Path,
    set_: Annotated[list[str] | None, Parameter(name="--set")] = None,
    parser: str = "english",
    parse_cache: Path | None = None,
    tokenized: bool = False,
    overwrite: bool = False,
) -> None:
    """Learn a model and write it into a folder.

    Interrupted training resumes where it stopped when the same command is given again.

    Examples:
        laconic train bigram train.jsonl --dev dev.jsonl --out models/bigram

        laconic train joint train.jsonl --dev dev.jsonl --out models/joint --set epochs=5 --set step=0.01

        laconic train t3 train.jsonl --dev dev.jsonl --out models/t3 --set loss=precision-bp2 --set C=0.1,1

        laconic train joint-t3 train.jsonl --dev dev.jsonl --out models/joint-t3 --set t3.C=0.3 --set bigram.epochs=5

    Args:
        method: METHODS; or your own as my_module:INFO.
        corpus: Training pairs, in any format that laconic reads.
        dev: Held-out pairs, with which the best weights are chosen.
        out: The model's folder; it appears only when it is complete.
        set_: A setting of the learner, as key=value; may be repeated.
        parser: The parser to use.
        parse_cache: A file that stores parses for later runs.
        tokenized: Tokens in the corpora are separated by spaces.
        overwrite: Replace an existing model in the folder, once the new one is ready.
    """
    from laconic.corpus import Corpus
    from laconic.files import display_name
    from laconic.learn.training import make_parser, train_model, work_folder
    from laconic.learn.training_run import TrainingRun
    from laconic.pipeline.stored import check_free

    check_free(out, overwrite=overwrite)  # before anything is read
    run = TrainingRun(
        method,
        Corpus.open(corpus),
        Corpus.open(dev),
        make_parser(parser, parse_cache),
        work_folder(out),
        _settings(set_ or []),
        tokenized,
    )
    about = {"corpus": display_name(corpus), "dev": display_name(dev)}
    train_model(run, out, parser_name=parser, about=about, overwrite=overwrite)


# The names come from the methods themselves; this module is only imported when something is to be trained.
train.__doc__ = (train.__doc__ or "").replace("METHODS", " or ".join([", ".join(trainable()[:-1]), trainable()[-1]]))


def _settings(assignments: list[str]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for assignment in assignments:
        key, separator, value = (part.strip() for part in assignment.partition("="))
        if not separator or not key:
            raise UsageError(f"--set needs key=value, such as epochs=5, not {assignment!r}.")
        if key in settings:
            raise UsageError(f"--set gives {key} twice, as {settings[key]} and {value}.")
        settings[key] = value
    return settings
