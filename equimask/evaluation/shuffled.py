"""The shuffled baseline from an unmasked pass over both bags."""

from __future__ import annotations

from scipy import stats as sps

from equimask import stats
from equimask.core.errors import InputError
from equimask.core.result import BiasResult, spread
from equimask.core.signature import Signature
from equimask.evaluation.job import Job
from equimask.evaluation.shown import refuse_special_tokens, with_notes
from equimask.evaluation.unmasked_pass import run_unmasked_pass
from equimask.measures import shuffled
from equimask.models.scorer import Scorer

SHUFFLED, OF_BAGS = "shf", "mbe"
"""Its name in results, and the metric whose bags it reads."""

_OF_WEIGHED_BAGS = ("weights", "min_similarity", "length_matched", "balanced_draws", "pairs")


def evaluate_shuffled(job: Job, scorer: Scorer, n_shuffles: int = 1) -> BiasResult:
    """Eq. 3 on random pairs of all sentences, whatever their gender; it should come out at 50.

    One shuffle is what the paper has; the mean of several is closer to 50 and no more telling.
    """
    options = job.options
    refuse_special_tokens(job, scorer.encode)
    reading = run_unmasked_pass(scorer, job.columns["sentence"], options)
    scores = reading.likelihoods(options.likelihood)
    if len(scores) < 2:
        raise InputError(
            expected="at least two sentences to pair off",
            got=f"{len(scores)} that can be scored",
            fix="Pass more sentences.",
        )
    bits = shuffled.row_scores(
        scores, n_shuffles, options.seed, "zero" if options.published else "half"
    )
    value = shuffled.total(bits)
    stderr = shuffled.stderr(bits.shape[1], n_shuffles)
    reach = stderr * float(sps.norm.ppf(0.5 + options.confidence_level / 2))
    signed = Signature.parse(job.sign(scorer, len(scores), sum(reading.skipped.values())))
    fields = [field for field in signed.fields if field[0] not in _OF_WEIGHED_BAGS]
    result = BiasResult(
        metric=SHUFFLED,
        value=value,
        neutral=50.0,
        stderr=stderr,
        ci_low=max(0.0, value - reach),
        ci_high=min(100.0, value + reach),
        p_value=stats.sign_test(bits.ravel()),
        test="exact sign test of 50 %",
        n=len(scores),
        n_ties=int((bits == 0.5).sum()),
        skipped=reading.skipped,
        mde=stats.minimum_detectable_effect(stderr, 1, options.confidence_level),
        signature=str(Signature(SHUFFLED, (*fields, ("n_shuffles", str(n_shuffles))))),
        details={
            "direction": "none: 50 whatever the model prefers",
            "n_pairs": bits.shape[1],
            "shuffles": [shuffled.total(row) for row in bits],
        },
        row_values=spread(reading.n_input, reading.kept, {"score": scores}),
    )
    return with_notes(reading.shown.beside(result), scorer)
