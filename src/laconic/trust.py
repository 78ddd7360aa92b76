"""What a file may name: parts that laconic knows, and files in its own folder, unless its reader allows more.

A model's folder and an experiment come from others as often as from oneself. A name such as ``"my_module:Thing"`` in
them would run whatever code it stands for, so it is refused unless the caller says that the file is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from laconic.errors import DataError

ALLOW_CODE = "--allow-code"
"""The option of commands by which their user says that a file is trusted."""


@dataclass(frozen=True)
class _Reading:
    path: str | Path
    allow_code: bool


_reading: ContextVar[_Reading | None] = ContextVar("reading", default=None)


@contextmanager
def names_from(path: str | Path, *, allow_code: bool) -> Iterator[None]:
    """Check in the ``with`` block that names, which come from this file now, stand for what laconic knows.

    Args:
        path: the file or folder, for errors.
        allow_code: whether it is trusted, and may name code of its own and files elsewhere.
    """
    token = _reading.set(_Reading(path, allow_code))
    try:
        yield
    finally:
        _reading.reset(token)


def check_code(name: str, kind: str) -> None:
    """Raise `DataError` if a name of code comes from a file that may not name any."""
    reading = _reading.get()
    if reading is not None and not reading.allow_code:
        raise DataError(
            f"names the {kind} {name!r}, which is not part of laconic and would be run: if you trust the file, allow "
            f"this with {ALLOW_CODE}, or allow_code=True in Python.",
            path=reading.path,
        )


def check_path(name: str) -> None:
    """Raise `DataError` if the name of a file elsewhere comes from a file that may not name any."""
    reading = _reading.get()
    if reading is not None and not reading.allow_code:
        raise DataError(
            f"names the file {name!r}, which is neither in the data folder nor among the results: if you trust "
            f"the file, allow this with {ALLOW_CODE}.",
            path=reading.path,
        )


def file_inside(folder: Path, name: str) -> Path:
    """Return the path of a file that a folder names, which must lie in it, links followed.

    Raises:
        DataError: it lies elsewhere, and its reader does not allow that; or no file can have that name.
    """
    reading = _reading.get()
    path = folder / name
    if (reading is None or not reading.allow_code) and not path.resolve().is_relative_to(folder.resolve()):
        raise DataError(f"names the file {name!r}, which is outside it.", path=folder)
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass  # the reader of the file says so
    except OSError as error:  # such as a name that is too long
        raise DataError(f"names the file {name!r}, which cannot be read: {error.strerror}.", path=folder) from None
    return path
