"""Binarised S_JSD as a result of its own: the same number as beside S_JSD, with an error bar."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from equimask import stats
from equimask.core.options import Options
from equimask.core.signature import Signature
from equimask.evaluation.job import Job
from equimask.evaluation.pairs import evaluate_pairs
from equimask.inputs.packaged_rows import pair_data
from equimask.inputs.pairs import load_pairs
from equimask.models import load_mlm


@pytest.fixture
def job(bert_folder: Path) -> Job:
    columns, label, gender_more = pair_data("s_jsd", load_pairs("de")[:30])
    options = Options(n_resamples=99, n_twins=2, progress=False)
    return Job("s_jsd", columns, load_mlm(bert_folder), options, label, "de", gender_more)


def test_it_is_what_s_jsd_says_beside_its_own_score(job: Job) -> None:
    beside, own = evaluate_pairs(job), evaluate_pairs(replace(job, metric="b_s_jsd"))
    assert own.value == beside.details["b_s_jsd"]
    assert own.rows["b_s_jsd"] == beside.rows["b_s_jsd"]
    assert own.n_ties == beside.n_ties
    assert own.details["male_preference"] == beside.details["male_preference"]
    assert own.neutral == 50.0
    assert own.ci_low is not None and own.ci_high is not None
    assert own.ci_low <= own.value <= own.ci_high
    assert own.mde == stats.minimum_detectable_effect(50.0, own.n)
    assert Signature.parse(own.signature).metric == "b_s_jsd"


def test_it_is_calibrated_by_the_same_twins(job: Job) -> None:
    job = replace(job, options=replace(job.options, calibrate=True))
    own = evaluate_pairs(replace(job, metric="b_s_jsd"))
    assert own.null is not None and 0 <= own.null <= 100
    assert len(own.details["twins"]) == 2
