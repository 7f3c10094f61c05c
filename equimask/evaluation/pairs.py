"""S_JSD, its binarised form and CPS from a masked pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from equimask import stats
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.core.schema import PAIR_COLUMNS
from equimask.evaluation.calibration import calibrate_mean
from equimask.evaluation.job import Job
from equimask.evaluation.masked_pass import PairPass, run_masked_pass
from equimask.evaluation.perturbation import perturb
from equimask.evaluation.rows import full_rows
from equimask.measures import cps, preference, s_jsd
from equimask.models import MaskedLM

Floats = npt.NDArray[np.float64]


def evaluate_pairs(job: Job) -> BiasResult:
    """S_JSD or CPS of a model; with `calibrate`, against its untrained twins."""
    summarise, rows_of = _METRICS[job.metric]
    pairs = masked_pass(job, job.mlm)
    signature = job.sign(len(pairs.kept), sum(pairs.skipped.values()))
    result = summarise(pairs, job.options, signature, job.gender_more)
    if not job.options.calibrate:
        return result
    return calibrate_mean(
        result,
        rows_of(pairs, job.options),
        lambda twin: rows_of(masked_pass(job, twin), job.options),
        job.mlm,
        job.options,
    )


def masked_pass(job: Job, mlm: MaskedLM) -> PairPass:
    """The one masked pass that all pair metrics read."""
    more, less = (perturb(job.columns[name], job.options.perturb) for name in PAIR_COLUMNS)
    return run_masked_pass(mlm, more, less, job.options)


def s_jsd_result(
    pairs: PairPass, options: Options, signature: str, gender_more: Sequence[str] | None
) -> BiasResult:
    """Mean S_JSD in [-1, 1] with its binarised form; 0 is neutral, negative is stereotype."""
    rows = s_jsd.row_scores(pairs.scores, _ties(options))
    interval = stats.bootstrap_mean(rows.s_jsd, *_resampling(options))
    n = len(rows.s_jsd)
    deviation = float(np.std(rows.s_jsd, ddof=1)) if n > 1 else None
    return BiasResult(
        metric="s_jsd",
        value=s_jsd.total(rows.s_jsd),
        neutral=0.0,
        stderr=interval.stderr,
        ci_low=interval.low,
        ci_high=interval.high,
        p_value=stats.sign_flip_test(rows.s_jsd, options.n_resamples, options.seed),
        test="sign-flip permutation test of mean 0",
        n=len(pairs.kept),
        n_ties=_count_ties(s_jsd.row_scores(pairs.scores).b_s_jsd),
        skipped=pairs.skipped,
        mde=None
        if deviation is None
        else stats.minimum_detectable_effect(deviation, n, options.confidence_level),
        signature=signature,
        details={
            "b_s_jsd": preference.total(rows.b_s_jsd),
            "direction": "negative: the stereotypical sentence is preferred",
            **_details(pairs, rows.b_s_jsd, gender_more),
        },
        rows=full_rows(
            pairs.n_input,
            pairs.kept,
            s_jsd=rows.s_jsd,
            b_s_jsd=rows.b_s_jsd,
            n_shared=pairs.scores.counts,
        ),
    )


def b_s_jsd_result(
    pairs: PairPass, options: Options, signature: str, gender_more: Sequence[str] | None
) -> BiasResult:
    """Binarised S_JSD as a result of its own: percentage of pairs, 50 is neutral."""
    rows = s_jsd.row_scores(pairs.scores, _ties(options))
    ties = _count_ties(s_jsd.row_scores(pairs.scores).b_s_jsd)
    return _percentage(
        "b_s_jsd", rows.b_s_jsd, ties, pairs, options, signature, gender_more, {}, {}
    )


def cps_result(
    pairs: PairPass, options: Options, signature: str, gender_more: Sequence[str] | None
) -> BiasResult:
    """Percentage of pairs whose stereotypical sentence is preferred; 50 is neutral."""
    rows = cps.row_scores(pairs.scores, _ties(options))
    return _percentage(
        "cps",
        rows.cps,
        _count_ties(cps.row_scores(pairs.scores).cps),
        pairs,
        options,
        signature,
        gender_more,
        {"mean_delta": float(np.mean(rows.pll_more - rows.pll_less))},
        {
            "pll_more": rows.pll_more,
            "pll_less": rows.pll_less,
            "hits_more": pairs.scores.sum_by_pair(pairs.scores.hits_more).astype(int),
            "hits_less": pairs.scores.sum_by_pair(pairs.scores.hits_less).astype(int),
        },
    )


def _percentage(
    metric: str,
    bits: Floats,
    n_ties: int,
    pairs: PairPass,
    options: Options,
    signature: str,
    gender_more: Sequence[str] | None,
    details: dict[str, Any],
    rows: dict[str, npt.NDArray[Any]],
) -> BiasResult:
    """A share of pairs with an exact sign test; `details` and `rows` are the metric's own."""
    interval = stats.bootstrap_percentage(bits, *_resampling(options))
    return BiasResult(
        metric=metric,
        value=preference.total(bits),
        neutral=50.0,
        stderr=interval.stderr,
        ci_low=interval.low,
        ci_high=interval.high,
        p_value=stats.sign_test(bits),
        test="exact sign test of 50 %",
        n=len(pairs.kept),
        n_ties=n_ties,
        skipped=pairs.skipped,
        mde=stats.minimum_detectable_effect(50.0, len(pairs.kept), options.confidence_level),
        signature=signature,
        details={
            "direction": "above 50: the stereotypical sentence is preferred",
            **details,
            **_details(pairs, bits, gender_more),
        },
        rows=full_rows(
            pairs.n_input,
            pairs.kept,
            **{metric: bits, **rows, "n_shared": pairs.scores.counts},
        ),
    )


