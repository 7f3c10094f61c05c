"""What would an untrained model of the same architecture score on the same rows?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from equimask import stats
from equimask.core.arrays import Floats
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.evaluation.estimates import Clusters
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
    difference = rows - twin_rows.mean(axis=0)
    n = len(rows)
    if clusters is not None:
        own = twin_rows - twin_rows.mean(axis=0)
        noises = [_variance(one, clusters) for one in own]
        noise = float(np.mean(noises)) * len(own) / (len(own) - 1)
        stderr = float(np.sqrt(_variance(difference, clusters)))
        return with_null(result, twin_rows.mean(axis=1), stderr, noise, options)
    stderr = float(np.std(difference, ddof=1) / np.sqrt(n)) if n > 1 else 0.0
    noise = row_variance(twin_rows) / n if n > 1 else 0.0
    return with_null(result, twin_rows.mean(axis=1), stderr, noise, options)


def _variance(rows: Floats, clusters: Clusters) -> float:
    """Of the mean of rows in clusters."""
    error = stats.crossed_error(rows, clusters)
    return 0.0 if error is None else error.stderr**2


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
) -> BiasResult:
    """The result with its null, its distance from it, and the p and power of that distance.

    `stderr` and the interval stay those of the score itself.
    """
    test = stats.twin_test(result.value, twin_values, difference_stderr, twin_row_variance)
    return replace(
        result,
        neutral=result.neutral if result.neutral is not None else test.null,
        null=test.null,
        null_stderr=test.null_stderr,
        p_value=test.p_value,
        mde=stats.minimum_detectable_effect(test.stderr, 1, options.confidence_level),
        test=f"distance from {len(twin_values)} random-init twins",
        details={
            **result.details,
            "distance_from_null": result.value - test.null,
            "twins": [float(value) for value in twin_values],
            "p_uncalibrated": result.p_value,
        },
    )
