"""Methods: what a user names on the command line, from parsed sentences to compressions."""
