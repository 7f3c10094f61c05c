"""One cell: train its model, then take every measure of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from builders.lab_validity.design import VARIANTS, Cell, Variant
from builders.lab_validity.key_word_pmi import KeyWordPmi
from equimask.core.options import Options
from equimask.core.result import BiasResult, RowValues
from equimask.evaluation import evaluate
from equimask.evaluation.job import Job
from equimask.inputs.packaged import packaged_rows
from equimask.metrics import measure_of, spec_of
from equimask.models import MaskedLM
from equimask.models.cached import Cached
from equimask.models.devices import on_threads
from equimask.models.scorer import Scorer
from equimask.studies.laboratory.inventory import load_inventory
from equimask.studies.laboratory.training import Setup, train


@dataclass(frozen=True)
class Task:
    """A cell and how long its model is trained."""

    cell: Cell
    steps: int


@dataclass(frozen=True)
class Measured:
    """What a cell gave: a record per variant, and how well its model predicts unseen lines.

    `rows` of a record are the measure's values per pair (PMI: per word), from which its power with
    fewer pairs is found; MBE has none, since it compares everyone with everyone.
    """

    records: list[dict[str, Any]]
    heldout_loss: float


TWINS = Options().n_twins  # as users have it
RESAMPLES = 1999


def measure_cell(task: Task) -> Measured:
    """The same numbers for the same task."""
    cell = task.cell
    inventory = load_inventory(cell.lang)
    with on_threads(1):  # cells run side by side
        trained = train(
            [inventory], Setup(cell.doses, seed=cell.seed, steps=task.steps), progress=False
        )
        mlm = Cached(
            MaskedLM(trained.model, trained.tokenizer, name=cell.name, device=torch.device("cpu"))
        )
        pmi = KeyWordPmi(mlm, inventory)
        records = []
        for variant in VARIANTS:
            options = Options(
                unit=variant.unit or "token",
                likelihood=variant.likelihood or "aula",  # PMI does not read it
                calibrate=cell.is_null and variant.calibrated,
                n_twins=TWINS,
                n_resamples=RESAMPLES,
                seed=cell.seed,
                progress=False,
            )
            if variant.measure == "pmi":
                result = pmi.evaluate(variant.likelihood, options)
            else:
                result = _evaluate(variant.measure, mlm, cell.lang, options)
            records.append(_record(variant, result))
    return Measured(records, _rounded(trained.heldout_loss))


def _evaluate(name: str, scorer: Scorer, lang: str, options: Options) -> BiasResult:
    """On the packaged data of the language, as users have it."""
    measure = measure_of(name)
    columns, label = packaged_rows(spec_of(measure.metric), lang)
    return evaluate(Job(measure, columns, options, label, lang), scorer)


def _record(variant: Variant, result: BiasResult) -> dict[str, Any]:
    calibrated = result.null is not None
    numbers = {
        "value": result.value,
        "neutral": variant.claim.neutral,
        "stderr": result.stderr,
        "p_value": result.details["p_uncalibrated"] if calibrated else result.p_value,
        "null": result.null,
        "null_stderr": result.null_stderr,
        "p_calibrated": result.p_value if calibrated else None,
    }
    return {
        "measure": variant.measure,
        "unit": variant.unit,
        "likelihood": variant.likelihood,
        **{name: None if x is None else _rounded(x) for name, x in numbers.items()},
        "n": result.n,
        "rows": [_rounded(x) for x in _row_values(variant.measure, result.row_values)],
    }


def _row_values(measure: str, rows: Mapping[str, RowValues]) -> Sequence[float]:
    if measure in rows:
        values: list[float] = rows[measure].compressed().tolist()
        return values
    return []


def _rounded(number: float) -> float:
    """Six digits: more than another processor would reproduce, and enough to tell cells apart."""
    return float(f"{number:.6g}")
