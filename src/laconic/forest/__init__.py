"""Forests: all derivations of a sentence packed together, and the questions to ask of them."""
