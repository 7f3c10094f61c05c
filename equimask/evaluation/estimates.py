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
    attainable_p: float
    equivalence_p: float | None = None
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
        interval = stats.interval_of_mean(rows, *drawn)
        start = measure.neutral or 0.0
        p_value = stats.sign_flip_test(rows - start, options.n_resamples, options.seed)
        test = f"sign-flip permutation test of mean {start:g}"
        spread, deciding = float(np.std(rows, ddof=1)) if n > 1 else None, n
    else:
        interval = stats.percentage_interval(rows, *drawn)
        p_value, test, spread = stats.sign_test(rows), f"exact sign test of {_half(measure)}", 50.0
        deciding = int((rows != 0.5).sum())
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
        stats.attainable_p(deciding),
        _equivalence(measure, rows, options),
    )


def has_equivalence(measure: Measure, start: float | None, bound: float | None) -> bool:
    """Whether there is a bound, something that it is around, and any score beyond it."""
    return bound is not None and start is not None and bound < farthest(measure, start)


def farthest(measure: Measure, start: float) -> float:
    """How far from where its test starts a score can be."""
    low, high = measure.limits
    return max(start - low, high - start)


def _equivalence(
    measure: Measure, rows: Floats, options: Options, clusters: Clusters | None = None
) -> float | None:
    """The p of a distance from neutral that is not within the bound."""
    start, bound = measure.neutral, options.equivalence
    if start is None or bound is None or not has_equivalence(measure, start, bound):
        return None
    scores = measure.scale * rows
    if clusters is not None:
        rng = np.random.default_rng(options.seed)
        found = stats.clustered_equivalence(
            scores, clusters, start, bound, options.n_resamples, rng
        )
        return None if found is None else found.p_value
    if measure.statistic == "share":
        return stats.tost_of_percentage(rows, bound).p_value
    n = len(rows)
    if n < 2:
        return None
    stderr = float(np.std(scores, ddof=1) / np.sqrt(n))
    return stats.tost(float(np.mean(scores)) - start, stderr, n - 1, bound).p_value


def _half(measure: Measure) -> str:
    """What a share is tested against, whether or not that is its neutral point."""
    return "50 %" if measure.neutral is not None else "50 %, which is not its neutral point"


def _clustered(measure: Measure, rows: Floats, options: Options, clusters: Clusters) -> Estimate:
    drawn = options.confidence_level, options.n_resamples, np.random.default_rng(options.seed)
    if measure.statistic == "mean":
        start = measure.neutral or 0.0
        found = stats.clustered_mean(rows, clusters, start, *drawn)
        about, spread = f"mean {start:g}", float(np.std(rows, ddof=1))
    else:
        found = stats.clustered_percentage(rows, clusters, *drawn)
        about, spread = _half(measure), 50.0
    interval = found.interval
    if found.attainable_p >= stats.ALPHA:  # it would say more than any test of so few can
        interval = interval._replace(low=None, high=None)
    return Estimate(
        measure.scale * float(np.mean(rows)),
        *interval,
        found.p_value,
        f"{found.test}, of {about}",
        None
        if found.df is None  # one cluster is all
        else stats.minimum_detectable_effect(
            spread, found.effective_n, options.confidence_level, df=found.df
        ),
        found.attainable_p,
        _equivalence(measure, rows, options, clusters),
        found.n_clusters,
    )


def few_clusters_notes(n_clusters: int | None, least: float) -> tuple[str, ...]:
    """What is to be said where rows are in few clusters, `n_clusters` as in a result.

    `least` is the smallest p that they can give.
    """
    if n_clusters is None or n_clusters >= stats.FEW_CLUSTERS:
        return ()
    if n_clusters < 2:
        return ("all rows are in one cluster, which cannot tell how the score would vary",)
    return (f"{n_clusters} clusters are few: no p below {least:.2g} can be attained",)
