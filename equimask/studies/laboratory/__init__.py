"""The laboratory: a corpus with a planted gender bias, and a small masked LM trained on it."""
