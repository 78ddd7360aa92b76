"""Trained methods in folders: one TOML file that describes them, and their arrays beside it.

The file records a checksum of every other file, so that settings are never used with the weights of another training.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from laconic.errors import DataError, UsageError
from laconic.files import make_folder, read_text, replace_folder, write_whole
from laconic.pipeline.info import method_info
from laconic.pipeline.method import Method, Storable
from laconic.trust import file_inside, names_from

MODEL_FILE = "model.toml"
FORMAT = 1

FILES = "files"
"""The table of the TOML file that holds the checksums."""

_NOT_PARTS = {MODEL_FILE, "README.md"}
_FILES_TABLE = re.compile(rf"\n*^\[{FILES}\]\n(?:(?!\[).*\n?)*", re.MULTILINE)


def load_method(folder: Path, *, allow_code: bool = False) -> tuple[Method, dict[str, Any]]:
    """Return the method in a model's folder, and the contents of its TOML file.

    Args:
        folder: the folder.
        allow_code: whether it is trusted and may name code that is not part of laconic, and files outside it.

    Raises:
        DataError: the folder is not a model or was written by a newer version, its files do not belong together, or it
            names code that is not allowed.
    """
    file = folder / MODEL_FILE
    settings = _read_settings(folder)
    if settings.get("format") != FORMAT:
        raise DataError(
            f"has format {settings.get('format')!r}, and this version of laconic reads {FORMAT}.", path=file
        )
    described = settings.get("method")
    if not isinstance(described, dict) or not isinstance(described.get("name"), str):
        raise DataError("does not say which method it is for.", path=file)
    _check_parts(folder, settings.get(FILES, {}))
    with names_from(file, allow_code=allow_code):
        info = method_info(described["name"])
        if info.load is None:
            raise DataError(f"is for the method {info.name}, which is not read from a folder.", path=file)
        return info.load(folder, described), settings


def save_method(method: Method, folder: Path, about: Mapping[str, Any], *, overwrite: bool = False) -> None:
    """Write a method to a new or empty folder, which appears only when it is complete.

    Args:
        method: the method to write.
        folder: the folder to write.
        about: the name of its parser, and other information about the model.
        overwrite: whether to replace an existing model; other files in its folder are kept.

    Raises:
        DataError: the folder cannot be written.
        UsageError: the method was not trained, so there is nothing to write; or the folder is in use.
    """
    if not isinstance(method, Storable):
        raise UsageError(f"the method {method.name} is not trained, so there is nothing to save.")
    check_free(folder, overwrite=overwrite)
    with replace_folder(folder, keep=_others(folder)) as beside:
        settings = {
            "format": FORMAT,
            "parser": about.get("parser", "english"),
            "method": {**method.save(beside), "name": method.name},
            "about": about.get("about", {}),
        }
        with write_whole(beside / MODEL_FILE) as stream:
            stream.write(tomli_w.dumps(settings))
        seal(beside)


def check_free(folder: Path, *, overwrite: bool) -> None:
    """Check that a model may be written to a folder, and create the folders above it.

    Raises:
        DataError: something else has its name, or the folders above it cannot be made.
        UsageError: it is another model, or holds something else.
    """
    make_folder(folder.parent)
    if not folder.exists():
        return
    if not folder.is_dir():
        raise DataError("is a file, but a folder was expected.", path=folder)
    if (folder / MODEL_FILE).exists():
        if not overwrite:
            raise UsageError(f"{folder} already holds a model: choose another folder, or replace it with --overwrite.")
    elif any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty and is not a model: choose a new folder.")


def seal(folder: Path) -> None:
    """Update the checksums of a model's files in its TOML file.

    Raises:
        DataError: the folder is not a model, or cannot be written.
    """
    _read_settings(folder)
    file = folder / MODEL_FILE
    text = _FILES_TABLE.sub("\n", read_text(file)).rstrip("\n")
    parts = sorted(_parts(folder), key=lambda path: path.relative_to(folder).as_posix())
    table = {path.relative_to(folder).as_posix(): _checksum(path) for path in parts}
    with write_whole(file) as stream:
        stream.write(f"{text}\n\n{tomli_w.dumps({FILES: table})}" if table else f"{text}\n")


def _read_settings(folder: Path) -> dict[str, Any]:
    file = folder / MODEL_FILE
    try:
        with open(file, "rb") as stream:
            return tomllib.load(stream)
    except OSError:
        raise DataError(f"is not a model: it has no {MODEL_FILE}, which laconic train writes.", path=folder) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError(f"cannot be read: {error}.", path=file) from None


def _check_parts(folder: Path, checksums: Any) -> None:
    """Raise `DataError` if a file is missing, or is not the one that was written with the TOML file."""
    if not isinstance(checksums, dict):
        raise DataError(f"has {FILES} = {checksums!r}, which is not a table of checksums.", path=folder / MODEL_FILE)
    for name, checksum in checksums.items():
        path = file_inside(folder, name)
        if not path.is_file():
            raise DataError(f"is missing, and {MODEL_FILE} needs it: copy the whole folder, or train again.", path=path)
        if _checksum(path) != checksum:
            raise DataError(
                f"does not belong to the {MODEL_FILE} beside it, because its checksum differs: copy the whole folder, "
                f"or train again; if you changed the file yourself, run laconic seal {folder}.",
                path=path,
            )


def _parts(folder: Path) -> list[Path]:
    """Return the files of a model, without its TOML file and what is written for people."""
    every = (path for path in folder.rglob("*") if path.is_file())
    return [path for path in every if path.relative_to(folder).as_posix() not in _NOT_PARTS]


def _others(folder: Path) -> list[str]:
    """Return what a folder holds besides the files that its model's TOML file lists."""
    if not (folder / MODEL_FILE).exists():
        return []
    listed = _read_settings(folder).get(FILES, {})
    parts = {path.relative_to(folder).as_posix() for path in _parts(folder)} if not listed else set(listed)
    every = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return sorted(every - parts - {MODEL_FILE})


def _checksum(path: Path) -> str:
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
