"""What an experiment's TOML file says, read and checked before anything runs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec

from laconic.catalog import METRICS, SEARCHES
from laconic.errors import DataError
from laconic.files import open_binary
from laconic.pipeline.info import trainable

OTHER = "@"
"""A value that begins with this names another system of the experiment and stands for its model."""

SPEED = "ms"
"""What a paper's milliseconds per sentence are called among its figures."""

DEFAULT_METRICS = ("compression_rate", "relation_f1", "unigram_f1", "exact_match")
_NAME = re.compile(r"[\w.+-]+")
Setting = str | int | float | bool


class CorpusPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A corpus, its files given as paths below the folder of data.

    Attributes:
        train: what to learn from.
        test: what to compress and score.
        dev: what to tune on; without it, a part of `train` is held out, whole documents at a time.
        tokenized: whether tokens are separated by spaces.
    """

    train: str
    test: str
    dev: str | None = None
    tokenized: bool = False


class SystemPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table: what is trained or loaded, and how it is used.

    Attributes:
        method: what to train; or else
        model: a bundled model or a method without training by its name, or ``@name``, the model of another system.
        title: what the row is called.
        settings: settings of the training; a text ``@name`` stands for the folder of another system's model.
        search: another search to use the model with.
        rate: how long answers are, where it is not as for all.
        paper: what the paper reports, by corpus and metric; its milliseconds per sentence are called ms.
    """

    method: str | None = None
    model: str | None = None
    title: str | None = None
    settings: dict[str, Setting] = {}
    search: str | None = None
    rate: str | None = None
    paper: dict[str, dict[str, float]] = {}

    @property
    def others(self) -> list[str]:
        """The systems whose models this one needs."""
        values = [self.model, *self.settings.values()]
        return [value.removeprefix(OTHER) for value in values if isinstance(value, str) and value.startswith(OTHER)]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file.

    Attributes:
        title: what the report is called.
        corpora: the corpora by name.
        systems: the systems by name, in the order of the table; one that uses another's model comes after it.
        baseline: the system that all others are tested against.
        about: what there is to know, printed under the title.
        rate: ``gold`` (as long as the first reference), ``free``, or a number such as 0.7.
        metrics: the columns of the table; significance is tested on the second.
        held_out: which share of the training pairs is held out to tune on.
        examples: how many sentences the report shows.
    """

    title: str
    corpora: dict[str, CorpusPlan]
    systems: dict[str, SystemPlan]
    baseline: str
    about: str = ""
    rate: str = "gold"
    metrics: tuple[str, ...] = DEFAULT_METRICS
    held_out: float = 0.1
    examples: int = 5


def read_plan(path: str | Path) -> Plan:
    """Read an experiment's file.

    Raises:
        DataError: the file cannot be read, or says something that makes no sense.
    """
    try:
        with open_binary(path) as stream:
            plan = msgspec.convert(tomllib.load(stream), Plan)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"is not TOML: {error}.", path=path) from None
    except msgspec.ValidationError as error:
        raise DataError(f"is not an experiment: {_in_words(str(error))}", path=path) from None
    problem = _problem(plan)
    if problem is not None:
        raise DataError(problem, path=path)
    return plan


def _in_words(message: str) -> str:
    """Return msgspec's message with the place in the file as TOML would name it."""
    what, _, place = message.partition(" - at `$")
    where = place.rstrip("`").lstrip(".")
    return f"{what}, at {where}." if where else f"{what}."


def _problem(plan: Plan) -> str | None:
    """Return what is wrong with a plan that has the right shape, or None."""
    if not plan.corpora or not plan.systems:
        return "needs at least one [corpora.NAME] and one [systems.NAME]."
    for name in (*plan.corpora, *plan.systems):
        if not _NAME.fullmatch(name):
            return f"the name {name!r} must do for a file: letters, digits and . _ + - only."
    if plan.baseline not in plan.systems:
        return f"the baseline {plan.baseline!r} is not one of the systems {', '.join(plan.systems)}."
    if not 0 < plan.held_out < 1:
        return f"held_out must be a share between 0 and 1, not {plan.held_out}."
    unknown = [metric for metric in plan.metrics if metric not in METRICS]
    if unknown or len(plan.metrics) < 2:
        return f"metrics needs two or more of {', '.join(METRICS)}" + (f", not {unknown[0]!r}." if unknown else ".")
    if not _is_rate(plan.rate):
        return f'rate must be "gold", "free" or a number such as "0.7", not {plan.rate!r}.'
    seen: set[str] = set()
    for name, system in plan.systems.items():
        problem = _system_problem(system, seen)
        if problem is not None:
            return f"[systems.{name}]: {problem}"
        seen.add(name)
    return None


def _system_problem(system: SystemPlan, before: set[str]) -> str | None:
    if (system.method is None) == (system.model is None):
        return "give either method (to train) or model (trained before)."
    if system.method is not None and ":" not in system.method and system.method not in trainable():
        return f"the method {system.method!r} cannot be trained; choose from {', '.join(trainable())}."
    if system.search is not None and system.search not in SEARCHES and ":" not in system.search:
        return f"there is no search {system.search!r}; choose from {', '.join(sorted(SEARCHES))}."
    if system.rate is not None and not _is_rate(system.rate):
        return f'rate must be "gold", "free" or a number such as "0.7", not {system.rate!r}.'
    missing = [other for other in system.others if other not in before]
    if missing:
        return f"{OTHER}{missing[0]} must name a system that comes before this one."
    return None


def _is_rate(text: str) -> bool:
    if text in ("gold", "free"):
        return True
    try:
        return 0 < float(text) <= 1
    except ValueError:
        return False
