"""What every method shares: requests, the stages from a sentence to an answer, and their pieces."""
