"""Reading lines with their numbers, and writing complete files: nothing half-written is left behind."""

from __future__ import annotations

import codecs
import ctypes
import glob
import gzip
import io
import lzma
import os
import re
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from laconic.errors import DataError, UsageError

STANDARD_STREAM = "-"
"""The file name that means standard input or standard output."""

_TEMPORARY = ".laconic-temporary"
_ABANDONED_SECONDS = 60.0
"""A file that was made, but not yet locked, is younger."""

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")

MAX_LINE_BYTES = 64 * 1024 * 1024
"""No sensible record is longer; a longer line means a wrong file, and would fill the memory."""


def open_binary(path: str | Path) -> BinaryIO:
    """Open a file for reading bytes, unpacking ``.gz`` and ``.xz``; ``-`` is standard input.

    Raises:
        DataError: the file does not exist or cannot be read.
    """
    name = str(path)
    try:
        if name == STANDARD_STREAM:
            return sys.stdin.buffer
        if os.path.isdir(name):
            raise DataError("is a folder, but a file was expected.", path=name)
        if name.endswith(".gz"):
            return cast(BinaryIO, gzip.open(name, "rb"))
        if name.endswith(".xz"):
            return cast(BinaryIO, lzma.open(name, "rb"))
        return open(name, "rb")
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        raise DataError(f"cannot be read: {getattr(error, 'strerror', None) or error}.", path=name) from None


@contextmanager
def reading(path: str | Path) -> Iterator[BinaryIO]:
    """Give a file's bytes to read, as `open_binary` does, for the length of the block.

    Raises:
        DataError: the file does not exist, or cannot be read or unpacked.
    """
    stream = open_binary(path)
    try:
        yield stream
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise DataError(f"cannot be decompressed or read: {error}.", path=path) from None
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()


def read_lines(path: str | Path) -> Iterator[tuple[int, str]]:
    """Yield ``(line number, line)`` from a UTF-8 file, without line ends; numbers begin at 1.

    A byte order mark is skipped, and only ``\\n`` and ``\\r\\n`` end a line, so that unusual Unicode
    separators inside a record stay where they are.

    Raises:
        DataError: the file cannot be read or unpacked, is not UTF-8, or has an absurdly long line.
    """
    for number, raw in read_raw_lines(path):
        yield number, decode_line(raw, path, number)


def read_bytes(path: str | Path, most: int) -> bytes:
    """Return the whole of a file of at most ``most`` bytes.

    Raises:
        DataError: the file cannot be read or unpacked, or is longer.
    """
    with reading(path) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise DataError(f"is longer than {most >> 20} MB; split it into parts.", path=path)
    return content


def read_text(path: str | Path) -> str:
    """Return the whole of a UTF-8 file as it is, line ends and byte order mark included.

    Raises:
        DataError: the file cannot be read or unpacked, is not UTF-8, has null bytes, or is absurdly long.
    """
    return decode_text(read_bytes(path, MAX_LINE_BYTES), path)


def decode_text(raw: bytes, path: str | Path) -> str:
    """Decode the whole of a UTF-8 file.

    Raises:
        DataError: it is not UTF-8, or has null bytes.
    """
    if (null := raw.find(b"\0")) >= 0:
        raise DataError(
            "there is a null byte here, so this is not a text file; if the file is in UTF-16, convert it first, "
            "for example with iconv -f utf-16 -t utf-8.",
            path=path,
            line=raw.count(b"\n", 0, null) + 1,
        )
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        number = raw.count(b"\n", 0, error.start) + 1
        line = raw[raw.rfind(b"\n", 0, error.start) + 1 :].partition(b"\n")[0]
        return decode_line(line, path, number)  # fails as reading by lines would


def read_raw_lines(path: str | Path, *, keep_mark: bool = False) -> Iterator[tuple[int, bytes]]:
    """Yield ``(line number, bytes)`` with line ends, for readers that continue after a line that is not UTF-8.

    Args:
        path: the file.
        keep_mark: whether a byte order mark stays with the first line.

    Raises:
        DataError: the file cannot be read or unpacked, or has an absurdly long line.
    """
    number = 0
    stream = open_binary(path)
    try:
        while raw := stream.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(raw) > MAX_LINE_BYTES:
                raise DataError(
                    f"a line is longer than {MAX_LINE_BYTES >> 20} MB; is this a text file?",
                    path=path,
                    line=number,
                )
            yield number, raw.removeprefix(codecs.BOM_UTF8) if number == 1 and not keep_mark else raw
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        raise DataError(f"cannot be decompressed or read: {error}.", path=path, line=number + 1) from None
    finally:
        if stream is not sys.stdin.buffer:
            stream.close()


