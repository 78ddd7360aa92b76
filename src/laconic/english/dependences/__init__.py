"""Words that need others: what must not go while something else stays."""
