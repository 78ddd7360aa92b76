"""Settings: dataclasses whose types say which values make sense, read from command lines and from models' files."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from laconic.errors import DataError, UsageError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Settings = TypeVar("Settings", bound="DataclassInstance")


@dataclass(frozen=True)
class Only:
    """Which values of a type a setting may have.

    Attributes:
        words: the values in words, as an error message lists them.
        holds: whether a value is one of them.
    """

    words: str
    holds: Callable[[Any], bool] = lambda value: True


Count = Annotated[int, Only("a whole number of at least 1", lambda value: value >= 1)]
Natural = Annotated[int, Only("a whole number of at least 0", lambda value: value >= 0)]
PowerOfTwo = Annotated[
    int, Only("a power of two of at most 2^27", lambda value: 1 <= value <= 2**27 and value & (value - 1) == 0)
]
"""The size of a table; the largest of four-byte numbers takes half a gigabyte."""
Finite = Annotated[float, Only("a number", math.isfinite)]
Positive = Annotated[float, Only("a number above 0", lambda value: 0 < value < math.inf)]
NotNegative = Annotated[float, Only("a number of at least 0", lambda value: 0 <= value < math.inf)]
Share = Annotated[float, Only("a number above 0 and at most 1", lambda value: 0 < value <= 1)]
PositiveNumbers = Annotated[
    tuple[float, ...],
    Only("positive numbers separated by commas", lambda values: all(0 < value < math.inf for value in values)),
]

_PLAIN = {bool: Only("yes or no"), str: Only("a text")}
_SWITCHES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_FROM_TEXT: dict[Any, Callable[[str], Any]] = {
    bool: lambda text: _SWITCHES[text.lower()],
    int: int,
    float: float,
    str: str,
    tuple[float, ...]: lambda text: tuple(float(part) for part in text.split(",")),
}
_TOO_LARGE = 2**31
"""Whole numbers go to compiled code, which counts no further."""


def make_settings(kind: type[Settings], overrides: Mapping[str, str], prefix: str = "") -> Settings:
    """Return settings with some values replaced, each read as its type says.

    Args:
        kind: the settings: a dataclass whose types are those above, `bool`, `str` and literals.
        overrides: the values to replace, as texts.
        prefix: what stands before the names on the command line.

    Raises:
        UsageError: a setting is unknown or has a wrong value.

    >>> from laconic.learn.deletion.chain import ChainSettings
    >>> make_settings(ChainSettings, {"iterations": "5"}).iterations
    5
    """
    types = get_type_hints(kind, include_extras=True)
    values: dict[str, Any] = {}
    for key, text in overrides.items():
        if key not in types:
            known = ", ".join(prefix + name for name in sorted(types))
            raise UsageError(f"there is no setting {prefix + key!r}; choose from {known}.")
        plain, only = _parts(types[key])
        try:
            value = _FROM_TEXT[plain](text)
        except (ValueError, KeyError):
            value = None
        if value is None or not only.holds(value):
            raise UsageError(f"{prefix}{key} needs {only.words}, not {text!r}.")
        if plain is int and value >= _TOO_LARGE:
            raise UsageError(f"{prefix}{key} cannot be as large as {text}.")
        values[key] = value
    return kind(**values)


def stored_settings(kind: type[Settings], table: Mapping[str, Any], path: Path) -> Settings:
    """Return the settings that a table of a model's file holds among others.

    Raises:
        DataError: one is missing or has a wrong value; the error names the file.
    """
    values: dict[str, Any] = {}
    for name, of in get_type_hints(kind, include_extras=True).items():
        if name not in table:
            raise DataError(f"lacks the setting {name}.", path=path)
        plain, only = _parts(of)
        value = table[name]
        if plain is float and type(value) is int:
            value = float(value)
        is_right = type(value) is (get_origin(plain) or plain) and only.holds(value)
        if not is_right or (plain is int and value >= _TOO_LARGE):
            raise DataError(f"has the setting {name} = {value!r}, which needs {only.words}.", path=path)
        values[name] = value
    return kind(**values)


def _parts(of: Any) -> tuple[Any, Only]:
    """Return the plain type of a setting, and which of its values make sense."""
    if get_origin(of) is Literal:
        choices = get_args(of)
        return str, Only(_either(choices), lambda value: value in choices)
    if get_origin(of) is Annotated:
        plain, only = get_args(of)
        return plain, only
    return of, _PLAIN[of]


def _either(choices: Sequence[str]) -> str:
    return f"{', '.join(choices[:-1])} or {choices[-1]}"
