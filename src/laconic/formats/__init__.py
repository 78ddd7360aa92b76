"""File formats: where the running text is, and how it is written back without touching anything else."""
