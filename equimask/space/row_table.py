"""The rows behind a score, no more than a page bears: those that are decided most come first.

Where rows are not decided, they go from the highest to the lowest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Floats
from equimask.core.result import BiasResult, gapped, with_gaps
from equimask.metrics import Measure, measure_of, spec_of
from equimask.space.scoring import Measured

MAX_SHOWN = 200
NEITHER = "neither"
_TIE = 0.5
BEYOND = 500.0
"""Where one of two probabilities is 0, their log odds are as large as numbers get."""


Texts = npt.NDArray[np.str_]


class Row(NamedTuple):
    """The texts of a row, its score, and the side that it prefers, if rows are decided."""

    texts: tuple[str, ...]
    score: float
    prefers: str


class RowTable(NamedTuple):
    """`names` are those of the texts; `label` says what the scores are."""

    names: tuple[str, ...]
    label: str
    rows: tuple[Row, ...]
    n_scored: int
    n_input: int
    sides: dict[str, int]
    """How many rows prefer what; empty where rows are not decided."""


def row_table(measured: Measured) -> RowTable:
    """The table of a result whose rows are there."""
    measure = measure_of(measured.result.metric)
    names = tuple(name for name in spec_of(measure.metric).columns if name in measured.columns)
    scores = row_scores(measure, measured.result)
    is_decided = measure.effects is not None
    prefers = _preferred(measure, measured.result) if is_decided else np.full(len(scores), "")
    found = np.flatnonzero(~np.isnan(scores)).tolist()
    size = np.abs(scores) if is_decided else scores
    order = sorted(found, key=lambda row: (-size[row], row))
    rows = tuple(
        Row(
            tuple(str(measured.columns[name][row]) for name in names),
            float(scores[row]),
            str(prefers[row]),
        )
        for row in order[:MAX_SHOWN]
    )
    kinds = (_claimed(measure), measure.away, NEITHER) if is_decided else ()
    sides = {kind: int((prefers[found] == kind).sum()) for kind in kinds}
    label = measure.row_label or measure.row_unit
    return RowTable(names, label, rows, len(found), len(scores), sides)


def row_scores(measure: Measure, result: BiasResult) -> Floats:
    """Of every row, on the side of 0 that the measure's own scores have; NaN where skipped."""
    if measure.effects is None:
        return with_gaps(result.row_values[measure.row])
    decided = measure.effects(gapped(result))
    bounded: Floats = np.clip(decided, -BEYOND, BEYOND)
    return measure.direction * measure.factor * bounded


def _preferred(measure: Measure, result: BiasResult) -> Texts:
    """As the measure has decided: a margin that numbers do not resolve is a tie."""
    won = with_gaps(result.row_values[measure.decisions])
    sides = [_claimed(measure), measure.away]
    return np.select([won > _TIE, won < _TIE], sides, NEITHER)


def _claimed(measure: Measure) -> str:
    return (measure.above if measure.direction > 0 else measure.below).short
