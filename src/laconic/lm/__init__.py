"""N-gram language models: estimation, ARPA files, a compact binary format, fast queries."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from laconic._core import ChartState
from laconic._core import NgramState as State
from laconic.lm.estimation import Estimation, Settings, estimate, estimate_to_file
from laconic.lm.model import LanguageModel, WordScore

__all__ = [
    "BUNDLED",
    "ChartState",
    "Estimation",
    "LanguageModel",
    "Settings",
    "State",
    "WordScore",
    "bundled",
    "estimate",
    "estimate_to_file",
    "load_lm",
]

BUNDLED = "bundled"
"""Names the language model that comes with laconic."""


@cache
def bundled() -> LanguageModel:
    """Return the English trigram that comes with laconic, of lower-case magazine text."""
    with as_file(files("laconic") / "data" / "lm" / "english.lm") as path:
        return LanguageModel.load(path)


def load_lm(name: str | Path) -> LanguageModel:
    """Return the language model that comes with laconic if it is called ``bundled``, else one from a file.

    Raises:
        DataError: the file cannot be read as a language model.
    """
    return bundled() if name == BUNDLED else LanguageModel.load(name)
