"""Two bags of sentences, which may be versions of each other, read unmasked: MBE."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from equimask import stats
from equimask.core.arrays import Bools, Floats, Ints
from equimask.core.errors import InputError, OptionError
from equimask.core.options import Options
from equimask.core.result import BiasResult, spread
from equimask.core.schema import GENDERS, PAIR_ID
from equimask.evaluation.bag_clusters import InClusters, Tested, pooled_clusters, rows_of_score
from equimask.evaluation.bag_totals import totals_of, totals_of_draws
from equimask.evaluation.balanced import BALANCED_CONFIDENCE, OF_DRAWS_ALONE, interval_over
from equimask.evaluation.calibration import (
    calibrate_in_clusters,
    row_variance,
    twins,
    with_null,
)
from equimask.evaluation.controls import refuse_control
from equimask.evaluation.estimates import Clusters
from equimask.evaluation.job import Job, options_off_default
from equimask.evaluation.two_numbers import (
    MaleRows,
    contrast_of,
    details_of,
    notes_of,
    null_of,
)
from equimask.evaluation.unmasked_pass import SentencePass, run_unmasked_pass
from equimask.inputs.checks import is_shared
from equimask.measures import mbe, preference
from equimask.models.scorer import Scorer
from equimask.stats.draws import (
    bootstrap_pairs,
    bootstrap_two_sets,
    permute_two_sets,
    swap_pairs,
)

_TWIN_RESAMPLES = 999  # draws that only size an error bar


def evaluate_bags(job: Job, scorer: Scorer) -> BiasResult:
    """Percentage of (male, female) pairs, weighted by similarity, in which the male is likelier.

    With `pair_id` among the columns, versions of one sentence are drawn and relabelled together;
    with `cluster`, all sentences of a cluster.
    """
    refuse_control(job)
    options = job.options
    aligned = options.published and options.balanced_draws
    if aligned:
        _refuse_beside_aligned(options)
    reading, male = _read(job, scorer)
    bags, pairs = _bags(job, reading, male), _pairs(job, reading, male)
    clusters = None if aligned else pooled_clusters(job, reading.kept, male)
    totals = totals_of(options, bags, pairs)
    value = float(np.mean(totals))
    n_male, n_female = int(male.sum()), int((~male).sum())
    known = None if clusters is None else InClusters.of(bags, value, clusters, options)
    draws = None
    least = stats.attainable_p_of_labels(n_male, n_female, len(pairs))
    if known is not None:
        draws, interval = known.draws(options), known.interval(options.confidence_level)
        least = max(least, known.attainable_p)
    else:
        if not aligned:
            draws = _bootstrap(options, bags, pairs, options.n_resamples, options.seed)
        interval = _interval(draws, options.confidence_level, min(n_male, n_female))
    if least >= stats.ALPHA:  # it would say more than any test of so few can
        interval = interval._replace(low=None, high=None)
    p_value, test, details = _test(job, bags, reading, male, pairs, value, known)
    gendered = _male_rows(job, reading, male, bags, pairs, clusters)
    result = BiasResult(
        metric=job.measure.key,
        value=value,
        neutral=job.measure.neutral,
        stderr=interval.stderr,
        ci_low=interval.low,
        ci_high=interval.high,
        p_value=p_value,
        test=test,
        n=len(reading.kept),
        n_clusters=None if known is None else known.n_clusters,
        n_ties=_ties(bags),
        skipped=reading.skipped,
        mde=None
        if interval.stderr is None
        else stats.minimum_detectable_effect(
            interval.stderr, 1, options.confidence_level, df=None if known is None else known.df
        ),
        attainable_p=least,
        signature=job.sign(scorer, len(reading.kept), sum(reading.skipped.values())),
        details={
            "direction": job.measure.reads,
            "n_male": n_male,
            "n_female": n_female,
            "n_pairs": len(pairs),
            "null_stderr_closed_form": None
            if len(pairs) or known is not None
            else mbe.null_stderr(n_male, n_female),
            "length_auc": mbe.auc(reading.scores.counts[male], reading.scores.counts[~male]),
            **details,
            **({} if gendered is None else details_of(gendered, options)),
        },
        row_values=spread(
            reading.n_input,
            reading.kept,
            {
                job.measure.row: reading.likelihoods(options.likelihood),
                "n_tokens": reading.scores.counts,
            },
        ),
        draws=draws,
        notes=(*(() if known is None else known.notes(options)), *_notes(job, gendered)),
    )
    result = reading.shown.beside(result)
    if options.balanced_draws:
        result = _balanced(job, scorer, result, totals, known)
    if not options.calibrate:
        return result
    rows_of = partial(_male_rows, job, reading, male, pairs=pairs, clusters=clusters)
    if known is not None:
        return _calibrate_in_clusters(job, scorer, result, known, male, pairs, rows_of)
    return _calibrate(job, scorer, result, bags, male, pairs, rows_of)


def _male_rows(
    job: Job,
    reading: SentencePass,
    male: Bools,
    bags: mbe.TwoBags,
    pairs: Ints,
    clusters: Clusters | None,
) -> MaleRows | None:
    """Pairs as rows, where it is known whom their stereotypes are about."""
    given = job.columns.get("gender_more")
    if given is None or not len(pairs):
        return None
    men = bags.male_scores[pairs[:, 0]]
    women = bags.female_scores[pairs[:, 1] - len(bags.male_scores)]
    about = np.array(given)[list(reading.kept)][male][pairs[:, 0]]
    wins = preference.row_scores(men, women, job.ties)
    columns = [np.asarray(column)[pairs[:, 0]].tolist() for column in clusters or ()]
    shared = columns if any(map(is_shared, columns)) else None
    return MaleRows(wins, men - women, about, shared)


def _notes(job: Job, gendered: MaleRows | None) -> tuple[str, ...]:
    if gendered is not None:
        return notes_of(gendered)
    if "gender_more" not in job.columns:
        return ()
    return (f"no stereotype contrast: no two sentences share a `{PAIR_ID}`",)


def _refuse_beside_aligned(options: Options) -> None:
    """What the notebook of Yu et al. has not, and what has no meaning for its score."""
    off = options_off_default(options, ("min_similarity", "length_matched", "calibrate"))
    if off:
        raise OptionError(
            expected="balanced_draws alone under protocol='published'",
            got=f"{' and '.join(off)} beside it",
            fix="Leave out one or the other, or use protocol='corrected'.",
        )


def _balanced(
    job: Job, scorer: Scorer, result: BiasResult, totals: Floats, known: InClusters | None
) -> BiasResult:
    """The mean of balanced draws with its interval.

    Bags of one size have but one such draw: its interval is that of the bootstrap, if there is one.
    """
    size = min(result.details[f"n_{gender}"] for gender in GENDERS)
    balanced = replace(
        result,
        n=2 * size,
        signature=job.sign(scorer, 2 * size, sum(result.skipped.values())),
        details={**result.details, "balanced_draws": totals.tolist()},
    )
    if len(totals) > 1:
        _, stderr, *ends = stats.mean_interval(totals, BALANCED_CONFIDENCE)
        low, high = np.clip(ends, *job.measure.limits).tolist()
        test = interval_over(f"{len(totals)} balanced draws")
        notes = (*result.notes, OF_DRAWS_ALONE)
        return replace(
            balanced,
            stderr=stderr,
            ci_low=low,
            ci_high=high,
            interval_of_draws=True,
            test=test,
            notes=notes,
        )
    same = f"both bags have {size} sentences: all balanced draws are the same"
    if result.draws is None:
        notes = (*result.notes, f"{same}, so there is no interval")
        return replace(balanced, test="none: one balanced draw", notes=notes)
    if known is not None:
        what = "clusters"
        _, low, high = known.interval(BALANCED_CONFIDENCE)
    else:
        what = "pairs" if result.details["n_pairs"] else "sentences"
        _, low, high = _interval(result.draws, BALANCED_CONFIDENCE, size)
    if result.ci_low is None:  # so few have no interval of any level
        low = high = None
    notes = (*result.notes, f"{same}, so {what} are resampled")
    return replace(balanced, ci_low=low, ci_high=high, test=interval_over(what), notes=notes)


def _bootstrap(
    options: Options, bags: mbe.TwoBags, pairs: Ints, n_resamples: int, seed: int
) -> Floats:
    sizes = len(bags.male_scores), len(bags.female_scores)
    rng = np.random.default_rng(seed)
    if len(pairs):
        chunks = bootstrap_pairs(pairs, *sizes, n_resamples, rng)
        return totals_of_draws(options, bags, chunks, pairs)
    return totals_of_draws(options, bags, bootstrap_two_sets(*sizes, n_resamples, rng))


def _read(job: Job, scorer: Scorer) -> tuple[SentencePass, Bools]:
    """One pass over both bags, and which of the kept sentences are male."""
    sentences = job.columns["sentence"]
    reading = run_unmasked_pass(scorer, sentences, job.options)
    male = np.array(job.columns["gender"])[list(reading.kept)] == "male"
    if not male.any() or male.all():
        raise InputError(
            expected="sentences of both genders",
            got=f"{int(male.sum())} male and {int((~male).sum())} female ones that can be scored",
            fix="MBE compares two bags; pass both in `sentence` with `gender` male or female.",
        )
    return reading, male


def _pairs(job: Job, reading: SentencePass, male: Bools) -> Ints:
    """Pooled positions of the male and the female version of a sentence, where both were kept.

    One pair alone cannot tell how pairs vary: its two sentences count among the others.
    """
    if PAIR_ID not in job.columns:
        return np.empty((0, 2), dtype=np.int64)
    ids = np.array(job.columns[PAIR_ID])[list(reading.kept)]
    women = {name: int(male.sum()) + i for i, name in enumerate(ids[~male]) if name}
    both = [(i, women[name]) for i, name in enumerate(ids[male]) if name in women]
    return np.array(both if len(both) > 1 else [], dtype=np.int64).reshape(-1, 2)


def _bags(job: Job, reading: SentencePass, male: Bools) -> mbe.TwoBags:
    likelihoods = reading.likelihoods(job.options.likelihood)
    lengths = reading.scores.counts
    matched = job.options.length_matched
    return mbe.TwoBags(
        likelihoods[male],
        likelihoods[~male],
        reading.vectors[male],
        reading.vectors[~male],
        job.options.effective_weights,
        lengths[male] if matched else None,
        lengths[~male] if matched else None,
    )


def _interval(draws: Floats | None, confidence_level: float, smaller_bag: int) -> stats.Interval:
    """Percentile interval; a bag of one sentence cannot tell how it would vary."""
    if draws is None or smaller_bag < 2:
        return stats.Interval(None, None, None)
    tail = 100.0 * (1.0 - confidence_level) / 2.0
    low, high = np.nanpercentile(draws, [tail, 100.0 - tail])
    return stats.Interval(float(np.nanstd(draws, ddof=1)), float(low), float(high))


def _test(
    job: Job,
    bags: mbe.TwoBags,
    reading: SentencePass,
    male: Bools,
    pairs: Ints,
    value: float,
    known: InClusters | None,
) -> Tested:
    """Label permutation; the authors' McNemar against random labels under `published`."""
    options = job.options
    if options.balanced_draws:  # the paper has an interval alone
        return Tested(None, "", {})
    n_male, n_female = int(male.sum()), int((~male).sum())
    rng = np.random.default_rng(options.seed + 1)
    if options.published:
        n = min(n_male, n_female)
        indicator = (bags.male_scores[:n] > bags.female_scores[:n]).astype(np.float64)
        chance = rng.integers(0, 2, n).astype(np.float64)
        p_value = stats.mcnemar_test(indicator, chance)
        return Tested(p_value, "McNemar test against random labels", {})
    lengths = np.concatenate([reading.scores.counts[male], reading.scores.counts[~male]])
    if known is not None:
        return known.test(bags, lengths, options, rng)

    def relabelled(strata: Ints | None = None) -> Floats:
        sizes = n_male, n_female, options.n_resamples
        if len(pairs):
            return totals_of_draws(options, bags, swap_pairs(pairs, *sizes, rng, strata))
        return totals_of_draws(options, bags, permute_two_sets(*sizes, rng, strata))

    p_value = stats.permutation_p_value(value, relabelled())
    within = relabelled(lengths)
    details = {
        "length_matched_null": float(np.nanmean(within)),
        "p_length_matched": stats.permutation_p_value(value, within),
    }
    within_pairs = " within pairs" if len(pairs) else ""
    return Tested(p_value, f"label permutation test{within_pairs}", details)