def decode_line(raw: bytes, path: str | Path, number: int) -> str:
    """Decode one line of UTF-8 and drop its line end; raise `DataError` with the offending byte."""
    raw = raw[:-2] if raw.endswith(b"\r\n") else raw[:-1] if raw.endswith(b"\n") else raw
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        encoding = "utf-16" if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "windows-1252"
        raise DataError(
            f"byte {error.start + 1} (0x{raw[error.start]:02x}) is not UTF-8; convert the file first, "
            f"for example with iconv -f {encoding} -t utf-8.",
            path=path,
            line=number,
        ) from None


def spreadsheet_cell(value: object) -> object:
    """Return a value as a spreadsheet shall show it: text that would be taken for a formula gets an apostrophe.

    >>> spreadsheet_cell("=1+1"), spreadsheet_cell("It barks."), spreadsheet_cell("-1.5"), spreadsheet_cell(-1)
    ("'=1+1", 'It barks.', '-1.5', -1)
    """
    is_formula = isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value)
    return f"'{value}" if is_formula else value


def from_spreadsheet_cell(text: str) -> str:
    """Return the text that `spreadsheet_cell` was given.

    >>> from_spreadsheet_cell("'=1+1"), from_spreadsheet_cell("'Tis so.")
    ('=1+1', "'Tis so.")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def display_name(path: str | Path) -> str:
    """Return a file's name as text: bytes that are not UTF-8 are replaced.

    >>> display_name(b"data/caf\\xe9.txt".decode("utf-8", "surrogateescape"))
    'caf\ufffd.txt'
    """
    return os.fsencode(Path(path).name).decode("utf-8", "replace")


def make_folder(path: str | Path) -> None:
    """Make a folder, and those above it, unless there is one.

    Raises:
        DataError: it cannot be made, or something else has its name.
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else str(error)
        raise DataError(f"cannot be created as a folder: {problem}.", path=path) from None


@contextmanager
def write_whole(path: str | Path) -> Iterator[TextIO]:
    """Open a text file that appears under its name only when the block ends without an error.

    ``-`` is standard output; ``.gz`` and ``.xz`` are packed. Line ends are always ``\\n``. What has no form
    in UTF-8 (half of a surrogate pair) is written as an escape, which JSON reads back as it was.

    Raises:
        DataError: the folder does not exist or cannot be written, or the disk is full.
    """
    name = str(path)
    if name == STANDARD_STREAM:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        yield sys.stdout
        sys.stdout.flush()
        return
    with write_whole_bytes(name) as packed:
        text = io.TextIOWrapper(packed, encoding="utf-8", errors="backslashreplace", newline="\n")
        try:
            yield text
        finally:
            text.flush()
            text.detach()


@contextmanager
def write_whole_bytes(path: str | Path) -> Iterator[BinaryIO]:
    """Do the same as `write_whole` for bytes.

    Raises:
        DataError: the folder does not exist or cannot be written, or the disk is full.
    """
    name = str(path)
    if name == STANDARD_STREAM:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with write_whole_binary(name) as raw, ExitStack() as packers:
        if name.endswith(".gz"):
            packed = packers.enter_context(gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6, mtime=0))
            yield cast(BinaryIO, packed)
        elif name.endswith(".xz"):
            yield cast(BinaryIO, packers.enter_context(lzma.open(raw, "wb")))
        else:
            yield raw


@contextmanager
def write_whole_binary(path: str | Path) -> Iterator[BinaryIO]:
    """Open a binary file that replaces ``path`` only when the block ends without an error.

    A link keeps pointing to the file it names, and a device or pipe is written to as it is.

    Raises:
        DataError: the folder does not exist or cannot be written, or the disk is full.
    """
    with _target(path) as target:
        if target.exists() and not target.is_file():
            with open(target, "wb") as device:
                yield device
            return
        with _replacing(target) as stream:
            yield stream


