"""Word alignment: which words of two sentences say the same."""

from laconic.align.alignment import Aligner, Alignment, WordPair

__all__ = ["Aligner", "Alignment", "WordPair"]
