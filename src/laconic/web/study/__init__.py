"""The pages of studies: for those who take part, and for whoever runs them."""