@contextmanager
def replace_folder(folder: str | Path, keep: Iterable[str] = ()) -> Iterator[Path]:
    """Give a folder to write to, which gets its name only when the block ends without an error.

    What has the name then is replaced at once: there is the old folder or the new one, never a mixture and never none,
    even after a crash of the machine.

    Args:
        folder: the name.
        keep: files of the old folder that the new one takes over, unless it has them.

    Raises:
        DataError: it cannot be written, or the disk is full.
    """
    with _target_folder(folder) as target:
        for leftover in target.parent.glob(f".{glob.escape(target.name[:32])}.*{_TEMPORARY}"):
            if leftover.is_dir() and _is_abandoned(leftover):
                shutil.rmtree(leftover, ignore_errors=True)
        beside = Path(tempfile.mkdtemp(prefix=f".{target.name[:32]}.", suffix=_TEMPORARY, dir=target.parent))
        handle = os.open(beside, os.O_RDONLY) if os.name == "posix" else None
        try:
            if handle is not None:
                with suppress(OSError):  # a file system without locks
                    _lock(handle)
            yield beside
            for name in keep:
                if not (beside / name).exists():
                    (beside / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(target / name, beside / name)
            _bring_to_disk(beside)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(beside, 0o777 & ~umask)
            if target.exists():
                _exchange(beside, target)
            else:
                os.rename(beside, target)
        finally:
            if handle is not None:
                os.close(handle)
            shutil.rmtree(beside, ignore_errors=True)


def _bring_to_disk(folder: Path) -> None:
    """Wait until all files of a folder are on disk, whichever process wrote them."""
    for file in folder.rglob("*"):
        if file.is_file():
            handle = os.open(file, os.O_RDONLY if os.name == "posix" else os.O_RDWR)  # Windows asks for writing
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


_RENAME_EXCHANGE = 2


def _exchange(one: Path, other: Path) -> None:
    """Let two folders change names: at once where the system can, else with a moment in which one has none."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None) if os.name == "posix" else None
    here = -100  # names are relative to the current folder
    if rename is None or rename(here, os.fsencode(one), here, os.fsencode(other), _RENAME_EXCHANGE) != 0:
        between = one.with_name(f"{one.name}{_TEMPORARY}")
        os.rename(other, between)
        os.rename(one, other)
        os.rename(between, one)


def check_writable(path: str | Path) -> None:
    """Check before long work that its result can be written; ``-``, a device or a pipe always can.

    Raises:
        DataError: the folder does not exist or cannot be written.
    """
    if str(path) == STANDARD_STREAM:
        return
    with _target(path) as target:
        if target.is_file() or not target.exists():
            tempfile.TemporaryFile(dir=target.parent).close()


def check_output(path: str | Path, *inputs: str | Path | None) -> None:
    """Check before long work that its result can be written, and not onto what it is made from.

    Args:
        path: the file to be written.
        inputs: files that are read; None stands for one that was not given.

    Raises:
        UsageError: an input would be overwritten.
        DataError: the folder does not exist or cannot be written.
    """
    for given in inputs:
        if given is not None and _is_same_file(path, given):
            raise UsageError(f"{path} is an input, so it cannot be the output: name another file.")
    check_writable(path)


def _is_same_file(path: str | Path, other: str | Path) -> bool:
    """Return whether two names stand for one file, by links or otherwise; devices and pipes are never the same."""
    try:
        return os.path.isfile(path) and os.path.samefile(path, other)
    except (OSError, ValueError):  # one of them does not exist, or its name has a null character
        return False


@contextmanager
def _target(path: str | Path) -> Iterator[Path]:
    """Give the file that a path names, links followed, and say in an error what keeps it from being written."""
    if "\0" in str(path):
        raise DataError("cannot be written: the name has a null character.", path=path)
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise DataError("is a folder, but a file was expected.", path=path)
        yield target
    except BrokenPipeError:
        raise  # somebody stopped reading: not a fault of this file
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror or error}.", path=path) from None


@contextmanager
def _target_folder(path: str | Path) -> Iterator[Path]:
    """Give the folder that a path names, links followed, and say in an error what keeps it from being written."""
    if "\0" in str(path):
        raise DataError("cannot be written: the name has a null character.", path=path)
    try:
        yield Path(os.path.realpath(path))
    except OSError as error:
        raise DataError(f"cannot be written: {error.strerror or error}.", path=path) from None


@contextmanager
def _replacing(target: Path) -> Iterator[BinaryIO]:
    """Open a temporary file beside the target, and rename it at the end or remove it after an error.

    It is on the disk before it gets its name: after a crash of the machine there is the old file or the new one.
    """
    handle, temporary = temporary_beside(target)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def temporary_beside(target: Path) -> tuple[int, Path]:
    """Make a temporary file in the folder of another; those that killed processes left there are removed.

    Returns:
        The open file's handle, and its name.
    """
    prefix = f".{target.name[:32]}."
    for leftover in target.parent.glob(f"{glob.escape(prefix)}*{_TEMPORARY}"):
        if _is_abandoned(leftover):
            for file in (leftover, *leftover.parent.glob(f"{glob.escape(leftover.name)}-*")):  # logs of a database
                file.unlink(missing_ok=True)
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=_TEMPORARY, dir=target.parent)
    with suppress(OSError):  # a file system without locks
        _lock(handle)
    return handle, Path(name)


def _is_abandoned(path: Path) -> bool:
    """Return whether a temporary file or folder is no longer being written: it is old enough, and unlocked."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        if time.time() - os.fstat(handle).st_mtime < _ABANDONED_SECONDS:
            return False
        _lock(handle)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _lock(handle: int) -> None:
    """Lock an open file until it is closed; raise `OSError` if somebody else has it locked."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows refuses to remove a file that is open
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
