"""The formulas of graded SentiVAE: evidence, posterior, decoders and the divergence, pure.

As in SentiVAE, a word's sentiment is a point on the triangle (negative, neutral, positive), and

    q = Dirichlet(beta),  sum of beta = 3 + D  for a word that D lexica have:

one from the prior for each corner and one unit of evidence from each lexicon. So the mean of q
never exceeds (1 + D) / (3 + D), and one lexicon alone never says more than .5.

What differs is how a value becomes evidence. SentiVAE's encoders are free networks, and its
decoders read a draw from q. With four or five units in all such a draw is mostly noise; to be
heard through it every encoder says as much as it may, and .15, .45 and .8 become one sign. Here
a lexicon of strength s gives s times its polarity, so that its grades stay; decoders read the
mean of q; and a lexicon's value is explained by the word's other lexica, not by itself, so that
strengths are learnt from agreement.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor
from torch.distributions import Beta, Dirichlet, kl_divergence
from torch.nn import functional as F  # noqa: N812

from equimask.core.schema import SENTIMENTS

CORNERS = len(SENTIMENTS)
# A Beta distribution has no finite density at its ends, where many words of a lexicon lie.
EDGE = 0.01


class Decoder(NamedTuple):
    """How a lexicon speaks of a word: how steeply, with which leaning, how closely."""

    log_slope: Tensor
    leaning: Tensor
    log_precision: Tensor


def strengths(log_strength: Tensor) -> Tensor:
    """Relative to the strongest lexicon, whose full value is a full unit of evidence."""
    return torch.exp(log_strength - log_strength.max())


def expected_polarity(net: Tensor, n_sources: Tensor) -> Tensor:
    """Positive minus negative in the mean of q; `net` sums strength times polarity."""
    return net / (CORNERS + n_sources)


def background(neutral_below: float) -> tuple[float, float]:
    """What evidence for no side in particular gives to each side, and to neutral.

    Of a word whose net evidence per lexicon is `neutral_below`, neutral has as much as its side.
    """
    gap = neutral_below / (1 - neutral_below)
    return (1 - gap) / CORNERS, (1 + 2 * gap) / CORNERS


def posterior(net: Tensor, n_sources: Tensor, neutral_below: float) -> Tensor:
    """beta, [words, 3]. What speaks for both sides speaks for neither: only the net counts."""
    side, neutral = background(neutral_below)
    rest = n_sources - net.abs()
    corners = (net.clamp(max=0).abs() + rest * side, rest * neutral, net.clamp(min=0) + rest * side)
    return 1 + torch.stack(corners, -1)


def mean_sentiment(beta: Tensor) -> Tensor:
    """The mean of Dirichlet(beta): what the lexicon publishes."""
    mean: Tensor = beta / beta.sum(-1, keepdim=True)
    return mean


def log_likelihood(decoder: Decoder, graded: bool, expected: Tensor, polarity: Tensor) -> Tensor:
    """log p(polarity | the word's expected polarity): a side is Bernoulli, a grade is Beta."""
    score = decoder.leaning + torch.exp(decoder.log_slope) * expected
    place = (polarity + 1) / 2
    if not graded:
        return -F.binary_cross_entropy_with_logits(score, place, reduction="none")
    mean, precision = torch.sigmoid(score), torch.exp(decoder.log_precision)
    grades = Beta(mean * precision, (1 - mean) * precision, validate_args=False)
    density: Tensor = grades.log_prob(EDGE + (1 - 2 * EDGE) * place)
    return density


def divergence(beta: Tensor, prior: Tensor) -> Tensor:
    """KL(Dirichlet(beta) || Dirichlet(prior)) of every row."""
    left, right = (Dirichlet(rows, validate_args=False) for rows in (beta, prior))
    apart: Tensor = kl_divergence(left, right)
    return apart
