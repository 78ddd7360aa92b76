"""N-gram language models: estimation, ARPA files, a compact binary format, fast queries."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from laconic._core import ChartState
from laconic._core import NgramState as State
from laconic.lm.estimation import Estimation, Settings, estimate, estimate_to_file
from laconic.lm.model import LanguageModel, WordScore

__all__ = [
    "ChartState",
    "Estimation",
    "LanguageModel",
    "Settings",
    "State",
    "WordScore",
    "bundled",
    "estimate",
    "estimate_to_file",
]


@cache
def bundled() -> LanguageModel:
    """Return the English trigram that comes with laconic, of lower-case magazine text."""
    with as_file(files("laconic") / "data" / "lm" / "english.lm") as path:
        return LanguageModel.load(path)
