"""Adam on all fits of a grid at once, each with its own pace and its own end.

A strong lexicon penalty makes the problem stiff: Adam would spend its steps on the sentiments and
hardly move the genders. So the penalty starts weak and grows to its weight, the slower the further
it has to go; from then on a fit halves its rate whenever its objective stalls, and ends when the
rate is spent.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event
from typing import NamedTuple

import torch
from torch import Tensor

from equimask.measures.latent_model import (
    Evidence,
    Parameters,
    Penalties,
    Workspace,
    objective,
    smooth_gradient,
)

_BETA_1, _BETA_2, _EPSILON = 0.9, 0.95, 1e-12
_FIRST_RATE, _LAST_RATE = 0.05, 1e-4
_FIRST_WEIGHT = 10.0  # of the lexicon penalty at most, divided by the words that it sums over
_STEPS_PER_TENFOLD = 300  # while it grows: with half as many, stiff fits end far from their optimum
_FEWEST_STEPS = 500  # before the first look: sentiments that start alike part slowly
_CHECK_EVERY = 10

PENALISED = ("eta", "sigma", "phi")


@dataclass(frozen=True)
class Method:
    """How the objective is minimised.

    `proximal` soft-thresholds after each step, so that L1 gives true zeros; else |x| is followed by
    its subgradient, and small parameters jitter around zero.
    """

    proximal: bool
    learn_background: bool
    max_iterations: int
    tolerance: float
    on_step: Callable[[], object] | None


class Minimum(NamedTuple):
    """Where the fits ended, in the order in which they were given."""

    parameters: Parameters
    converged: Tensor
    iterations: Tensor


class _Growth(NamedTuple):
    """How each fit's lexicon penalty comes to its weight: by the same factor at every step."""

    first: Tensor
    steps: Tensor  # 0 where it has its weight from the start
    last: Tensor

    @classmethod
    def to(cls, posterior: Tensor, n_entries: float) -> _Growth:
        """Towards these weights of a sum over `n_entries` words."""
        most = _FIRST_WEIGHT / max(n_entries, 1.0)
        tenfolds = [math.log10(max(weight / most, 1.0)) for weight in posterior.tolist()]
        steps = [math.ceil(_STEPS_PER_TENFOLD * n) for n in tenfolds]
        return cls(posterior.clamp(max=most), posterior.new_tensor(steps), posterior)

    def at(self, step: int) -> Tensor:
        """The weights at this step."""
        part = (step / self.steps).clamp(max=1.0)  # over 0 steps: infinite, so 1
        grown = self.first * torch.exp(part * (self.last / self.first).log())
        return torch.where(self.over(step), self.last, grown)

    def over(self, step: int) -> Tensor:
        """Which fits have their whole penalty."""
        return step >= self.steps


@dataclass
class _Running:
    """The fits that have not ended: all tensors have one entry per fit."""

    index: Tensor
    values: dict[str, Tensor]
    means: dict[str, Tensor]
    squares: dict[str, Tensor]
    l1: Tensor
    growth: _Growth
    rate: Tensor
    best: Tensor

    def keep(self, chosen: Tensor) -> None:
        """Go on with the chosen fits alone."""
        for name, held in vars(self).items():
            if isinstance(held, dict):
                setattr(self, name, {key: tensor[chosen] for key, tensor in held.items()})
            elif isinstance(held, _Growth):
                setattr(self, name, _Growth(*(tensor[chosen] for tensor in held)))
            else:
                setattr(self, name, held[chosen])


def minimise(
    start: Parameters, evidence: Evidence, penalties: Penalties, method: Method
) -> Minimum:
    """Minimise every fit's objective.

    On a processor each thread takes a share of the fits. They never wait for each other, as they
    would if every operation were split, and a fit is the same whoever takes it.
    """
    n_fits = len(penalties.l1)
    before = torch.get_num_threads()
    device = start.eta.device
    threads = before if device.type == "cpu" else 1
    shares = [torch.arange(n_fits)[k::threads] for k in range(min(threads, n_fits))]
    stop = Event()

    def run_share(share: Tensor) -> Minimum:
        own = share.to(device)
        return _minimise_together(
            Parameters(*(x[own] for x in start)),
            evidence,
            Penalties(*(x[own] for x in penalties)),
            method if share[0] == 0 else replace(method, on_step=None),
            stop,
        )

    torch.set_num_threads(1)
    try:
        with ThreadPoolExecutor(len(shares)) as pool:
            try:
                minima = list(pool.map(run_share, shares))
            finally:
                stop.set()  # a failure or Ctrl-C here ends the other threads' work too
    finally:
        torch.set_num_threads(before)
    order = torch.argsort(torch.cat(shares))
    parameters = zip(*(minimum.parameters for minimum in minima), strict=True)
    return Minimum(
        Parameters(*(torch.cat(parts)[order.to(device)] for parts in parameters)),
        torch.cat([minimum.converged for minimum in minima])[order],
        torch.cat([minimum.iterations for minimum in minima])[order],
    )


