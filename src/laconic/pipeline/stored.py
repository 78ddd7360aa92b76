"""Learnt methods in folders: one TOML file that says what they are, and their arrays beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from laconic.errors import DataError, UsageError
from laconic.files import make_folder, write_whole
from laconic.pipeline.info import method_info
from laconic.pipeline.method import Method, Storable

MODEL_FILE = "model.toml"
FORMAT = 1


def load_method(folder: Path) -> tuple[Method, dict[str, Any]]:
    """Return the method that a model's folder holds, and all that its TOML file says.

    Raises:
        DataError: the folder is not a model, or one of a newer version.
    """
    file = folder / MODEL_FILE
    try:
        with open(file, "rb") as stream:
            settings = tomllib.load(stream)
    except OSError:
        raise DataError(f"is not a model: it has no {MODEL_FILE}; laconic train makes one.", path=folder) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read: {error}.", path=file) from None
    if settings.get("format") != FORMAT:
        raise DataError(f"has format {settings.get('format')!r}, and this version reads {FORMAT}.", path=file)
    described = settings.get("method")
    if not isinstance(described, dict) or not isinstance(described.get("name"), str):
        raise DataError("does not say which method it is for.", path=file)
    info = method_info(described["name"])
    if info.load is None:
        raise DataError(f"is for the method {info.name}, which is not read from a folder.", path=file)
    return info.load(folder, described), settings


def save_method(method: Method, folder: Path, about: Mapping[str, Any]) -> None:
    """Write a method into a new or empty folder.

    Args:
        method: what to write.
        folder: where.
        about: the name of its parser, and what else the model says of itself.

    Raises:
        DataError: the folder cannot be written.
        UsageError: the method was not learnt, so that there is nothing to write.
    """
    if not isinstance(method, Storable):
        raise UsageError(f"the method {method.name} is not learnt, so there is nothing to save.")
    make_folder(folder)
    settings = {
        "format": FORMAT,
        "parser": about.get("parser", "english"),
        "method": {**method.save(folder), "name": method.name},
        "about": about.get("about", {}),
    }
    # The TOML file comes last: without it the folder is not a model, so a half-written one is never loaded.
    with write_whole(folder / MODEL_FILE) as stream:
        stream.write(tomli_w.dumps(settings))
