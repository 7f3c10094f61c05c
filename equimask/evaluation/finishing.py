"""The last step of every result: what is to be said of its bound, and its verdict."""

from __future__ import annotations

from dataclasses import replace

from equimask.core.result import BiasResult
from equimask.evaluation.estimates import has_equivalence
from equimask.evaluation.job import Job
from equimask.metrics.verdict import with_verdict


def finished(job: Job, result: BiasResult) -> BiasResult:
    """The result with its bound, and its one verdict; a bound that was not tested is told."""
    bound = job.options.equivalence
    if bound is not None:
        result = replace(result, equivalence_bound=bound)
        if result.equivalence_p is None:
            told = f"no test of equivalence within ±{bound:g}: {_reason(job, result, bound)}"
            result = replace(result, notes=(*result.notes, told))
    return with_verdict(result, job.measure)


def _reason(job: Job, result: BiasResult, bound: float) -> str:
    start = result.tested_against
    if start is None:
        return "without calibration there is no neutral point"
    if not has_equivalence(job.measure, start, bound):
        what = "neutral" if result.null is None else "the null"
        return f"no score of {job.measure.name} can be so far from {what}"
    return "there is no test of this score"
