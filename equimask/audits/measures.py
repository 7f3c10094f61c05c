"""Which measures an audit takes, and what it needs of their results."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from equimask.core.errors import OptionError
from equimask.core.options import options_in
from equimask.core.result import BiasResult, gapped, with_gaps
from equimask.metrics import Measure, MetricSpec, all_specs, spec_of

Floats = npt.NDArray[np.float64]


def audited_specs() -> dict[str, MetricSpec]:
    """The metrics that can be taken of the packaged pairs."""
    return {name: spec for name, spec in all_specs().items() if spec.audited}


def choose_measures(metrics: Sequence[str] | str | None) -> tuple[Measure, ...]:
    """The measures of these metrics, of all by default, in the order of their specs."""
    metrics = [metrics] if isinstance(metrics, str) else metrics
    known = audited_specs()
    for name in metrics or ():
        unfit = "It reads words that a model has said, no pairs: use `score`. "
        hint = unfit if name in all_specs() else ""
        spec_of(name, known, hint, what="a metric of the audit")
    chosen = set(metrics or known)
    return tuple(
        measure for name, spec in known.items() if name in chosen for measure in spec.measures
    )


def choose_calibrated(metrics: Sequence[str] | str, measures: Sequence[Measure]) -> frozenset[str]:
    """The measures of these metrics, which must be among those that are taken."""
    metrics = [metrics] if isinstance(metrics, str) else metrics
    if not metrics:
        return frozenset()
    chosen = {measure.name: measure.metric for measure in choose_measures(metrics)}
    taken = {measure.metric for measure in measures}
    for metric in metrics:
        if metric not in taken:
            raise OptionError(
                expected=f"calibrate_metrics among the metrics of the audit: {', '.join(taken)}",
                got=repr(metric),
                fix="Name it as a metric too, or leave it out.",
            )
    return frozenset(chosen)


def scoring_options() -> tuple[str, ...]:
    """The options that move an audit's numbers; cells are kept by them.

    What tells the forms of a metric apart is no option here: all forms are scored.
    """
    specs = audited_specs().values()
    fixed = {name for spec in specs for measure in spec.measures for name in measure.options}
    read = {name for spec in specs for name in spec.options} - fixed
    return tuple(
        name
        for name in options_in("scoring", "calibration", "statistics")
        if name in read or name in options_in("calibration", "statistics")
    )


def audit_options() -> tuple[str, ...]:
    """The options that an audit takes; the model is its first argument."""
    loading = [name for name in options_in("loading") if name != "model"]
    return (*scoring_options(), *loading, "progress")


def rows(measure: Measure, result: BiasResult) -> Floats:
    """Values whose mean is the score, NaN where an item was skipped."""
    return measure.scale * with_gaps(result.row_values[measure.row])


def effects(measure: Measure, result: BiasResult) -> Floats | None:
    """By how much each pair is decided for the claim, NaN where it was skipped."""
    return None if measure.effects is None else measure.effects(gapped(result))
