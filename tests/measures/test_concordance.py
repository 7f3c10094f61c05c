"""Agreement over models: hand-worked values, SciPy as oracle, and what too few models can say."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy import stats as sps

from equimask.core.errors import InputError
from equimask.measures import concordance as c


def test_a_hand_worked_case() -> None:
    """Ranks 1 2 3 4 against 1 3 2 4: rho = 1 - 6 * 2 / (4 * 15) = 0.8."""
    reference = [48.0, 51.0, 53.0, 56.0]
    candidate = [49.0, 54.0, 49.5, 55.0]
    result = c.concordance(reference, candidate)
    assert result.n == 4
    assert result.spearman.value == pytest.approx(0.8)
    # Of 24 orders, those with |rho| >= 0.8 are the identity, its three neighbour swaps, and the
    # same four reversed: 8 / 24.
    assert result.spearman.p_value == pytest.approx(8 / 24)
    # Deviations -4 -1 1 4 and -2.875 2.125 -2.375 3.125: 19.5 / sqrt(34 * 28.1875).
    assert result.pearson.value == pytest.approx(19.5 / np.sqrt(34 * 28.1875))
    assert (result.n_same_direction, result.direction) == (3, 0.75)
    assert result.mean_difference == pytest.approx((1 + 3 - 3.5 - 1) / 4)
    assert result.mean_absolute_difference == pytest.approx((1 + 3 + 3.5 + 1) / 4)


@pytest.mark.parametrize("n", [3, 5, 7])
def test_spearman_p_is_exact_over_all_orders(n: int) -> None:
    rng = np.random.default_rng(n)
    left, right = rng.normal(size=n), rng.integers(0, 4, n).astype(float)
    right[0] += 0.5
    value = sps.spearmanr(left, right).statistic
    orders = [sps.spearmanr(order, right).statistic for order in permutations(left)]
    result = c.spearman(left, right)
    assert result.value == pytest.approx(value)
    # Two-sided as SciPy does it: twice the smaller tail, which ties may make asymmetric.
    upper = np.mean(np.array(orders) >= value - 1e-9)
    lower = np.mean(np.array(orders) <= value + 1e-9)
    assert result.p_value == pytest.approx(min(1.0, 2 * min(upper, lower)))


def test_both_correlations_equal_scipy_and_p_is_close_to_its_approximation() -> None:
    rng = np.random.default_rng(0)
    left = rng.normal(50, 3, 11)
    right = left + rng.normal(0, 3, 11)
    result = c.concordance(left, right)
    assert result.pearson.value == pytest.approx(sps.pearsonr(left, right).statistic)
    assert result.pearson.p_value == pytest.approx(sps.pearsonr(left, right).pvalue)
    assert result.spearman.value == pytest.approx(sps.spearmanr(left, right).statistic)
    assert result.spearman.p_value == pytest.approx(sps.spearmanr(left, right).pvalue, abs=0.02)
    assert c.concordance(left, right) == result


def test_the_printed_correlations_are_less_sure_than_they_look() -> None:
    """Eleven models, r = .63: Fisher's interval runs from .05 to .89; rho = .41 has p = .21."""
    transformed = np.arctanh(0.63) + np.array([-1, 1]) * sps.norm.ppf(0.975) / np.sqrt(11 - 3)
    assert np.tanh(transformed) == pytest.approx([0.05, 0.89], abs=0.006)
    t = 0.41 * np.sqrt(9 / (1 - 0.41**2))
    assert 2 * sps.t.sf(t, 9) == pytest.approx(0.21, abs=0.005)


def test_direction_uses_each_models_own_null() -> None:
    reference, candidate = [52.0, 48.0, 51.0, 50.0], [51.0, 51.0, 55.0, 50.0]
    assert c.same_direction(reference, candidate).tolist() == [True, False, True, True]
    nulls = [52.0, 52.0, 54.0, 49.0]
    own = c.same_direction(reference, candidate, candidate_null=nulls)
    assert own.tolist() == [False, True, True, False]


def test_a_side_that_does_not_vary_has_no_correlation() -> None:
    result = c.concordance([50.0, 50.0, 50.0], [49.0, 51.0, 52.0])
    assert result.spearman == c.Correlation(None, None)
    assert result.pearson == c.Correlation(None, None)
    assert result.mean_absolute_difference == pytest.approx(4 / 3)


def test_differences_need_no_third_model() -> None:
    assert c.differences([46.95, 48.85], [46.05, 48.82]) == pytest.approx([-0.90, -0.03])


@pytest.mark.parametrize("statistic", [c.concordance, c.spearman, c.pearson])
def test_two_models_are_too_few_for_a_correlation(statistic: object) -> None:
    with pytest.raises(InputError, match="at least 3 models, but got 2"):
        statistic([50.0, 51.0], [50.0, 52.0])  # type: ignore[operator]


def test_what_cannot_be_compared_is_named() -> None:
    with pytest.raises(InputError, match=r"shape \(3,\) and \(2,\)"):
        c.concordance([1.0, 2.0, 3.0], [1.0, 2.0])
    with pytest.raises(InputError, match="nan for model 2"):
        c.concordance([1.0, 2.0, 3.0], [1.0, 2.0, float("nan")])
    with pytest.raises(InputError, match="one for each of the 3 models"):
        c.concordance([1.0, 2.0, 3.0], [1.0, 2.0, 4.0], candidate_null=[50.0, 50.0])


def test_independent_scores_have_uniform_p() -> None:
    rng = np.random.default_rng(3)
    draws = [c.spearman(rng.normal(size=6), rng.normal(size=6)).p_value for _ in range(150)]
    assert np.mean(np.array(draws, dtype=float) < 0.05) < 0.1
    assert sps.kstest(np.array(draws, dtype=float), "uniform").pvalue > 0.001
