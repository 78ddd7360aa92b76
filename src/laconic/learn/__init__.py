"""Learning: examples from corpora, losses, and the learners of each method."""
