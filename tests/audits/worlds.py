"""Small audits for the tests: the embedded model, few draws, no progress bars."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from equimask.audits.places import packaged_place
from equimask.audits.results import Audit, Cell
from equimask.audits.run import audit
from equimask.core.result import BiasResult, from_list

QUICK: dict[str, Any] = {"n_resamples": 99, "n_twins": 2, "progress": False}


def quick_audit(
    model: Any = "embedded", languages: tuple[str, ...] = ("de",), **options: Any
) -> Audit:
    return audit(model, languages, **{**QUICK, **options})


@cache
def german_audit(*metrics: str) -> Audit:
    """Of the embedded model; made once for all tests that only read it."""
    return quick_audit(metrics=list(metrics) or None)


def result_of(
    metric: str,
    value: float,
    *,
    p: float | None = 0.5,
    neutral: float | None = 50.0,
    rows: dict[str, list[float | None]] | None = None,
    **more: Any,
) -> BiasResult:
    row_values = {name: from_list(values) for name, values in (rows or {}).items()}
    return BiasResult(
        metric=metric, value=value, neutral=neutral, stderr=1.0, ci_low=value - 2,
        ci_high=value + 2, p_value=p, test="a test", n=40, n_ties=0, skipped={}, mde=3.0,
        signature=f"{metric}|equimask:0|model:m@1|data:equimask_pairs@2|lang:de",
        row_values=row_values, **more,
    )  # fmt: skip


def cell_of(
    measure: str,
    claim: str,
    result: BiasResult,
    *,
    language: str = "de",
    q: float | None = None,
    effects: tuple[float | None, ...] | None = None,
    model: str = "m",
) -> Cell:
    known = None if effects is None else np.array(effects, dtype=np.float64)
    return Cell(model, packaged_place(language), measure, claim, result, q, known, (), ())


def scores(found: Audit) -> dict[tuple[str, str, str], float]:
    return {(c.model, c.place.key, c.measure): c.result.value for c in found.cells}


def kept_files(out: Path) -> dict[str, int]:
    """Finished cells and when they were written."""
    return {file.name: file.stat().st_mtime_ns for file in (out / "cells").glob("*.json")}


def close(left: Any, right: Any, tolerance: float = 1e-6) -> bool:
    """Whether two JSON contents have the same shape, the same words and close numbers."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(
            close(left[key], right[key], tolerance) for key in left
        )
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(
            close(a, b, tolerance) for a, b in zip(left, right, strict=True)
        )
    if isinstance(left, float) and isinstance(right, float):
        return bool(np.isclose(left, right, rtol=0, atol=tolerance))
    return bool(left == right)
