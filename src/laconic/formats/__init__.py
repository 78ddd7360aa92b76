"""Files that people have: where their text stands, and how it is written back without touching anything else."""
