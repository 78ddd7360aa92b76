"""The sample corpus that comes with laconic: written for it, and free to use."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

from laconic.corpus.corpus import Corpus


def sample(kind: Literal["deletion", "rewrite"] = "deletion") -> Corpus:
    """Return the sample corpus: the same sentences compressed by deletion alone or rewritten freely."""
    return Corpus.open(str(files("laconic") / "data" / "sample" / f"{kind}.jsonl"))
