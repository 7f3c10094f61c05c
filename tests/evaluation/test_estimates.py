"""A measure's value, error bar, test and power from its rows."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as sps

from equimask import stats
from equimask.core.options import Options
from equimask.evaluation.estimates import estimate
from equimask.metrics import measure_of

OPTIONS = Options(n_resamples=99, seed=3, confidence_level=0.9)


def test_a_mean_is_bootstrapped_and_tested_by_flipping_signs() -> None:
    rows = np.random.default_rng(0).normal(0.2, 1.0, 40)
    found = estimate(measure_of("s_jsd"), rows, OPTIONS)
    assert found.value == rows.mean()
    assert (found.stderr, found.ci_low, found.ci_high) == stats.bootstrap_mean(rows, 0.9, 99, 3)
    assert found.p_value == stats.sign_flip_test(rows, 99, 3)
    assert found.test == "sign-flip permutation test of mean 0"
    assert found.mde == stats.minimum_detectable_effect(rows.std(ddof=1), 40, 0.9)


def test_a_share_is_a_percentage_with_the_exact_sign_test() -> None:
    rows = np.array([1.0] * 14 + [0.0] * 4 + [0.5] * 2)
    found = estimate(measure_of("cps"), rows, OPTIONS)
    assert found.value == 75.0
    assert found.ci_low is not None and found.ci_high is not None
    assert 0 < found.ci_low < 75 < found.ci_high < 100
    assert found.p_value == pytest.approx(sps.binomtest(14, 18).pvalue)
    assert found.test == "exact sign test of 50 %"
    assert found.mde == stats.minimum_detectable_effect(50.0, 20, 0.9)


@pytest.mark.parametrize(("measure", "mde"), [("s_jsd", None), ("cps", pytest.approx(124, abs=1))])
def test_one_row_has_no_error_bar(measure: str, mde: float | None) -> None:
    found = estimate(measure_of(measure), np.array([1.0]), OPTIONS)
    assert (found.stderr, found.ci_low, found.ci_high) == (None, None, None)
    assert found.mde == mde
