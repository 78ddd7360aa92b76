"""Forests: all derivations of a sentence packed together, and functions that query them."""
