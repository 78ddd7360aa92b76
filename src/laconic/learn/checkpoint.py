"""Checkpoints: what an interrupted training leaves for the same training to resume, and for no other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laconic.arrays import read_arrays
from laconic.errors import DataError
from laconic.files import make_folder, write_whole_binary


def write_checkpoint(path: Path, fingerprint: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write the arrays; the fingerprint distinguishes this training from any other."""
    make_folder(path.parent)
    with write_whole_binary(path) as stream:
        np.savez(stream, allow_pickle=False, fingerprint=np.array(fingerprint), **arrays)


def read_checkpoint(path: Path, fingerprint: str) -> dict[str, NDArray[Any]] | None:
    """Return the arrays that the same training wrote; None if there is no checkpoint.

    Raises:
        DataError: the checkpoint is damaged or was left by another training.
    """
    if not path.exists():
        return None
    try:
        arrays = read_arrays(path, "a checkpoint")
    except DataError as error:
        raise DataError(f"{error.problem} Delete it to start again.", path=path) from None
    if str(arrays.pop("fingerprint", "")) != fingerprint:
        raise DataError("belongs to another training run; delete it to start again.", path=path)
    return arrays
