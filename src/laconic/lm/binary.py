"""The binary format of models: small, quick to load, and safe against damage.

A file is a header and a packed body. The header holds, low byte first: eight bytes that name the format,
its version and flags (16 bits each), the sizes of the body packed and unpacked (64 bits each), and a checksum
(CRC-32) of all these and the packed body.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from laconic import _core
from laconic.errors import DataError
from laconic.files import reading, write_whole_binary

MAGIC = b"laconlm\n"
_VERSION = 1
_LOWERCASE = 1
_HEADER = struct.Struct("<8sHHQQ")
_CHECKSUM = struct.Struct("<I")
# Deflate cannot pack better than this; a header that says more is wrong, and must not fill the memory.
_BEST_RATIO = 1032


def is_binary(path: str | Path) -> bool:
    """Return whether a file begins like a model in this format."""
    with reading(path) as stream:
        return stream.read(len(MAGIC)) == MAGIC


def write_binary(model: _core.NgramModel, path: str | Path, *, lowercase: bool) -> None:
    """Write a model; the file appears under its name only when it is whole."""
    body = _core.encode_ngram_model(model)
    packed = zlib.compress(body, 9)
    header = _HEADER.pack(MAGIC, _VERSION, _LOWERCASE if lowercase else 0, len(packed), len(body))
    with write_whole_binary(path) as stream:
        stream.write(header)
        stream.write(_CHECKSUM.pack(zlib.crc32(packed, zlib.crc32(header))))
        stream.write(packed)


def read_binary(path: str | Path) -> tuple[_core.NgramModel, bool]:
    """Read a model, and whether its words are in lower case.

    Raises:
        DataError: the file cannot be read, or is not exactly what was once written.
    """
    with reading(path) as stream:
        data = stream.read()
    if not data.startswith(MAGIC):
        raise DataError("is not a laconic language model.", path=path)
    start = _HEADER.size + _CHECKSUM.size
    if len(data) < start:
        raise DataError("is truncated; copy it again.", path=path)
    _, version, flags, packed_size, size = _HEADER.unpack_from(data)
    (checksum,) = _CHECKSUM.unpack_from(data, _HEADER.size)
    if version != _VERSION:
        raise DataError(
            f"has version {version} of the format, but this version of laconic reads version {_VERSION}.", path=path
        )
    packed = memoryview(data)[start:]
    if len(packed) != packed_size:
        raise DataError(f"has {len(packed)} bytes after its header instead of {packed_size}; copy it again.", path=path)
    if zlib.crc32(packed, zlib.crc32(data[: _HEADER.size])) != checksum or size > _BEST_RATIO * packed_size:
        raise DataError("is damaged: its checksum is wrong; copy it again.", path=path)
    try:
        unpacker = zlib.decompressobj()
        body = unpacker.decompress(packed, size + 1)
        if len(body) != size or not unpacker.eof:
            raise ValueError("the model is damaged inside.")
        return _core.decode_ngram_model(body), bool(flags & _LOWERCASE)
    except (zlib.error, ValueError) as error:
        raise DataError(f"cannot be used: {error}", path=path) from None
