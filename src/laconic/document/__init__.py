"""Documents: many sentences under one budget, with their layout and markup."""
