"""Pairs decided by what a model says about the tokens that both sentences share: S_JSD and CPS."""

from __future__ import annotations

from equimask.evaluation.decided_rows import DecidedRows
from equimask.evaluation.job import Job
from equimask.evaluation.masked_pass import run_masked_pass
from equimask.evaluation.perturbation import perturb
from equimask.models.scorer import Scorer


def read_masked_pairs(job: Job, scorer: Scorer) -> DecidedRows:
    """Every shared token masked once on either side."""
    row_scores = job.spec.row_scores
    assert row_scores is not None
    more, less = (perturb(job.columns[name], job.options.perturb) for name in job.spec.columns)
    pairs = run_masked_pass(scorer, more, less, job.options)
    scores = pairs.scores
    with_half_ties = row_scores(scores, "half")._asdict()
    return DecidedRows(
        columns={**row_scores(scores, job.ties)._asdict(), "n_shared": scores.counts},
        kept=pairs.kept,
        n_input=pairs.n_input,
        skipped=pairs.skipped,
        n_ties=int((with_half_ties[job.measure.decisions] == 0.5).sum()),
        details={
            "accuracy_more": float(scores.hits_more.mean()),
            "accuracy_less": float(scores.hits_less.mean()),
            "mean_shared": float(scores.counts.mean()),
            "mean_tokens_more": pairs.mean_tokens_more,
            "mean_tokens_less": pairs.mean_tokens_less,
        },
    )
