"""What came of a study: figures, tests, and pages to look at them."""
