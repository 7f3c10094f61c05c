"""Lists of a fit differ by chance alone; only against refitted chance tables is that seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats as sps

from equimask.core.arrays import Floats
from equimask.core.errors import InputError, OptionError
from equimask.measures.latent_pmi import fit
from equimask.measures.ranking import Ties
from equimask.studies.analyses.chance import (
    beyond_chance,
    class_difference_test,
    deviation_bounds,
    shuffled_differences,
)
from equimask.studies.analyses.sentiment_shares import sentiment_shares

N_WORDS, SIZE = 60, 20
WORDS = [f"w{i:02}" for i in range(N_WORDS)]
FITTING: dict[str, Any] = {"l1": 1e-4, "posterior": 0.1}


def contrast(deviation: Floats) -> Floats:
    return sentiment_shares(deviation, WORDS, size=SIZE).contrast


def table(rng: np.random.Generator, tilt: Floats | float = 0.0) -> Any:
    share = np.outer(1.0 / np.arange(1, N_WORDS + 1), [0.82, 0.18])
    share[:, 1] *= np.exp(tilt)
    return rng.multinomial(100_000, (share / share.sum()).ravel()).reshape(N_WORDS, 2)


@pytest.mark.slow
def test_without_association_the_lists_differ_and_chance_explains_it() -> None:
    shuffled, refitted = [], []
    for seed in range(2):
        rng = np.random.default_rng(seed)
        counts, lexicon = table(rng), rng.dirichlet([1, 1, 0.5], N_WORDS)
        found = sentiment_shares(fit(counts, lexicon, **FITTING).deviation, WORDS, size=SIZE)
        shuffled.append(found.difference(rng, 500).p_values.min())
        refitted.append(beyond_chance(counts, lexicon, contrast, rng, n_tables=5, **FITTING))
    assert max(shuffled) < 0.01  # a false alarm every time
    assert min(one.p_values.min() for one in refitted) > 1 / 6  # the smallest there is
    assert np.abs([one.by_chance for one in refitted]).max() > 0.3
    assert np.abs(np.mean([one.difference.difference for one in refitted], axis=0)).max() < 0.15


def test_a_planted_association_is_beyond_chance() -> None:
    rng = np.random.default_rng(5)
    negative = rng.random(N_WORDS) < 0.5
    poles = np.where(negative[:, None], [[0.8, 0.1, 0.1]], [[0.1, 0.1, 0.8]])
    lexicon = 0.7 * poles + 0.3 * rng.dirichlet([1, 1, 1], N_WORDS)
    counts = table(rng, np.where(negative, 1.0, -1.0))  # women get the negative words
    options = {"l1": 1e-3, "posterior": 0.1, "rebalance": True}
    found = beyond_chance(counts, lexicon, contrast, rng, n_tables=9, **options)
    assert found.p_values[[0, 2]].tolist() == [0.1, 0.1]  # the smallest there is
    assert found.difference.difference[0] < -0.5 < 0.5 < found.difference.difference[2]
    assert np.abs(found.by_chance).max() < 0.2  # and rebalancing leaves little to chance


def test_no_chance_table_is_refused() -> None:
    with pytest.raises(OptionError, match="n_tables=0"):
        beyond_chance(np.ones((2, 2)), None, contrast, np.random.default_rng(0), n_tables=0)


def one_hot(classes: np.ndarray, n: int) -> np.ndarray:
    return np.eye(n)[classes]


def test_p_is_that_of_fishers_exact_test() -> None:
    male, female = one_hot(np.repeat([0, 1], [30, 70]), 2), one_hot(np.repeat([0, 1], [15, 85]), 2)
    found = class_difference_test(male, female, np.random.default_rng(0), 40_000)
    exact = sps.fisher_exact([[30, 70], [15, 85]]).pvalue
    assert found.difference.tolist() == pytest.approx([0.15, -0.15])
    assert found.p_values == pytest.approx([exact, exact], abs=4 * (exact / 40_000) ** 0.5)


def test_p_counts_shuffles_at_least_as_extreme() -> None:
    male, female = one_hot(np.array([0, 0, 1]), 2), one_hot(np.array([1, 1, 1, 0]), 2)
    draws = shuffled_differences(male, female, np.random.default_rng(3), 500)
    found = class_difference_test(male, female, np.random.default_rng(3), 500)
    beyond = [
        sum(abs(draw[c]) >= abs(found.difference[c]) - 1e-12 for draw in draws) for c in range(2)
    ]
    assert found.p_values.tolist() == [(1 + b) / 501 for b in beyond]


def test_a_shuffle_keeps_the_entries_of_both_lists() -> None:
    male, female = one_hot(np.array([0, 0, 1]), 3), one_hot(np.array([2, 1]), 3)
    draws = shuffled_differences(male, female, np.random.default_rng(0), 2000)
    assert np.abs(draws.sum(axis=1)).max() < 1e-12  # shares of both lists still sum to 1
    possible = {i / 3 - (2 - i) / 2 for i in range(3)}  # two entries of class 0 among three places
    assert {round(v, 9) for v in draws[:, 0]} == {round(v, 9) for v in possible}


def test_equal_lists_have_p_1_and_empty_classes_too() -> None:
    lists = one_hot(np.array([0, 1, 1]), 3)
    found = class_difference_test(lists, lists, np.random.default_rng(0), 99)
    assert found.p_values.tolist() == [1.0, 1.0, 1.0]


def null_lists(rng: np.random.Generator, size: int) -> tuple[np.ndarray, np.ndarray]:
    shares = (0.5, 0.3, 0.15, 0.05)
    return tuple(one_hot(rng.choice(4, size, p=shares), 4) for _ in range(2))


def test_p_is_never_too_small_under_the_null() -> None:
    """Shares are discrete, so p may be too large, but not too small."""
    rng = np.random.default_rng(1)
    p = np.array(
        [class_difference_test(*null_lists(rng, 100), rng, 199).p_values for _ in range(400)]
    )
    for level in (0.01, 0.05, 0.1, 0.25, 0.5):
        allowed = level + 3 * (level * (1 - level) / 400) ** 0.5
        assert ((p <= level).mean(axis=0) <= allowed).all()


def test_p_is_uniform_under_the_null_once_ties_are_split_at_random() -> None:
    rng = np.random.default_rng(2)
    p = []
    for _ in range(400):
        male, female = null_lists(rng, 100)
        size = np.abs(male.mean(axis=0) - female.mean(axis=0))
        draws = np.abs(shuffled_differences(male, female, rng, 199))
        beyond = (draws > size + 1e-9).sum(axis=0)
        tied = (np.abs(draws - size) <= 1e-9).sum(axis=0)
        p.append((beyond + rng.random(4) * (1 + tied)) / 200)
    for column in np.array(p).T:
        assert sps.kstest(column, "uniform").pvalue > 0.01


def test_p_itself_is_uniform_for_long_lists() -> None:
    rng = np.random.default_rng(3)
    p = [class_difference_test(*null_lists(rng, 1500), rng, 99).p_values[:2] for _ in range(150)]
    for column in np.array(p).T:
        assert sps.kstest(column - rng.random(150) / 100, "uniform").pvalue > 0.01


def test_the_generator_decides_the_p() -> None:
    male, female = null_lists(np.random.default_rng(6), 60)
    first, again, other = (
        class_difference_test(male, female, np.random.default_rng(seed), 300).p_values
        for seed in (0, 0, 1)
    )
    assert (first == again).all()
    assert (first != other).any()


def test_no_list_and_no_shuffle_are_errors() -> None:
    some = one_hot(np.array([0]), 1)
    with pytest.raises(InputError, match="0 male and 1 female"):
        class_difference_test(some[:0], some, np.random.default_rng(0))
    with pytest.raises(OptionError, match="n_shuffles=0"):
        class_difference_test(some, some, np.random.default_rng(0), 0)


def test_shared_places_vary_between_shuffles_as_the_cells_that_share_them() -> None:
    """One shared place of two cells, against a list of one: four equally likely outcomes."""
    means, other = np.array([[0.5, 0.5]]), np.array([[1.0, 0.0]])
    ties = (Ties(np.array([True]), np.eye(2)), None)
    draws = shuffled_differences(means, other, np.random.default_rng(0), 4000, ties)
    values, times = np.unique(draws[:, 0], return_counts=True)
    assert values.tolist() == [-1.0, 0.0, 1.0]
    assert times / 4000 == pytest.approx([0.25, 0.5, 0.25], abs=0.03)
    assert np.abs(draws.sum(axis=1)).max() < 1e-12
    found = class_difference_test(means, other, np.random.default_rng(0), 4000, ties)
    assert found.difference.tolist() == [-0.5, 0.5]
    assert found.p_values == pytest.approx([0.5, 0.5], abs=0.03)


def test_without_ties_the_shuffles_are_what_they_were() -> None:
    rng = np.random.default_rng(1)
    male, female = rng.random((9, 3)), rng.random((7, 3))
    plain = shuffled_differences(male, female, np.random.default_rng(2), 50)
    nothing = shuffled_differences(male, female, np.random.default_rng(2), 50, (None, None))
    assert plain.tolist() == nothing.tolist()


def test_deviations_have_bounds_that_narrow_with_the_number_of_events() -> None:
    rng = np.random.default_rng(3)
    truth = np.array([[90, 10], [60, 60], [30, 40], [20, 90]])
    widths = []
    for factor in (1, 100):
        counts = truth * factor
        found = fit(counts, l1=1e-4).deviation
        bounds = deviation_bounds(counts, None, rng, n_tables=39, l1=1e-4)
        assert (bounds.low <= found).all() and (found <= bounds.high).all()
        widths.append((bounds.high - bounds.low).mean())
    assert widths[1] == pytest.approx(widths[0] / 10, rel=0.4)
    with pytest.raises(OptionError, match="n_tables=0"):
        deviation_bounds(truth, None, rng, n_tables=0)
