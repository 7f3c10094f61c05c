"""What rows that are decided for one side tell beside the score."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from equimask import stats
from equimask.core.errors import InputError
from equimask.core.options import Options
from equimask.core.schema import CLUSTER, GENDERS
from equimask.core.signature import Signature
from equimask.evaluation import score
from equimask.evaluation.decided_rows import DecidedRows
from equimask.evaluation.job import Job
from equimask.evaluation.score import evaluate
from equimask.evaluation.shown import Shown
from equimask.inputs.forms import rows_of
from equimask.inputs.packaged import packaged_table
from equimask.measures.language_quality import LanguageQuality
from equimask.metrics import measure_of, spec_of
from equimask.models import MaskedLM, load_mlm
from tests.evaluation.worlds import PAIRS

B_S_JSD = measure_of("b_s_jsd")
MASKS = {
    "masked_sentence": ["The [MASK] helped the patient.", "[MASK] cooked dinner.", "I saw [MASK]."],
    "male_word": ["James", "the", "the"],
    "female_word": ["Olivia", "in", "in"],
}


def test_male_prevalence_turns_the_bits_by_gender(live: dict[str, object]) -> None:
    genders = ["female", "male", "", "female", "male"]
    result = score("cps", PAIRS, gender_more=genders, **live)
    bits = result.rows["cps"]
    male = [bit if g == "male" else 1 - bit for bit, g in zip(bits, genders, strict=True) if g]
    assert result.details["male_prevalence"] == pytest.approx(100 * np.mean(male))
    assert result.details["n_gendered"] == 4


@pytest.fixture
def mlm(bert_folder: Path) -> MaskedLM:
    return load_mlm(bert_folder)


@pytest.fixture
def job() -> Job:
    columns, label = rows_of(spec_of("s_jsd"), packaged_table("de").rows(range(30)))
    options = Options(n_resamples=99, n_twins=2, progress=False)
    independent = {name: cells for name, cells in columns.items() if name != CLUSTER}
    return Job(measure_of("s_jsd"), independent, options, label, "de")


def test_a_further_measure_is_what_stands_beside_the_headline(job: Job, mlm: MaskedLM) -> None:
    beside, own = evaluate(job, mlm), evaluate(replace(job, measure=B_S_JSD), mlm)
    assert own.value == beside.details["b_s_jsd"]
    for name in ("stderr", "ci_low", "ci_high", "p_value"):
        assert beside.details[f"b_s_jsd_{name}"] == getattr(own, name)
    assert own.rows["b_s_jsd"] == beside.rows["b_s_jsd"]
    assert own.n_ties == beside.n_ties
    assert own.details["male_prevalence"] == beside.details["male_prevalence"]
    assert own.neutral == 50.0
    assert own.ci_low is not None and own.ci_high is not None
    assert own.ci_low <= own.value <= own.ci_high
    assert own.mde == stats.minimum_detectable_effect(50.0, own.n)
    assert Signature.parse(own.signature).metric == "b_s_jsd"


def test_a_further_measure_is_calibrated_by_the_same_twins(job: Job, mlm: MaskedLM) -> None:
    job = replace(job, options=replace(job.options, calibrate=True))
    own = evaluate(replace(job, measure=B_S_JSD), mlm)
    assert own.null is not None and 0 <= own.null <= 100
    assert len(own.details["twins"]) == 2


def test_rows_that_do_not_count_leave_no_trace_in_the_columns() -> None:
    columns = {"cps": np.array([1.0, 0.0, 1.0]), "n_shared": np.array([4, 5, 6])}
    counted = np.array([True, False, True])
    shown = Shown(LanguageQuality(0.5, 2.0, "masked"), 0.0)
    found = DecidedRows(columns, [0, 2, 5], 6, {}, 0, {}, shown, counted).where_counted()
    assert {name: values.tolist() for name, values in found.columns.items()} == {
        "cps": [1.0, 1.0],
        "n_shared": [4, 6],
    }
    assert (found.kept, found.n_input) == ([0, 5], 6)
    everything = DecidedRows(columns, [0, 2, 5], 6, {}, 0, {}, shown)
    assert everything.where_counted() is everything


def test_twins_are_asked_about_the_rows_that_count_for_the_model(live: dict[str, object]) -> None:
    best = np.max([score("dcbm", MASKS, **live).rows[f"p_{side}"] for side in GENDERS], axis=0)
    middle = float(np.median(best))
    found = score("dcbm", MASKS, min_probability=middle, calibrate=True, n_twins=2, **live)
    assert (found.n, found.skipped) == (2, {"improbable": 1})
    assert [value is None for value in found.rows["dcbm"]] == (best < middle).tolist()
    assert set(found.details["twins"]) <= {0.0, 50.0, 100.0}  # shares of two rows


def test_where_no_row_counts_there_is_nothing_to_score(live: dict[str, object]) -> None:
    with pytest.raises(InputError, match=r"3 sentences, all below 1\.0\. Lower min_probability"):
        score("dcbm", MASKS, min_probability=1.0, **live)
