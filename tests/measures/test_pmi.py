"""PMI by hand, and its error bars against naive draws."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import brentq
from scipy.stats import chi2_contingency, kstest

from equimask.measures import pmi

TABLES = arrays(
    np.int64, st.tuples(st.integers(2, 6), st.integers(2, 4)), elements=st.integers(1, 50)
)


def sparse_table(seed: int = 0, n_words: int = 40, events: int = 300) -> npt.NDArray[np.int64]:
    """Independent words and genders, most words rare."""
    rng = np.random.default_rng(seed)
    share = np.outer(1.0 / np.arange(1, n_words + 1), [0.7, 0.25, 0.05])
    table = rng.multinomial(events, (share / share.sum()).ravel()).reshape(n_words, 3)
    return table[table.sum(axis=1) > 0]


def test_by_hand() -> None:
    # 8 events: blonde 3 of 4 for women, who have 4 of all 8
    values = pmi.pmi([[1, 3], [3, 1]])
    np.testing.assert_allclose(values, np.log([[0.5, 1.5], [1.5, 0.5]]))


def test_a_cell_without_events_is_minus_infinity_and_add_k_mends_it() -> None:
    counts = [[0, 4], [4, 4], [0, 0]]
    assert pmi.pmi(counts)[0, 0] == -np.inf
    np.testing.assert_array_equal(pmi.pmi(counts)[2], [-np.inf, -np.inf])
    smoothed = pmi.pmi(counts, add_k=0.5)
    assert np.isfinite(smoothed).all()
    assert smoothed[0, 0] == pytest.approx(np.log(0.5 * 15 / (5 * 5.5)))
    assert np.abs(pmi.pmi(counts, add_k=1e6)).max() < 1e-5


@given(counts=TABLES)
def test_mutual_information_is_the_mean_pmi_and_half_the_g_statistic(
    counts: npt.NDArray[np.int64],
) -> None:
    value = float(pmi.mutual_information(counts))
    assert value == pytest.approx((counts * pmi.pmi(counts)).sum() / counts.sum(), abs=1e-12)
    g = chi2_contingency(counts, correction=False, lambda_="log-likelihood").statistic
    assert value == pytest.approx(g / (2 * counts.sum()), abs=1e-12)


@given(counts=TABLES)
def test_independent_tables_have_no_pmi(counts: npt.NDArray[np.int64]) -> None:
    outer = np.outer(counts.sum(axis=1), counts.sum(axis=0))
    assert np.abs(pmi.pmi(outer)).max() < 1e-9
    assert abs(float(pmi.mutual_information(outer))) < 1e-9
    np.testing.assert_allclose(pmi.expected(counts), outer / counts.sum())


def test_words_cannot_tell_more_than_the_gender_holds() -> None:
    counts = np.array([[9, 0], [0, 3]])
    assert float(pmi.mutual_information(counts)) == pytest.approx(pmi.entropy(counts))


@pytest.mark.parametrize("n_genders", [2, 3])
def test_permuted_tables_keep_margins_and_equal_shuffled_labels(n_genders: int) -> None:
    counts = sparse_table()[:, :n_genders]
    counts = counts[counts.sum(axis=1) > 0]
    rng = np.random.default_rng(0)
    draws = np.concatenate(list(pmi.permuted(counts, 800, rng)))
    assert (draws.sum(axis=2) == counts.sum(axis=1)).all()
    assert (draws.sum(axis=1) == counts.sum(axis=0)).all()
    words, labels = (np.repeat(i, counts.ravel()) for i in np.indices(counts.shape).reshape(2, -1))
    shuffled = np.zeros((800, *counts.shape))
    for table in shuffled:
        np.add.at(table, (words, rng.permutation(labels)), 1)
    ours, naive = pmi.mutual_information(draws), pmi.mutual_information(shuffled)
    assert kstest(ours, naive).pvalue > 0.01


def test_blocks_of_words_draw_the_same_distribution_as_the_whole_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = sparse_table(events=2000)
    naive = np.random.default_rng(1).multinomial(
        counts.sum(), counts.ravel() / counts.sum(), size=2000
    )
    naive_information = pmi.mutual_information(naive.reshape(-1, *counts.shape))
    with np.errstate(all="ignore"):
        values = pmi.pmi(naive.reshape(-1, *counts.shape))
    low, high = np.quantile(values, (0.025, 0.975), axis=0, method="inverted_cdf")
    frequent = counts > 100
    for cells in (10**9, 2000):  # one block, many blocks
        monkeypatch.setattr(pmi, "_CELLS_AT_ONCE", cells)
        found = pmi.bootstrap(counts, 2000, np.random.default_rng(2))
        assert kstest(found.information, naive_information).pvalue > 0.01
        np.testing.assert_allclose(found.low[frequent], low[frequent], atol=0.03)
        np.testing.assert_allclose(found.high[frequent], high[frequent], atol=0.03)


def test_an_interval_of_a_rare_word_is_open_below() -> None:
    found = pmi.bootstrap(np.array([[1, 0], [500, 300]]), 500, np.random.default_rng(0))
    assert found.low[0, 0] == -np.inf
    assert found.high[0, 0] > 0
    assert found.high[0, 1] == -np.inf
    assert np.isfinite(found.low[1]).all()
    smoothed = pmi.bootstrap(np.array([[1, 0], [500, 300]]), 500, np.random.default_rng(0), 0.95, 1)
    assert np.isfinite(smoothed.low).all()


def test_chance_is_subtracted_and_tested_at_its_level() -> None:
    beyond, rejected = [], 0
    for seed in range(80):
        counts = sparse_table(seed)
        found = pmi.independence(counts, 99, np.random.default_rng(seed))
        beyond.append(float(pmi.mutual_information(counts)) - found.mean)
        rejected += found.p_value <= 0.05
        assert found.mean > 0.05  # the plug-in would call this bias
    assert abs(np.mean(beyond)) < 3 * np.std(beyond) / np.sqrt(80)
    assert rejected <= 10


def test_an_association_is_found() -> None:
    found = pmi.independence(np.array([[60, 10], [30, 40]]), 199, np.random.default_rng(0))
    assert found.p_value == pytest.approx(1 / 200)
    assert found.test == "permutation G-test"


@pytest.mark.parametrize("counts", [[[3, 6], [5, 10], [7, 14]], [[100, 50, 3], [200, 100, 6]]])
def test_a_table_without_any_association_has_p_1(counts: list[list[int]]) -> None:
    """Rounding makes its information a little less than 0, and that of equal tables another."""
    found = pmi.independence(np.array(counts), 199, np.random.default_rng(0))
    assert found.p_value == 1.0


@pytest.mark.parametrize(("n_words", "events"), [(2, 400), (20, 2000)])
def test_what_is_called_detectable_is_found_four_times_in_five(n_words: int, events: int) -> None:
    rng = np.random.default_rng(0)
    share = np.outer(1.0 / np.arange(1, n_words + 1), [0.8, 0.2])
    share /= share.sum()
    null = pmi.independence(np.rint(share * events).astype(int), 999, rng)
    wanted = null.detectable(0.95, 0.8)
    tilt = rng.normal(size=n_words)

    def tilted(by: float) -> npt.NDArray[np.float64]:
        female = share[:, 1] * np.exp(by * tilt)
        return np.stack([share[:, 0], female * 0.2 / female.sum()], axis=1)

    by = brentq(lambda x: float(pmi.mutual_information(tilted(x))) - wanted, 1e-6, 3.0)
    tables = rng.multinomial(events, tilted(by).ravel(), size=150).reshape(150, n_words, 2)
    found = [pmi.independence(t[t.any(axis=1)], 99, rng).p_value <= 0.05 for t in tables]
    assert 0.68 < np.mean(found) < 0.9


def test_a_table_that_could_not_be_otherwise_detects_nothing() -> None:
    found = pmi.independence(np.array([[1, 0], [0, 1]]), 99, np.random.default_rng(0))
    assert (found.p_value, found.detectable(0.95, 0.8)) == (1.0, None)


def test_more_events_than_the_generator_deals_use_the_g_test() -> None:
    counts = np.array([[2 * 10**9, 10**9], [2 * 10**9 + 20_000, 10**9 + 30_000]])
    found = pmi.independence(counts, 99, np.random.default_rng(0))
    expected = chi2_contingency(counts, correction=False, lambda_="log-likelihood")
    assert found.test == "G-test"
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-3)
