"""Fits of the latent-variable model: what they must find, and what must not matter."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch
from scipy.stats import rankdata, spearmanr

from equimask.core.errors import InputError, OptionError
from equimask.core.schema import SENTIMENTS
from equimask.measures.latent_pmi import NO_SENTIMENT, LatentPmi, fit
from equimask.measures.pmi import pmi

Floats = npt.NDArray[np.float64]


def table(seed: int = 0, n_words: int = 25) -> npt.NDArray[np.int64]:
    """Every word with both genders, 4 men to a woman."""
    rng = np.random.default_rng(seed)
    return 1 + rng.poisson(rng.gamma(2.0, [[80.0, 20.0]] * n_words))


def lexicon(seed: int = 0, n_words: int = 25) -> Floats:
    return np.random.default_rng(seed).dirichlet([1.0, 1.0, 1.0], n_words)


def centred(values: Floats) -> Floats:
    return np.asarray(values - values.mean(axis=0))


def of_word_and_gender(found: LatentPmi) -> Floats:
    """[fits, words, genders]."""
    return np.asarray(np.exp(found.log_joint).sum(axis=2))


def sentiment_of_word(found: LatentPmi) -> Floats:
    """[words, sentiments] of the first fit: p(s | w)."""
    joint = np.exp(found.log_joint[0]).sum(axis=2)
    return np.asarray(joint / joint.sum(axis=1, keepdims=True))


def test_without_sentiment_and_penalty_it_is_pmi() -> None:
    counts = table()
    found = fit(counts, l1=0.0)
    assert found.sentiments == NO_SENTIMENT
    assert found.deviation.shape == (25, 1, 2)
    np.testing.assert_allclose(of_word_and_gender(found)[0], counts / counts.sum(), rtol=2e-3)
    for gender in range(2):
        ours, plug_in = found.deviation[:, 0, gender], pmi(counts)[:, gender]
        assert spearmanr(ours, plug_in).statistic > 0.999
        background = np.log((counts.sum(axis=1) + 1) / (counts.sum() + 25))
        exact = centred(np.log(counts[:, gender]) - background)
        np.testing.assert_allclose(ours, exact, atol=5e-3)


def test_a_heavy_lexicon_penalty_makes_the_sentiments_the_lexicons() -> None:
    counts, q = table(), lexicon()
    found = fit(counts, q, l1=0.0, posterior=100.0)
    np.testing.assert_allclose(sentiment_of_word(found), q, atol=1e-3)
    assert found.fits[0].kl_per_word == pytest.approx(0.0, abs=1e-6)
    np.testing.assert_allclose(of_word_and_gender(found)[0], counts / counts.sum(), rtol=0.1)


def test_deviations_are_centred_and_averaged_over_the_grid() -> None:
    found = fit(table(), lexicon(), l1=(0.0, 1e-3), posterior=(0.1, 1.0))
    assert [(one.l1, one.posterior) for one in found.fits] == [
        (0.0, 0.1), (0.0, 1.0), (1e-3, 0.1), (1e-3, 1.0),
    ]  # fmt: skip
    assert found.sentiments == SENTIMENTS
    assert found.deviation.shape == (25, 3, 2)
    np.testing.assert_allclose(found.deviation.mean(axis=0), 0.0, atol=1e-12)
    by_fit = found.eta - found.eta.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(found.deviation, by_fit.mean(axis=0))
    np.testing.assert_allclose(found.deviation_spread, by_fit.std(axis=0))
    np.testing.assert_allclose(of_word_and_gender(found).sum(axis=(1, 2)), 1.0)


def test_a_fit_is_the_same_alone_and_in_company() -> None:
    counts, q = table(), lexicon()
    grid = fit(counts, q, l1=(0.0, 1e-3), posterior=(0.1, 10.0))
    for nth, one in enumerate(grid.fits):
        alone = fit(counts, q, l1=one.l1, posterior=one.posterior)
        np.testing.assert_array_equal(alone.eta[0], grid.eta[nth])
        assert alone.fits[0] == one


def test_threads_share_the_fits_and_change_nothing() -> None:
    counts, q = table(), lexicon()
    before = torch.get_num_threads()
    found = []
    try:
        for threads in (1, 3):
            torch.set_num_threads(threads)
            found.append(fit(counts, q, l1=(1e-4, 1e-3), posterior=(0.1, 1.0)))
            assert torch.get_num_threads() == threads
    finally:
        torch.set_num_threads(before)
    np.testing.assert_array_equal(found[0].eta, found[1].eta)
    assert found[0].fits == found[1].fits


def test_an_interruption_ends_all_threads_and_puts_their_number_back() -> None:
    before = torch.get_num_threads()
    steps = []

    def interrupt() -> None:
        steps.append(1)
        raise KeyboardInterrupt

    try:
        torch.set_num_threads(2)
        with pytest.raises(KeyboardInterrupt):
            fit(table(), lexicon(), max_iterations=10**9, tolerance=0.0, on_step=interrupt)
        assert torch.get_num_threads() == 2
        assert len(steps) == 1
    finally:
        torch.set_num_threads(before)


def test_the_seed_decides_and_nothing_else() -> None:
    counts, q = table(), lexicon()
    first, again, other = (fit(counts, q, 1e-4, 0.1, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.eta, again.eta)
    assert (first.eta != other.eta).any()
    np.testing.assert_allclose(first.deviation, other.deviation, atol=0.1)


def test_thresholding_gives_true_zeros_and_the_subgradient_none() -> None:
    counts, q = table(), lexicon()
    sharp, blunt = (fit(counts, q, 1e-3, 0.1, proximal=proximal) for proximal in (True, False))
    assert 0.2 < sharp.fits[0].sparsity < 1.0
    assert sharp.fits[0].sparsity == (sharp.eta == 0).mean()
    assert blunt.fits[0].sparsity == 0.0
    assert sharp.fits[0].loss == pytest.approx(blunt.fits[0].loss, abs=1e-3)
    heavier = fit(counts, q, 1.0, 0.1)
    assert heavier.fits[0].sparsity == 1.0
    assert not heavier.deviation.any()


def test_convergence_is_told_and_not_assumed() -> None:
    counts, q = table(), lexicon()
    ended = fit(counts, q, 1e-3, 0.1)
    cut = fit(counts, q, 1e-3, 0.1, max_iterations=40)
    assert ended.converged.all()
    assert not cut.converged.any()
    assert cut.fits[0].iterations == 40
    assert 500 < ended.fits[0].iterations < 2000
    assert ended.fits[0].gradient_norm < 1e-3 < cut.fits[0].gradient_norm
    assert ended.fits[0].loss < cut.fits[0].loss


def test_a_stiff_fit_ends_no_higher_than_a_softer_one_would_score() -> None:
    """There the heavier penalty's objective is the softer loss and what it adds to the KL."""
    rng = np.random.default_rng(0)
    n_words = 100
    share = np.outer(1.0 / np.arange(1, n_words + 1), [0.82, 0.18])
    share *= np.exp(rng.laplace(0.0, 0.5, share.shape))
    counts = rng.multinomial(50_000, (share / share.sum()).ravel()).reshape(-1, 2)
    found = fit(counts, lexicon(0, n_words), l1=1e-4, posterior=(1.0, 10.0, 100.0))
    assert found.converged.all()
    for soft, stiff in zip(found.fits, found.fits[1:], strict=False):
        assert soft.kl_per_word is not None
        there = soft.loss + (stiff.posterior - soft.posterior) * n_words * soft.kl_per_word
        assert stiff.loss < there + 3e-4


