"""What this many rows could have shown."""

from __future__ import annotations

import numpy as np
from scipy import stats as sps

POWER = 0.8


def minimum_detectable_effect(
    standard_deviation: float, n: int, confidence_level: float = 0.95, power: float = POWER
) -> float | None:
    """The smallest shift of a mean that a two-sided test over n rows finds with this power."""
    if n < 1:
        return None
    return _z_sum(confidence_level, power) * standard_deviation / float(np.sqrt(n))


def _z_sum(confidence_level: float, power: float) -> float:
    return float(sps.norm.ppf(0.5 + confidence_level / 2) + sps.norm.ppf(power))
