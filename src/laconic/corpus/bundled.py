"""Short names of the corpora that come with laconic, usable wherever a corpus is read."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Literal, get_args

from laconic.errors import UsageError

SampleKind = Literal["deletion", "rewrite"]
"""How the sentences of the sample corpus were compressed: by deletion alone, or rewritten freely."""

_PREFIX = "sample:"


def corpus_file(name: str | Path) -> str | Path:
    """Return the file of a corpus: that of ``sample:deletion`` or ``sample:rewrite``, or the name itself.

    A file of such a name that exists is what is meant.

    Raises:
        UsageError: there is no sample corpus of this name.
    """
    wanted = str(name)
    if not wanted.startswith(_PREFIX) or Path(name).exists():
        return name
    kind = wanted.removeprefix(_PREFIX)
    if kind not in get_args(SampleKind):
        known = " or ".join(_PREFIX + each for each in get_args(SampleKind))
        raise UsageError(f"there is no sample corpus {wanted!r}; choose {known}.")
    return sample_file(kind)


def sample_file(kind: str) -> str:
    """Return the file of a sample corpus."""
    return str(files("laconic") / "data" / "sample" / f"{kind}.jsonl")
