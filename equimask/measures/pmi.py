"""Pointwise mutual information of words and genders, straight from their counts.

PMI(w, g) = log n(w,g) N / (n(w) n(g)), in natural logarithms: 0 where a word comes with a gender as
often as chance would have it. Its mean over all events is the mutual information of word and
gender, which is never negative and, on few counts, too large: a word seen once always belongs to
one gender.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats as sps
from scipy.optimize import brentq
from scipy.special import xlogy

from equimask.core.arrays import Floats, Ints

SMALL = 5.0  # expected events, the usual bound below which a cell says little
_CELLS_AT_ONCE = 8_000_000  # bounds memory for many words and draws
_PERMUTABLE = 10**9  # NumPy draws from urns with fewer balls than this
_ROUNDING = 1e-12  # mutual information that differs by less is equal


def pmi(counts: npt.ArrayLike, add_k: float = 0.0) -> Floats:
    """PMI of every cell of `counts` [words, genders]; a cell without events is -inf.

    `add_k` is added to every cell before, which keeps all values finite and draws them to 0.
    """
    table = np.asarray(counts, dtype=np.float64) + add_k
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.log(table) - np.log(expected(table))
    return np.where(table > 0, values, -np.inf)


def expected(counts: npt.ArrayLike) -> Floats:
    """Events that each cell would hold if word and gender were independent."""
    table = np.asarray(counts, dtype=np.float64)
    return np.asarray(
        table.sum(axis=-1, keepdims=True)
        * (table.sum(axis=-2, keepdims=True) / table.sum(axis=(-2, -1), keepdims=True))
    )


def mutual_information(counts: npt.ArrayLike) -> Floats:
    """Mean PMI over events, of one table or of a stack of them [..., words, genders]."""
    table = np.asarray(counts, dtype=np.float64)
    total = table.sum(axis=(-2, -1))
    of_word, of_gender = table.sum(axis=-1), table.sum(axis=-2)
    sums = (
        xlogy(table, table).sum(axis=(-2, -1))
        - xlogy(of_word, of_word).sum(axis=-1)
        - xlogy(of_gender, of_gender).sum(axis=-1)
    )
    return np.asarray(sums / total + np.log(total))


def entropy(counts: npt.ArrayLike) -> float:
    """Entropy of the gender alone: the most that a word can tell about it."""
    return float(sps.entropy(np.asarray(counts, dtype=np.float64).sum(axis=0)))


@dataclass(frozen=True)
class Bootstrap:
    """Draws of events with replacement: an interval for each cell's PMI, and mutual information.

    A draw without the word tells nothing about it and counts as -inf, so that the lower bound of a
    rare word is open.
    """

    low: Floats
    high: Floats
    information: Floats  # [draws]


def bootstrap(
    counts: Ints,
    n_resamples: int,
    rng: np.random.Generator,
    confidence_level: float = 0.95,
    add_k: float = 0.0,
) -> Bootstrap:
    """Multinomial draws of all events, a block of words at a time.

    How many events fall into each block and gender is drawn first, then within them: exactly the
    draws of the whole table, without holding it n_resamples times.
    """
    n_words, n_genders = counts.shape
    n_blocks = min(n_words, 1 + n_resamples * counts.size // _CELLS_AT_ONCE)
    blocks = np.array_split(np.arange(n_words), n_blocks)
    shares = np.array([counts[block].sum(axis=0) for block in blocks]) / counts.sum()
    drawn = rng.multinomial(int(counts.sum()), shares.ravel(), size=n_resamples)
    totals = drawn.reshape(n_resamples, n_blocks, n_genders)
    of_gender = totals.sum(axis=1)
    sums = -xlogy(of_gender, of_gender).sum(axis=1)
    smooth_gender = of_gender + add_k * n_words
    tail = (1.0 - confidence_level) / 2.0
    bounds = []
    for k, block in enumerate(blocks):
        table = _within(counts[block], totals[:, k], rng)
        of_word = table.sum(axis=2)
        sums += xlogy(table, table).sum(axis=(1, 2)) - xlogy(of_word, of_word).sum(axis=1)
        smooth_word = of_word + add_k * n_genders
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.log(table + add_k) + np.log(smooth_gender.sum(axis=1))[:, None, None]
            values -= np.log(smooth_word)[:, :, None] + np.log(smooth_gender)[:, None]
        values[np.isnan(values)] = -np.inf
        bounds.append(np.quantile(values, (tail, 1.0 - tail), axis=0, method="inverted_cdf"))
    low, high = np.concatenate(bounds, axis=1)
    events = float(counts.sum())
    return Bootstrap(low, high, sums / events + np.log(events))


def _within(counts: Ints, totals: Ints, rng: np.random.Generator) -> Floats:
    """[draws, words, genders]: `totals` [draws, genders] events, spread as in `counts`."""
    drawn = np.zeros((len(totals), *counts.shape))
    for gender, column in enumerate(counts.T):
        if column.any():
            drawn[:, :, gender] = rng.multinomial(totals[:, gender], column / column.sum())
    return drawn


@dataclass(frozen=True)
class Independence:
    """Mutual information where gender says nothing about words but both are as frequent as here."""

    mean: float
    stderr: float
    p_value: float
    test: str

    def detectable(self, confidence_level: float, power: float) -> float | None:
        """The mean excess over chance that the test finds with this power; None if it finds none.

        Chance makes a scaled chi-square, of the mean and spread seen here, and an association makes
        the non-central one: its spread grows with it, which matters where words are few.
        """
        if not self.stderr > _ROUNDING:
            return None
        scale = self.stderr**2 / (2.0 * self.mean)
        freedom = self.mean / scale
        bound = sps.chi2.ppf(confidence_level, freedom)

        def missing(shift: float) -> float:
            return float(sps.ncx2.sf(bound, freedom, shift)) - power

        most = 1000.0 + 100.0 * float(np.sqrt(freedom))
        return scale * float(brentq(missing, 0.0, most)) if missing(0.0) < 0 else 0.0


def independence(
    counts: Ints,
    n_resamples: int,
    rng: np.random.Generator,
    on_draws: Callable[[int], object] | None = None,
) -> Independence:
    """How large the mutual information is by chance, and how often as large as here.

    Genders are dealt anew to all events: exact for any table. From 10^9 events on, more than the
    generator deals, the chi-square approximation of the G-test stands in. `on_draws` is told how
    many tables have been drawn since it was last called.
    """
    value = float(mutual_information(counts))
    events = int(counts.sum())
    if events >= _PERMUTABLE:
        freedom = int((counts.any(axis=1).sum() - 1) * (counts.any(axis=0).sum() - 1))
        return Independence(
            mean=freedom / (2.0 * events),
            stderr=float(np.sqrt(2.0 * freedom)) / (2.0 * events),
            p_value=float(sps.chi2.sf(2.0 * events * value, freedom)),
            test="G-test",
        )
    stacks = []
    for tables in permuted(counts, n_resamples, rng):
        stacks.append(mutual_information(tables))
        if on_draws is not None:
            on_draws(len(tables))
    draws = np.concatenate(stacks)
    reached = int((draws >= value - _ROUNDING).sum())
    return Independence(
        mean=float(draws.mean()),
        stderr=float(draws.std(ddof=1)),
        p_value=(1 + reached) / (1 + n_resamples),
        test="permutation G-test",
    )


def permuted(counts: Ints, n_resamples: int, rng: np.random.Generator) -> Iterator[Ints]:
    """Stacks of tables with the same margins, their events dealt at random."""
    of_word, of_gender = counts.sum(axis=1), counts.sum(axis=0)
    smallest_first = np.argsort(of_gender)  # the last gender takes what is left
    step = max(1, _CELLS_AT_ONCE // counts.size)
    for start in range(0, n_resamples, step):
        size = min(step, n_resamples - start)
        left = np.tile(of_word, (size, 1))
        tables = np.empty((size, *counts.shape), dtype=np.int64)
        for nth, gender in enumerate(smallest_first[:-1]):
            take = int(of_gender[gender])
            if nth == 0:
                drawn = rng.multivariate_hypergeometric(of_word, take, size, method="marginals")
            else:  # each draw has dealt other events already
                drawn = np.array(
                    [rng.multivariate_hypergeometric(urn, take, method="marginals") for urn in left]
                )
            tables[:, :, gender] = drawn
            left -= drawn
        tables[:, :, smallest_first[-1]] = left
        yield tables
