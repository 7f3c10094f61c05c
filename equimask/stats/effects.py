"""Effects on a scale of their own: means and differences in units of how much rows vary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import stats as sps

from equimask.core.arrays import Bools, Floats
from equimask.stats.clusters import Labels
from equimask.stats.crossed import crossed_error
from equimask.stats.intervals import Interval
from equimask.stats.two_groups import grouped_rows

_NO_SPREAD = 1e-13  # of the largest value: what rounding leaves of none


class StandardisedEffect(NamedTuple):
    """A mean, or a difference of two, over the standard deviation of its rows."""

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
    return _with_interval(effect, pulls, columns, confidence_level)


def standardised_difference(
    values: Floats,
    first: Bools,
    columns: Sequence[Labels] = (),
    strata: Labels | None = None,
    confidence_level: float = 0.95,
) -> StandardisedEffect | None:
    """The difference of two groups over the standard deviation within them (Cohen's d).

    With `strata`, the averaged difference over that within both. None without a spread. The first
    column of clusters is that by which groups are pulled.
    """
    columns = columns or [np.arange(len(values))]
    rows = standardised_difference_rows(values, first, columns[0], strata)
    return (
        None
        if rows is None
        else _with_interval(float(np.mean(rows)), rows, columns, confidence_level)
    )


def standardised_difference_rows(
    values: Floats,
    first: Bools,
    clusters: Labels | None = None,
    strata: Labels | None = None,
    *,
    strata_vary: bool = False,
) -> Floats | None:
    """Rows whose mean is that effect and which vary as it does, by the delta method.

    `clusters` and `strata_vary` as in `difference_rows`.
    """
    found = grouped_rows(values, first, clusters, strata, strata_vary=strata_vary)
    freedom = len(values) - found.n_cells
    spread = float(np.sqrt((found.residuals**2).sum() / freedom)) if freedom > 0 else 0.0
    if spread <= _NO_SPREAD * float(np.abs(values).max()):
        return None
    effect = float(found.rows.mean()) / spread
    of_spread: Floats = effect * (found.residuals / spread) ** 2 / 2.0
    rows: Floats = found.rows / spread - (of_spread - of_spread.mean())
    return rows


def _with_interval(
    effect: float, pulls: Floats, columns: Sequence[Labels], confidence_level: float
) -> StandardisedEffect:
    error = crossed_error(pulls, columns or [np.arange(len(pulls))])
    if error is None:
        return StandardisedEffect(effect, Interval(None, None, None))
    half = float(sps.t.ppf(0.5 + confidence_level / 2, error.df)) * error.stderr
    return StandardisedEffect(effect, Interval(error.stderr, effect - half, effect + half))
