"""The ARPA text format, as SRILM, KenLM and others write it; read and written as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from laconic import _core
from laconic.errors import DataError
from laconic.files import reading, write_whole

_PIECE = 1 << 20


def read_arpa(path: str | Path) -> _core.NgramModel:
    """Read a model from an ARPA file, plain or packed as ``.gz`` or ``.xz``; ``-`` is standard input.

    Raises:
        DataError: the file cannot be read or is no ARPA model; the error names the line.
    """
    reader = _core.ArpaReader()
    try:
        for piece in read_pieces(path):
            reader.feed(piece)
        return reader.finish()
    except ValueError as error:
        raise DataError(str(error), path=path, line=reader.line or None) from None


def write_arpa(pieces: Iterator[bytes], path: str | Path) -> None:
    """Write the pieces of an ARPA text; the file appears under its name only when it is whole."""
    with write_whole(path) as stream:
        stream.buffer.writelines(pieces)


def arpa_pieces(model: _core.NgramModel) -> Iterator[bytes]:
    """Yield a model's ARPA text in pieces that end with a line."""
    writer = _core.ArpaWriter(model)
    while piece := writer.next():
        yield piece


def read_pieces(path: str | Path) -> Iterator[bytes]:
    """Yield the bytes of a file, unpacked; raise `DataError` if that fails."""
    with reading(path) as stream:
        while piece := stream.read(_PIECE):
            yield piece
