"""Many models on the same rows: all their differences at once, and the ranks these allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from equimask.core.arrays import Floats, Ints
from equimask.stats.clusters import Labels, by_content
from equimask.stats.crossed import changing, crossed_error
from equimask.stats.flips import attainable_p
from equimask.stats.wild import Flipping


class Differences(NamedTuple):
    """Row model minus column model, [models, models]; the level holds for all intervals at once.

    Ends are NaN where there are too few clusters for any.
    """

    values: Floats
    stderr: Floats
    low: Floats
    high: Floats


class Ranks(NamedTuple):
    """Ranks of models from 1, the largest score first, with the best and worst that may be true."""

    rank: Ints
    best: Ints
    worst: Ints


def simultaneous_differences(
    rows: Floats,
    columns: Sequence[Labels],
    confidence_level: float,
    n_resamples: int,
    rng: np.random.Generator,
) -> Differences:
    """Of means over the same rows, [models, n], whose clusters may be of several kinds.

    All differences are flipped in step by a wild cluster bootstrap; the largest |t| of each flip
    sets how many standard errors every interval needs. Of crossed columns, the one that needs most.
    """
    first, second = np.triu_indices(len(rows), 1)
    differences = rows[first] - rows[second]
    errors = [crossed_error(values, columns) for values in differences]
    stderr = np.array([np.nan if error is None else error.stderr for error in errors])
    means = differences.mean(axis=1)
    centred = differences - means[:, None]
    found = [by_content(column, rows.sum(axis=0)) for column in changing(columns)]
    reach, alpha = np.inf, 1.0 - confidence_level
    if len(first) and found and max(attainable_p(int(c.max()) + 1) for c in found) <= alpha:
        flipped = (Flipping(found, number) for number in range(len(found)))
        reach = max(_reach(centred, flipping, alpha, n_resamples, rng) for flipping in flipped)
    return _square(len(rows), means, stderr, reach)


def simultaneous_differences_of_draws(
    scores: Floats, draws: Floats, confidence_level: float
) -> Differences:
    """The same from draws in step, [models, resamples], where scores are no means over rows.

    With few clusters draws vary less than scores do: the intervals are then too narrow.
    """
    first, second = np.triu_indices(len(scores), 1)
    draws = draws[:, ~np.isnan(draws).any(axis=0)]
    differences, drawn = scores[first] - scores[second], draws[first] - draws[second]
    stderr = drawn.std(axis=1, ddof=1)
    vary = stderr > 0
    reach = 0.0
    if vary.any():
        t = np.abs(drawn - differences[:, None])[vary] / stderr[vary, None]
        reach = float(np.quantile(t.max(axis=0), confidence_level, method="higher"))
    return _square(len(scores), differences, stderr, reach)


def rank_intervals(differences: Differences) -> Ranks:
    """Ranks that no difference contradicts; all of them hold at once (Mogstad et al. 2024)."""
    above = (differences.values < 0).sum(axis=1)
    surely_above = (differences.high < 0).sum(axis=1)
    surely_below = (differences.low > 0).sum(axis=1)
    n_models = len(differences.values)
    return Ranks(1 + above, 1 + surely_above, n_models - surely_below)


def _reach(
    centred: Floats, flipping: Flipping, alpha: float, n_resamples: int, rng: np.random.Generator
) -> float:
    """The |t| that the largest of all flipped differences goes beyond with probability alpha."""
    sizes = np.abs(centred).max(axis=1)
    scaled = centred[sizes > 0] / sizes[sizes > 0, None]
    if not len(scaled):
        return 0.0
    largest = [
        np.max([flipping.t(flipping.moments(values, flip)) for values in scaled], axis=0)
        for flip in flipping.flips(n_resamples, rng)
    ]
    return float(np.quantile(np.concatenate(largest), 1.0 - alpha, method="higher"))


def _square(n: int, differences: Floats, stderr: Floats, reach: float) -> Differences:
    """Of each pair, to the whole table; a model differs from itself by nothing."""
    half = reach * stderr if np.isfinite(reach) else np.full(len(stderr), np.nan)
    upper, lower = np.triu_indices(n, 1), np.triu_indices(n, 1)[::-1]

    def table(values: Floats, turned: Floats) -> Floats:
        square = np.zeros((n, n))
        square[upper], square[lower] = values, turned
        return square

    low, high = differences - half, differences + half
    return Differences(
        table(differences, -differences),
        table(stderr, stderr),
        table(low, -high),
        table(high, -low),
    )