def test_names_that_do_not_fit_are_refused_before_the_fit() -> None:
    steps: list[int] = []
    with pytest.raises(InputError, match="one gender for each of the 2"):
        fit(table(), genders=["male"], on_step=lambda: steps.append(1))
    assert not steps


def test_words_without_an_entry_are_left_to_the_counts() -> None:
    counts, q = table(), lexicon()
    q[5:10] = np.nan
    found = fit(counts, q, l1=0.0, posterior=10.0)
    has_entry = ~np.isnan(q[:, 0])
    np.testing.assert_allclose(sentiment_of_word(found)[has_entry], q[has_entry], atol=5e-3)
    np.testing.assert_allclose(of_word_and_gender(found)[0], counts / counts.sum(), rtol=0.05)


def test_rows_of_the_lexicon_need_not_sum_to_1() -> None:
    counts, q = table(), lexicon()
    plain, scaled = fit(counts, q, 1e-4, 0.1), fit(counts, 7.0 * q, 1e-4, 0.1)
    np.testing.assert_allclose(plain.deviation, scaled.deviation, atol=1e-6)


def test_a_word_never_seen_with_a_gender_stays_finite() -> None:
    counts = table()
    counts[3], counts[4] = (400, 0), (0, 400)
    found = fit(counts, lexicon(), l1=0.0, posterior=1.0)
    assert np.isfinite(found.deviation).all()
    assert found.converged.all()
    events = of_word_and_gender(found)[0] * counts.sum()
    assert found.deviation[3, :, 1].max() < found.deviation[4, :, 1].min() - 2
    np.testing.assert_allclose([events[3, 1], events[4, 0]], 0.5, rtol=0.1)
    np.testing.assert_allclose(events.sum(axis=0), counts.sum(axis=0), rtol=1e-3)


def test_a_rare_word_not_seen_with_a_gender_says_nothing_about_it() -> None:
    counts = np.array([[1, 0], [800, 200], [700, 160], [20, 0]])
    deviation = fit(counts, l1=0.0).deviation[:, 0, 1]
    assert abs(deviation[0] - deviation[1]) < 0.5  # a fifth of an event was to be expected
    assert deviation[3] < deviation[1] - 1.0  # of this one four events


def test_rebalancing_lets_both_genders_weigh_the_same() -> None:
    counts = table() * [[9, 1]]
    plain, balanced = (fit(counts, l1=0.0, rebalance=r).deviation[:, 0] for r in (False, True))
    sizes = np.abs(plain).mean(axis=0), np.abs(balanced).mean(axis=0)
    assert sizes[0][1] > 5 * sizes[0][0]
    assert sizes[1][1] < 1.5 * sizes[1][0]
    np.testing.assert_allclose(
        np.diff(plain), np.diff(balanced), atol=0.02
    )  # the contrast is the data's


