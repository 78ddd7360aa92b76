"""The results of a study: figures, tests, and pages that show them."""
