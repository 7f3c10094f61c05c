"""The model's mathematics against its definition, written out loop by loop, and autograd."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
import torch

from equimask.measures import latent_model as model
from equimask.measures.latent_model import Evidence, Parameters, Penalties

FITS, S, G, W = 3, 3, 2, 7
Floats = npt.NDArray[np.float64]


def tensor(rng: np.random.Generator, *shape: int) -> torch.Tensor:
    return torch.tensor(rng.normal(size=shape))


@pytest.fixture
def parameters() -> Parameters:
    rng = np.random.default_rng(0)
    return Parameters(
        tensor(rng, FITS, S, G, W), tensor(rng, FITS, S, G), tensor(rng, FITS, G),
        tensor(rng, FITS, W),
    )  # fmt: skip


@pytest.fixture
def evidence() -> Evidence:
    rng = np.random.default_rng(1)
    counts = rng.integers(1, 50, (G, W)).astype(float)
    has_entry = np.array([1.0, 1, 0, 1, 1, 0, 1])
    lexicon = rng.dirichlet(np.ones(S), W).T * has_entry
    return Evidence(*(torch.tensor(x) for x in (counts / counts.sum(), lexicon, has_entry)))


@pytest.fixture
def penalties() -> Penalties:
    return Penalties(
        torch.tensor([0.0, 1e-3, 0.1]).double(), torch.tensor([0.5, 3.0, 0.0]).double()
    )


def joint_by_definition(parameters: Parameters, fit: int) -> Floats:
    """p(w, s, g) as [W, S, G], each factor normalised on its own."""
    eta, sigma, phi, background = (x[fit].numpy() for x in parameters)
    joint = np.zeros((W, S, G))
    for w, s, g in product(range(W), range(S), range(G)):
        z = sum(np.exp(background[v] + eta[s, g, v]) for v in range(W))
        p_word = np.exp(background[w] + eta[s, g, w]) / z
        p_sentiment = np.exp(sigma[s, g]) / np.exp(sigma[:, g]).sum()
        p_gender = np.exp(phi[g]) / np.exp(phi).sum()
        joint[w, s, g] = p_word * p_sentiment * p_gender
    return joint


def test_the_joint_is_the_product_of_its_factors_and_sums_to_1(parameters: Parameters) -> None:
    joint = model.log_joint(parameters).exp()
    for fit in range(FITS):
        np.testing.assert_allclose(
            joint[fit].permute(2, 0, 1).numpy(), joint_by_definition(parameters, fit), rtol=1e-12
        )
    np.testing.assert_allclose(joint.sum(1).sum((1, 2)).numpy(), np.ones(FITS))  # p(w, g)


def test_sentiment_given_word_in_closed_form_equals_brute_force(parameters: Parameters) -> None:
    found = model.log_sentiment(model.log_joint(parameters)).exp()
    z = torch.logsumexp(parameters.background[:, None, None] + parameters.eta, dim=3)
    a = (
        torch.log_softmax(parameters.phi, 1)[:, None]
        + torch.log_softmax(parameters.sigma, 1)
        - z
    )  # fmt: skip
    without_background = torch.softmax(torch.logsumexp(parameters.eta + a[..., None], dim=2), dim=1)
    np.testing.assert_allclose(found.numpy(), without_background.numpy(), rtol=1e-12)
    for fit in range(FITS):
        joint = joint_by_definition(parameters, fit).sum(axis=2)
        np.testing.assert_allclose(found[fit].T.numpy(), joint / joint.sum(1, keepdims=True))


def test_the_objective_written_out(
    parameters: Parameters, evidence: Evidence, penalties: Penalties
) -> None:
    for fit in range(FITS):
        joint = joint_by_definition(parameters, fit)
        cross_entropy = -sum(
            evidence.shares[g, w].item() * np.log(joint[w, :, g].sum())
            for w, g in product(range(W), range(G))
        )
        kl = sum(
            q.item() * np.log(q.item() / (joint[w, s].sum() / joint[w].sum()))
            for w, s in product(range(W), range(S))
            if (q := evidence.lexicon[s, w]) > 0
        )
        size = sum(x[fit].abs().sum().item() for x in parameters[:3])
        expected = cross_entropy + penalties.posterior[fit] * kl + penalties.l1[fit] * size
        found = model.objective(parameters, evidence, penalties)[fit]
        assert found.item() == pytest.approx(expected.item(), rel=1e-12)


def test_the_gradient_equals_autograd(
    parameters: Parameters, evidence: Evidence, penalties: Penalties
) -> None:
    smooth = Penalties(torch.zeros(FITS).double(), penalties.posterior)
    leaves = Parameters(*(x.clone().requires_grad_() for x in parameters))
    model.objective(leaves, evidence, smooth).sum().backward()
    found = model.smooth_gradient(parameters, evidence, penalties.posterior)
    for name, leaf in leaves._asdict().items():
        np.testing.assert_allclose(
            getattr(found, name).numpy(), leaf.grad.numpy(), rtol=1e-9, atol=1e-14, err_msg=name
        )


def test_phi_rests_where_genders_are_as_frequent_as_in_the_table(
    parameters: Parameters, evidence: Evidence
) -> None:
    at_rest = parameters._replace(phi=evidence.shares.sum(1).log().expand(FITS, G))
    no_lexicon = torch.zeros(FITS).double()
    assert model.smooth_gradient(at_rest, evidence, no_lexicon).phi.abs().max() < 1e-15
    assert model.smooth_gradient(parameters, evidence, no_lexicon).phi.abs().max() > 1e-3


def test_constants_move_between_parameters_without_changing_the_joint(
    parameters: Parameters,
) -> None:
    shift = torch.tensor(np.random.default_rng(2).normal(size=(FITS, W)))
    moved = parameters._replace(
        eta=parameters.eta + 3.0 + shift[:, None, None], background=parameters.background - shift
    )
    np.testing.assert_allclose(model.log_joint(moved), model.log_joint(parameters), atol=1e-12)
