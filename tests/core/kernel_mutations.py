"""Ways to make a right argument wrong: shrunken, enlarged, transposed, filled with NaN, of a wrong type, and others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Random = np.random.Generator
Mutation = Callable[[Random, Any], Any]

_INTS = [-(2**63), -(2**31) - 1, -(2**31), -2, -1, 0, 1, 2, 2**30, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**64]
_FLOATS = [np.nan, np.inf, -np.inf, 1e308, -1e308, 1e101, 1e38, -1.0, 0.0, 1e-308]
_TYPES = [np.bool_, np.int8, np.int32, np.int64, np.uint64, np.float32, np.float64, np.complex128, object, ">i4", ">f8"]
_STRANGERS = [None, 3, 2.5, "text", b"bytes", [], {}, object(), np.zeros(3), np.zeros((2, 2), np.int32), (1, 2), len]
_LETTERS = "()[]|@\\ \n\t\0ε-=1,.<>\ud800"


def shrunken(random: Random, array: Any) -> Any:
    """Return an array without the last of an axis, or without anything."""
    if array.ndim == 0 or not array.size:
        return array
    axis = int(random.integers(array.ndim))
    return array.take(range(0 if random.random() < 0.2 else array.shape[axis] - 1), axis)


def enlarged(random: Random, array: Any) -> Any:
    """Return an array with more along an axis: zeros, or what stood at its end."""
    pads = [(0, 0)] * array.ndim
    pads[int(random.integers(array.ndim))] = (0, int(random.integers(1, 4)))
    return np.pad(array, pads, mode="edge" if array.size and random.integers(2) else "constant")


def transposed(random: Random, array: Any) -> Any:
    """Return an array with its axes in another order, or with one axis more."""
    return array.T if array.ndim > 1 and random.integers(2) else array.reshape(*array.shape, 1)


def with_nan(random: Random, array: Any) -> Any:
    """Return an array of which one entry or all are NaN, an infinity or huge."""
    wrong = array.astype(np.float64 if array.dtype.kind not in "f" else array.dtype)
    chosen = np.ones(array.shape, bool) if random.random() < 0.3 else random.random(array.shape) < 0.3
    with np.errstate(over="ignore"):
        wrong[chosen] = np.array(_FLOATS)[random.integers(len(_FLOATS))]
    return wrong


def of_wrong_type(random: Random, array: Any) -> Any:
    """Return an array of numbers of another type, or what is no array at all."""
    if random.random() < 0.2:
        return array.tolist()
    kind = _TYPES[random.integers(len(_TYPES))]
    with np.errstate(invalid="ignore", over="ignore"):
        return array.astype(kind) if array.dtype.kind != "c" else array


def with_wild_numbers(random: Random, array: Any) -> Any:
    """Return an array with numbers beyond all ranges among the others, or with others than it had."""
    if array.dtype.kind not in "iu":
        return with_nan(random, array)
    wild = array.copy()
    limits = np.iinfo(array.dtype)
    near = [-3, -2, -1, 0, 1, 2, 3, 4, len(array) if array.ndim else 0, limits.min, limits.max, limits.max - 1]
    values = np.clip([near[place] for place in random.integers(len(near), size=array.size)], limits.min, limits.max)
    chosen = random.random(array.shape) < 0.3
    wild[chosen] = values.reshape(array.shape)[chosen]
    return wild


def shuffled(random: Random, array: Any) -> Any:
    """Return an array with its entries in another order."""
    return random.permutation(array.ravel()).reshape(array.shape)


def misaligned(random: Random, array: Any) -> Any:
    """Return an equal array that does not begin where numbers of its type may stand."""
    room = np.zeros(array.nbytes + 1, np.uint8)
    room[1:] = np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)
    return room[1:].view(array.dtype).reshape(array.shape)


def with_any_bytes(random: Random, array: Any) -> Any:
    """Return an array of the same type made of random bytes; flags are neither 0 nor 1."""
    return np.frombuffer(random.bytes(array.nbytes), array.dtype).reshape(array.shape)


ARRAYS: list[Mutation] = [
    *(shrunken, enlarged, transposed, with_nan, of_wrong_type, with_wild_numbers, shuffled, misaligned),
    with_any_bytes,
]


def wild_number(random: Random, value: Any) -> Any:
    """Return another number: near, far, or no number at all."""
    if isinstance(value, bool):
        return [True, False, 2, None, "yes"][random.integers(5)]
    if isinstance(value, float):
        return _FLOATS[random.integers(len(_FLOATS))]
    return value + int(random.integers(-3, 4)) if random.random() < 0.4 else _INTS[random.integers(len(_INTS))]


def garbled_text(random: Random, value: str) -> str:
    """Return a text cut short, repeated, or with characters put in that mean something."""
    place = int(random.integers(len(value) + 1))
    kind = random.integers(4)
    if kind == 0:
        return value[:place]
    if kind == 1:
        return value * int(random.integers(2, 40))
    letter = _LETTERS[random.integers(len(_LETTERS))]
    return value[:place] + letter * int(random.integers(1, 4)) + value[place + int(kind == 2) :]


def garbled_bytes(random: Random, value: bytes) -> bytes:
    """Return bytes cut short, or with some changed."""
    if random.random() < 0.3:
        return value[: random.integers(len(value) + 1)]
    garbled = bytearray(value)
    for place in random.integers(len(value), size=int(random.integers(1, 4))) if value else ():
        garbled[place] = int(random.integers(256))
    return bytes(garbled)


def garbled_list(random: Random, value: list[Any]) -> Any:
    """Return a list with an entry less or more, or with one of them made wrong."""
    kind = random.integers(4)
    if kind == 0 or not value:
        return value[:-1]
    if kind == 1:
        return [*value, value[0]]
    place = int(random.integers(len(value)))
    return [mutate(random, entry) if number == place else entry for number, entry in enumerate(value)]


def stranger(random: Random, value: Any) -> Any:
    """Return something else altogether; for an object also one of its class that was never made."""
    if type(value).__module__ == "laconic._core" and random.random() < 0.5:
        return type(value).__new__(type(value))
    return _STRANGERS[random.integers(len(_STRANGERS))]


def mutations(value: Any) -> list[Mutation]:
    """Return the ways to make an argument wrong that suit its type."""
    if isinstance(value, np.ndarray):
        return [*ARRAYS, stranger]
    if isinstance(value, bool | int | float):
        return [wild_number, wild_number, stranger]
    if isinstance(value, str):
        return [garbled_text, garbled_text, stranger]
    if isinstance(value, bytes):
        return [garbled_bytes, garbled_bytes, stranger]
    if isinstance(value, list):
        return [garbled_list, garbled_list, stranger]
    return [stranger]


def mutate(random: Random, value: Any) -> Any:
    """Return an argument made wrong in one of these ways."""
    ways = mutations(value)
    return ways[random.integers(len(ways))](random, value)
