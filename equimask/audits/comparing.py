"""The model beside its baseline: differences on the same pairs, under false-discovery control."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from equimask import stats
from equimask.audits.kept_cells import Scored
from equimask.audits.measures import rows
from equimask.audits.results import BASELINE, MODEL, Cell, Comparison
from equimask.audits.tasks import Task
from equimask.core.options import Options
from equimask.metrics import Measure, measure_of


def compare(
    scored: Mapping[Task, Scored], options: Options
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
        difference = _difference(measure, own, other, options)
        if difference is None:
            notes.append(f"{task.language} {task.measure}: not compared, rows differ or too few")
        else:
            n, values, paired = difference
            found.append(_comparison(own.cell, n, values, paired, options))
    q_values = stats.q_values([comparison.p_value for comparison in found])
    pairs = zip(found, q_values, strict=True)
    return tuple(replace(comparison, q_value=q) for comparison, q in pairs), notes


def _difference(
    measure: Measure, own: Scored, other: Scored, options: Options
) -> tuple[int, tuple[float, float], stats.PairedDifference] | None:
    """How many rows both scored, both scores over these, and their difference."""
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
        return first.n, (first.value, second.value), paired
    both = np.array([rows(measure, first), rows(measure, second)])
    both = both[:, ~np.isnan(both).any(axis=0)]
    if both.shape[1] < 2:
        return None
    paired = stats.paired_bootstrap(
        both[0], both[1], options.confidence_level, options.n_resamples, options.seed
    )
    return both.shape[1], (float(both[0].mean()), float(both[1].mean())), paired


def _comparison(
    cell: Cell,
    n: int,
    values: tuple[float, float],
    paired: stats.PairedDifference,
    options: Options,
) -> Comparison:
    stderr, low, high = paired.interval
    return Comparison(
        language=cell.language,
        measure=cell.measure,
        claim=cell.claim,
        n=n,
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
    )