def _ties(options: Options) -> Literal["half", "zero"]:
    return "zero" if options.published else "half"


def _count_ties(bits: Floats) -> int:
    """Of bits with half credit, also where the protocol counts a tie as a loss."""
    return int((bits == 0.5).sum())


def _resampling(options: Options) -> tuple[float, int, int]:
    return options.confidence_level, options.n_resamples, options.seed


def _details(pairs: PairPass, bits: Floats, gender_more: Sequence[str] | None) -> dict[str, Any]:
    """Beside every pair score: accuracies, counts, and how often the male side is preferred."""
    details: dict[str, Any] = {
        "accuracy_more": float(pairs.scores.hits_more.mean()),
        "accuracy_less": float(pairs.scores.hits_less.mean()),
        "mean_shared": float(pairs.scores.counts.mean()),
        "mean_tokens_more": pairs.mean_tokens_more,
        "mean_tokens_less": pairs.mean_tokens_less,
    }
    if gender_more is not None:
        gender = np.array([gender_more[i] for i in pairs.kept])
        known = gender != ""
        male = np.where(gender == "male", bits, 1.0 - bits)[known]
        details["n_gendered"] = int(known.sum())
        details["male_preference"] = preference.total(male) if known.any() else None
    return details


def _s_jsd_rows(pairs: PairPass, options: Options) -> Floats:
    return s_jsd.row_scores(pairs.scores, _ties(options)).s_jsd


def _b_s_jsd_rows(pairs: PairPass, options: Options) -> Floats:
    return 100.0 * s_jsd.row_scores(pairs.scores, _ties(options)).b_s_jsd


def _cps_rows(pairs: PairPass, options: Options) -> Floats:
    return 100.0 * cps.row_scores(pairs.scores, _ties(options)).cps


_METRICS: dict[str, tuple[Callable[..., BiasResult], Callable[[PairPass, Options], Floats]]] = {
    "s_jsd": (s_jsd_result, _s_jsd_rows),
    "b_s_jsd": (b_s_jsd_result, _b_s_jsd_rows),
    "cps": (cps_result, _cps_rows),
}
