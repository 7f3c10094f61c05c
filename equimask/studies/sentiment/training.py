"""The fit of SentiVAE: full batch, Adam, stopped by the likelihood of held-out observations."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.distributions import Dirichlet

from equimask.core.arrays import Floats
from equimask.core.errors import DataError
from equimask.core.progress import tracked
from equimask.models.devices import reproducible
from equimask.studies.sentiment.model import (
    CORNERS,
    divergence,
    evidence,
    log_likelihood,
    mean_sentiment,
    new_coder,
)
from equimask.studies.sentiment.observations import (
    Patterns,
    SourceLexicon,
    Table,
    hold_out,
    observation_table,
    patterns_of,
    seed_prior,
)


@dataclass(frozen=True)
class Settings:
    """All that decides the result, together with the lexica and the seed words."""

    hidden: int = 32
    learning_rate: float = 0.01
    steps: int = 600
    warm_up: int = 200
    kl_weight: float = 0.3  # chosen by the likelihood of held-out observations, see the card
    held_out: float = 0.1
    check_every: int = 25
    patience: int = 12
    draws: int = 32  # of z, for the likelihood of a held-out observation
    most_rows: int = 4  # samples of z per step for words that share a pattern
    average: float = 0.99  # running mean of the weights, which is what is judged and kept
    seed: int = 0


@dataclass(frozen=True)
class Fitted:
    """The sentiment of every word, in the order of `words`, and how the training went."""

    words: tuple[str, ...]
    sentiment: Floats
    n_sources: tuple[int, ...]
    patterns: int
    held_out: int
    held_out_likelihood: float | None
    stopped_at: int
    seeds_found: int


def fit(
    lexica: Sequence[SourceLexicon],
    seeds: Mapping[str, int],
    settings: Settings | None = None,
    *,
    progress: bool = False,
    title: str = "SentiVAE",
) -> Fitted:
    """One lexicon out of several; the same result for the same seed."""
    settings = settings or Settings()
    if not lexica:
        raise DataError(expected="at least one lexicon", got="none", fix="Pass the lexica to join.")
    # The names decide the order, so that the caller's does not.
    lexica = sorted(lexica, key=lambda lexicon: lexicon.name)
    table = observation_table(lexica)
    prior = seed_prior(table, seeds)
    found = {seeds[word] for word in table.words if word in seeds}
    if len(found) < CORNERS:
        raise DataError(
            expected="seed words of every class among the words of the lexica",
            got=f"classes {sorted(found)} of 0, 1, 2",
            fix="Add seed words that the lexica have: without them the axes have no meaning.",
        )
    with reproducible(settings.seed):
        training = _Training(lexica, table, prior, settings)
        training.warm_up()
        training.run(progress, title)
        beta = training.beta(_tensors(table.values, table, lexica), len(table.words))
        sentiment = mean_sentiment(beta).detach().numpy()
    return Fitted(
        words=table.words,
        sentiment=sentiment,
        n_sources=tuple(int(n) for n in table.has.sum(1)),
        patterns=len(training.patterns.counts),
        held_out=len(training.held_out),
        held_out_likelihood=training.best if training.held_out else None,
        stopped_at=training.best_step,
        seeds_found=sum(word in seeds for word in table.words),
    )


Observed = list[tuple[Tensor, Tensor]]  # per lexicon: rows that have a value, and the values


class _Training:
    """The state of one fit."""

    def __init__(
        self, lexica: Sequence[SourceLexicon], table: Table, prior: Floats, settings: Settings
    ) -> None:
        self.lexica, self.settings = lexica, settings
        self.held_out = hold_out(table, settings.held_out, np.random.default_rng(settings.seed))
        self.patterns: Patterns = patterns_of(table.without(self.held_out), prior)
        self.seen = _tensors(self.patterns.values, table, lexica)
        self.asked = [_asked(self.held_out, at, table, self.patterns) for at in range(len(lexica))]
        self.prior = torch.from_numpy(self.patterns.prior)
        self.weight = torch.from_numpy(self.patterns.counts).double()
        rows = np.minimum(self.patterns.counts, settings.most_rows)
        self.row = torch.from_numpy(np.repeat(np.arange(len(rows)), rows))
        self.row_weight = (self.weight / torch.from_numpy(rows))[self.row]
        self.decoded = _tensors(self.patterns.values[self.row.numpy()], table, lexica)
        self.coders = [new_coder(lexicon, settings.hidden) for lexicon in lexica]
        for coder in self.coders:
            for tensor in coder.tensors():
                tensor.requires_grad_()
        self.best, self.best_step = -math.inf, 0

    def beta(self, observed: Observed, size: int) -> Tensor:
        """1 + the sum of the evidence, for every row."""
        beta = torch.ones(size, CORNERS, dtype=torch.float64)
        for coder, lexicon, (rows, x) in zip(self.coders, self.lexica, observed, strict=True):
            beta = beta.index_add(0, rows, evidence(coder, lexicon, x))
        return beta

    def warm_up(self) -> None:
        """Seed words alone, so that the axes mean what they should before anything is fitted."""
        is_seed = self.prior.sum(1) > CORNERS
        wanted = self.prior[is_seed] - 1
        optimiser = torch.optim.Adam(self._parameters(), lr=self.settings.learning_rate)
        for _ in range(self.settings.warm_up):
            mean = mean_sentiment(self.beta(self.seen, len(self.weight))[is_seed])
            _step(optimiser, -(wanted * torch.log(mean)).sum() / wanted.sum())

    def run(self, progress: bool, title: str) -> None:
        """Until the held-out likelihood no longer grows; then back to the best weights."""
        average = [tensor.detach().clone() for tensor in self._parameters()]
        kept = average
        optimiser = torch.optim.Adam(self._parameters(), lr=self.settings.learning_rate)
        waited = 0
        steps = range(self.settings.steps + 1)
        for step in tracked(steps, len(steps), "step", title, shown=progress):
            if step % self.settings.check_every == 0 and self.held_out:
                likelihood = self._held_out_likelihood(average)
                if likelihood > self.best:
                    self.best, self.best_step, waited = likelihood, step, 0
                    kept = [tensor.clone() for tensor in average]
                else:
                    waited += 1
                if waited == self.settings.patience:
                    break
            if step == self.settings.steps:
                break
            _step(optimiser, self._loss())
            decay = min(self.settings.average, (step + 1) / (step + 10))
            for mean, tensor in zip(average, self._parameters(), strict=True):
                mean.lerp_(tensor.detach(), 1 - decay)
        if not self.held_out:  # no word stands in two lexica: there is nothing to stop by
            kept, self.best_step = average, self.settings.steps
        self._use(kept)

    def _loss(self) -> Tensor:
        """The negative evidence bound per word, its divergence weighted."""
        beta = self.beta(self.seen, len(self.weight))
        z = Dirichlet(beta[self.row], validate_args=False).rsample()
        fitted = torch.zeros((), dtype=torch.float64)
        for coder, lexicon, (rows, x) in zip(self.coders, self.lexica, self.decoded, strict=True):
            terms = log_likelihood(coder, lexicon, z[rows], x)
            fitted = fitted + (terms * self.row_weight[rows]).sum()
        apart = (divergence(beta, self.prior) * self.weight).sum()
        return (self.settings.kl_weight * apart - fitted) / self.weight.sum()

    def _held_out_likelihood(self, weights: Sequence[Tensor]) -> float:
        """Mean log p(held-out value | the word's other lexica), over the same draws each time."""
        current = [tensor.detach().clone() for tensor in self._parameters()]
        self._use(weights)
        total = 0.0
        with torch.no_grad(), torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.settings.seed)
            beta = self.beta(self.seen, len(self.weight))
            for coder, lexicon, (rows, x) in zip(self.coders, self.lexica, self.asked, strict=True):
                z = Dirichlet(beta[rows], validate_args=False).sample((self.settings.draws,))
                terms = log_likelihood(coder, lexicon, z, x.expand(len(z), *x.shape))
                total += float((torch.logsumexp(terms, 0) - math.log(len(z))).sum())
        self._use(current)
        return total / len(self.held_out)

    def _parameters(self) -> list[Tensor]:
        return [tensor for coder in self.coders for tensor in coder.tensors()]

    def _use(self, weights: Sequence[Tensor]) -> None:
        with torch.no_grad():
            for tensor, weight in zip(self._parameters(), weights, strict=True):
                tensor.copy_(weight)


def _tensors(values: Floats, table: Table, lexica: Sequence[SourceLexicon]) -> Observed:
    observed = []
    for column, _ in zip(table.columns, lexica, strict=True):
        rows = np.flatnonzero(~np.isnan(values[:, column.start]))
        observed.append((torch.from_numpy(rows), torch.from_numpy(values[rows, column])))
    return observed


def _asked(
    held_out: Sequence[tuple[int, int]], lexicon: int, table: Table, patterns: Patterns
) -> tuple[Tensor, Tensor]:
    words = [word for word, of in held_out if of == lexicon]
    values = table.values[words, table.columns[lexicon]]
    return torch.from_numpy(patterns.of_word[words]), torch.from_numpy(values)


def _step(optimiser: torch.optim.Optimizer, loss: Tensor) -> None:
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
