"""Experiments: a table of systems and corpora in a TOML file, trained, scored, tested and reported by one command."""
