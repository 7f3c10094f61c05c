"""One cell: train its model, then take every measure of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from builders.lab_validity.key_word_pmi import KeyWordPmi
from builders.lab_validity.task import Measured, Task
from builders.lab_validity.variants import VARIANTS, Variant
from equimask.core.options import Options
from equimask.core.result import BiasResult
from equimask.evaluation.job import Job
from equimask.evaluation.pairs import evaluate_pairs
from equimask.evaluation.score import EVALUATIONS
from equimask.inputs.packaged_rows import default_data
from equimask.measures import preference
from equimask.models import MaskedLM
from equimask.models.cached import Cached
from equimask.models.scorer import Scorer
from equimask.studies.laboratory.inventory import load_inventory
from equimask.studies.laboratory.training import Setup, train

TWINS = Options().n_twins  # as users have it
RESAMPLES = 1999


def measure_cell(task: Task) -> Measured:
    """The same numbers for the same task."""
    cell = task.cell
    inventory = load_inventory(cell.lang)
    with _one_thread():
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


def _evaluate(measure: str, mlm: Scorer, lang: str, options: Options) -> BiasResult:
    """On the packaged data of the language, as users have it."""
    is_binarised = measure == "b_s_jsd"  # a form of S_JSD, on its pairs
    columns, label, gender_more = default_data("s_jsd" if is_binarised else measure, lang)
    evaluate = evaluate_pairs if is_binarised else EVALUATIONS[measure]
    return evaluate(Job(measure, columns, mlm, options, label, lang, gender_more))


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
        "rows": [_rounded(x) for x in _row_values(variant.measure, result.rows)],
    }


def _row_values(measure: str, rows: Any) -> Sequence[float]:
    if measure != "dcbm":
        return [x for x in rows.get(measure, []) if x is not None]
    with np.errstate(divide="ignore"):  # a word of probability 0 loses
        male, female = (
            np.log([p for p in rows[name] if p is not None]) for name in ("p_male", "p_female")
        )
    bits: list[float] = preference.row_scores(male, female).tolist()
    return bits


def _rounded(number: float) -> float:
    """Six digits: more than another processor would reproduce, and enough to tell cells apart."""
    return float(f"{number:.6g}")


@contextmanager
def _one_thread() -> Iterator[None]:
    """Cells run side by side, and another number of threads adds up in another order."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