def test_a_learned_background_leaves_fewer_deviations() -> None:
    counts = table()
    counts[:, 1] = counts[:, 0] // 4  # no association
    fixed, learned = (
        fit(counts, l1=1e-3, learn_background=learn) for learn in (False, True)
    )  # fmt: skip
    assert learned.fits[0].loss <= fixed.fits[0].loss + 1e-9
    assert np.abs(learned.deviation).max() < 0.05


def test_the_number_of_events_changes_no_shape_and_few_steps() -> None:
    counts = table()
    small, large = fit(counts, lexicon(), 1e-4, 0.1), fit(counts * 10**6, lexicon(), 1e-4, 0.1)
    np.testing.assert_allclose(small.deviation, large.deviation, atol=0.1)
    assert large.fits[0].iterations < 2 * small.fits[0].iterations


def test_drawn_parameters_are_recovered_from_a_million_events() -> None:
    """A word's log p(w|s,g) - log p(w), centred, of the model that drew the counts.

    The lexicon is the drawing model's own p(s|w). Its eta is a gender part plus a sentiment part:
    how the sentiment of one word differs between genders cannot be seen in n(w,g) and p(s|w).
    """
    rng = np.random.default_rng(0)
    n_words = 60
    eta = rng.normal(size=(n_words, 1, 2)) + rng.normal(size=(n_words, 3, 1))
    p_word = np.exp(rng.normal(size=(n_words, 1, 1)) + eta)
    p_sentiment = np.exp(rng.normal(0.0, 0.5, (3, 2)))
    joint = p_word / p_word.sum(axis=0) * (p_sentiment / p_sentiment.sum(axis=0)) * [0.82, 0.18]
    counts = rng.multinomial(10**6, joint.sum(axis=1).ravel()).reshape(n_words, 2)
    of_word = joint.sum(axis=(1, 2), keepdims=True)
    q = joint.sum(axis=2) / of_word[:, 0]
    truth = centred(np.log(joint / joint.sum(axis=0)) - np.log(of_word))
    found = fit(counts, q)
    assert spearmanr(found.deviation.ravel(), truth.ravel()).statistic >= 0.9
    assert found.converged.mean() >= 0.9
    for s in range(3):
        for g in range(2):
            assert spearmanr(found.deviation[:, s, g], truth[:, s, g]).statistic >= 0.8


def test_pmi_ranks_are_kept_with_three_genders() -> None:
    counts = np.random.default_rng(3).integers(20, 200, (12, 3))
    found = fit(
        counts, l1=0.0, genders=("male", "female", "non-binary"), words=list("abcdefghijkl")
    )
    assert found.genders == ("male", "female", "non-binary")
    for gender in range(3):
        ours = rankdata(found.deviation[:, 0, gender].round(2))
        assert spearmanr(ours, pmi(counts)[:, gender]).statistic > 0.99


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"counts": [1, 2]}, InputError, r"shape \[words, genders\], but got shape \(2,\)"),
        ({"counts": [[1, 2], [3, -4]]}, InputError, "-4.0 for word 1 and gender 1"),
        ({"counts": [[1, 2], [np.nan, 4]]}, InputError, "nan for word 1 and gender 0"),
        ({"counts": [[1, 0], [3, 0]]}, InputError, "none in column 1"),
        ({"sentiment": [[1, 1, 1]]}, InputError, r"shape \(2, 3\).*got shape \(1, 3\)"),
        ({"sentiment": [[1, 1, 1], [1, -1, 1]]}, InputError, r"\[1.0, -1.0, 1.0\] for word 1"),
        ({"sentiment": [[0, 0, 0], [1, 1, 1]]}, InputError, r"\[0.0, 0.0, 0.0\] for word 0"),
        ({"sentiment": [[1, np.nan, 1]] * 2}, InputError, "for word 0"),
        ({"sentiment": [[np.nan] * 3] * 2}, InputError, "at least one word, but got none"),
        ({"l1": -1}, OptionError, "l1 to be a number from 0"),
        ({"l1": 1e200}, OptionError, "to 1000000, or several, but got 1e"),
        ({"l1": ()}, OptionError, r"got \(\)"),
        ({"posterior": "much", "sentiment": [[1, 1, 1]] * 2}, OptionError, "got 'much'"),
        ({"words": ["a"]}, InputError, "one word for each of the 2"),
    ],
)
def test_wrong_input_is_named(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        fit(**{"counts": [[1, 2], [3, 4]], **arguments})


def test_a_deviation_above_0_does_not_say_that_a_word_goes_with_the_gender() -> None:
    """Its 0 is the mean over the words; PMI, which it follows but for a constant, says whom."""
    counts = np.array([[4000, 20], [3000, 15], [2000, 180], [800, 900]])
    found = fit(counts, l1=0.0)
    women = found.deviation[:, 0, 1]
    values = pmi(counts)[:, 1]
    np.testing.assert_allclose(women, values - values.mean(), atol=0.02)
    assert women[2] > 0 > values[2]
