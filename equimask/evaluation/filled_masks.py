"""Masked sentences decided by which of two words a model puts there: DCBM."""

from __future__ import annotations

from collections import Counter

import numpy as np

from equimask.core.arrays import Floats
from equimask.core.errors import InputError
from equimask.core.schema import MASK
from equimask.evaluation.decided_rows import DecidedRows
from equimask.evaluation.filled_mask import FilledWord, fill, word_log_probs
from equimask.evaluation.job import Job
from equimask.models.scorer import Scorer


def read_filled_masks(job: Job, scorer: Scorer) -> DecidedRows:
    """Both words of every mask, each in its own place."""
    row_scores = job.spec.row_scores
    assert row_scores is not None
    male, female, kept, skipped = _fill_both(job, scorer)
    log_p_male, log_p_female = _log_probs(job, scorer, male, female)
    rows = row_scores(log_p_male, log_p_female, job.options.min_probability, job.ties)
    bits = rows.dcbm[rows.counted]
    if improbable := int((~rows.counted).sum()):
        skipped["improbable"] = improbable
    return DecidedRows(
        columns={
            "p_male": np.exp(log_p_male),
            "p_female": np.exp(log_p_female),
            job.measure.row: rows.dcbm,
        },
        kept=kept,
        n_input=len(job.columns["masked_sentence"]),
        skipped=dict(skipped),
        n_ties=int((bits == 0.5).sum()),
        details={
            "single_piece": float(
                np.mean(
                    [len(m.pieces) == len(f.pieces) == 1 for m, f in zip(male, female, strict=True)]
                )
            ),
        },
        counted=rows.counted,
    )


def _fill_both(
    job: Job, scorer: Scorer
) -> tuple[list[FilledWord], list[FilledWord], list[int], Counter[str]]:
    masked = job.columns["masked_sentence"]
    for row, sentence in enumerate(masked):
        if sentence.count(MASK) != 1:
            raise InputError(
                expected=f"exactly one {MASK} in every row of `masked_sentence`",
                got=f"{sentence.count(MASK)} in row {row}: {sentence[:60]!r}",
                fix=f"Write {MASK} where the gender word stood; it becomes the model's own mask.",
            )
    both = [fill(scorer, masked, job.columns[name]) for name in ("male_word", "female_word")]
    male, female, kept, skipped = [], [], [], Counter[str]()
    for i, (m, f) in enumerate(zip(*both, strict=True)):
        if m is None or f is None:
            skipped["unaligned"] += 1
        elif max(len(m.sentence.ids), len(f.sentence.ids)) > scorer.max_tokens:
            skipped["too_long"] += 1
        else:
            male.append(m)
            female.append(f)
            kept.append(i)
    if not kept:
        raise InputError(
            expected="at least one masked sentence that can be scored",
            got=f"{len(masked)} rows, all skipped: {dict(skipped)}",
            fix=f"This model reads up to {scorer.max_tokens} tokens.",
        )
    return male, female, kept, skipped


def _log_probs(
    job: Job, scorer: Scorer, male: list[FilledWord], female: list[FilledWord]
) -> tuple[Floats, Floats]:
    log_p = word_log_probs(scorer, [*male, *female], job.options)
    if job.options.published:  # one mask: a word of several pieces cannot be its answer
        pieces = np.array([len(word.pieces) for word in (*male, *female)])
        log_p = np.where(pieces == 1, log_p, -np.inf)
    first, second = np.split(log_p, 2)
    return first, second
