"""Weights chosen by how well outputs score: optimizers over candidates, and single numbers on held-out pairs."""
