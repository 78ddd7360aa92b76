"""Training of paraphrasing: where weights start, and how they are tuned."""
