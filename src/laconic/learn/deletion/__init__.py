"""Training of deletion models: examples, online learning with large margins, and linear-chain CRFs."""
