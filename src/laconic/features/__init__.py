"""Features: scores for words, neighbours, arcs and rules."""
