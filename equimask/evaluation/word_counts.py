"""Which words go with which gender: PMI, and the latent-variable model over the same table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from equimask import stats
from equimask.core.arrays import Floats
from equimask.core.errors import InputError, shorten
from equimask.core.progress import Progress
from equimask.core.result import BiasResult, RowValues
from equimask.core.schema import GENDERS, PERSON_GENDERS
from equimask.core.signature import content_hash
from equimask.evaluation.estimates import has_equivalence
from equimask.evaluation.job import Job
from equimask.inputs.sentiment_lexicon import read_lexicon, sentiment_of
from equimask.measures import latent_pmi as latent
from equimask.measures import pmi
from equimask.measures.counting import CountedRows, CountTable, count_rows
from equimask.measures.latent_inputs import check_grid
from equimask.measures.latent_pmi import LatentPmi
from equimask.measures.ranking import largest_of_each_list, said_often
from equimask.models.devices import choose_device

_INTERVAL_RESAMPLES = 999  # draws that only size an error bar


def evaluate_word_counts(job: Job) -> BiasResult:
    """Mutual information of word and gender beyond chance, and what each word has to do with it."""
    options = job.options
    rows = count_rows(
        job.columns["word"], job.columns["gender"], PERSON_GENDERS, job.columns.get("counts")
    )
    table, binary = rows.table, _both_genders(rows.table)
    sentiment, skipped = _sentiment(binary, options.sentiment)
    if (rows.word < 0).any():
        skipped["count_of_0"] = int((rows.word < 0).sum())
    fitted = _fit(job, binary, sentiment)
    rng = np.random.default_rng(options.seed)
    draws = pmi.bootstrap(
        table.counts,
        min(options.n_resamples, _INTERVAL_RESAMPLES),
        rng,
        options.confidence_level,
        options.add_k,
    )
    with Progress(
        options.n_resamples, "permutation", job.measure.name, shown=bool(options.progress)
    ) as steps:
        chance = pmi.independence(table.counts, options.n_resamples, rng, steps.update)
    of_fits = fitted.eta if options.published else fitted.deviations
    deviation = of_fits.mean(axis=0)
    of_cells = pmi_table(table, draws, options.add_k)
    plug_in = float(pmi.mutual_information(table.counts))
    value = plug_in - chance.mean
    low, high = _around(value, draws.information, options.confidence_level)
    job = replace(job, data=job.data or f"custom@{table.hash}")
    n = int(table.counts.sum())
    return BiasResult(
        metric=job.measure.key,
        value=value,
        neutral=job.measure.neutral,
        stderr=float(draws.information.std(ddof=1)),
        ci_low=low,
        ci_high=high,
        p_value=chance.p_value,
        test=chance.test,
        n=n,
        n_ties=0,
        skipped=skipped,
        mde=chance.detectable(options.confidence_level, stats.POWER),
        attainable_p=stats.attainable_p_of_labels(*binary.counts.sum(axis=0).tolist()),
        equivalence_p=_equivalence(job, value, draws.information),
        signature=job.sign(None, n, sum(skipped.values()), _own_fields(job, table, sentiment)),
        details={
            "direction": job.measure.reads,
            "n_words": len(table.words),
            "n_small_cells": int((pmi.expected(table.counts) < pmi.SMALL).sum()),
            "n_by_gender": dict(zip(table.genders, table.counts.sum(axis=0).tolist(), strict=True)),
            "plug_in": plug_in,
            "expected_by_chance": chance.mean,
            "share_of_gender_entropy": value / pmi.entropy(table.counts),
            "n_fits": len(fitted.fits),
            "n_converged": int(fitted.converged.sum()),
            "fits": [asdict(fit) for fit in fitted.fits],
            "top_words": top_words(fitted, of_fits, of_cells, options.min_count),
            "pmi": of_cells,
        },
        row_values=row_values(rows, fitted, deviation, options.add_k)
        if options.return_rows
        else {},
    )


def _both_genders(table: CountTable) -> CountTable:
    """The part that the latent-variable model is fitted to: too little is said of others."""
    missing = [gender for gender in GENDERS if gender not in table.genders]
    if missing:
        raise InputError(
            expected="words of both male and female people",
            got=f"none of {' and none of '.join(missing)} people",
            fix="Pass rows of both; other genders come in addition.",
        )
    if len(table.words) < 2:
        raise InputError(
            expected="at least two different words",
            got=f"{shorten(table.words[0])} only",
            fix="Pass all words that were said of each person.",
        )
    return table.of_genders(GENDERS)


def _sentiment(table: CountTable, lexicon: Any) -> tuple[Floats | None, dict[str, int]]:
    if lexicon is None:
        return None, {}
    sentiment = sentiment_of(table.words, read_lexicon(lexicon))
    without = int(np.isnan(sentiment[:, 0]).sum())
    return sentiment, {"word_without_sentiment": without} if without else {}


def _fit(job: Job, table: CountTable, sentiment: Floats | None) -> latent.LatentPmi:
    """Under `published` the paper is taken at its word: the background learned, |x| by Adam."""
    options = job.options
    title = f"{job.measure.name}: fits, at most"
    with Progress(latent.MAX_ITERATIONS, "step", title, shown=bool(options.progress)) as steps:
        return latent.fit(
            table.counts,
            sentiment,
            latent.L1_GRID if options.l1 is None else options.l1,
            latent.POSTERIOR_GRID if options.posterior is None else options.posterior,
            options.seed,
            words=table.words,
            genders=table.genders,
            rebalance=options.rebalance,
            proximal=not options.published,
            learn_background=options.published,
            device=None if options.device is None else str(choose_device(options.device)),
            on_step=steps.update,
        )


def _around(value: float, draws: Floats, confidence_level: float) -> tuple[float, float]:
    """The draws' spread around the value: their mean is as much too large as the plug-in is."""
    tail = (1.0 - confidence_level) / 2.0
    low, high = np.quantile(draws - draws.mean(), (tail, 1.0 - tail))
    return value - float(high), value - float(low)


