"""What the names of a row make of its score, and what is left when that is taken off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from equimask import stats
from equimask.core.arrays import Floats, Ints
from equimask.core.errors import InputError, OptionError
from equimask.core.options import Options
from equimask.evaluation.estimates import Clusters
from equimask.evaluation.job import Job
from equimask.inputs.checks import is_shared
from equimask.inputs.controls import ControlRows, control_rows
from equimask.metrics import Measure, all_specs

_NOT_SCORED = "not_scored"  # a control is there, and the model cannot score it


class Decided(Protocol):
    """The rows of a pass: their places in the input, and their numbers."""

    @property
    def columns(self) -> Mapping[str, npt.NDArray[Any]]:
        """By name."""

    @property
    def kept(self) -> Sequence[int]:
        """Of the rows that could be scored."""


def beside_control(
    job: Job, read: Callable[[Job], Decided], found: Decided, clusters: Clusters | None
) -> dict[str, Any]:
    """Without the option nothing; else the score's control and what it has beyond it.

    `read` passes over the control pairs as over the rows. The control of a row is the mean over
    its pairs. Only rows that have one enter, on both sides.
    """
    kind = job.options.control
    if not kind:
        return {}
    made = control_rows(job.spec.rows_from, job.columns, job.language, kind)
    owners, passed = _passed(job, made, read)
    rows = np.flatnonzero(np.isin(found.kept, owners))
    if not len(rows):
        raise _no_control(kind, len(found.kept), _left_out(found, (), made))
    kept = np.asarray(found.kept)[rows]
    inside = _of_rows(clusters, rows)
    told: dict[str, Any] = {
        "control_kind": kind,
        "n_control": len(rows),
        "control_left_out": _left_out(found, kept, made),
    }
    for measure in _measures(job, found.columns):
        values = measure.scale * found.columns[measure.row][rows]
        control = measure.scale * _means(passed.columns[measure.row], owners, kept)
        prefix = "" if measure is job.measure else f"{measure.name}_"
        of_both = _estimates(values, control, job.options, inside)
        told |= {f"{prefix}{name}": value for name, value in of_both.items()}
    return told


def refuse_control(job: Job) -> None:
    """Of a score that is no mean over rows: there is no row whose control could be taken off."""
    if job.options.control:
        able = ", ".join(name for name, spec in all_specs().items() if "control" in spec.options)
        raise OptionError(
            expected=f"`control` with a metric whose score is a mean over rows ({able})",
            got=f"control={job.options.control!r} with {job.spec.name}, which compares every "
            "sentence with every other",
            fix="Leave it out, or take one of these; sbm reads the two versions of a sentence.",
        )


def _passed(job: Job, made: ControlRows, read: Callable[[Job], Decided]) -> tuple[Ints, Decided]:
    """Which row each control pair that could be scored belongs to, and what was found of them."""
    kind = job.options.control
    if not made.rows:
        raise _no_control(kind, len(made.left_out), Counter(made.left_out.values()))
    own = replace(job.options, control="", calibrate=False)
    try:
        passed = read(replace(job, columns=made.columns, options=own))
    except InputError as error:
        raise InputError(
            expected=f"{kind} control pairs that the model can score", got=error.got, fix=error.fix
        ) from error
    return np.array(made.rows, dtype=np.int64)[list(passed.kept)], passed


def _left_out(found: Decided, kept: Sequence[int] | Ints, made: ControlRows) -> dict[str, int]:
    without = {*found.kept} - {*map(int, kept)}
    return dict(Counter(made.left_out.get(row, _NOT_SCORED) for row in sorted(without)))


def _no_control(kind: str, n: int, reasons: Mapping[str, int]) -> InputError:
    return InputError(
        expected="rows whose two sides differ by one listed first name each",
        got=f"{n} rows, none with a {kind} control: {dict(reasons)}",
        fix="Leave `control` out, or score rows with names.",
    )


def _measures(job: Job, columns: Mapping[str, Any]) -> list[Measure]:
    """The job's own, and those that are told beside a headline."""
    if job.measure is not job.spec.headline:
        return [job.measure]
    further = [one for one in job.spec.measures[1:] if one.row in columns and not one.options]
    return [job.measure, *further]


def _of_rows(clusters: Clusters | None, rows: Ints) -> Clusters | None:
    if clusters is None:
        return None
    columns = [[column[row] for row in rows.tolist()] for column in clusters]
    return columns if any(map(is_shared, columns)) else None


def _means(values: Floats, owners: Ints, kept: Ints) -> Floats:
    """Over the control pairs of each kept row."""
    _, numbers = np.unique(owners, return_inverse=True)
    means = np.bincount(numbers, values) / np.bincount(numbers)
    found: Floats = means[np.searchsorted(np.unique(owners), kept)]
    return found


def _estimates(
    values: Floats, control: Floats, options: Options, clusters: Clusters | None
) -> dict[str, float | None]:
    """Of the control, and of the difference row by row."""
    drawn = options.confidence_level, options.n_resamples
    if clusters is None:
        interval = stats.interval_of_mean(control, *drawn, options.seed)
        paired = stats.paired_bootstrap(values, control, *drawn, options.seed)
    else:
        rng = np.random.default_rng(options.seed)
        interval = stats.clustered_mean(control, clusters, 0.0, *drawn, rng).interval
        paired = stats.clustered_difference(values, control, clusters, *drawn, options.seed)
    told: dict[str, float | None] = {"control": float(np.mean(control))}
    told |= {f"control_{name}": value for name, value in _named(interval).items()}
    told["minus_control"] = paired.difference
    told |= {f"minus_control_{name}": value for name, value in _named(paired.interval).items()}
    told["minus_control_p_value"] = paired.p_value
    return told


def _named(interval: stats.Interval) -> dict[str, float | None]:
    return dict(zip(("stderr", "ci_low", "ci_high"), interval, strict=True))
