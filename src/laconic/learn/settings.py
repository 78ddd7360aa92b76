"""Settings of learners: given as texts on the command line, each with a type that says which values make sense."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from laconic.errors import UsageError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Settings = TypeVar("Settings", bound="DataclassInstance")


@dataclass(frozen=True)
class Only:
    """Which values of a type a setting may have.

    Attributes:
        words: the values in words, as they are told to who gave another.
        holds: whether a value is one of them.
    """

    words: str
    holds: Callable[[Any], bool] = lambda value: True


Count = Annotated[int, Only("a whole number of at least 1", lambda value: value >= 1)]
Natural = Annotated[int, Only("a whole number of at least 0", lambda value: value >= 0)]
PowerOfTwo = Annotated[int, Only("a power of two", lambda value: value >= 1 and value & (value - 1) == 0)]
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
_READERS: dict[Any, Callable[[str], Any]] = {
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

    >>> from laconic.learn.chain import ChainSettings
    >>> make_settings(ChainSettings, {"iterations": "5"}).iterations
    5
    """
    types = get_type_hints(kind, include_extras=True)
    values: dict[str, Any] = {}
    for key, text in overrides.items():
        if key not in types:
            known = ", ".join(prefix + name for name in sorted(types))
            raise UsageError(f"There is no setting {prefix + key!r}; choose from {known}.")
        values[key] = _read(prefix + key, text, types[key])
    return kind(**values)


def _read(name: str, text: str, of: Any) -> Any:
    if get_origin(of) is Literal:
        if text not in get_args(of):
            raise UsageError(f"{name} must be {_either(get_args(of))}, not {text!r}.")
        return text
    plain, only = get_args(of) if get_origin(of) is Annotated else (of, _PLAIN[of])
    try:
        value = _READERS[plain](text)
        is_right = only.holds(value)
    except (ValueError, KeyError):
        is_right = False
    if not is_right:
        raise UsageError(f"{name} needs {only.words}, not {text!r}.")
    if plain is int and value >= _TOO_LARGE:
        raise UsageError(f"{name} cannot be as large as {text}.")
    return value


def _either(choices: Sequence[str]) -> str:
    return f"{', '.join(choices[:-1])} or {choices[-1]}"
