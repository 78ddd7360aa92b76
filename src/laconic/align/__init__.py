"""Word alignment: which words of two sentences correspond."""

from laconic.align.alignment import Aligner, Alignment, WordPair

__all__ = ["Aligner", "Alignment", "WordPair"]
