"""The fit of graded SentiVAE: one strength per lexicon, by how well lexica foretell each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import torch
from torch import Tensor

from equimask.core.arrays import Floats
from equimask.core.errors import DataError
from equimask.models.devices import reproducible
from equimask.studies.sentiment.model import (
    Decoder,
    divergence,
    expected_polarity,
    log_likelihood,
    mean_sentiment,
    posterior,
    strengths,
)
from equimask.studies.sentiment.observations import (
    SourceLexicon,
    Table,
    observation_table,
    seed_prior,
)
from equimask.studies.sentiment.settings import Fitted, Settings

# Where decoders start and are held to, loosely: a slope of 3, a precision of 4.
_FIRST_DECODER = (math.log(3), 0.0, math.log(4))


def fit(
    lexica: Sequence[SourceLexicon],
    seeds: Mapping[str, int] | None = None,
    settings: Settings | None = None,
) -> Fitted:
    """One lexicon out of several. Seed words matter only where the divergence has a weight."""
    settings = settings or Settings()
    if not lexica:
        raise DataError(expected="at least one lexicon", got="none", fix="Pass the lexica to join.")
    # The names decide the order, so that the caller's does not.
    lexica = sorted(lexica, key=lambda lexicon: lexicon.name)
    table = observation_table(lexica)
    with reproducible(0):
        problem = _Problem(lexica, table, seed_prior(table, seeds or {}), settings)
        problem.solve()
        with torch.no_grad():
            strength = strengths(problem.log_strength)
            neutral_below = problem.neutral_below(strength)
            beta = problem.beta(strength, neutral_below)
            likelihood = float(problem.fitted()) / max(problem.predicted, 1)
    return Fitted(
        words=table.words,
        sentiment=mean_sentiment(beta).numpy(),
        n_sources=tuple(int(n) for n in table.n_sources),
        strengths={x.name: float(s) for x, s in zip(lexica, strength, strict=True)},
        neutral_below=neutral_below,
        predicted=problem.predicted,
        likelihood=likelihood if problem.predicted else None,
    )


class _Problem:
    """The numbers that are looked for, and the loss that they should make small."""

    def __init__(
        self, lexica: Sequence[SourceLexicon], table: Table, prior: Floats, settings: Settings
    ) -> None:
        self.settings = settings
        self.graded = [lexicon.is_graded for lexicon in lexica]
        self.has = torch.from_numpy(table.has)
        self.polarity = torch.from_numpy(np.nan_to_num(table.polarity))
        self.n_sources = torch.from_numpy(table.n_sources)
        self.prior = torch.from_numpy(prior)
        self.several = self.n_sources > 1
        self.entries = [torch.nonzero(column & self.several)[:, 0] for column in self.has.T]
        self.predicted = sum(map(len, self.entries))
        self.log_strength = torch.zeros(len(lexica), dtype=torch.float64, requires_grad=True)
        self.first = torch.tensor(_FIRST_DECODER, dtype=torch.float64).expand(len(lexica), -1)
        self.decoders = self.first.clone().requires_grad_()

    @cached_property
    def agreed(self) -> Tensor:
        """Words on whose side two or more lexica agree; where there are none, all with a side."""
        sides = self.polarity.sign().sum(1).abs()
        agreed = self.several & (sides == self.n_sources)
        return agreed if agreed.any() else sides > 0

    def solve(self) -> None:
        """Strengths and decoders; with no word in two lexica there is nothing to learn."""
        if not self.predicted:
            return
        optimiser = torch.optim.LBFGS(
            [self.log_strength, self.decoders],
            max_iter=self.settings.steps,
            tolerance_grad=1e-9,
            tolerance_change=1e-12,
            line_search_fn="strong_wolfe",
        )

        def closure() -> Tensor:
            optimiser.zero_grad()
            loss = self.loss()
            loss.backward()
            return loss

        optimiser.step(closure)

    def loss(self) -> Tensor:
        """The negative log-posterior of the numbers, and the weighted divergence, per entry."""
        spread = self.settings.strength_spread, self.settings.decoder_spread
        moved = self.log_strength / spread[0], (self.decoders - self.first) / spread[1]
        total = sum((part.square().sum() / 2 for part in moved), -self.fitted())
        if self.settings.kl_weight:
            strength = strengths(self.log_strength)
            beta = self.beta(strength, self.neutral_below(strength.detach()))[self.several]
            apart = divergence(beta, self.prior[self.several]).sum()
            total = total + self.settings.kl_weight * apart
        return total / self.predicted

    def fitted(self) -> Tensor:
        """The log-likelihood of every entry given the word's other lexica."""
        evidence = self.polarity * torch.exp(self.log_strength)
        net = evidence.sum(1)
        total = torch.zeros((), dtype=torch.float64)
        for at, (rows, graded) in enumerate(zip(self.entries, self.graded, strict=True)):
            others = expected_polarity(net[rows] - evidence[rows, at], self.n_sources[rows] - 1)
            decoder = Decoder(*self.decoders[at])
            terms = log_likelihood(decoder, graded, others, self.polarity[rows, at])
            total = total + terms.sum()
        return total

    def neutral_below(self, strength: Tensor) -> float:
        """The evidence per lexicon below which a word is neutral."""
        net = (self.polarity @ strength).abs() / self.n_sources
        # where no word has a side, all are neutral whatever is typical
        typical = float(net[self.agreed].mean()) if self.agreed.any() else 1.0
        return self.settings.neutral_below * typical

    def beta(self, strength: Tensor, neutral_below: float) -> Tensor:
        """The posterior of every word."""
        return posterior(self.polarity @ strength, self.n_sources, neutral_below)
