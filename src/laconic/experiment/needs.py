"""What an experiment needs besides its corpora: packages, files and models, checked before any work."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from laconic.catalog import METHODS, SEARCHES, make
from laconic.errors import DataError, MissingDependency, UsageError
from laconic.experiment.spec import OTHER, Plan, SystemPlan
from laconic.model import bundled_models
from laconic.pipeline.info import method_info, untrained
from laconic.pipeline.stored import MODEL_FILE
from laconic.search.base import check_fit

_BY_PROGRAMME = frozenset(["clarke-lapata", "joint-ilp", "subtree-ilp"])
"""Searches that solve integer linear programs."""

_TO_COMPARE = ("scipy",)
_FILES = frozenset(["grammar", "lm"])
"""Settings that name a file, or several separated by commas, if they do not name something that laconic has."""

_KNOWN = frozenset(["", "bundled", "none"])


def check_needs(plan: Plan, path: Path) -> None:
    """Check that all is there that an experiment will need.

    Args:
        plan: the experiment.
        path: its file.

    Raises:
        DataError: a system names a file or a model that does not exist, or a search that does not fit its method.
        MissingDependency: a package is missing.
    """
    for name, system in plan.systems.items():
        for problem in (*_missing(system), *_unfit(plan, system)):
            raise DataError(f"[systems.{name}]: {problem}", path=path)
        if system.method is not None:
            _require(method_info(system.method).training_needs, f"training {system.method}", "train")
        if system.settings.get("optimizer") == "pro":
            _require(("scipy",), "tuning by pairs of candidates", "train")
        running = method_info(system.model).running_needs if system.model in METHODS else ()
        if system.search in _BY_PROGRAMME or running:
            _require((*running, "highspy"), "integer linear programming", "ilp")
    if len(plan.systems) > 1:
        _require(_TO_COMPARE, "testing significance", "stats")


def _require(packages: tuple[str, ...], feature: str, extra: str) -> None:
    if any(find_spec(package) is None for package in packages):
        raise MissingDependency(feature, extra)


def _missing(system: SystemPlan) -> Iterator[str]:
    """Yield what is wrong with the files and models that a system names."""
    if system.model is not None and not _is_model(system.model, [*bundled_models(), *untrained()]):
        known = ", ".join([*bundled_models(), *untrained()])
        yield f"the model {system.model!r} does not exist: name a folder written by laconic train, or one of {known}."
    for key, value in system.settings.items():
        what = key.rpartition(".")[2]
        if what == "model" and not _is_model(str(value), []):
            yield f"{value!r}, which {key} names, holds no model: give @SYSTEM or a folder of laconic train."
        if what in _FILES and str(value) not in _KNOWN:
            for part in _given(value):
                if not Path(part.strip()).is_file():
                    yield f"the file {part.strip()!r}, which {key} names, is not in this folder: {_REMEDIES[what]}."


def named_files(system: SystemPlan) -> Iterator[Path]:
    """Yield the files, and the folders of models, that a system's results depend on besides its corpora."""
    if system.model is not None and (Path(system.model) / MODEL_FILE).is_file():
        yield Path(system.model)
    for key, value in sorted(system.settings.items()):
        what = key.rpartition(".")[2]
        if what == "model" and not str(value).startswith(OTHER):
            yield Path(str(value))
        if what in _FILES and str(value) not in _KNOWN:
            yield from (Path(part.strip()) for part in _given(value))


def _given(value: object) -> list[str]:
    """Return the files that a setting names, those that steps make left out."""
    return [part for part in str(value).split(",") if not part.strip().startswith(OTHER)]


def _unfit(plan: Plan, system: SystemPlan) -> Iterator[str]:
    """Yield why the search of a system does not read the scores of its method, if it does not."""
    first = system
    while first.model is not None and first.model.startswith(OTHER):
        first = plan.systems[first.model.removeprefix(OTHER)]
    name = first.method or first.model
    if system.search is None or name not in METHODS:  # what is not known by name is looked at when it is loaded
        return
    gives = method_info(name).gives
    if gives is None:
        yield f"the method {name} has its own search: do not name one."
        return
    try:
        check_fit(make(system.search, SEARCHES, "search", "search"), gives, name)
    except UsageError as error:
        yield str(error)


def _is_model(name: str, known: list[str]) -> bool:
    return name.startswith(OTHER) or name in known or (Path(name) / MODEL_FILE).is_file()


_REMEDIES = {
    "grammar": "make it by a step, or first, by laconic grammar extract or pivot",
    "lm": "make it by a step, or first, by laconic lm estimate",
}
