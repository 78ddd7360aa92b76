"""Arrays in ``.npz`` archives: what they declare is checked and bounded before anything is unpacked."""

from __future__ import annotations

import lzma
import math
import os
import tokenize
import zlib
from pathlib import Path
from typing import Any, BinaryIO, NoReturn
from zipfile import BadZipFile, ZipFile, ZipInfo

from numpy.lib import format as npy
from numpy.typing import NDArray

from laconic.errors import DataError
from laconic.files import open_binary

_ALWAYS_ALLOWED = 64 * 1024 * 1024
_LARGEST_RATIO = 100
"""Grammars, weights and forests unpack to some five times their size; files made to fill the memory, to thousands."""

_DAMAGED = (OSError, EOFError, ValueError, TypeError, RuntimeError, BadZipFile, zlib.error, lzma.LZMAError)
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def most_unpacked(packed: int) -> int:
    """Return how many bytes a file of this size may unpack to."""
    return _ALWAYS_ALLOWED + _LARGEST_RATIO * packed


def too_large(most: int) -> ValueError:
    """Return the error of what would unpack to more than that."""
    size = f"{most >> 20} MB" if most >= 1 << 20 else f"{most >> 10} kB"
    return ValueError(f"it would unpack to more than {size}")


def read_arrays(path: str | Path, kind: str) -> dict[str, NDArray[Any]]:
    """Return the arrays of an ``.npz`` file by their names.

    Args:
        path: the file.
        kind: what it should be, for errors.

    Raises:
        DataError: the file cannot be read, is something else, or would unpack to far more than its size.
    """
    with open_binary(path) as stream:
        try:
            return unpack_arrays(stream, most_unpacked(os.path.getsize(path)))
        except _DAMAGED as error:
            problem = str(error).rstrip(".") or "it is damaged"
            raise DataError(f"cannot be read as {kind}: {problem}.", path=path) from None


def unpack_arrays(stream: BinaryIO, most: int) -> dict[str, NDArray[Any]]:
    """Return the arrays of an archive by their names.

    Args:
        stream: the archive.
        most: how many bytes they may take together.

    Raises:
        ValueError: there is something else in it, an array is not as large as it says, or all are too large.
        zipfile.BadZipFile: it is not an archive, or damaged.
    """
    with ZipFile(stream) as archive:
        members = archive.infolist()
        if sum(member.file_size for member in members) > most:
            raise too_large(most)
        found = {}
        for member in members:
            name = member.filename.removesuffix(".npy")
            try:
                found[name] = _read(archive, member)
            except (ValueError, TypeError, SyntaxError, RecursionError, tokenize.TokenError):  # all from its header
                raise ValueError(f"the array {name!r} is damaged") from None
        return found


def _read(archive: ZipFile, member: ZipInfo) -> NDArray[Any]:
    with archive.open(member) as stream:
        shape, _, dtype = _HEADERS.get(npy.read_magic(stream), _unknown)(stream)
        # What is allotted for an array depends on what its header says, so that has to be true.
        count, room = math.prod(shape), member.file_size - stream.tell()
        if dtype.hasobject or count * dtype.itemsize != room or count > max(1, room):
            raise ValueError("its size is wrong")
    with archive.open(member) as stream:
        array: NDArray[Any] = npy.read_array(stream, allow_pickle=False)
        return array


def _unknown(stream: object) -> NoReturn:
    raise ValueError("its format is unknown")
