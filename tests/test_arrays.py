"""Archives of arrays: what they hold comes back, and nothing in them is believed before it is checked."""

import io
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
from numpy.lib import format as npy

from laconic.arrays import most_unpacked, read_arrays
from laconic.errors import DataError
from laconic.grammar.scfg import Scfg, ScfgRule
from laconic.grammar.scfg.storage import read_scfg, write_scfg


def test_arrays_come_back(tmp_path: Path) -> None:
    arrays = {"a": np.arange(12).reshape(3, 4), "b": np.array("text"), "c": np.zeros((0, 2), np.float16)}
    for save in (np.savez, np.savez_compressed):
        save(tmp_path / "a.npz", **arrays)
        found = read_arrays(tmp_path / "a.npz", "arrays")
        assert found.keys() == arrays.keys()
        assert all(np.array_equal(found[name], array) and found[name].flags.writeable for name, array in arrays.items())


def npz(header: dict[str, object], content: bytes = b"12345678") -> bytes:
    """Return an archive of one array whose header may lie."""
    array = io.BytesIO()
    npy.write_array_header_1_0(array, header)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.npy", array.getvalue() + content)
    return archive.getvalue()


@pytest.mark.parametrize(
    ("shape", "descr"), [((10**15,), "<f8"), ((2,), "<f8"), ((1, 0, 10**18), "<f8"), ((10**9,), "|V0"), ((1,), "|O")]
)
def test_a_header_that_lies_is_refused(tmp_path: Path, shape: tuple[int, ...], descr: str) -> None:
    lie = npz({"shape": shape, "fortran_order": False, "descr": descr}, b"" if descr == "|V0" else b"12345678")
    (tmp_path / "a.npz").write_bytes(lie)
    with pytest.raises(DataError, match=r"a\.npz: cannot be read as arrays: the array 'a' is damaged"):
        read_arrays(tmp_path / "a.npz", "arrays")


def peak_of_refusal(path: Path, read) -> int:
    tracemalloc.start()
    try:
        with pytest.raises(DataError, match=r"would unpack to more than [1-9]"):
            read(path)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_an_archive_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    np.savez_compressed(path, a=np.zeros(100 << 20, np.uint8))
    assert most_unpacked(path.stat().st_size) < 90 << 20
    assert peak_of_refusal(path, lambda path: read_arrays(path, "arrays")) < 1 << 20


def test_a_grammar_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.scfg"
    write_scfg(Scfg.of([ScfgRule("X", ("x" * (70 << 20),), ("y",))]), path)
    limit = most_unpacked(path.stat().st_size)
    assert limit < 70 << 20
    assert peak_of_refusal(path, read_scfg) < 3 * limit
