"""Training of tree transduction: forests with gold derivations, losses, and the problem to be solved."""
