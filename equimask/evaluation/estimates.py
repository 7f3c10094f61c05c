"""From rows to a score with its error bar, its test and its power."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from equimask import stats
from equimask.core.arrays import Floats
from equimask.core.options import Options
from equimask.metrics import Measure

Clusters = Sequence[Sequence[str]]


class Estimate(NamedTuple):
    """A score, and how surely it is known."""

    value: float
    stderr: float | None
    ci_low: float | None
    ci_high: float | None
    p_value: float | None
    test: str
    mde: float | None
    n_clusters: int | None = None


def estimate(
    measure: Measure, rows: Floats, options: Options, clusters: Clusters | None = None
) -> Estimate:
    """Of a measure that is the mean of its rows, or the share of rows in %.

    `clusters` are columns of labels; rows of one label are drawn and flipped together.
    """
    if clusters is not None:
        return _clustered(measure, rows, options, clusters)
    drawn = options.confidence_level, options.n_resamples, options.seed
    n = len(rows)
    if measure.statistic == "mean":
        interval = stats.bootstrap_mean(rows, *drawn)
        start = measure.neutral or 0.0
        p_value = stats.sign_flip_test(rows - start, options.n_resamples, options.seed)
        test = f"sign-flip permutation test of mean {start:g}"
        spread = float(np.std(rows, ddof=1)) if n > 1 else None
    else:
        interval = stats.bootstrap_percentage(rows, *drawn)
        p_value, test, spread = stats.sign_test(rows), "exact sign test of 50 %", 50.0
    return Estimate(
        measure.scale * float(np.mean(rows)),
        interval.stderr,
        interval.low,
        interval.high,
        p_value,
        test,
        None
        if spread is None
        else stats.minimum_detectable_effect(spread, n, options.confidence_level),
    )


def _clustered(measure: Measure, rows: Floats, options: Options, clusters: Clusters) -> Estimate:
    drawn = options.confidence_level, options.n_resamples, np.random.default_rng(options.seed)
    if measure.statistic == "mean":
        start = measure.neutral or 0.0
        found = stats.clustered_mean(rows, clusters, start, *drawn)
        about, spread = f"mean {start:g}", float(np.std(rows, ddof=1))
    else:
        found = stats.clustered_percentage(rows, clusters, *drawn)
        about, spread = "50 %", 50.0
    return Estimate(
        measure.scale * float(np.mean(rows)),
        *found.interval,
        found.p_value,
        f"{found.test}, of {about}",
        None
        if found.df is None  # one cluster is all
        else stats.minimum_detectable_effect(
            spread, found.effective_n, options.confidence_level, df=found.df
        ),
        found.n_clusters,
    )


def few_clusters_notes(n_clusters: int | None) -> tuple[str, ...]:
    """What is to be said where rows are in few clusters; `n_clusters` as in a result."""
    if n_clusters is None or n_clusters >= stats.FEW_CLUSTERS:
        return ()
    if n_clusters < 2:
        return ("all rows are in one cluster, which cannot tell how the score would vary",)
    least = stats.attainable_p(n_clusters)
    return (f"{n_clusters} clusters are few: no p below {least:.2g} can be attained",)
