"""Sentences as flat arrays in one compressed file, so that training needs neither text nor tokeniser."""

from __future__ import annotations

import io
import json
import lzma
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

IGNORED = 255
"""The tag or relation of a word whose tag or relation is not known."""

Arrays = dict[str, Any]
"""Columns of any integer type, by name."""


@dataclass
class Labels:
    """The names behind the numbers: tags, span labels (the first is "no bracket"), relations, sources."""

    tags: list[str]
    spans: list[str]
    relations: list[str]
    sources: list[str]

    @classmethod
    def load(cls, path: Path) -> Labels:
        """Read the names from a JSON file."""
        return cls(**json.loads(path.read_text(encoding="utf-8")))

    def save(self, path: Path) -> None:
        """Write the names as JSON."""
        path.write_text(json.dumps(self.__dict__, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


@dataclass
class Builder:
    """Collects sentences and returns them as flat arrays."""

    columns: dict[str, list[int]] = field(default_factory=dict)

    def add(self, **values: list[int] | int) -> None:
        """Append one sentence: lists go to their columns in full, numbers as one entry."""
        for name, value in values.items():
            column = self.columns.setdefault(name, [])
            if isinstance(value, list):
                column.extend(value)
            else:
                column.append(value)

    def arrays(self) -> Arrays:
        """Return every column in the smallest integer type that holds it."""
        return {name: smallest(np.asarray(column, dtype=np.int64)) for name, column in self.columns.items()}


def smallest(values: NDArray[np.int64]) -> NDArray[np.generic]:
    """Return an array in the smallest integer type that holds it."""
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    for kind in (np.uint8, np.uint16, np.int16, np.int32):
        if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max:
            return values.astype(kind)
    return values


def save(path: Path, arrays: Arrays) -> None:
    """Write arrays as one xz-compressed npz file."""
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    path.write_bytes(lzma.compress(buffer.getvalue(), preset=9 | lzma.PRESET_EXTREME))


def load(path: Path) -> dict[str, NDArray[np.int64]]:
    """Read arrays written by `save`, widened to 64 bits for indexing."""
    with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as file:
        return {name: file[name].astype(np.int64) for name in file.files}
