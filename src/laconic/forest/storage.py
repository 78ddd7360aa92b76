"""Forests on disk: one compressed file of plain arrays, nothing that could run code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.arrays import read_arrays
from laconic.errors import DataError
from laconic.files import write_whole_binary
from laconic.forest.forest import Forest
from laconic.forest.sparse import SparseRows

VERSION = 1
"""The version of the file format that this code writes, and the newest that it reads."""

_REQUIRED = ("version", "nodes", "head", "tail_ptr", "tails", "rule", "yield_ptr", "yield_symbols", "vocabulary")


def save(forest: Forest, path: str | Path) -> None:
    """Write a forest to a file, with the words of the vocabulary that it uses.

    Raises:
        DataError: the file cannot be written.
    """
    words = forest.yield_symbols >= 0
    used, renumbered = np.unique(forest.yield_symbols[words], return_inverse=True)
    symbols = forest.yield_symbols.copy()
    symbols[words] = renumbered
    columns: dict[str, NDArray[Any]] = {
        "version": np.array(VERSION),
        "nodes": np.array(forest.nodes),
        "head": forest.head,
        "tail_ptr": forest.tail_ptr,
        "tails": forest.tails,
        "rule": forest.rule,
        "yield_ptr": forest.yield_ptr,
        "yield_symbols": symbols,
        "vocabulary": _pack([forest.vocabulary[word] for word in used]),
    }
    if forest.labels is not None:
        columns["labels"] = _pack(forest.labels.tolist())
    if forest.spans is not None:
        columns["spans"] = forest.spans
    if forest.origin is not None:
        columns["origin"] = forest.origin
    if forest.features is not None:
        columns["feature_pointers"] = forest.features.pointers
        columns["feature_columns"] = forest.features.columns
        columns["feature_values"] = forest.features.values
    with write_whole_binary(path) as stream:
        np.savez_compressed(stream, allow_pickle=False, **columns)


def load(path: str | Path) -> Forest:
    """Read a forest that `save` wrote.

    Raises:
        DataError: the file cannot be read, is not a forest, or was written by a newer laconic.
    """
    columns = read_arrays(path, "a forest")
    missing = [name for name in _REQUIRED if name not in columns]
    if missing:
        raise DataError(f"is not a forest: it lacks {missing[0]}.", path=path)
    try:
        if int(columns["version"]) > VERSION:
            raise DataError(
                f"has version {columns['version']}, and this version of laconic reads up to {VERSION}: update laconic."
            )
        return _unpacked(columns)
    except DataError as error:
        raise error.at(path) from None
    except (ValueError, TypeError) as error:
        raise DataError(f"is not a forest: {error}.", path=path) from None


def _unpacked(columns: dict[str, NDArray[Any]]) -> Forest:
    features = None
    if "feature_pointers" in columns:
        names = ("feature_pointers", "feature_columns", "feature_values")
        if not all(name in columns for name in names):
            raise DataError("is not a forest: its features lack a column.")
        features = SparseRows(*(columns[name] for name in names))
    return Forest(
        columns["head"],
        columns["tail_ptr"],
        columns["tails"],
        nodes=int(columns["nodes"]),
        rule=columns["rule"],
        yield_ptr=columns["yield_ptr"],
        yield_symbols=columns["yield_symbols"],
        vocabulary=tuple(_unpack(columns["vocabulary"])),
        labels=_unpack(columns["labels"]) if "labels" in columns else None,
        spans=columns.get("spans"),
        features=features,
        origin=columns.get("origin"),
    )


def _pack(texts: list[str]) -> NDArray[np.uint8]:
    """Return texts as bytes; NumPy's own text arrays would lose trailing zero characters."""
    return np.frombuffer(json.dumps(texts, ensure_ascii=False).encode("utf-8", "surrogatepass"), np.uint8)


def _unpack(packed: NDArray[np.uint8]) -> list[str]:
    texts = json.loads(packed.tobytes().decode("utf-8", "surrogatepass"))
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError("a column of texts holds something else")
    return texts
