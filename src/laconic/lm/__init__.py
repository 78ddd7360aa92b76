"""N-gram language models: estimation, ARPA files, a compact binary format, fast queries."""

from __future__ import annotations

from laconic._core import ChartState
from laconic._core import NgramState as State
from laconic.lm.model import LanguageModel, WordScore

__all__ = ["ChartState", "LanguageModel", "State", "WordScore"]
