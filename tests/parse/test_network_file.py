"""A network whose weights stay in its file gives the same answers as the file, and damage is noticed."""

import shutil
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from laconic.errors import DataError
from laconic.parse.encoder import NETWORK, Encoder
from laconic.parse.network_file import without_large_weights

BUNDLED = Path(str(files("laconic") / "data" / "english"))
WORDS = "The old harbour will close next year .".split()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the bundled network's folder."""
    return Path(shutil.copytree(BUNDLED, tmp_path / "english"))


def test_only_large_weights_are_left_out() -> None:
    assert len(without_large_weights(BUNDLED / NETWORK)) < (BUNDLED / NETWORK).stat().st_size / 10


def test_a_network_of_fields_without_weights_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / NETWORK).write_bytes(
        small := b"\x08\x07" + b"\x12\x03abc" + b"\x3a\x04\x12\x02hi" + b"\x1d1234\x1912345678"
    )
    assert without_large_weights(tmp_path / NETWORK) == small


@pytest.mark.parametrize(
    ("damaged", "problem"),
    [
        (b"\x12\x05abc", "ends after its message"),
        (b"\x1d12", "ends after its message"),
        (b"\x12", "number does not end"),
        (b"\x80" * 20, "number does not end"),
        (b"\x0b\x01", "no fields of kind 3"),
        (b"", "empty file"),
    ],
)
def test_what_is_not_a_sequence_of_fields_is_refused(tmp_path: Path, damaged: bytes, problem: str) -> None:
    (tmp_path / NETWORK).write_bytes(damaged)
    with pytest.raises(ValueError, match=problem):
        without_large_weights(tmp_path / NETWORK)


def test_outputs_are_those_of_the_whole_file(monkeypatch: pytest.MonkeyPatch) -> None:
    mapped, read = Encoder(), Encoder()
    found = mapped.run(mapped.pieces(WORDS))
    monkeypatch.setattr("laconic.parse.session.without_large_weights", Path.read_bytes)
    expected = read.run(read.pieces(WORDS))
    for name, values in vars(expected).items():
        np.testing.assert_array_equal(getattr(found, name), values)


def test_a_network_behind_a_link_can_be_run(folder: Path) -> None:
    (folder / NETWORK).rename(folder.parent / "elsewhere")
    (folder / NETWORK).symlink_to(folder.parent / "elsewhere")
    encoder = Encoder(folder)
    assert len(encoder.run(encoder.pieces(WORDS)).tags) == len(WORDS)


def test_a_network_cut_short_is_reported(folder: Path) -> None:
    (folder / NETWORK).write_bytes((folder / NETWORK).read_bytes()[:-1000])
    encoder = Encoder(folder)
    with pytest.raises(DataError, match="is not a network that laconic can run"):
        encoder.run(encoder.pieces(WORDS))


def test_another_file_in_its_place_does_not_change_a_loaded_network(folder: Path) -> None:
    encoder = Encoder(folder)
    pieces = encoder.pieces(WORDS)
    expected = encoder.run(pieces)
    (folder / "new").write_bytes(b"\x00" * (folder / NETWORK).stat().st_size)
    (folder / "new").replace(folder / NETWORK)
    np.testing.assert_array_equal(encoder.run(pieces).arcs, expected.arcs)
