"""Pairs decided by whole-sentence likelihood: AUL and AULA on stereotype pairs, and SBM."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from equimask import stats
from equimask.core.arrays import Floats
from equimask.core.errors import InputError
from equimask.core.result import BiasResult
from equimask.core.schema import GENDERS
from equimask.evaluation.balanced import BALANCED_CONFIDENCE, OF_DRAWS_ALONE, interval_over
from equimask.evaluation.decided_rows import DecidedRows, evaluate_rows
from equimask.evaluation.job import Job
from equimask.evaluation.unmasked_pass import run_unmasked_pass
from equimask.inputs.pairs import perturb
from equimask.measures import mbe, preference
from equimask.models.scorer import Scorer

_ABOUT_AS_MANY = 0.9
_BALANCED_SUBSETS = 5


def evaluate_likelihood_pairs(job: Job, scorer: Scorer) -> BiasResult:
    """Percentage of pairs whose first sentence is the likelier one, with an exact sign test."""
    if not job.options.published or "origin" not in job.columns:
        return evaluate_rows(job, scorer, read_likelihood_pairs)
    uncalibrated = replace(job, options=replace(job.options, calibrate=False))
    result = evaluate_rows(uncalibrated, scorer, read_likelihood_pairs)
    if job.options.calibrate:
        told = "not calibrated: by the published protocol, balanced origins have an interval alone"
        result = replace(result, notes=(*result.notes, told))
    return _balanced(uncalibrated, scorer, result)


def read_likelihood_pairs(job: Job, scorer: Scorer) -> DecidedRows:
    """One pass over both sides; the kept first sentences come before the kept second ones."""
    row_scores = job.spec.row_scores
    assert row_scores is not None
    names = tuple(job.spec.columns)
    left, right = (perturb(job.columns[name], job.options.perturb) for name in names)
    n = len(left)
    reading = run_unmasked_pass(
        scorer, [*left, *right], job.options, pairs=[(i, n + i) for i in range(n)]
    )
    first, second = np.split(reading.likelihoods(job.options.likelihood), 2)
    tokens_first, tokens_second = np.split(reading.scores.counts, 2)
    sides = {f"score_{name}": scores for name, scores in zip(names, (first, second), strict=True)}
    return DecidedRows(
        columns={**sides, job.measure.row: row_scores(first, second, job.ties)},
        kept=reading.kept[: len(first)],
        n_input=n,
        skipped=reading.skipped,
        n_ties=int((row_scores(first, second, "half") == 0.5).sum()),
        details={
            "length_auc": mbe.auc(tokens_first, tokens_second),
            "same_length": float(np.mean(tokens_first == tokens_second)),
        },
        shown=reading.shown,
    )


def _balanced(job: Job, scorer: Scorer, result: BiasResult) -> BiasResult:
    """Five random subsets with as many male as female originals: their mean and 99 % interval.

    Where the originals are about as many already, the subsets are the same pairs but for a few, and
    how far they differ says nothing: pairs are resampled.
    """
    decided = result.row_values[job.measure.row]
    kept = np.flatnonzero(~np.ma.getmaskarray(decided))
    bits, origin = decided.data[kept], np.array(job.columns["origin"])[kept]
    sides = [np.flatnonzero(origin == gender) for gender in GENDERS]
    size = min(map(len, sides))
    if not size:
        raise InputError(
            expected="originals of both genders in `origin`",
            got=f"{len(sides[0])} male and {len(sides[1])} female ones",
            fix="Leave `origin` out, or use protocol='corrected'.",
        )
    least, notes = stats.attainable_p(2 * size), result.notes
    if result.n_clusters is not None:
        least = max(least, stats.attainable_p(result.n_clusters))
        notes = (*notes, "the published interval takes pairs for independent: they are in clusters")
    balanced = replace(
        result,
        n=2 * size,
        p_value=None,
        attainable_p=least,
        equivalence_p=None,
        notes=notes,
        signature=job.sign(scorer, 2 * size, sum(result.skipped.values())),
    )
    if size > _ABOUT_AS_MANY * max(map(len, sides)):
        return _resampled(job, balanced, [bits[side] for side in sides])
    rng = np.random.default_rng(job.options.seed)
    values = [
        preference.total(bits[np.concatenate([rng.choice(side, size, False) for side in sides])])
        for _ in range(_BALANCED_SUBSETS)
    ]
    mean, stderr, low, high = stats.mean_interval(np.array(values), BALANCED_CONFIDENCE)
    test = interval_over("five balanced subsets")
    return replace(
        balanced,
        value=mean,
        stderr=stderr,
        ci_low=low,
        ci_high=high,
        interval_of_draws=True,
        test=test,
        notes=(*notes, OF_DRAWS_ALONE),
    )


def _resampled(job: Job, result: BiasResult, sides: Sequence[Floats]) -> BiasResult:
    """The mean over all balanced subsets there are, and the interval of pairs."""
    options = job.options
    interval = stats.percentage_interval(
        np.concatenate(sides), BALANCED_CONFIDENCE, options.n_resamples, options.seed
    )
    same = (
        f"`origin` is balanced already, {len(sides[0])} male and {len(sides[1])} female ones: "
        "balanced subsets are all about the same, so pairs are resampled"
    )
    return replace(
        result,
        value=float(np.mean([preference.total(side) for side in sides])),
        stderr=interval.stderr,
        ci_low=interval.low,
        ci_high=interval.high,
        test=interval_over("pairs"),
        notes=(*result.notes, same),
    )
