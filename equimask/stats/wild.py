"""The wild cluster bootstrap: clusters change their sign, and t is computed anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy import sparse

from equimask.core.arrays import Floats, Ints
from equimask.stats.clusters import Labels, by_content
from equimask.stats.crossed import changing, crossed_error, overlaps
from equimask.stats.flips import flips, share_of_flips
from equimask.stats.intervals import RESAMPLES_AT_ONCE, Interval

_RESOLUTION = 1e-9  # of t, relative, and of a mean of rows whose largest is 1
_NO_VARIANCE = 1e-13  # of that mean: what rounding leaves of none
_FARTHEST = 2.0**12  # standard errors from the mean: beyond, an interval has no end
_NARROWEST = 1e-6  # standard errors: how exactly an end is found


def wild_cluster_test(
    rows: Floats, columns: Sequence[Labels], n_resamples: int, rng: np.random.Generator
) -> float | None:
    """Two-sided test of a mean of 0 over rows whose clusters are of several kinds, crossed.

    The clusters of each column in turn change their sign, t is by the error over all of them, and
    the largest p is told: no column may have too few clusters for what is claimed.
    """
    wild = _Wild.of(rows, columns, n_resamples, rng)
    return None if wild is None else wild.p_value(0.0)


def crossed_interval(
    rows: Floats,
    columns: Sequence[Labels],
    confidence_level: float,
    n_resamples: int,
    rng: np.random.Generator,
) -> Interval:
    """All means that the wild cluster test does not refuse; None where it never can."""
    wild = _Wild.of(rows, columns, n_resamples, rng)
    if wild is None:
        return Interval(None, None, None)
    ends = [wild.end(side, 1.0 - confidence_level) for side in (-1, 1)]
    return Interval(wild.stderr, *(ends if np.isfinite(ends).all() else (None, None)))


class Moments(NamedTuple):
    """Means, and their variances by each overlap of columns, flip by flip: [overlaps, flips]."""

    means: Floats
    variances: Floats


class Flipping:
    """Rows in crossed clusters, while those of one column change their sign."""

    def __init__(self, columns: Sequence[Ints], flipped: int) -> None:
        self.column, self.flipped = columns[flipped], flipped
        self.n, self.n_clusters = len(self.column), int(self.column.max()) + 1
        self.overlaps = overlaps(columns)
        self.sizes = [np.bincount(o.cells).astype(np.float64) for o in self.overlaps]
        self.weights = [1.0 / (1.0 - sizes / self.n) / self.n**2 for sizes in self.sizes]

    def flips(self, n_resamples: int, rng: np.random.Generator) -> Iterator[Floats]:
        """Chunks of signs that fit in memory."""
        at_once = max(1, RESAMPLES_AT_ONCE // max(len(sizes) for sizes in self.sizes))
        return flips(self.n_clusters, n_resamples, rng, at_once)

    def moments(self, rows: Floats, flip: Floats) -> Moments:
        """Of rows whose signs are flipped, by the CR2 variance of each overlap."""
        means = flip @ np.bincount(self.column, rows) / self.n
        found = [self._variance(rows, k, flip, means) for k in range(len(self.overlaps))]
        return Moments(means, np.array(found))

    def t(self, found: Moments) -> Floats:
        """|t| by inclusion and exclusion, the variance never less than by one column alone."""
        signs = np.array([overlap.sign for overlap in self.overlaps])
        alone = [len(overlap.members) == 1 for overlap in self.overlaps]
        variance = np.maximum(signs @ found.variances, found.variances[alone].max(axis=0))
        none = variance <= _NO_VARIANCE
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.abs(found.means) / np.sqrt(variance)
        return np.where(none, np.where(np.abs(found.means) > _RESOLUTION, np.inf, 0.0), t)

    def _variance(self, rows: Floats, k: int, flip: Floats, means: Floats) -> Floats:
        overlap, sizes, weights = self.overlaps[k], self.sizes[k], self.weights[k]
        if self.flipped not in overlap.members:
            sums = sparse.csr_array((rows, (overlap.cells, self.column))) @ flip.T
            return np.asarray(weights @ (sums - np.outer(sizes, means)) ** 2)
        sums = np.bincount(overlap.cells, rows)  # of cells whose rows all change together
        column = np.zeros(len(sizes), np.int64)
        column[overlap.cells] = self.column
        cross = flip @ np.bincount(column, weights * sizes * sums)
        return np.maximum(
            0.0, weights @ sums**2 - 2 * means * cross + means**2 * (weights @ sizes**2)
        )


class _Drawn(NamedTuple):
    """Flips of rows around their mean and of ones: of the rows less any number, by arithmetic."""

    flipping: Flipping
    rows: Moments
    ones: Moments
    both: Floats  # covariances of the two

    def t(self, shift: float) -> Floats:
        """Of rows less `shift`, on their own scale however far that is."""
        scale = 1.0 + abs(shift)
        variances = self.rows.variances - 2 * shift * self.both + shift**2 * self.ones.variances
        means = self.rows.means - shift * self.ones.means
        return self.flipping.t(Moments(means / scale, np.maximum(0.0, variances) / scale**2))


class _Wild(NamedTuple):
    """The test of any mean over the same flips, column by column."""

    mean: float
    unit: float  # the largest distance of a row from the mean: 1 on the scale of the flips
    stderr: float
    n_resamples: int
    drawn: list[_Drawn]

    @classmethod
    def of(
        cls, rows: Floats, columns: Sequence[Labels], n_resamples: int, rng: np.random.Generator
    ) -> _Wild | None:
        error = crossed_error(rows, columns)
        if error is None:
            return None
        found = [by_content(column, rows) for column in changing(columns)]
        mean = float(np.mean(rows))
        unit = float(np.abs(rows - mean).max()) or 1.0
        scaled, drawn = (rows - mean) / unit, []
        for number in range(len(found)):
            flipping = Flipping(found, number)
            drawn.append(_draw(flipping, scaled, flipping.flips(n_resamples, rng)))
        return cls(mean, unit, error.stderr, n_resamples, drawn)

    def p_value(self, null: float) -> float:
        """Of the column that says least."""
        shift = (null - self.mean) / self.unit
        if shift == 0.0:
            return 1.0
        found = []
        for drawn in self.drawn:
            t = abs(shift) * self.unit / self.stderr if self.stderr > 0 else np.inf
            farther = int((drawn.t(shift) >= t * (1.0 - _RESOLUTION)).sum())
            found.append(share_of_flips(farther, drawn.flipping.n_clusters, self.n_resamples))
        return max(found)

    def end(self, side: int, alpha: float) -> float:
        """Where p falls below alpha on one side of the mean; infinite where it does not."""
        step = self.stderr or self.unit
        alpha += _RESOLUTION  # 1 - 0.9 is not quite 0.1
        outside = 1.0
        while self.p_value(self.mean + side * outside * step) > alpha:
            outside *= 2.0
            if outside > _FARTHEST:
                return side * np.inf
        inside = 0.0
        while outside - inside > _NARROWEST:
            middle = (inside + outside) / 2.0
            if self.p_value(self.mean + side * middle * step) > alpha:
                inside = middle
            else:
                outside = middle
        return self.mean + side * inside * step


def _draw(flipping: Flipping, rows: Floats, chunks: Iterator[Floats]) -> _Drawn:
    ones = np.ones_like(rows)
    parts = [
        [flipping.moments(values, flip) for values in (rows, ones, rows + ones)] for flip in chunks
    ]
    first, second, sums = (
        Moments(np.concatenate([p.means for p in part]), np.hstack([p.variances for p in part]))
        for part in zip(*parts, strict=True)
    )
    both = (sums.variances - first.variances - second.variances) / 2.0
    return _Drawn(flipping, first, second, both)
