"""Cells side by side: a model and its baseline on the same pairs, measures of the same claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from equimask import stats
from equimask.audits.measures import Floats, rows
from equimask.audits.places import Place
from equimask.audits.results import BASELINE, MODEL, Agreement, Cell, Comparison, Flip
from equimask.audits.tasks import Scored, Task
from equimask.core.options import Options
from equimask.inputs.checks import is_shared
from equimask.measures.concordance import FEWEST_MODELS, same_direction
from equimask.metrics import Measure, measure_of

ClustersOfRows = Sequence[Sequence[str]]
"""A label for every row of a place, in each of its columns of clusters."""


def compare(
    scored: Mapping[Task, Scored], options: Options, clusters_of: Mapping[Place, ClustersOfRows]
) -> tuple[tuple[Comparison, ...], list[str]]:
    """A comparison for every cell that both have, and notes about those that have none."""
    found, notes = [], []
    for task, own in scored.items():
        other = scored.get(replace(task, role=BASELINE))
        if task.role != MODEL or task.perturbation or other is None:
            continue
        if own.cell is None or other.cell is None:
            continue  # a note of its own says why
        measure = measure_of(task.measure)
        difference = _difference(measure, own, other, options, clusters_of.get(task.place))
        if difference is None:
            notes.append(f"{task.place.key} {task.measure}: not compared, rows differ or too few")
        else:
            found.append(_comparison(own.cell, difference, options))
    q_values = stats.q_values([comparison.p_value for comparison in found])
    pairs = zip(found, q_values, strict=True)
    return tuple(replace(comparison, q_value=q) for comparison, q in pairs), notes


class _Difference(NamedTuple):
    """How many rows both scored, in how many clusters, both scores over these, and the rest."""

    n: int
    n_clusters: int | None
    values: tuple[float, float]
    paired: stats.PairedDifference


def _difference(
    measure: Measure,
    own: Scored,
    other: Scored,
    options: Options,
    clusters: ClustersOfRows | None,
) -> _Difference | None:
    """Over the rows that both scored; None where there are none, or too few."""
    assert own.cell is not None
    assert other.cell is not None
    first, second = own.cell.result, other.cell.result
    if measure.statistic == "own":
        one, other_one = (np.ma.getmaskarray(r.row_values[measure.row]) for r in (first, second))
        if first.draws is None or second.draws is None or not np.array_equal(one, other_one):
            return None  # the draws are in step only where the sentences are the same
        paired = stats.difference_of_draws(
            first.value - second.value, first.draws - second.draws, options.confidence_level
        )
        if first.n_clusters is not None:
            paired = _of_clusters(paired, first.n_clusters)
        return _Difference(first.n, first.n_clusters, (first.value, second.value), paired)
    both = np.array([rows(measure, first), rows(measure, second)])
    known = ~np.isnan(both).any(axis=0)
    both = both[:, known]
    if both.shape[1] < 2:
        return None
    drawn = options.confidence_level, options.n_resamples, options.seed
    kept = np.flatnonzero(known).tolist()
    labels = [[column[row] for row in kept] for column in clusters or ()]
    shared = [column for column in labels if is_shared(column)]
    n_clusters = min(map(stats.n_clusters, shared), default=None)
    if shared:
        paired = stats.clustered_difference(both[0], both[1], shared, *drawn)
    else:
        paired = stats.paired_bootstrap(both[0], both[1], *drawn)
    values = float(both[0].mean()), float(both[1].mean())
    return _Difference(both.shape[1], n_clusters, values, paired)


def _of_clusters(paired: stats.PairedDifference, n_clusters: int) -> stats.PairedDifference:
    """Draws of few clusters vary too little: neither p nor interval say more than flips could."""
    least = stats.attainable_p(n_clusters)
    interval = paired.interval
    if least >= stats.ALPHA:
        interval = interval._replace(low=None, high=None)
    p_value = None if paired.p_value is None else max(paired.p_value, least)
    return paired._replace(p_value=p_value, interval=interval)


def _comparison(cell: Cell, found: _Difference, options: Options) -> Comparison:
    values, paired = found.values, found.paired
    stderr, low, high = paired.interval
    return Comparison(
        place=cell.place,
        measure=cell.measure,
        claim=cell.claim,
        n=found.n,
        value=values[0],
        baseline_value=values[1],
        difference=paired.difference,
        stderr=stderr,
        ci_low=low,
        ci_high=high,
        p_value=paired.p_value,
        q_value=None,
        mde=stats.minimum_detectable_effect(stderr, 1, options.confidence_level)
        if stderr  # with no spread at all, it would claim that nothing can be missed
        else None,
        n_clusters=found.n_clusters,
    )


def agreements(cells: Sequence[Cell], measures: Sequence[Measure]) -> tuple[Agreement, ...]:
    """Of the model's cells: over the pairs of each place, then over the places."""
    own = {(c.place, c.measure): c for c in cells if c.role == MODEL}
    places = list(dict.fromkeys(place for place, _ in own))
    found = []
    for place in places:
        for first, second in _same_claim(measures):
            if not (first.decided_by or second.decided_by):
                both = (own.get((place, measure.name)) for measure in (first, second))
                found += _over_pairs(*both)
    for first, second in _same_claim(measures):
        cells_of_both = [
            (own[place, first.name], own[place, second.name])
            for place in places
            if (place, first.name) in own and (place, second.name) in own
        ]
        if len(cells_of_both) >= FEWEST_MODELS:  # two of anything always correlate perfectly
            found.append(_over_places(first, second, cells_of_both))
    return tuple(found)


