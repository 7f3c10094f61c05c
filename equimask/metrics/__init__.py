"""One spec for each metric."""
