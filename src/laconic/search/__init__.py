"""Searches: which words to keep, given scores of words, of neighbours and of dependency arcs."""
