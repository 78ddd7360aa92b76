"""What a method says about itself, read by the catalog, trainers, the server, experiments and help texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from laconic.catalog import METHODS, resolve
from laconic.errors import UsageError
from laconic.pipeline.method import Method
from laconic.search.base import Parts

OF_YOUR_OWN = "A method of your own."


@dataclass(frozen=True)
class MethodInfo:
    """The description of a method.

    Attributes:
        name: its name on the command line and in a model's file.
        description: one sentence about what it does to a text.
        load: returns the method from a model's folder and its settings; None if it needs no training.
        make: returns the method if it needs no training.
        train: the function that trains it, given a `laconic.learn.training_run.TrainingRun`, or its name as
            ``module:function``.
        training_needs: the packages that training needs besides those that laconic always has.
        running_needs: the packages that the method itself needs besides those.
        explains: whether it can show the rules and trees behind an answer.
        gives: for methods that delete, the parts of the scores that it learns or computes.
        search: for methods that delete, the name of the search that it is trained with.
    """

    name: str
    description: str
    load: Callable[[Path, dict[str, Any]], Method] | None = None
    make: Callable[[], Method] | None = None
    train: str | Callable[..., Method] | None = None
    training_needs: tuple[str, ...] = ()
    running_needs: tuple[str, ...] = ()
    explains: bool = False
    gives: Parts | None = None
    search: str | None = None


def method_info(name: str) -> MethodInfo:
    """Return the description of a method, by its name or as ``my_module:INFO``.

    A class with ``load`` works too, to load a model, and a function, to train one.

    Raises:
        UsageError: there is no such method; the message suggests similar names.
    """
    found = resolve(name, METHODS, "method")
    if isinstance(found, MethodInfo):
        return found
    if callable(getattr(found, "load", None)):
        return MethodInfo(name, OF_YOUR_OWN, load=found.load)
    if callable(found):
        return MethodInfo(name, OF_YOUR_OWN, train=found)
    raise UsageError(
        f"{name!r} is not a method: it is not a MethodInfo, has no load, and cannot be called to train one."
    )


def trainer_of(name: str) -> Callable[..., Method]:
    """Return the function that trains a method, given a `laconic.learn.training_run.TrainingRun`.

    Raises:
        UsageError: there is no such method, or it cannot be trained.
    """
    if name not in METHODS and ":" not in name:
        resolve(name, dict.fromkeys(trainable(), ""), "trainable method")  # offers close names
    info = method_info(name)
    if info.train is None:
        raise UsageError(f"the method {info.name} cannot be trained; choose from {', '.join(trainable())}.")
    trainer: Callable[..., Method] = _trainer(info.train)
    return trainer


def _trainer(named: str | Callable[..., Method]) -> Callable[..., Method]:
    if not isinstance(named, str):
        return named
    found: Callable[..., Method] = resolve(named, {named: named}, "trainer")  # the method's own code names it
    return found


def trainable() -> list[str]:
    """Return the names of the methods that can be trained."""
    return [info.name for info in _infos() if info.train is not None]


def untrained() -> list[str]:
    """Return the names of the methods that need no training."""
    return [info.name for info in _infos() if info.make is not None]


def _infos() -> Iterable[MethodInfo]:
    return (method_info(name) for name in METHODS)