def flips(cells: Sequence[Cell], comparisons: Sequence[Comparison]) -> tuple[Flip, ...]:
    """Contradictions between two scores, or two differences, that both show a preference."""
    said: dict[tuple[str, Place, str], list[tuple[str, float, float]]] = {}
    for cell in cells:
        effect = measure_of(cell.measure).distance(cell.result)
        found = cell.role == MODEL and cell.verdict.is_finding
        if found and effect is not None and cell.q_value is not None:
            what = ("score", cell.place, cell.claim)
            said.setdefault(what, []).append((cell.measure, effect, cell.q_value))
    for comparison in comparisons:
        if comparison.q_value is not None and comparison.verdict.is_finding:
            effect = measure_of(comparison.measure).direction * comparison.difference
            what = ("difference", comparison.place, comparison.claim)
            said.setdefault(what, []).append((comparison.measure, effect, comparison.q_value))
    return tuple(
        Flip(about, place, claim, *first, *second)
        for (about, place, claim), entries in said.items()
        for first, second in combinations(entries, 2)
        if first[1] * second[1] < 0
    )


def _same_claim(measures: Sequence[Measure]) -> Iterator[tuple[Measure, Measure]]:
    return (
        (first, second)
        for first, second in combinations(measures, 2)
        if first.claim == second.claim
    )


def _over_pairs(first: Cell | None, second: Cell | None) -> list[Agreement]:
    if first is None or second is None or first.effects is None or second.effects is None:
        return []
    left, right = both_known(first.effects, second.effects)
    return [
        Agreement(
            place=first.place,
            measure=first.measure,
            other=second.measure,
            n=len(left),
            rank_correlation=stats.rank_correlation(left, right) if len(left) > 1 else None,
            same_sign=same_sign(left, right) if len(left) else None,
        )
    ]


def _over_places(first: Measure, second: Measure, both: Sequence[tuple[Cell, Cell]]) -> Agreement:
    """Of the distances; without a neutral point, the order of the scores still says something."""
    distances = [(first.distance(one.result), second.distance(two.result)) for one, two in both]
    known = not any(None in pair for pair in distances)
    scores = [
        (first.direction * one.result.value, second.direction * two.result.value)
        for one, two in both
    ]
    left, right = np.array(distances if known else scores, dtype=np.float64).T
    return Agreement(
        place=None,
        measure=first.name,
        other=second.name,
        n=len(both),
        rank_correlation=stats.rank_correlation(left, right),
        same_sign=same_sign(left, right) if known else None,
    )


def both_known(left: Floats, right: Floats) -> tuple[Floats, Floats]:
    """The numbers at the places where both have one."""
    known = ~(np.isnan(left) | np.isnan(right))
    return left[known], right[known]


def same_sign(left: Floats, right: Floats) -> float:
    """The share of places at which both numbers lie on the same side of 0."""
    return float(same_direction(left, right, 0.0, 0.0).mean())
