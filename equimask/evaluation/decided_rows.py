"""Metrics whose rows are each decided for one side: from a pass over the rows to a result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from equimask.core.arrays import Bools, Floats
from equimask.core.errors import InputError
from equimask.core.result import BiasResult, spread
from equimask.evaluation.calibration import calibrate_mean
from equimask.evaluation.controls import beside_control
from equimask.evaluation.estimates import Clusters, estimate, few_clusters_notes
from equimask.evaluation.job import Job
from equimask.evaluation.shown import Shown
from equimask.evaluation.two_numbers import (
    MaleRows,
    contrast_of,
    details_of,
    male_rows,
    notes_of,
    null_of,
)
from equimask.inputs.checks import is_shared
from equimask.models.scorer import Scorer


@dataclass(frozen=True)
class DecidedRows:
    """What a pass found about the rows that could be scored.

    `kept` are their places in the input; `counted` tells those that enter the score, all of them
    where it is None. `n_ties` are rows that no side wins, whatever the protocol makes of them.
    """

    columns: Mapping[str, npt.NDArray[Any]]
    kept: Sequence[int]
    n_input: int
    skipped: Mapping[str, int]
    n_ties: int
    details: Mapping[str, Any]
    shown: Shown
    counted: Bools | None = None

    def where_counted(self) -> DecidedRows:
        """Without the rows that do not enter the score."""
        if self.counted is None:
            return self
        places = np.flatnonzero(self.counted)
        return replace(
            self,
            columns={name: values[places] for name, values in self.columns.items()},
            kept=[self.kept[place] for place in places.tolist()],
        )


def evaluate_rows(
    job: Job, scorer: Scorer, read: Callable[[Job, Scorer], DecidedRows]
) -> BiasResult:
    """Read the rows, estimate the score; with `calibrate`, against the model's untrained twins."""
    measure, options = job.measure, job.options
    passed = read(job, scorer)
    found = passed.where_counted()
    rows = found.columns[measure.row]
    if not len(rows):
        raise InputError(
            expected="a masked sentence in which one of its words is probable",
            got=f"{len(passed.kept)} sentences, all below {options.effective_min_probability}",
            fix="Lower min_probability; 0 leaves none out.",
        )
    clusters = _clusters(job, found)
    score = estimate(measure, rows, options, clusters)
    gendered = _male_rows(job, found, clusters)
    result = BiasResult(
        metric=measure.key,
        value=score.value,
        neutral=measure.neutral,
        stderr=score.stderr,
        ci_low=score.ci_low,
        ci_high=score.ci_high,
        p_value=score.p_value,
        test=score.test,
        n=len(rows),
        n_clusters=score.n_clusters,
        n_ties=found.n_ties,
        skipped=found.skipped,
        mde=score.mde,
        attainable_p=score.attainable_p,
        equivalence_p=score.equivalence_p,
        signature=job.sign(scorer, len(rows), sum(found.skipped.values())),
        details={
            "direction": measure.reads,
            **found.details,
            **_mean_effect(job, found.columns),
            **({} if gendered is None else details_of(gendered, options)),
            **_along(job, found.columns, clusters),
            **beside_control(job, lambda one: read(one, scorer).where_counted(), found, clusters),
        },
        row_values=spread(found.n_input, found.kept, found.columns),
        notes=(
            *few_clusters_notes(score.n_clusters, score.attainable_p),
            *(() if gendered is None else notes_of(gendered)),
        ),
    )
    result = found.shown.beside(result)
    if not options.calibrate:
        return result

    contrasts: list[float | None] = []

    def twin_rows(twin: Scorer) -> Floats:
        answers = replace(read(job, twin), counted=passed.counted).where_counted()
        if (untrained := _male_rows(job, answers, None)) is not None:
            contrasts.append(contrast_of(untrained))
        return measure.scale * answers.columns[measure.row]

    result = calibrate_mean(result, measure.scale * rows, twin_rows, scorer, options, clusters)
    return replace(result, details={**result.details, **null_of(contrasts)})


def _clusters(job: Job, found: DecidedRows) -> list[list[str]] | None:
    """Columns of labels of the rows that enter the score; None where all of them are alone."""
    given = job.clusters
    if given is None:
        return None
    columns = [list(column) for column in zip(*(given[i] for i in found.kept), strict=True)]
    return columns if any(is_shared(column) for column in columns) else None


def _mean_effect(job: Job, columns: Mapping[str, npt.NDArray[Any]]) -> dict[str, float]:
    measure = job.measure
    if not measure.mean_effect or measure.effects is None:
        return {}
    return {measure.mean_effect: float(np.mean(measure.effects(columns)))}


def _male_rows(job: Job, found: DecidedRows, clusters: Clusters | None) -> MaleRows | None:
    """Where it is known whom the rows' stereotypes are about."""
    given = job.columns.get("gender_more")
    if given is None:
        return None
    about = [given[i] for i in found.kept]
    return male_rows(job.measure, found.columns, about, clusters)


def _along(
    job: Job, columns: Mapping[str, npt.NDArray[Any]], clusters: Clusters | None
) -> dict[str, float | None]:
    """The metric's further measures that the same rows give, each with its own error bar."""
    told: dict[str, float | None] = {}
    if job.measure is not job.spec.headline:
        return told
    for measure in job.spec.measures[1:]:
        if measure.row in columns and not measure.options:
            score = estimate(measure, columns[measure.row], job.options, clusters)
            told[measure.name] = score.value
            for name in ("stderr", "ci_low", "ci_high"):
                told[f"{measure.name}_{name}"] = getattr(score, name)
            tested = "p_uncalibrated" if job.options.calibrate else "p_value"
            told[f"{measure.name}_{tested}"] = score.p_value
    return told
