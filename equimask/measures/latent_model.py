"""The latent-variable model's mathematics, as pure functions on tensors.

Tensors run [fits, sentiments, genders, words], so that sums over words are contiguous. What is said
about a fit depends on that fit alone: the leading axis only serves to work on many at once.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Parameters(NamedTuple):
    """p(w|s,g) = softmax_w(background + eta), p(s|g) = softmax_s(sigma), p(g) = softmax_g(phi)."""

    eta: Tensor  # [fits, S, G, W]
    sigma: Tensor  # [fits, S, G]
    phi: Tensor  # [fits, G]
    background: Tensor  # [fits, W]


class Evidence(NamedTuple):
    """What the model is fitted to: nothing but the table of shares, and the lexicon."""

    shares: Tensor  # [G, W], n(w,g) / N
    lexicon: Tensor  # [S, W], q(s|w); zeros where a word has no entry
    has_entry: Tensor  # [W], 1 or 0


class Workspace(NamedTuple):
    """Buffers as large as eta: to allocate them at every step would cost as much as the sums."""

    first: Tensor
    second: Tensor
    third: Tensor

    @classmethod
    def like(cls, eta: Tensor) -> Workspace:
        """Buffers for this eta."""
        return cls(*(torch.empty_like(eta) for _ in cls._fields))


class Penalties(NamedTuple):
    """The weights of the two regularisers, one of each per fit."""

    l1: Tensor  # [fits]
    posterior: Tensor  # [fits]


def log_joint(parameters: Parameters) -> Tensor:
    """log p(w, s, g): [fits, S, G, W]."""
    return (
        torch.log_softmax(parameters.background[:, None, None] + parameters.eta, dim=3)
        + torch.log_softmax(parameters.sigma, dim=1)[..., None]
        + torch.log_softmax(parameters.phi, dim=1)[:, None, :, None]
    )


def log_sentiment(joint: Tensor) -> Tensor:
    """log p(s | w), genders summed out of a log joint: [fits, S, W]; the background cancels."""
    return torch.log_softmax(torch.logsumexp(joint, dim=2), dim=1)


def cross_entropy(joint: Tensor, evidence: Evidence) -> Tensor:
    """Mean over events of -log p(w, g), sentiments summed out: [fits]."""
    return -(evidence.shares * torch.logsumexp(joint, dim=1)).sum((1, 2))


def posterior_kl(joint: Tensor, evidence: Evidence) -> Tensor:
    """Sum over the words with an entry of KL(q(s|w) || p(s|w)): [fits]."""
    entropy: Tensor = torch.special.entr(evidence.lexicon).sum()
    return -(evidence.lexicon * log_sentiment(joint)).sum((1, 2)) - entropy


def l1_norm(parameters: Parameters) -> Tensor:
    """Sum of |eta|, |sigma| and |phi|: [fits]."""
    penalised = (parameters.eta, parameters.sigma, parameters.phi)
    return torch.stack([x.abs().flatten(1).sum(1) for x in penalised]).sum(0)


def objective(parameters: Parameters, evidence: Evidence, penalties: Penalties) -> Tensor:
    """Cross entropy plus both penalties: [fits]."""
    joint = log_joint(parameters)
    return (
        cross_entropy(joint, evidence)
        + penalties.posterior * posterior_kl(joint, evidence)
        + penalties.l1 * l1_norm(parameters)
    )


def smooth_gradient(
    parameters: Parameters, evidence: Evidence, posterior: Tensor, work: Workspace | None = None
) -> Parameters:
    """Gradient of the objective without its L1 part, at the cost of one exp a cell.

    With D the derivative by log p(w,s,g), the softmax over words takes p(w|s,g) * sum_w D off it;
    sigma and phi follow in the same way from what D sums to.
    """
    weight, by_eta, factor = work or Workspace.like(parameters.eta)
    torch.add(parameters.background[:, None, None], parameters.eta, out=weight).exp_()
    total_weight = weight.sum(dim=3)  # far from overflow: eta is a log-ratio
    of_sentiment = torch.softmax(parameters.sigma, dim=1)
    of_gender = torch.softmax(parameters.phi, dim=1)
    scale = of_sentiment * of_gender[:, None] / total_weight
    joint = torch.mul(weight, scale[..., None], out=by_eta)
    word_gender, word_sentiment = joint.sum(1), joint.sum(2)
    word = word_gender.sum(1, keepdim=True)
    pull = evidence.has_entry / word - evidence.lexicon / word_sentiment
    pull *= posterior[:, None, None]
    torch.sub(pull[:, :, None], (evidence.shares / word_gender)[:, None], out=factor)
    by_log_joint = by_eta.mul_(factor)
    total = by_log_joint.sum(3)
    by_gender = total.sum(1)
    by_eta.addcmul_(weight, (total / total_weight)[..., None], value=-1.0)
    return Parameters(
        eta=by_eta,
        sigma=total - of_sentiment * by_gender[:, None],
        phi=by_gender - of_gender * by_gender.sum(1, keepdim=True),
        background=by_eta.sum((1, 2)),
    )
