"""Pure: which tokens two sentences share, and what is masked."""
