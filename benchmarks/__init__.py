"""Side-by-side speed and memory: every figure is a ratio against a named baseline in one run."""