def _equivalence(job: Job, value: float, draws: Floats) -> float | None:
    start, bound = job.measure.neutral, job.options.equivalence
    if start is None or bound is None or not has_equivalence(job.measure, start, bound):
        return None
    return stats.tost_of_draws(value - start + draws - draws.mean(), bound).p_value


def _own_fields(job: Job, table: CountTable, sentiment: Floats | None) -> dict[str, str]:
    lexicon = "none" if sentiment is None else content_hash([sentiment.astype("<f8").tobytes()])
    l1, posterior = job.options.l1, job.options.posterior
    grids = {
        "l1": check_grid("l1", latent.L1_GRID if l1 is None else l1),
        "posterior": (0.0,)
        if sentiment is None
        else check_grid("posterior", latent.POSTERIOR_GRID if posterior is None else posterior),
    }
    penalties = {name: ",".join(map(_exact, values)) for name, values in grids.items()}
    return {"table": table.hash, "sentiment": lexicon, **penalties}


def _exact(value: float) -> str:
    """In as few digits as give the number back."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


_TOP = 10  # words per gender and sentiment, as in the study's tables


def top_words(
    fitted: LatentPmi, of_fits: Floats, of_cells: Sequence[Mapping[str, Any]], min_count: int
) -> list[dict[str, Any]]:
    """The largest deviations above 0 of each gender and sentiment, of words said often enough.

    `of_cells` is the table of PMI: what a list tells of a word's counts is told as it is there.
    """
    deviation, spread = of_fits.mean(axis=0), of_fits.std(axis=0)
    cells = {(cell["word"], cell["gender"]): cell for cell in of_cells}
    counts = [[cells[word, g]["count"] for g in fitted.genders] for word in fitted.words]
    told = ("pmi", "ci_low", "ci_high", "count", "small_cell")
    return [
        {
            "gender": fitted.genders[g],
            "sentiment": fitted.sentiments[s],
            "rank": rank,
            "word": fitted.words[w],
            "deviation": float(deviation[w, s, g]),
            "spread": float(spread[w, s, g]),
            **{name: cells[fitted.words[w], fitted.genders[g]][name] for name in told},
        }
        for g, s, rank, w in largest_of_each_list(
            deviation, fitted.words, _TOP, said_often(counts, min_count)
        )
    ]


def pmi_table(table: CountTable, draws: pmi.Bootstrap, add_k: float) -> list[dict[str, Any]]:
    """One row per word and gender; None stands for minus infinity."""
    expected = pmi.expected(table.counts)
    columns = (
        table.counts.tolist(),
        expected.tolist(),
        *(_plain(values) for values in (pmi.pmi(table.counts, add_k), draws.low, draws.high)),
        (expected < pmi.SMALL).tolist(),
    )
    names = ("count", "expected", "pmi", "ci_low", "ci_high", "small_cell")
    return [
        {"word": word, "gender": gender}
        | {name: column[w][g] for name, column in zip(names, columns, strict=True)}
        for w, word in enumerate(table.words)
        for g, gender in enumerate(table.genders)
    ]


def row_values(
    rows: CountedRows, fitted: LatentPmi, deviation: Floats, add_k: float
) -> dict[str, RowValues]:
    """What each row's word has to do with its gender; masked where that was not estimated."""
    of_cell = {"pmi": pmi.pmi(rows.table.counts, add_k)}
    words = np.isin(rows.table.words, fitted.words)  # both are sorted
    for s, sentiment in enumerate(fitted.sentiments):
        cells = np.full(rows.table.counts.shape, np.nan)
        for g, gender in enumerate(fitted.genders):
            cells[words, rows.table.genders.index(gender)] = deviation[:, s, g]
        of_cell[f"deviation_{sentiment}"] = cells
    counted = rows.word >= 0
    return {
        name: np.ma.masked_invalid(np.where(counted, cells[rows.word, rows.gender], np.nan))
        for name, cells in of_cell.items()
    }


def _plain(values: Floats) -> list[Any]:
    """As JSON can hold it: None where a number is not finite."""
    cells = values.astype(object)
    cells[~np.isfinite(values)] = None
    return list(cells.tolist())
