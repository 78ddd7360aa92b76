"""English: its words, its marks, and how it is written."""
