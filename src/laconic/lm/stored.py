"""The language model that a stored method uses: one that comes with laconic, or a file beside the method's own."""

from __future__ import annotations

import shutil
from pathlib import Path

from laconic.files import write_whole_binary
from laconic.trust import file_inside

_STEM = "language-model"


def store_lm(name: str, folder: Path, known: tuple[str, ...]) -> str:
    """Copy the language model that a setting names into a model's folder, and return its name there.

    Args:
        name: a file, or one of
        known: names that stand for no file.
        folder: the model's folder.
    """
    if name in known:
        return name
    inside = folder / f"{_STEM}{''.join(Path(name).suffixes[-2:])}"
    if not (inside.exists() and inside.samefile(name)):
        with open(name, "rb") as source, write_whole_binary(inside) as target:
            shutil.copyfileobj(source, target)
    return inside.name


def stored_lm(name: str, folder: Path, known: tuple[str, ...]) -> str:
    """Return where the language model is that a model's folder names.

    Raises:
        DataError: it lies outside the folder, which its reader does not allow.
    """
    if name in known:
        return name
    inside = file_inside(folder, name)
    return str(inside) if inside.exists() else name
