"""Latent-variable PMI (Stanczak et al. 2023, after Hoyle et al. 2019): words, sentiment, gender.

p(w, s, g) = p(w | s, g) p(s | g) p(g), with p(w | s, g) proportional to exp(m_w + eta_{w,s,g}), is
fitted to the table n(w, g) alone: its cost does not grow with the number of events. Every pair of
penalties is one fit, all fits of a grid run as one tensor, and what is reported is their mean.

The table tells p(w, g) and the lexicon p(s | w). They do not tell how the sentiment of one word
differs between the genders; there the penalties and the start at eta = 0 decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from equimask.core.arrays import Bools, Floats
from equimask.core.randomness import Seed, as_number
from equimask.core.schema import SENTIMENTS
from equimask.measures import latent_model as model
from equimask.measures.latent_fitting import Method, Minimum, minimise, steepest
from equimask.measures.latent_inputs import (
    Penalty,
    check_counts,
    check_grid,
    check_names,
    check_sentiment,
)

__all__ = [
    "L1_GRID",
    "MAX_ITERATIONS",
    "NO_SENTIMENT",
    "POSTERIOR_GRID",
    "Fit",
    "LatentPmi",
    "fit",
]


NO_SENTIMENT = ("all",)  # without a lexicon the model has one sentiment
L1_GRID = (0.0, 1e-5, 1e-4, 1e-3, 1e-2)
POSTERIOR_GRID = (1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0)
MAX_ITERATIONS = 5000

_NOISE = 1e-3  # of eta at the start: breaks ties between sentiments
_UNSEEN = 0.5  # events


@dataclass(frozen=True)
class Fit:
    """How one pair of penalties went; losses are natural logarithms per event."""

    l1: float
    posterior: float
    converged: bool
    iterations: int
    gradient_norm: float
    loss: float
    cross_entropy: float
    kl_per_word: float | None
    sparsity: float


@dataclass(frozen=True)
class LatentPmi:
    """What a grid of fits says about each word; arrays run [fits, words, sentiments, genders]."""

    words: tuple[str, ...]
    sentiments: tuple[str, ...]
    genders: tuple[str, ...]
    fits: tuple[Fit, ...]
    eta: Floats  # as fitted: a constant per (sentiment, gender) is not identified
    log_joint: Floats

    @property
    def deviations(self) -> Floats:
        """Eta of each fit minus its mean over the words."""
        return np.asarray(self.eta - self.eta.mean(axis=1, keepdims=True))

    @property
    def deviation(self) -> Floats:
        """[words, sentiments, genders]: the centred deviation, averaged over the fits."""
        return np.asarray(self.deviations.mean(axis=0))

    @property
    def deviation_spread(self) -> Floats:
        """[words, sentiments, genders]: its standard deviation over the fits."""
        return np.asarray(self.deviations.std(axis=0))

    @property
    def converged(self) -> Bools:
        """[fits]."""
        return np.array([fit.converged for fit in self.fits])


def fit(
    counts: npt.ArrayLike,
    sentiment: npt.ArrayLike | None = None,
    l1: Penalty = L1_GRID,
    posterior: Penalty = POSTERIOR_GRID,
    seed: Seed = 0,
    *,
    words: Sequence[str] | None = None,
    genders: Sequence[str] | None = None,
    rebalance: bool = False,
    proximal: bool = True,
    learn_background: bool = False,
    max_iterations: int = MAX_ITERATIONS,
    tolerance: float = 1e-6,
    device: str | None = None,
    on_step: Callable[[], object] | None = None,
) -> LatentPmi:
    """Fit the model to `counts` [words, genders] for every pair of penalties.

    `sentiment` [words, 3] holds q(s | w) in the order negative, neutral, positive; rows need not
    sum to 1, and a row of NaN is a word without an entry, on which the lexicon has no say. Without
    `sentiment` the model has one sentiment and `posterior` is not used.

    `rebalance` weighs every event by 1/n(g), so that the genders count alike and their deviations
    can be compared. The background m_w is log((n_w + 1) / (N + W)) unless `learn_background`.
    A fit ends when its objective no longer falls by `tolerance`; `Fit.converged` says whether it
    did within `max_iterations`. `on_step` is called after each step.
    """
    table = check_counts(counts)
    n_words, n_genders = table.shape
    word_names = check_names(words, n_words, "word")
    gender_names = check_names(genders, n_genders, "gender")
    lexicon = None if sentiment is None else check_sentiment(sentiment, n_words)
    weights = (0.0,) if lexicon is None else check_grid("posterior", posterior)
    grid = list(product(check_grid("l1", l1), weights))
    on = torch.device(device or "cpu")
    number = torch.float32 if on.type == "mps" else torch.float64  # Apple's GPUs have no float64

    def tensor(values: npt.ArrayLike) -> Tensor:
        return torch.as_tensor(np.asarray(values, dtype=np.float64)).to(on, number)

    share, background = _shares(table, rebalance)
    evidence = _evidence(share, lexicon, tensor)
    penalties = model.Penalties(*(tensor(column) for column in zip(*grid, strict=True)))
    start = _start(evidence, tensor(background), len(grid), as_number(seed))
    method = Method(proximal, learn_background, max_iterations, tolerance, on_step)
    found = minimise(start, evidence, penalties, method)
    joint = model.log_joint(found.parameters)
    return LatentPmi(
        words=word_names,
        sentiments=NO_SENTIMENT if lexicon is None else SENTIMENTS,
        genders=gender_names,
        fits=_describe(grid, found, joint, evidence, penalties),
        eta=_array(found.parameters.eta),
        log_joint=_array(joint),
    )


def _evidence(
    share: Floats, lexicon: Floats | None, tensor: Callable[[npt.ArrayLike], Tensor]
) -> model.Evidence:
    if lexicon is None:
        lexicon = np.full((len(share), 1), np.nan)
    has_entry = ~np.isnan(lexicon[:, 0])
    known = np.where(has_entry[:, None], lexicon, 0.0)
    return model.Evidence(
        shares=tensor(share.T), lexicon=tensor(known.T), has_entry=tensor(has_entry)
    )


def _shares(table: Floats, rebalance: bool) -> tuple[Floats, Floats]:
    """[words, genders]: what the model shall give each cell; and the words' log background.

    A word never seen with a gender would have no finite optimum without L1: its eta would fall for
    ever. It is given half an event, or what its frequency leads to expect if that is less, at the
    cost of the other words of that gender.
    """
    of_gender = table.sum(axis=0)
    weights = of_gender.mean() / of_gender if rebalance else np.ones_like(of_gender)
    of_word = (table * weights).sum(axis=1)
    background = (of_word + 1.0) / (of_word.sum() + len(table))
    unseen = np.minimum(_UNSEEN, background[:, None] * of_gender)
    filled = np.where(table == 0.0, unseen, table)
    share = filled / filled.sum(axis=0) * (weights * of_gender / of_word.sum())
    return share, np.log(background)


def _start(
    evidence: model.Evidence, background: Tensor, n_fits: int, seed: int
) -> model.Parameters:
    """The same start for every fit, so that none depends on its company."""
    shape = (len(evidence.lexicon), *evidence.shares.shape)
    generator = torch.Generator().manual_seed(seed)
    noise = _NOISE * torch.randn(shape, generator=generator, dtype=torch.float64)
    zeros = background.new_zeros
    return model.Parameters(
        eta=noise.to(background).expand(n_fits, *shape),
        sigma=zeros(n_fits, *shape[:2]),
        phi=zeros(n_fits, shape[1]),
        background=background.expand(n_fits, -1),
    )


def _describe(
    grid: Sequence[tuple[float, float]],
    found: Minimum,
    joint: Tensor,
    evidence: model.Evidence,
    penalties: model.Penalties,
) -> tuple[Fit, ...]:
    entries = float(evidence.has_entry.sum())
    columns = (
        found.converged,
        found.iterations,
        steepest(found.parameters, evidence, penalties),
        model.objective(found.parameters, evidence, penalties),
        model.cross_entropy(joint, evidence),
        model.posterior_kl(joint, evidence) / max(entries, 1.0),
        (found.parameters.eta == 0.0).flatten(1).to(joint.dtype).mean(1),
    )
    return tuple(
        Fit(l1, posterior, converged, steps, norm, loss, entropy, kl if entries else None, zeros)
        for (l1, posterior), converged, steps, norm, loss, entropy, kl, zeros in zip(
            grid, *(column.tolist() for column in columns), strict=True
        )
    )


def _array(cells: Tensor) -> Floats:
    """From [fits, S, G, W] to [fits, words, sentiments, genders]."""
    return np.ascontiguousarray(cells.permute(0, 3, 1, 2).cpu().numpy(), dtype=np.float64)
