"""Pairs decided by what a model says about the tokens that both sentences share: S_JSD and CPS."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equimask.core.options import Options
from equimask.evaluation.decided_rows import DecidedRows
from equimask.evaluation.job import Job
from equimask.evaluation.shown import Shown, nothing_left, same, unknown_share
from equimask.inputs.pairs import perturb
from equimask.measures.language_quality import MASKED, of_tokens
from equimask.measures.shared_span import SharedSpanScores
from equimask.models.scorer import How, Scorer
from equimask.plans.alignment import SharedSpan, published_span, shared_span
from equimask.plans.masks import Encoded, plan_pair_masks


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
        shown=pairs.shown,
    )


@dataclass(frozen=True)
class PairPass:
    """What the model said about the pairs that could be scored, and which those are."""

    scores: SharedSpanScores
    kept: tuple[int, ...]
    n_input: int
    skipped: dict[str, int]
    mean_tokens_more: float
    mean_tokens_less: float
    shown: Shown


def run_masked_pass(
    scorer: Scorer, sent_more: Sequence[str], sent_less: Sequence[str], options: Options
) -> PairPass:
    """Tokenise, align, mask and ask; pairs that are too long, the same or without a shared token
    are counted apart.
    """
    more, less = scorer.encode(sent_more), scorer.encode(sent_less)
    kept, spans, skipped = [], [], Counter[str]()
    for i, (left, right) in enumerate(zip(more, less, strict=True)):
        if max(len(left.ids), len(right.ids)) > scorer.max_tokens:
            skipped["too_long"] += 1  # before it is aligned, which takes time with the square
        elif not options.published and (
            reason := same((sent_more[i], sent_less[i]), (left, right))
        ):
            skipped[reason] += 1
        elif not len(span := _span(left, right, options.published)):
            skipped["no_shared_tokens"] += 1
        else:
            kept.append(i)
            spans.append(span)
    if not kept:
        raise nothing_left(len(more), "pair", skipped, scorer)
    more, less = [more[i] for i in kept], [less[i] for i in kept]
    answers = scorer.answer_masks(
        [*more, *less],
        plan_pair_masks(more, less, spans, options.unit),
        How(options.batch_tokens, options.progress),
    )
    half = len(answers.log_probs) // 2  # a span has as many tokens on either side
    return PairPass(
        SharedSpanScores(
            answers.log_probs[:half],
            answers.log_probs[half:],
            answers.hits[:half],
            answers.hits[half:],
            np.array([len(span) for span in spans], dtype=np.int64),
        ),
        tuple(kept),
        len(sent_more),
        dict(skipped),
        _mean_tokens(more),
        _mean_tokens(less),
        Shown(
            of_tokens(answers.log_probs, answers.hits, MASKED),
            unknown_share([*more, *less], scorer.encode),
        ),
    )


def _span(more: Encoded, less: Encoded, published: bool) -> SharedSpan:
    if published:
        return published_span(more.ids, less.ids)
    return shared_span(more.ids, less.ids, more.special, less.special)


def _mean_tokens(sentences: Sequence[Encoded]) -> float:
    return float(np.mean([len(s.special) - sum(s.special) for s in sentences]))
