"""From raw text to parsed sentences."""
