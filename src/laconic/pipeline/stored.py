"""Learnt methods in folders: one TOML file that says what they are, and their arrays beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from laconic.catalog import METHODS, resolve
from laconic.errors import DataError
from laconic.pipeline.method import Method

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
    method: Method = resolve(described["name"], METHODS, "method").load(folder, described)
    return method, settings