def _minimise_together(
    start: Parameters,
    evidence: Evidence,
    penalties: Penalties,
    method: Method,
    stop: Event,
) -> Minimum:
    free = (*PENALISED, "background") if method.learn_background else PENALISED
    ended = Parameters(*(x.clone() for x in start))
    n_fits = len(penalties.l1)
    converged = torch.zeros(n_fits, dtype=torch.bool)
    iterations = torch.full((n_fits,), method.max_iterations)
    run = _Running(
        index=torch.arange(n_fits, device=start.eta.device),
        values={name: getattr(start, name).clone() for name in start._fields},
        means={name: torch.zeros_like(getattr(start, name)) for name in free},
        squares={name: torch.zeros_like(getattr(start, name)) for name in free},
        l1=penalties.l1,
        growth=_Growth.to(penalties.posterior, float(evidence.has_entry.sum())),
        rate=torch.full_like(penalties.l1, _FIRST_RATE),
        best=torch.full_like(penalties.l1, torch.inf),
    )
    work = Workspace.like(start.eta)
    for step in range(1, method.max_iterations + 1):
        room = Workspace(*(buffer[: len(run.index)] for buffer in work))
        _advance(run, evidence, method, step, room)
        if method.on_step is not None:
            method.on_step()
        if stop.is_set():
            break
        if step < _FEWEST_STEPS or step % _CHECK_EVERY:
            continue
        over = _slow_down(run, evidence, step, method.tolerance)
        if over.any():
            _store(ended, run, over)
            indices = run.index[over].cpu()
            converged[indices], iterations[indices] = True, step
            run.keep(~over)
        if not len(run.index):
            break
    _store(ended, run, torch.ones_like(run.index, dtype=torch.bool))
    return Minimum(ended, converged, iterations)


def _advance(run: _Running, evidence: Evidence, method: Method, step: int, work: Workspace) -> None:
    """One step of Adam for all running fits."""
    gradient = smooth_gradient(Parameters(**run.values), evidence, run.growth.at(step), work)
    for name, mean in run.means.items():
        x, square, slope = run.values[name], run.squares[name], getattr(gradient, name)
        per_fit = (-1, *[1] * (x.dim() - 1))
        l1 = run.l1.view(per_fit) * (name in PENALISED)
        if not method.proximal:
            slope = slope.add_(x.sign().mul_(l1))
        mean.lerp_(slope, 1.0 - _BETA_1)
        square.mul_(_BETA_2).addcmul_(slope, slope, value=1.0 - _BETA_2)
        # the gradient has been used: its buffers are free
        one, other = (work.first, work.second) if name == "eta" else (None, None)
        length = torch.sqrt(square, out=one).add_(_EPSILON)
        rate = run.rate.view(per_fit) * (1.0 - _BETA_2**step) ** 0.5
        length = torch.div(rate, length, out=length)
        x.addcmul_(length, mean, value=-1.0 / (1.0 - _BETA_1**step))
        if method.proximal:
            threshold = length.mul_(l1)
            below = torch.neg(threshold, out=other)
            x.sub_(torch.clamp(x, below, threshold, out=below))


def _slow_down(run: _Running, evidence: Evidence, step: int, tolerance: float) -> Tensor:
    """Halve the rate of the fits that stalled; which of them have none left."""
    value = objective(Parameters(**run.values), evidence, Penalties(run.l1, run.growth.last))
    grown = run.growth.over(step)
    run.rate = torch.where(grown & (value > run.best - tolerance), run.rate / 2.0, run.rate)
    run.best = torch.where(grown, torch.minimum(run.best, value), run.best)
    return run.rate < _LAST_RATE


def _store(ended: Parameters, run: _Running, chosen: Tensor) -> None:
    for name, values in run.values.items():
        getattr(ended, name)[run.index[chosen]] = values[chosen]


def steepest(parameters: Parameters, evidence: Evidence, penalties: Penalties) -> Tensor:
    """Euclidean norm of the smallest subgradient by eta, sigma and phi: 0 at an optimum, [fits]."""
    gradient = smooth_gradient(parameters, evidence, penalties.posterior)
    squares = torch.zeros_like(penalties.l1)
    for name in PENALISED:
        x, slope = getattr(parameters, name), getattr(gradient, name)
        l1 = penalties.l1.view(-1, *[1] * (x.dim() - 1))
        at_zero = slope.sign() * (slope.abs() - l1).clamp_min(0.0)
        slope = torch.where(x == 0.0, at_zero, slope + l1 * x.sign())
        squares += slope.square().flatten(1).sum(1)
    return squares.sqrt()
