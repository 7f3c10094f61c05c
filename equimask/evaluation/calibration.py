"""What would an untrained model of the same architecture score on the same rows?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from equimask import stats
from equimask.core.arrays import Floats
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.evaluation.estimates import Clusters, has_equivalence
from equimask.metrics import measure_of
from equimask.models.scorer import Scorer


def twins(scorer: Scorer, options: Options) -> Iterator[Scorer]:
    """Random-init twins of a model, one per seed; they share its tokenizer and device."""
    for k in range(options.n_twins):
        yield scorer.untrained_twin(seed=options.seed * 10_007 + k)


def calibrate_mean(
    result: BiasResult,
    rows: Floats,
    rows_of: Callable[[Scorer], Floats],
    scorer: Scorer,
    options: Options,
    clusters: Clusters | None = None,
) -> BiasResult:
    """Calibrate a score that is a mean over rows; `rows_of` computes a twin's rows."""
    twin_rows = np.array([rows_of(twin) for twin in twins(scorer, options)])
    if clusters is not None:
        return calibrate_in_clusters(result, rows, twin_rows, clusters, options)
    difference = rows - twin_rows.mean(axis=0)
    n = len(rows)
    stderr = float(np.std(difference, ddof=1) / np.sqrt(n)) if n > 1 else 0.0
    noise = row_variance(twin_rows) / n if n > 1 else 0.0
    found = with_null(result, twin_rows.mean(axis=1), stderr, noise, options)
    return replace(found, attainable_p=stats.attainable_p(n))  # a tie is as far from the null


def calibrate_in_clusters(
    result: BiasResult, rows: Floats, twin_rows: Floats, clusters: Clusters, options: Options
) -> BiasResult:
    """The same of rows in clusters; one cluster alone cannot tell how the distance would vary."""
    difference = rows - twin_rows.mean(axis=0)
    values, own = twin_rows.mean(axis=1), twin_rows - twin_rows.mean(axis=0)
    error = stats.crossed_error(difference, clusters)
    if error is None:
        found = with_null(result, values, 0.0, 0.0, options)
        return replace(found, p_value=None, mde=None, equivalence_p=None)
    errors = [stats.crossed_error(one, clusters) for one in own]
    noise = float(np.mean([one.stderr**2 for one in errors if one is not None]))
    noise *= len(own) / (len(own) - 1)
    found = with_null(result, values, error.stderr, noise, options, error.df)
    assert found.p_value is not None
    # no test of so few clusters can say more
    least = max(stats.attainable_p(error.n_clusters), result.attainable_p or 0.0)
    return replace(found, p_value=max(found.p_value, least), attainable_p=least)


def row_variance(twin_rows: Floats) -> float:
    """How much one twin's [twins, rows] differ from row to row, beyond what all twins share."""
    k = len(twin_rows)
    own = twin_rows - twin_rows.mean(axis=0)
    return float(np.nanvar(own, axis=1, ddof=1).mean()) * k / (k - 1)


def with_null(
    result: BiasResult,
    twin_values: Floats,
    difference_stderr: float,
    twin_row_variance: float,
    options: Options,
    difference_df: float = np.inf,
    least_p: float = 0.0,
) -> BiasResult:
    """The result with its null, its distance from it, and the p and power of that distance.

    `stderr` and the interval stay those of the score itself. The score is tested as one more of the
    twins; from their mean alone it raises more false alarms (see the dataset `lab_validity`).
    """
    known = twin_values, difference_stderr, twin_row_variance, difference_df
    test = stats.twin_test(result.value, *known)
    from_mean = stats.mean_twin_test(result.value, *known)
    return replace(
        result,
        neutral=result.neutral if result.neutral is not None else test.null,
        null=test.null,
        null_stderr=test.null_stderr,
        p_value=max(test.p_value, least_p),
        equivalence_p=_equivalence(result, test, options),
        mde=stats.minimum_detectable_effect(
            test.stderr,
            1,
            options.confidence_level,
            df=difference_df if np.isfinite(difference_df) else None,
        ),
        test=f"distance from {len(twin_values)} random-init twins",
        details={
            **result.details,
            "distance_from_null": result.value - test.null,
            "twins": [float(value) for value in twin_values],
            "p_uncalibrated": result.p_value,
            "p_from_mean_twin": max(from_mean.p_value, least_p),
        },
    )


def _equivalence(result: BiasResult, test: stats.TwinTest, options: Options) -> float | None:
    """The p of a distance from the twins that is not within the bound."""
    bound = options.equivalence
    if bound is None or not has_equivalence(measure_of(result.metric), test.null, bound):
        return None
    return stats.tost(result.value - test.null, test.stderr, test.df, bound).p_value
