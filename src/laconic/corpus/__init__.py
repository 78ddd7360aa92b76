"""Corpora of sentences and their compressions: read, written, split, built and described.

`Pair` and `Corpus` are the types; every format is one file, listed in `laconic.catalog`.
"""

from laconic.corpus.corpus import Corpus, sample
from laconic.corpus.format import Format
from laconic.corpus.pair import BadRecord, Pair

__all__ = ["BadRecord", "Corpus", "Format", "Pair", "sample"]
