"""The formulas of SentiVAE: encoders, decoders and the divergence, as pure functions.

A word's sentiment is a point z on the triangle (negative, neutral, positive). Each lexicon has
an encoder omega, which turns its value into a unit of evidence, and a decoder, which says how
probable that value is given z. With D lexica that have the word,

    q(z) = Dirichlet(beta),  beta = 1 + sum of omega,  sum of beta = 3 + D,

so that the mean of q never exceeds (1 + D) / (3 + D): one lexicon alone never says more than .5.

Encoders and decoders are mirrored: when a lexicon's value changes sides, negative and positive
change places and nothing else does. Without that, lexica that know only two sides put half of
the negative words on the neutral corner. A bias keeps how often each value occurs.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor
from torch.distributions import Dirichlet, Normal, kl_divergence
from torch.nn import functional as F  # noqa: N812

from equimask.core.schema import SENTIMENTS
from equimask.studies.sentiment.observations import Kind, SourceLexicon

CORNERS = len(SENTIMENTS)
# The lexica are written in steps of 1/8 or 1/5; a narrower normal would only learn the steps.
SMALLEST_SCALE = 0.05


class Perceptron(NamedTuple):
    """One hidden layer with ELU."""

    hidden: Tensor
    hidden_bias: Tensor
    out: Tensor
    out_bias: Tensor

    def __call__(self, x: Tensor) -> Tensor:
        """Rows in, rows out."""
        return F.elu(x @ self.hidden + self.hidden_bias) @ self.out + self.out_bias


class Coder(NamedTuple):
    """The parameters of one lexicon."""

    encoder: Perceptron
    decoder: Perceptron
    bias: Tensor

    def tensors(self) -> list[Tensor]:
        """All of them, in a fixed order."""
        return [*self.encoder, *self.decoder, self.bias]

    @classmethod
    def of(cls, tensors: list[Tensor]) -> Coder:
        """The way back from `tensors`."""
        return cls(Perceptron(*tensors[:4]), Perceptron(*tensors[4:8]), tensors[8])


def new_coder(lexicon: SourceLexicon, hidden: int) -> Coder:
    """Small random weights from torch's generator; biases are zero."""
    outputs = len(output_reflection(lexicon))
    return Coder(
        _new_perceptron(lexicon.width, hidden, CORNERS),
        _new_perceptron(CORNERS, hidden, outputs),
        torch.zeros(outputs, dtype=torch.float64),
    )


def features(kind: Kind, x: Tensor) -> Tensor:
    """What an encoder sees: a side as -1 or 1, votes as shares, numbers as they are."""
    if kind is Kind.BINARY:
        return 2 * x - 1
    if kind is Kind.COUNTS:
        return x / x.sum(-1, keepdim=True)
    return x


def input_reflection(lexicon: SourceLexicon) -> Tensor:
    """The matrix that makes a value's features change sides."""
    if lexicon.kind is Kind.COUNTS:
        same = torch.eye(lexicon.width, dtype=torch.float64)
        return same.index_select(0, torch.tensor(lexicon.mirrored_classes()))
    if lexicon.kind is Kind.PAIR:
        return torch.eye(2, dtype=torch.float64).flip(0)
    return -torch.eye(1, dtype=torch.float64)


def output_reflection(lexicon: SourceLexicon) -> Tensor:
    """The matrix that makes a decoder's output change sides; scales keep their sign."""
    sides = input_reflection(lexicon)
    if lexicon.kind in (Kind.REAL, Kind.PAIR):
        both: Tensor = torch.block_diag(sides, sides.abs())
        return both
    return sides


def evidence(coder: Coder, lexicon: SourceLexicon, x: Tensor) -> Tensor:
    """omega(x): a unit of evidence spread over negative, neutral and positive."""
    seen = features(lexicon.kind, x)
    mirrored = coder.encoder(seen @ input_reflection(lexicon)).flip(-1)
    return torch.softmax(coder.encoder(seen) + mirrored, -1)


def log_likelihood(coder: Coder, lexicon: SourceLexicon, z: Tensor, x: Tensor) -> Tensor:
    """log p(x | z), one term per observation.

    An entry of votes counts as one observation however many voted: the mean over its votes.
    """
    out = coder.decoder(z) + coder.decoder(z.flip(-1)) @ output_reflection(lexicon) + coder.bias
    if lexicon.kind is Kind.BINARY:
        return -F.binary_cross_entropy_with_logits(out[..., 0], x[..., 0], reduction="none")
    if lexicon.kind is Kind.COUNTS:
        return (features(lexicon.kind, x) * torch.log_softmax(out, -1)).sum(-1)
    place, scale = out.split(lexicon.width, -1)
    normal = Normal(torch.tanh(place), F.softplus(scale) + SMALLEST_SCALE, validate_args=False)
    total: Tensor = normal.log_prob(x).sum(-1)
    return total


def divergence(beta: Tensor, prior: Tensor) -> Tensor:
    """KL(Dirichlet(beta) || Dirichlet(prior)) of every row."""
    left, right = (Dirichlet(rows, validate_args=False) for rows in (beta, prior))
    apart: Tensor = kl_divergence(left, right)
    return apart


def mean_sentiment(beta: Tensor) -> Tensor:
    """The mean of Dirichlet(beta): what the lexicon publishes."""
    mean: Tensor = beta / beta.sum(-1, keepdim=True)
    return mean


def _new_perceptron(inputs: int, hidden: int, outputs: int) -> Perceptron:
    def weights(rows: int, columns: int) -> Tensor:
        return torch.randn(rows, columns, dtype=torch.float64) / math.sqrt(rows)

    def zeros(size: int) -> Tensor:
        return torch.zeros(size, dtype=torch.float64)

    return Perceptron(
        weights(inputs, hidden), zeros(hidden), weights(hidden, outputs), zeros(outputs)
    )
