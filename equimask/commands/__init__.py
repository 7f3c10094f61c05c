"""Commands of the terminal that are too long for one file."""
