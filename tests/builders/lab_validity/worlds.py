"""Cells without training: measures that are known to follow their doses, leak, or see nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from builders.__main__ import main
from builders.lab_validity.build import BUILDER
from builders.lab_validity.design import CONTRAST, SCORES, Cell, Variant, claim_of
from builders.lab_validity.measuring import Measured, Task
from equimask import stats

PAIRS = 112
BLIND = "aul"  # follows nothing
LEAKING = "mbe"  # follows the other dose as well
ALARMED = "dcbm"  # finds a bias where there is none


def measure(task: Task) -> Measured:
    """What `measure_cell` would return, in milliseconds."""
    rng = np.random.default_rng(task.cell.seed)
    time.sleep(0.005)
    records = [_record(task, variant, rng) for variant in SCORES]
    contrasts = [replace(variant, number=CONTRAST) for variant in SCORES if variant.unit]
    return Measured([*records, *(_contrast(task, one, rng) for one in contrasts)], 1.5)


def measure_and_tell(task: Task, log: Path) -> Measured:
    """The same, with a line in a file."""
    with log.open("a") as stream:
        stream.write(f"{task.cell.name}\n")
    return measure(task)


def build(arguments: Sequence[str], work: Callable[[Task], Measured] = measure) -> int:
    """`python -m builders lab_validity` in this world, without pictures."""
    undrawn = replace(BUILDER, figures=lambda summary: {})
    with mock.patch("builders.lab_validity.build.BUILDER", undrawn):
        return build_with_figures(arguments, work)


def build_with_figures(arguments: Sequence[str], work: Callable[[Task], Measured] = measure) -> int:
    """The same with pictures, which take longest."""
    with mock.patch("builders.lab_validity.measuring.measure_cell", work):
        return main(["lab_validity", *arguments])


def build_and_exit(arguments: Sequence[str], log: Path) -> None:
    """The same in a process of its own."""
    sys.exit(build(arguments, partial(measure_and_tell, log=log)))


@cache
def _sign_test(wins: int) -> float | None:
    return stats.sign_test(np.arange(PAIRS) < wins)


def _record(task: Task, variant: Variant, rng: np.random.Generator) -> dict[str, Any]:
    claim, measure = claim_of(variant.measure), variant.measure
    cell = task.cell
    push = 0.0 if measure == BLIND else 0.4 * getattr(cell, claim.dose)
    push += 0.3 * cell.stereotype if measure == LEAKING else 0.0
    push += 0.3 if measure == ALARMED else 0.0
    rows: list[float]
    if measure in ("s_jsd", "pmi"):
        rows = (claim.direction * (push + rng.normal(0.0, 0.3, PAIRS))).tolist()
        value, stderr = float(np.mean(rows)), float(np.std(rows) / PAIRS**0.5)
        p_value = _sign_test(sum(x > 0 for x in rows))
    else:
        rows = (rng.random(PAIRS) < 0.5 + claim.direction * push).astype(float).tolist()
        value, stderr = 100 * float(np.mean(rows)), 4.7
        p_value = _sign_test(sum(x > 0 for x in rows))
    if cell.is_null and measure == "pmi":  # what its verdict goes by
        p_value = 0.01 if _is_unlucky(cell) else 0.5
    null = claim.centre if cell.is_null else None
    return {
        "measure": measure,
        "unit": variant.unit,
        "likelihood": variant.likelihood,
        "number": variant.number,
        "value": value,
        "neutral": claim.neutral,
        "stderr": stderr,
        "p_value": p_value,
        "p_strangers": p_value,
        "null": null,
        "null_stderr": None if null is None else stderr,
        **dict.fromkeys(
            ("p_among_twins", "p_from_mean_twin"),
            None if null is None else 0.01 if _is_unlucky(cell) else 0.5,
        ),
        "n": PAIRS,
        "n_clusters": PAIRS,
        "rows": [] if measure == "mbe" else rows,
    }


def _is_unlucky(cell: Cell) -> bool:
    """One null cell of twenty, where there are five in each of four languages."""
    return (cell.lang, cell.repetition) == ("de", 3)


def _contrast(task: Task, variant: Variant, rng: np.random.Generator) -> dict[str, Any]:
    told = dict.fromkeys(
        ("p_strangers", "null", "null_stderr", "p_among_twins", "p_from_mean_twin")
    )
    value = task.cell.stereotype + rng.normal(0.0, 0.01)
    return {
        **_record(task, variant, rng),
        **told,
        "value": value,
        "stderr": 0.01,
        "p_value": 0.01 if task.cell.stereotype or _is_unlucky(task.cell) else 0.5,
        "rows": [],
    }
