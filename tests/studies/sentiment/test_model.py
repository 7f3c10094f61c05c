"""The formulas against hand-worked values, SciPy, and what they promise for any numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from equimask.studies.sentiment.model import (
    EDGE,
    Decoder,
    background,
    divergence,
    expected_polarity,
    log_likelihood,
    mean_sentiment,
    posterior,
    strengths,
)


def numbers(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def row(*values: float) -> torch.Tensor:
    return numbers(*values)[None]


def decoder(slope: float, leaning: float, precision: float) -> Decoder:
    return Decoder(*numbers(math.log(slope), leaning, math.log(precision)))


nets = st.floats(-1, 1).flatmap(
    lambda share: st.integers(1, 6).map(lambda sources: (share * sources, sources))
)
edges = st.floats(0.01, 0.5)


def test_strengths_are_relative_to_the_strongest() -> None:
    found = strengths(numbers(math.log(2), math.log(4), 0)).numpy()
    np.testing.assert_allclose(found, [0.5, 1, 0.25])


def test_evidence_for_a_side_goes_there_and_the_rest_to_the_background() -> None:
    # below .25: a gap of 1/3 between neutral and a side, so 2/9, 5/9, 2/9 for no side
    assert background(0.25) == pytest.approx((2 / 9, 5 / 9))
    beta = posterior(numbers(0.55, -0.1, 0.0), numbers(1, 2, 1), 0.25)
    rest = np.array([2 / 9, 5 / 9, 2 / 9])
    expected = 1 + np.array(
        [0.45 * rest + [0, 0, 0.55], 1.9 * rest + [0.1, 0, 0], rest],
    )
    np.testing.assert_allclose(beta.numpy(), expected)


@given(nets, edges)
def test_a_posterior_holds_one_unit_of_each_lexicon_and_keeps_its_bound(
    net: tuple[float, int], edge: float
) -> None:
    evidence, sources = net
    beta = posterior(numbers(evidence), numbers(sources), edge)
    assert float(beta.sum()) == pytest.approx(3 + sources)
    assert float(beta.min()) >= 1 - 1e-12
    assert float(mean_sentiment(beta).max()) <= (1 + sources) / (3 + sources) + 1e-12


@given(nets, edges)
def test_a_posterior_has_the_expected_polarity_and_changes_sides_with_the_evidence(
    net: tuple[float, int], edge: float
) -> None:
    evidence, sources = numbers(net[0]), numbers(net[1])
    mean = mean_sentiment(posterior(evidence, sources, edge))
    torch.testing.assert_close(mean[:, 2] - mean[:, 0], expected_polarity(evidence, sources))
    torch.testing.assert_close(mean_sentiment(posterior(-evidence, sources, edge)), mean.flip(-1))


@given(nets, edges)
def test_neutral_is_largest_exactly_below_the_edge(net: tuple[float, int], edge: float) -> None:
    evidence, sources = net
    share = abs(evidence) / sources
    if abs(share - edge) < 1e-6:
        return
    beta = posterior(numbers(evidence), numbers(sources), edge)[0]
    assert (float(beta[1]) > float(beta[[0, 2]].max())) is (share < edge)


def test_a_side_is_bernoulli() -> None:
    chances = log_likelihood(decoder(2, 0.5, 1), False, numbers(0.3, 0.3), numbers(1, -1))
    chance = 1 / (1 + math.exp(-(0.5 + 2 * 0.3)))
    assert chances.tolist() == pytest.approx([math.log(chance), math.log(1 - chance)])


def test_a_grade_is_beta_on_a_scale_without_its_ends() -> None:
    mean = 1 / (1 + math.exp(-(0.5 + 2 * 0.3)))
    expected = stats.beta(5 * mean, 5 * (1 - mean)).logpdf([EDGE, 0.5, 1 - EDGE])
    found = log_likelihood(decoder(2, 0.5, 5), True, numbers(0.3, 0.3, 0.3), numbers(-1, 0, 1))
    np.testing.assert_allclose(found.numpy(), expected)


@given(st.floats(-0.5, 0.4))
def test_the_likeliest_grade_rises_with_the_expected_polarity(low: float) -> None:
    grades = numbers(*np.linspace(-1, 1, 201))
    places = [
        int(log_likelihood(decoder(2, 0, 20), True, numbers(t), grades).argmax())
        for t in (low, low + 0.1)
    ]
    assert places[0] < places[1]


def test_the_divergence_has_its_known_value() -> None:
    # ln(3!) - ln(2) + digamma(2) - digamma(4)
    expected = math.log(3) - (1 / 2 + 1 / 3)
    assert float(divergence(row(2, 1, 1), row(1, 1, 1))) == pytest.approx(expected)
    assert float(divergence(row(2, 3, 4), row(2, 3, 4))) == pytest.approx(0, abs=1e-12)
