"""DCBM: which of two words a model puts at a mask."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import numpy as np
import numpy.typing as npt

from equimask import stats
from equimask.core.errors import InputError
from equimask.core.result import BiasResult
from equimask.core.schema import MASK
from equimask.evaluation.calibration import calibrate_mean
from equimask.evaluation.filled_mask import FilledWord, fill, word_log_probs
from equimask.evaluation.job import Job
from equimask.evaluation.rows import full_rows
from equimask.measures import dcbm
from equimask.models import MaskedLM

Floats = npt.NDArray[np.float64]


def evaluate_dcbm(job: Job) -> BiasResult:
    """Percentage of masked sentences whose male word is the more probable one."""
    options = job.options
    male, female, kept, skipped = _fill_both(job)
    log_p_male, log_p_female = _log_probs(job, job.mlm, male, female)
    rows = dcbm.row_scores(log_p_male, log_p_female, options.min_probability, _ties(job))
    bits = rows.dcbm[rows.counted]
    if improbable := int((~rows.counted).sum()):
        skipped["improbable"] = improbable
    if not len(bits):
        raise InputError(
            expected="a masked sentence in which one of its words is probable",
            got=f"{len(rows.counted)} sentences, all below {options.min_probability}",
            fix="Lower min_probability.",
        )
    interval = stats.bootstrap_percentage(
        bits, options.confidence_level, options.n_resamples, options.seed
    )
    counted = [i for i, use in zip(kept, rows.counted, strict=True) if use]
    result = BiasResult(
        metric="dcbm",
        value=dcbm.total(bits),
        neutral=None,
        stderr=interval.stderr,
        ci_low=interval.low,
        ci_high=interval.high,
        p_value=stats.sign_test(bits),
        test="exact sign test of 50 %",
        n=len(bits),
        n_ties=int((bits == 0.5).sum()),
        skipped=dict(skipped),
        mde=stats.minimum_detectable_effect(50.0, len(bits), options.confidence_level),
        signature=job.sign(len(bits), sum(skipped.values())),
        details={
            "direction": "above its null: the male word is preferred; follows the corpus",
            "single_piece": float(
                np.mean(
                    [len(m.pieces) == len(f.pieces) == 1 for m, f in zip(male, female, strict=True)]
                )
            ),
        },
        rows=full_rows(
            len(job.columns["masked_sentence"]),
            counted,
            p_male=np.exp(log_p_male)[rows.counted],
            p_female=np.exp(log_p_female)[rows.counted],
            dcbm=bits,
        ),
    )
    if not options.calibrate:
        return result

    def twin_rows(twin: MaskedLM) -> Floats:
        twin_male, twin_female = _log_probs(job, twin, male, female)
        twin_bits = dcbm.row_scores(twin_male, twin_female, 0.0, _ties(job)).dcbm
        return 100.0 * twin_bits[rows.counted]

    return calibrate_mean(result, 100.0 * bits, twin_rows, job.mlm, options)


def _fill_both(
    job: Job,
) -> tuple[list[FilledWord], list[FilledWord], list[int], Counter[str]]:
    masked = job.columns["masked_sentence"]
    for row, sentence in enumerate(masked):
        if sentence.count(MASK) != 1:
            raise InputError(
                expected=f"exactly one {MASK} in every row of `masked_sentence`",
                got=f"{sentence.count(MASK)} in row {row}: {sentence[:60]!r}",
                fix=f"Write {MASK} where the gender word stood; it becomes the model's own mask.",
            )
    both = [fill(job.mlm, masked, job.columns[name]) for name in ("male_word", "female_word")]
    male, female, kept, skipped = [], [], [], Counter[str]()
    for i, (m, f) in enumerate(zip(*both, strict=True)):
        if m is None or f is None:
            skipped["unaligned"] += 1
        elif max(len(m.sentence.ids), len(f.sentence.ids)) > job.mlm.max_tokens:
            skipped["too_long"] += 1
        else:
            male.append(m)
            female.append(f)
            kept.append(i)
    if not kept:
        raise InputError(
            expected="at least one masked sentence that can be scored",
            got=f"{len(masked)} rows, all skipped: {dict(skipped)}",
            fix=f"This model reads up to {job.mlm.max_tokens} tokens.",
        )
    return male, female, kept, skipped


def _log_probs(
    job: Job, mlm: MaskedLM, male: list[FilledWord], female: list[FilledWord]
) -> tuple[Floats, Floats]:
    log_p = word_log_probs(mlm, [*male, *female], job.options)
    if job.options.published:  # one mask: a word of several pieces cannot be its answer
        pieces = np.array([len(word.pieces) for word in (*male, *female)])
        log_p = np.where(pieces == 1, log_p, -np.inf)
    first, second = np.split(log_p, 2)
    return first, second


def _ties(job: Job) -> Literal["half", "zero"]:
    return "zero" if job.options.published else "half"
