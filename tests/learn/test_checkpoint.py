"""Checkpoints: taken up by the training that left them, and refused otherwise."""

from pathlib import Path

import numpy as np
import pytest

from laconic.errors import DataError
from laconic.learn.checkpoint import read_checkpoint, write_checkpoint


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "checkpoint.npz"
    assert read_checkpoint(path, "mine") is None
    write_checkpoint(path, "mine", {"weights": np.arange(3.0)})
    found = read_checkpoint(path, "mine")
    assert found is not None
    assert {name: array.tolist() for name, array in found.items()} == {"weights": [0.0, 1.0, 2.0]}


def test_that_of_another_training_is_refused(tmp_path: Path) -> None:
    write_checkpoint(tmp_path / "checkpoint.npz", "yours", {})
    with pytest.raises(DataError, match="belongs to another training run; delete it to start again"):
        read_checkpoint(tmp_path / "checkpoint.npz", "mine")


@pytest.mark.parametrize("damage", ["nothing", "nonsense", "cut short", "an array", "a folder"])
def test_a_damaged_one_is_refused(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.npz"
    write_checkpoint(path, "mine", {"weights": np.arange(1000.0)})
    match damage:
        case "nothing":
            path.write_bytes(b"")
        case "nonsense":
            path.write_bytes(b"nonsense")
        case "cut short":
            path.write_bytes(path.read_bytes()[:500])
        case "an array":
            with path.open("wb") as stream:
                np.save(stream, np.arange(3))
        case "a folder":
            path.unlink()
            path.mkdir()
    with pytest.raises(DataError, match="Delete it to start again"):
        read_checkpoint(path, "mine")
