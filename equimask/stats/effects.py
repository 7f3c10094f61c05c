"""Effects on a scale of their own: means in units of how much rows vary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.stats.clusters import Labels
from equimask.stats.crossed import crossed_error
from equimask.stats.intervals import Interval


class StandardisedEffect(NamedTuple):
    """A mean over the standard deviation of its rows."""

    effect: float
    interval: Interval


def standardised_effect(
    rows: Floats, columns: Sequence[Labels] = (), confidence_level: float = 0.95
) -> StandardisedEffect | None:
    """Mean over standard deviation, by the delta method over clusters; None without a spread.

    Without columns every row is a cluster of its own.
    """
    if np.ptp(rows) == 0.0:
        return None
    spread = float(np.std(rows, ddof=1))
    effect = float(np.mean(rows)) / spread
    scaled = (rows - np.mean(rows)) / spread
    pulls = scaled - effect * (scaled**2 - 1.0) / 2.0  # how far each row moves the effect
    error = crossed_error(pulls, columns or [np.arange(len(rows))])
    if error is None:
        return StandardisedEffect(effect, Interval(None, None, None))
    half = float(sps.t.ppf(0.5 + confidence_level / 2, error.df)) * error.stderr
    return StandardisedEffect(effect, Interval(error.stderr, effect - half, effect + half))
