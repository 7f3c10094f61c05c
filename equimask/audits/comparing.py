"""Models side by side on the same rows: differences with their intervals, and ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from equimask import stats
from equimask.audits.measures import Floats, rows
from equimask.audits.places import Place
from equimask.audits.results import Cell, Comparison, Rank
from equimask.core.options import Options
from equimask.inputs.checks import is_shared
from equimask.metrics import Measure, measure_of

ClustersOfRows = Sequence[Sequence[str]]
"""A label for every row of a place, in each of its columns of clusters."""


class Compared(NamedTuple):
    """What the cells of several models say side by side."""

    comparisons: tuple[Comparison, ...]
    ranks: tuple[Rank, ...]
    notes: tuple[str, ...]


def compare(
    cells: Iterable[Cell],
    baseline: str | None,
    options: Options,
    clusters_of: Mapping[Place, ClustersOfRows],
) -> Compared:
    """All measures and places that more than one model has; notes say what cannot be compared.

    With a baseline, every other model minus it; without one, every model minus every later one.
    """
    side_by_side: dict[tuple[Place, str], list[Cell]] = {}
    for cell in cells:
        side_by_side.setdefault((cell.place, cell.measure), []).append(cell)
    found: list[Comparison] = []
    ranks: list[Rank] = []
    notes: list[str] = []
    for (place, name), own in side_by_side.items():
        pairs = _pairs([cell.model for cell in own], baseline)
        if not pairs:
            continue
        same = _same(measure_of(name), own, clusters_of.get(place, ()))
        if same is None:
            notes.append(f"{place.key} {name}: not compared, rows differ or too few")
            continue
        differences = [same.paired(*pair, options) for pair in pairs]
        # one difference is alone: the ranks of two say what its own interval says
        alone = _alone(pairs[0], differences[0]) if len(own) == 2 else None
        together = alone or same.all_at_once(options)
        for pair, paired in zip(pairs, differences, strict=True):
            held = paired._replace(interval=_interval(together, pair))
            found.append(_comparison(own, same, pair, held, options))
        ranks += _ranks(own, same, together)
    q_values = stats.q_values([comparison.p_value for comparison in found])
    controlled = [replace(one, q_value=q) for one, q in zip(found, q_values, strict=True)]
    return Compared(tuple(controlled), tuple(ranks), tuple(notes))


def _pairs(models: Sequence[str], baseline: str | None) -> list[tuple[int, int]]:
    if baseline is None:
        return list(combinations(range(len(models)), 2))
    if baseline not in models:
        return []
    second = models.index(baseline)
    return [(first, second) for first in range(len(models)) if first != second]


@dataclass(frozen=True, eq=False)
class _Means:
    """Scores that are means over the rows that all models have scored."""

    rows: Floats
    """[models, n]"""
    clusters: ClustersOfRows

    @property
    def n(self) -> int:
        return int(self.rows.shape[1])

    @property
    def n_clusters(self) -> int | None:
        return min(map(stats.n_clusters, self.clusters), default=None)

    @property
    def scores(self) -> Floats:
        # row by row: along an axis numpy may add up in another order, and the last digit is another
        return np.array([row.mean() for row in self.rows])

    def paired(self, first: int, second: int, options: Options) -> stats.PairedDifference:
        one, other = self.rows[first], self.rows[second]
        drawn = options.confidence_level, options.n_resamples, options.seed
        if self.clusters:
            return stats.clustered_difference(one, other, self.clusters, *drawn)
        return stats.paired_bootstrap(one, other, *drawn)

    def all_at_once(self, options: Options) -> stats.Differences:
        alone = [list(map(str, range(self.n)))]
        rng = np.random.default_rng(options.seed)
        drawn = options.confidence_level, options.n_resamples, rng
        return stats.simultaneous_differences(self.rows, self.clusters or alone, *drawn)


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Scores that are no means, of the same sentences: their draws are in step."""

    scores: Floats
    draws: Floats
    """[models, resamples]"""
    n: int
    n_clusters: int | None

    @property
    def says_nothing(self) -> bool:
        """Whether there are so few clusters that draws vary less than scores do."""
        return self.n_clusters is not None and stats.attainable_p(self.n_clusters) >= stats.ALPHA

    def paired(self, first: int, second: int, options: Options) -> stats.PairedDifference:
        paired = stats.difference_of_draws(
            float(self.scores[first] - self.scores[second]),
            self.draws[first] - self.draws[second],
            options.confidence_level,
        )
        if self.n_clusters is None or paired.p_value is None:
            return paired
        # draws of few clusters vary too little: p says no more than flips could
        p_value = max(paired.p_value, stats.attainable_p(self.n_clusters))
        interval = paired.interval
        if self.says_nothing:
            interval = interval._replace(low=None, high=None)
        return paired._replace(p_value=p_value, interval=interval)

    def all_at_once(self, options: Options) -> stats.Differences:
        found = stats.simultaneous_differences_of_draws(
            self.scores, self.draws, options.confidence_level
        )
        if self.says_nothing:
            found = found._replace(low=found.low * np.nan, high=found.high * np.nan)
        return found


