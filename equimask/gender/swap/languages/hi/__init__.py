"""Hindi."""