def _calibrate(
    job: Job,
    scorer: Scorer,
    result: BiasResult,
    bags: mbe.TwoBags,
    male: Bools,
    pairs: Ints,
    rows_of: Callable[[mbe.TwoBags], MaleRows | None],
) -> BiasResult:
    """Against untrained twins on the same sentences, resampled in step with the model."""
    options = job.options

    def drawn(some: mbe.TwoBags) -> Floats:
        return _bootstrap(options, some, pairs, _TWIN_RESAMPLES, options.seed + 2)

    values, draws, contrasts = [], [], []
    for untrained in _twin_bags(job, scorer, male):
        values.append(float(np.mean(totals_of(options, untrained, pairs))))
        draws.append(drawn(untrained))
        if (gendered := rows_of(untrained)) is not None:
            contrasts.append(contrast_of(gendered))
    difference = drawn(bags) - np.mean(draws, axis=0)
    stderr = float(np.nanstd(difference, ddof=1))
    noise = row_variance(np.array(draws))
    result = with_null(result, np.array(values), stderr, noise, options)
    return replace(result, details={**result.details, **null_of(contrasts)})


def _calibrate_in_clusters(
    job: Job,
    scorer: Scorer,
    result: BiasResult,
    known: InClusters,
    male: Bools,
    pairs: Ints,
    rows_of: Callable[[mbe.TwoBags], MaleRows | None],
) -> BiasResult:
    """The same where sentences are in clusters: of the model and of twins, sentence by sentence."""
    options, rows, contrasts = job.options, [], []
    for untrained in _twin_bags(job, scorer, male):
        value = float(np.mean(totals_of(options, untrained, pairs)))
        rows.append(rows_of_score(untrained, value, options))
        if (gendered := rows_of(untrained)) is not None:
            contrasts.append(contrast_of(gendered))
    result = calibrate_in_clusters(result, known.rows, np.array(rows), known.columns, options)
    return replace(result, details={**result.details, **null_of(contrasts)})


def _twin_bags(job: Job, scorer: Scorer, male: Bools) -> Iterator[mbe.TwoBags]:
    for twin in twins(scorer, job.options):
        yield _bags(job, run_unmasked_pass(twin, job.columns["sentence"], job.options), male)


def _ties(bags: mbe.TwoBags) -> int:
    """Male sentences that some female sentence equals exactly."""
    return int(np.isin(bags.male_scores, bags.female_scores).sum())
