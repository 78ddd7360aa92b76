"""laconic inside the tools of others."""
