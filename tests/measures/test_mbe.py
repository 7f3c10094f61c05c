"""MBE against brute force over all pairs, SciPy's AUC and hand-worked cases."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from equimask.measures import mbe


def brute_force(bags: mbe.TwoBags, minimum: float | None = None) -> float:
    """Oracle: the n_m x n_f table of the definition."""
    male, female = bags.male_vectors, bags.female_vectors
    if bags.weights == "cosine":
        male = male / np.linalg.norm(male, axis=1, keepdims=True)
        female = female / np.linalg.norm(female, axis=1, keepdims=True)
    weight = np.ones((len(male), len(female))) if bags.weights == "none" else male @ female.T
    if bags.male_strata is not None and bags.female_strata is not None:
        weight = weight * (bags.male_strata[:, None] == bags.female_strata)
    if minimum is not None:
        weight = np.where(weight >= minimum, weight, 0.0)
    wins = bags.male_scores[:, None] > bags.female_scores
    return float(100 * (weight * wins).sum() / weight.sum())


def random_bags(seed: int, weights: str, distinct: int, strata: bool = False) -> mbe.TwoBags:
    rng = np.random.default_rng(seed)
    n_male, n_female, width = rng.integers(1, 300), rng.integers(1, 300), int(rng.integers(1, 6))
    lengths = rng.integers(3, 6, n_male + n_female) if strata else None
    return mbe.TwoBags(
        rng.integers(0, distinct, n_male).astype(float),
        rng.integers(0, distinct, n_female).astype(float),
        np.abs(rng.normal(2.0, 1.0, (n_male, width))),  # else the weights may add up to nothing
        np.abs(rng.normal(2.0, 1.0, (n_female, width))),
        weights,
        lengths[:n_male] if lengths is not None else None,
        lengths[n_male:] if lengths is not None else None,
    )


@pytest.mark.parametrize("weights", ["cosine", "dot", "none"])
@given(seed=st.integers(0, 10_000), distinct=st.sampled_from([2, 20, 10**6]))
def test_prefix_sums_equal_brute_force_ties_included(
    weights: str, seed: int, distinct: int
) -> None:
    bags = random_bags(seed, weights, distinct)
    assert mbe.total_of(bags) == pytest.approx(brute_force(bags), rel=1e-9, abs=1e-9)


@given(seed=st.integers(0, 10_000))
def test_strata_compare_only_sentences_of_one_length(seed: int) -> None:
    bags = random_bags(seed, "cosine", 50, strata=True)
    expected = brute_force(bags) if np.isin(bags.male_strata, bags.female_strata).any() else None
    if expected is None:
        with pytest.raises(ValueError, match="not positive"):
            mbe.total_of(bags)
    else:
        assert mbe.total_of(bags) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(seed=st.integers(0, 10_000))
def test_unweighted_mbe_is_the_mann_whitney_auc(seed: int) -> None:
    rng = np.random.default_rng(seed)
    male, female = rng.normal(size=80), rng.normal(0.2, 1.0, size=60)
    statistic = mannwhitneyu(male, female).statistic
    expected = 100 * statistic / (80 * 60)
    blank = np.zeros((80, 1)), np.zeros((60, 1))
    assert mbe.total(male, female, *blank, weights="none") == pytest.approx(expected, abs=1e-9)
    assert mbe.auc(male, female) == pytest.approx(expected, abs=1e-9)


def test_auc_gives_half_credit_for_ties() -> None:
    assert mbe.auc([3, 3], [3, 3]) == 50.0
    assert mbe.auc([3, 4], [3, 3]) == 75.0


def test_a_hand_worked_case() -> None:
    # C: (1, .6; 0, .8); male wins against both / none of the two female sentences
    male_vectors, female_vectors = [[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [0.6, 0.8]]
    value = mbe.total([2.0, 0.0], [1.0, 0.5], male_vectors, female_vectors)
    assert value == pytest.approx(100 * 1.6 / 2.4)


@given(seed=st.integers(0, 10_000), minimum=st.floats(0.0, 0.95))
def test_min_similarity_leaves_dissimilar_pairs_out(seed: int, minimum: float) -> None:
    bags = random_bags(seed, "cosine", 10**6)
    arguments = (bags.male_scores, bags.female_scores, bags.male_vectors, bags.female_vectors)
    with np.errstate(invalid="ignore"):
        expected = brute_force(bags, minimum)
    if np.isnan(expected):
        with pytest.raises(ValueError, match="as similar as"):
            mbe.total(*arguments, min_similarity=minimum)
    else:
        found = mbe.total(*arguments, min_similarity=minimum)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_resampled_totals_equal_the_totals_of_the_repeated_sentences() -> None:
    bags = random_bags(7, "cosine", 30)
    rng = np.random.default_rng(1)
    n_male, n = bags.n_male, bags.n_male + len(bags.female_scores)
    draws = [(rng.integers(0, n_male, n_male), rng.integers(n_male, n, n - n_male)) for _ in "abc"]
    male = np.array([np.bincount(m, minlength=n) for m, _ in draws], dtype=float)
    female = np.array([np.bincount(f, minlength=n) for _, f in draws], dtype=float)
    expected = [
        mbe.total(
            bags.male_scores[m],
            bags.female_scores[f - n_male],
            bags.male_vectors[m],
            bags.female_vectors[f - n_male],
        )
        for m, f in draws
    ]
    assert mbe.resampled_totals(bags, male, female) == pytest.approx(expected, abs=1e-9)


def test_swapping_the_sets_mirrors_the_score_when_nothing_ties() -> None:
    bags = random_bags(3, "cosine", 10**6)
    arguments = (bags.male_scores, bags.female_scores, bags.male_vectors, bags.female_vectors)
    swapped = mbe.total(arguments[1], arguments[0], arguments[3], arguments[2])
    assert mbe.total(*arguments) == pytest.approx(100 - swapped, abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], [1.0], np.empty((0, 1)), [[1.0]]), "at least one"),
        (([1.0], [1.0], [[1.0], [2.0]], [[1.0]]), "1 scores and 2 vectors"),
        (([np.nan], [1.0], [[1.0]], [[1.0]]), "finite"),
        (([1.0], [1.0], [[0.0]], [[1.0]]), "zero"),
        (([1.0], [0.0], [[1.0]], [[-1.0]]), "not positive"),
    ],
)
def test_undefined_scores_are_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mbe.total(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(("n", "stderr"), [(2373, 0.838), (1686, 0.994)])
def test_null_standard_error_of_released_set_sizes(n: int, stderr: float) -> None:
    assert mbe.null_stderr(n, n) == pytest.approx(stderr, abs=1e-3)


@given(seed=st.integers(0, 10_000), minimum=st.sampled_from([0.5, 0.9, 0.99]))
def test_min_similarity_and_strata_hold_together_and_in_resamples(
    seed: int, minimum: float
) -> None:
    bags = random_bags(seed, "cosine", 30, strata=True)
    rng = np.random.default_rng(seed)
    n_male, n = bags.n_male, bags.n_male + len(bags.female_scores)
    rows = np.concatenate([np.arange(n_male), rng.integers(0, n_male, n_male)])
    columns = np.concatenate([np.arange(n_male, n), rng.integers(n_male, n, n - n_male)])
    resampled = mbe.TwoBags(
        bags.male_scores[rows],
        bags.female_scores[columns - n_male],
        bags.male_vectors[rows],
        bags.female_vectors[columns - n_male],
        "cosine",
        bags.male_strata[rows],
        bags.female_strata[columns - n_male],
    )
    with np.errstate(invalid="ignore"):
        expected = [brute_force(bags, minimum), brute_force(resampled, minimum)]
    male = np.zeros((2, n))
    female = np.zeros((2, n))
    male[0, :n_male], female[0, n_male:] = 1.0, 1.0
    male[1], female[1] = np.bincount(rows, minlength=n), np.bincount(columns, minlength=n)
    found = mbe.resampled_totals_above(bags, male, female, minimum)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9, nan_ok=True)


def test_a_long_run_of_ties_is_one_block_and_the_others_keep_their_size() -> None:
    rng = np.random.default_rng(0)
    scores = np.concatenate([rng.normal(size=500), np.zeros(2_000), rng.normal(size=500)])
    rng.shuffle(scores)
    bags = mbe.TwoBags(scores[:1500], scores[1500:], np.ones((1500, 1)), np.ones((1500, 1)))
    blocks = [bags.pooled_scores[block] for block, _ in bags.blocks(64)]
    assert np.concatenate(blocks).tolist() == sorted(scores)
    assert all(len(block) <= 64 or (block == 0).all() for block in blocks)
    assert len(blocks) < 30


def test_many_ties_need_no_table_of_all_pairs() -> None:
    n = 20_000  # two likelihoods: a table of one block would hold 400 million numbers
    vectors = np.ones((n, 1), dtype=np.float32)
    tracemalloc.start()
    value = mbe.total(np.arange(n) % 2, np.arange(n) % 2, vectors, vectors)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert value == pytest.approx(25.0)
    assert peak < 50e6


def test_an_aligned_total_by_hand() -> None:
    """Men score 2 and 0, women 1 and 3: the first man wins, and weighs 1*(1+2) of 3 + 4*(1+2)."""
    bags = mbe.TwoBags(
        np.array([2.0, 0.0]), np.array([1.0, 3.0]), np.array([[1.0], [2.0]]),
        np.array([[1.0], [4.0]]), "dot",
    )  # fmt: skip
    men, women = np.array([0, 1]), np.array([2, 3])
    assert mbe.aligned_total(bags, men, women) == pytest.approx(100 * 3 / 15)
    assert mbe.aligned_total(bags, men, women[::-1]) == 0.0
    assert mbe.total_of(bags) == pytest.approx(100 * 1 / 15)
    opposed = mbe.TwoBags(*(np.array([1.0]),) * 2, np.array([[1.0]]), np.array([[-1.0]]), "dot")
    assert np.isnan(mbe.aligned_total(opposed, np.array([0]), np.array([1])))