def _same(
    measure: Measure, cells: Sequence[Cell], clusters: ClustersOfRows
) -> _Means | _Drawn | None:
    """What all models have scored; None where that is nothing, or too little."""
    results = [cell.result for cell in cells]
    if measure.statistic == "own":
        skipped = [np.ma.getmaskarray(one.row_values[measure.row]) for one in results]
        draws = [one.draws for one in results if one.draws is not None]
        same = all(np.array_equal(skipped[0], one) for one in skipped[1:])
        if len(draws) < len(results) or not same:
            return None  # the draws are in step only where the sentences are the same
        scores = np.array([one.value for one in results])
        return _Drawn(scores, np.array(draws), results[0].n, results[0].n_clusters)
    values = np.array([rows(measure, one) for one in results])
    known = ~np.isnan(values).any(axis=0)
    if known.sum() < 2:
        return None
    kept = np.flatnonzero(known).tolist()
    labels = [[column[row] for row in kept] for column in clusters]
    return _Means(values[:, known], [column for column in labels if is_shared(column)])


def _alone(pair: tuple[int, int], paired: stats.PairedDifference) -> stats.Differences:
    """The only difference of two models, seen from both."""
    stderr, low, high = (np.nan if one is None else one for one in paired.interval)
    first, second = pair
    tables = np.zeros((4, 2, 2))
    tables[:, first, second] = paired.difference, stderr, low, high
    tables[:, second, first] = -paired.difference, stderr, -high, -low
    return stats.Differences(*tables)


def _interval(together: stats.Differences, pair: tuple[int, int]) -> stats.Interval:
    """One that holds together with those of all other differences."""
    tables = together.stderr, together.low, together.high
    return stats.Interval(*(None if np.isnan(one[pair]) else float(one[pair]) for one in tables))


def _ranks(cells: Sequence[Cell], same: _Means | _Drawn, together: stats.Differences) -> list[Rank]:
    """Whoever leans most to the claim comes first."""
    if measure_of(cells[0].measure).direction < 0:
        low, high = -together.high, -together.low
        together = together._replace(values=-together.values, low=low, high=high)
    found = stats.rank_intervals(together)
    return [
        Rank(
            model=cell.model,
            place=cell.place,
            measure=cell.measure,
            claim=cell.claim,
            rank=int(rank),
            low=int(best),
            high=int(worst),
            n=same.n,
        )
        for cell, rank, best, worst in zip(cells, *found, strict=True)
    ]


def _comparison(
    cells: Sequence[Cell],
    same: _Means | _Drawn,
    pair: tuple[int, int],
    paired: stats.PairedDifference,
    options: Options,
) -> Comparison:
    cell, other = (cells[one] for one in pair)
    stderr, low, high = paired.interval
    value, other_value = (float(same.scores[one]) for one in pair)
    return Comparison(
        model=cell.model,
        other=other.model,
        place=cell.place,
        measure=cell.measure,
        claim=cell.claim,
        n=same.n,
        value=value,
        other_value=other_value,
        difference=paired.difference,
        stderr=stderr,
        ci_low=low,
        ci_high=high,
        p_value=paired.p_value,
        q_value=None,
        mde=stats.minimum_detectable_effect(stderr, 1, options.confidence_level)
        if stderr  # with no spread at all, it would claim that nothing can be missed
        else None,
        n_clusters=same.n_clusters,
    )
