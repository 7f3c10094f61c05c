"""What is drawn comes from a generator that is passed in, or from a number that makes one."""

from __future__ import annotations

import numpy as np

Seed = int | np.random.Generator  # what a generator is made from; one that is given goes on

_NUMBERS = 2**32


def as_number(seed: Seed) -> int:
    """For libraries that draw from a number of their own; a generator gives its next one."""
    return int(seed.integers(_NUMBERS)) if isinstance(seed, np.random.Generator) else seed
