"""Pairs decided by whole-sentence likelihood: AUL and AULA on stereotype pairs, and SBM."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from equimask import stats
from equimask.core.errors import InputError
from equimask.core.result import BiasResult
from equimask.core.schema import GENDERS, METRIC_COLUMNS
from equimask.evaluation.calibration import calibrate_mean
from equimask.evaluation.job import Job
from equimask.evaluation.perturbation import perturb
from equimask.evaluation.rows import full_rows
from equimask.evaluation.unmasked_pass import SentencePass, run_unmasked_pass
from equimask.inputs.checks import check_labels
from equimask.measures import mbe, preference
from equimask.models import MaskedLM

Floats = npt.NDArray[np.float64]

_BALANCED_SUBSETS, _BALANCED_CONFIDENCE = 5, 0.99
_DIRECTIONS = {
    "aul": "above 50: the stereotypical sentence is preferred",
    "sbm": "above 50: the male sentence is preferred",
}


def evaluate_likelihood_pairs(job: Job) -> BiasResult:
    """Percentage of pairs whose first sentence is the likelier one, with an exact sign test."""
    first_name, second_name = METRIC_COLUMNS[job.metric]
    reading, first, second = _read(job, job.mlm)
    bits = _bits(job, first, second)
    kept = reading.kept[: len(bits)]
    options = job.options
    interval = stats.bootstrap_percentage(
        bits, options.confidence_level, options.n_resamples, options.seed
    )
    tokens = reading.scores.counts
    result = BiasResult(
        metric=job.metric,
        value=preference.total(bits),
        neutral=50.0,
        stderr=interval.stderr,
        ci_low=interval.low,
        ci_high=interval.high,
        p_value=stats.sign_test(bits),
        test="exact sign test of 50 %",
        n=len(bits),
        n_ties=int((preference.row_scores(first, second) == 0.5).sum()),
        skipped=reading.skipped,
        mde=stats.minimum_detectable_effect(50.0, len(bits), options.confidence_level),
        signature=job.sign(len(bits), sum(reading.skipped.values())),
        details={
            "direction": _DIRECTIONS[job.metric],
            "mean_difference": float(np.mean(first - second)),
            "length_auc": mbe.auc(tokens[: len(bits)], tokens[len(bits) :]),
            "same_length": float(np.mean(tokens[: len(bits)] == tokens[len(bits) :])),
        },
        rows=full_rows(
            reading.n_input // 2,
            kept,
            **{f"score_{first_name}": first, f"score_{second_name}": second, job.metric: bits},
        ),
    )
    if job.metric == "sbm" and options.published and options.origin is not None:
        return _balanced(job, result, bits, kept)
    if not options.calibrate:
        return result
    return calibrate_mean(
        result,
        100.0 * bits,
        lambda twin: 100.0 * _bits(job, *_read(job, twin)[1:]),
        job.mlm,
        options,
    )


def _balanced(job: Job, result: BiasResult, bits: Floats, kept: tuple[int, ...]) -> BiasResult:
    """Five random subsets with as many male as female originals: their mean and 99 % interval."""
    given = check_labels("origin", job.options.origin or (), len(job.columns["male"]), GENDERS)
    origin = np.array([given[i] for i in kept])
    sides = [np.flatnonzero(origin == gender) for gender in GENDERS]
    size = min(map(len, sides))
    if not size:
        raise InputError(
            expected="originals of both genders in `origin`",
            got=f"{len(sides[0])} male and {len(sides[1])} female ones",
            fix="Leave `origin` out, or use protocol='corrected'.",
        )
    rng = np.random.default_rng(job.options.seed)
    values = [
        preference.total(bits[np.concatenate([rng.choice(side, size, False) for side in sides])])
        for _ in range(_BALANCED_SUBSETS)
    ]
    mean, stderr, low, high = stats.mean_interval(np.array(values), _BALANCED_CONFIDENCE)
    return replace(
        result,
        value=mean,
        stderr=stderr,
        ci_low=low,
        ci_high=high,
        n=2 * size,
        p_value=None,
        test="none: 99 % interval over five balanced subsets",
        signature=job.sign(2 * size, sum(result.skipped.values())),
    )


def _read(job: Job, mlm: MaskedLM) -> tuple[SentencePass, Floats, Floats]:
    """One pass over both sides; the kept first sentences come before the kept second ones."""
    first, second = (
        perturb(job.columns[name], job.options.perturb) for name in METRIC_COLUMNS[job.metric]
    )
    n = len(first)
    reading = run_unmasked_pass(
        mlm, [*first, *second], job.options, together=[(i, n + i) for i in range(n)]
    )
    left, right = np.split(reading.likelihoods(job.options.likelihood), 2)
    return reading, left, right


def _bits(job: Job, first: Floats, second: Floats) -> Floats:
    return preference.row_scores(first, second, "zero" if job.options.published else "half")
