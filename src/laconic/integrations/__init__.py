"""laconic inside other tools."""
