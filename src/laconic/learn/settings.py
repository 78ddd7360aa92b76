"""Settings of learners, given as texts on the command line."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from laconic.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Settings = TypeVar("Settings", bound="DataclassInstance")

_SWITCHES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def make_settings(kind: type[Settings], overrides: dict[str, str]) -> Settings:
    """Return settings with some values replaced, each read as the type of its default.

    Raises:
        UsageError: a setting is unknown or has a wrong value.

    >>> from laconic.learn.chain import ChainSettings
    >>> make_settings(ChainSettings, {"iterations": "5"}).iterations
    5
    """
    defaults = kind()
    known: dict[str, type[Any]] = {each.name: type(getattr(defaults, each.name)) for each in fields(kind)}
    values: dict[str, Any] = {}
    for key, text in overrides.items():
        if key not in known:
            raise UsageError(f"There is no setting {key!r}; choose from {', '.join(sorted(known))}.")
        try:
            values[key] = _SWITCHES[text.lower()] if known[key] is bool else known[key](text)
        except (ValueError, KeyError):
            raise UsageError(f"{key} needs a value like {getattr(defaults, key)!r}, not {text!r}.") from None
    return kind(**values)


def positive_numbers(text: str, name: str) -> list[float]:
    """Return positive numbers separated by commas; raise `UsageError` that names the setting if they are not.

    >>> positive_numbers("0.1, 1", "C")
    [0.1, 1.0]
    """
    try:
        values = [float(part) for part in text.split(",")]
    except ValueError:
        values = []
    if not values or min(values) <= 0:
        raise UsageError(f"{name} needs positive numbers separated by commas, not {text!r}.")
    return values
