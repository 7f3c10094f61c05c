"""Shf through the engine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from equimask.core.errors import InputError
from equimask.core.options import Options
from equimask.core.signature import Signature
from equimask.evaluation.job import Job
from equimask.evaluation.score import evaluate
from equimask.evaluation.shuffled import evaluate_shuffled
from equimask.measures import shuffled
from equimask.metrics import measure_of
from equimask.models import MaskedLM, load_mlm
from tests import tiny

BAGS = {
    "sentence": [*tiny.MORE, *tiny.LESS, *tiny.CORPUS],
    "gender": ["male", "female"] * 9,
}


@pytest.fixture(scope="module")
def mlm() -> MaskedLM:
    tokenizer = tiny.wordpiece_tokenizer()
    return load_mlm(tiny.tiny_bert(len(tokenizer)), tokenizer)


def job(**options: Any) -> Job:
    settings = Options(progress=False, n_resamples=50, **options)
    return Job(measure_of("mbe"), BAGS, settings, "bags@1", "en")


def test_likelihoods_are_those_of_mbe_and_gender_is_not_looked_at(mlm: MaskedLM) -> None:
    result = evaluate_shuffled(job(), mlm)
    mbe = evaluate(job(), mlm)
    assert result.rows["score"] == pytest.approx(mbe.rows["score"], abs=1e-6)
    expected = shuffled.row_scores(np.array(result.rows["score"]), 1, 0)
    assert result.value == shuffled.total(expected)
    swapped = replace(job(), columns={**BAGS, "gender": BAGS["gender"][::-1]})
    assert evaluate_shuffled(swapped, mlm).value == result.value
    assert (result.neutral, result.details["n_pairs"]) == (50.0, len(BAGS["sentence"]) // 2)


def test_many_shuffles_come_out_at_50_and_one_is_one_draw(mlm: MaskedLM) -> None:
    many = evaluate_shuffled(job(), mlm, n_shuffles=400)
    assert abs(many.value - 50) < 4 * (many.stderr or 0)
    assert many.p_value is not None and many.p_value > 0.001
    assert len(many.details["shuffles"]) == 400
    values = {evaluate_shuffled(job(seed=seed), mlm).value for seed in range(8)}
    assert len(values) > 1
    assert evaluate_shuffled(job(seed=3), mlm) == evaluate_shuffled(job(seed=3), mlm)


def test_the_signature_names_metric_and_shuffles(mlm: MaskedLM) -> None:
    signature = Signature.parse(evaluate_shuffled(job(likelihood="aul"), mlm, 5).signature)
    assert signature.metric == "shf"
    assert (signature["n_shuffles"], signature["likelihood"]) == ("5", "aul")
    assert "weights" not in dict(signature.fields)


def test_a_single_readable_sentence_is_refused(mlm: MaskedLM) -> None:
    alone = replace(job(), columns={"sentence": ["The nurse."]})
    with pytest.raises(InputError, match="at least two sentences"):
        evaluate_shuffled(alone, mlm)
