"""One cell: take its model, trained or kept, and measure it by all measures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch

from builders.lab_validity.animals import Animals
from builders.lab_validity.design import NUMBERS, SCORE, SCORES, TWINS, Cell, Variant
from builders.lab_validity.key_word_pmi import KeyWordPmi
from equimask.core.options import Options
from equimask.core.result import BiasResult, RowValues
from equimask.core.schema import CLUSTER
from equimask.evaluation import evaluate
from equimask.evaluation.job import Job
from equimask.inputs.packaged import packaged_rows
from equimask.metrics import measure_of, spec_of
from equimask.metrics.spec import STEREOTYPE
from equimask.models import MaskedLM
from equimask.models.cached import Cached
from equimask.models.devices import on_threads
from equimask.studies.laboratory.inventory import load_inventory


@dataclass(frozen=True)
class Task:
    """A cell, and where its model is kept."""

    cell: Cell
    animals: Animals


@dataclass(frozen=True)
class Measured:
    """What a cell gave: a record per number of a variant, and how well its model predicts.

    `rows` of a score are the measure's values per pair (PMI: per word), from which its power with
    fewer pairs is found; MBE has none, since it compares everyone with everyone.
    """

    records: list[dict[str, Any]]
    heldout_loss: float


RESAMPLES = 1999


def measure_cell(task: Task) -> Measured:
    """The same numbers for the same task."""
    cell = task.cell
    with on_threads(1):  # cells run side by side
        animal = task.animals.get(cell)
        mlm = Cached(
            MaskedLM(animal.model, animal.tokenizer, name=cell.name, device=torch.device("cpu"))
        )
        pmi = KeyWordPmi(mlm, load_inventory(cell.lang))
        records: list[dict[str, Any]] = []
        for variant in SCORES:
            options = _options(cell, variant)
            if variant.measure == "pmi":
                result = pmi.evaluate(variant.likelihood, options)
                as_strangers = pmi.evaluate(
                    variant.likelihood, replace(options, calibrate=False), clustered=False
                )
            else:
                job = _job(variant.measure, cell.lang, options)
                result, as_strangers = evaluate(job, mlm), evaluate(_of_strangers(job), mlm)
            records += _records(variant, result, as_strangers.p_value)
    return Measured(records, _rounded(animal.heldout_loss))


def _options(cell: Cell, variant: Variant) -> Options:
    about_stereotypes = variant.measure != "pmi" and variant.claim.dose == STEREOTYPE
    return Options(
        unit=variant.unit or "token",
        likelihood=variant.likelihood or "aula",  # PMI does not read it
        calibrate=cell.is_null,
        control="neutral" if about_stereotypes else "",
        n_twins=TWINS,
        n_resamples=RESAMPLES,
        seed=cell.seed,
        progress=False,
    )


def _job(name: str, lang: str, options: Options) -> Job:
    """On the packaged data of the language, as users have it."""
    measure = measure_of(name)
    columns, label = packaged_rows(spec_of(measure.metric), lang)
    return Job(measure, columns, options, label, lang)


def _of_strangers(job: Job) -> Job:
    """The same rows as if none shared its words with another."""
    columns = {name: values for name, values in job.columns.items() if name != CLUSTER}
    return replace(job, columns=columns, options=replace(job.options, calibrate=False, control=""))


def _records(
    variant: Variant, result: BiasResult, p_of_strangers: float | None
) -> Iterator[dict[str, Any]]:
    calibrated = result.null is not None
    told = {
        "value": result.value,
        "neutral": variant.claim.neutral,
        "stderr": result.stderr,
        "p_value": result.details["p_uncalibrated"] if calibrated else result.p_value,
        "p_strangers": p_of_strangers,
        "null": result.null,
        "null_stderr": result.null_stderr,
        "p_among_twins": result.p_value if calibrated else None,
        "p_from_mean_twin": result.details.get("p_from_mean_twin"),
    }
    rows = _row_values(variant.measure, result.row_values)
    yield _record(variant, told, result.n, result.n_clusters, rows)
    for number in NUMBERS:
        value = result.details.get(number)
        if number == SCORE or value is None:
            continue
        one = replace(variant, number=number)
        told = dict.fromkeys(told) | {
            "value": value,
            "neutral": one.claim.neutral,
            "stderr": result.details.get(f"{number}_stderr"),
            "p_value": result.details.get(f"{number}_p_value"),
        }
        yield _record(one, told, result.n, result.n_clusters, ())


def _record(
    variant: Variant,
    numbers: Mapping[str, float | None],
    n: int,
    n_clusters: int | None,
    rows: Sequence[float],
) -> dict[str, Any]:
    return {
        "measure": variant.measure,
        "unit": variant.unit,
        "likelihood": variant.likelihood,
        "number": variant.number,
        **{name: None if x is None else _rounded(x) for name, x in numbers.items()},
        "n": n,
        "n_clusters": n if n_clusters is None else n_clusters,
        "rows": [_rounded(x) for x in rows],
    }


def _row_values(measure: str, rows: Mapping[str, RowValues]) -> Sequence[float]:
    if measure in rows:
        values: list[float] = rows[measure].compressed().tolist()
        return values
    return []


def _rounded(number: float) -> float:
    """Six digits: more than another processor would reproduce, and enough to tell cells apart."""
    return float(f"{number:.6g}")
