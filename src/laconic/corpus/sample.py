"""The sample corpus that comes with laconic: written for it, and free to use."""

from __future__ import annotations

from laconic.corpus.bundled import SampleKind, sample_file
from laconic.corpus.corpus import Corpus


def sample(kind: SampleKind = "deletion") -> Corpus:
    """Return the sample corpus: the same sentences compressed by deletion alone or rewritten freely."""
    return Corpus.open(sample_file(kind))
