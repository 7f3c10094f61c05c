"""How well one score follows another over models: the columns of a meta-evaluation.

A reference (say, the pair score of a human translation) and a candidate (MBE, a baseline, another
data set) are given as one number per model. Kaneko et al. (2022, Tables 3-6) report Spearman,
Pearson, the share of models on the same side of neutral, and the mean absolute difference.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats as sps

from equimask.core.arrays import Bools, Floats
from equimask.core.errors import InputError
from equimask.core.randomness import Seed

FEWEST_MODELS = 3  # two models always correlate perfectly
_PERMUTATIONS = 50_000  # more than 8!, so that up to eight models are permuted exhaustively


class Correlation(NamedTuple):
    """A coefficient and its two-sided p; both None where one side does not vary.

    The interval is Fisher's, for Pearson and from four models on.
    """

    value: float | None
    p_value: float | None
    low: float | None = None
    high: float | None = None


class Concordance(NamedTuple):
    """All agreement statistics of one candidate with the reference, and over how many models."""

    n: int
    spearman: Correlation
    pearson: Correlation
    n_same_direction: int
    direction: float
    mean_difference: float
    mean_absolute_difference: float


def concordance(
    reference: npt.ArrayLike,
    candidate: npt.ArrayLike,
    *,
    reference_null: npt.ArrayLike = 50.0,
    candidate_null: npt.ArrayLike = 50.0,
    confidence_level: float = 0.95,
    seed: Seed = 0,
) -> Concordance:
    """All statistics at once. A null is one number, or one per model where it was calibrated."""
    left, right = _checked(reference, candidate, FEWEST_MODELS)
    same = same_direction(left, right, reference_null, candidate_null)
    return Concordance(
        len(left),
        spearman(left, right, seed),
        pearson(left, right, confidence_level),
        int(same.sum()),
        float(same.mean()),
        float(differences(left, right).mean()),
        mean_absolute_difference(left, right),
    )


def spearman(reference: npt.ArrayLike, candidate: npt.ArrayLike, seed: Seed = 0) -> Correlation:
    """Rank correlation, ties by mean rank, with a permutation p: exact up to eight models.

    The t approximation is of no use at such sizes; beyond eight, permutations are drawn.
    """
    left, right = _checked(reference, candidate, FEWEST_MODELS)
    ranks_left, ranks_right = _standard(sps.rankdata(left)), _standard(sps.rankdata(right))
    if ranks_left is None or ranks_right is None:
        return Correlation(None, None)

    def coefficient(permuted: Floats, axis: int) -> Floats:
        # Rounded: sums of the same products in another order must count as ties.
        return np.asarray(np.round(np.sum(permuted * ranks_right, axis=axis), 12))

    test = sps.permutation_test(
        (ranks_left,),
        coefficient,
        permutation_type="pairings",
        vectorized=True,
        n_resamples=_PERMUTATIONS,
        batch=10_000,
        rng=np.random.default_rng(seed),
    )
    return Correlation(float(test.statistic), float(test.pvalue))


def pearson(
    reference: npt.ArrayLike, candidate: npt.ArrayLike, confidence_level: float = 0.95
) -> Correlation:
    """Linear correlation with SciPy's two-sided p and Fisher's interval."""
    left, right = _checked(reference, candidate, FEWEST_MODELS)
    if _standard(left) is None or _standard(right) is None:
        return Correlation(None, None)
    test = sps.pearsonr(left, right)
    if len(left) < FEWEST_MODELS + 1:
        return Correlation(float(test.statistic), float(test.pvalue))
    low, high = test.confidence_interval(confidence_level)
    return Correlation(float(test.statistic), float(test.pvalue), float(low), float(high))


def same_direction(
    reference: npt.ArrayLike,
    candidate: npt.ArrayLike,
    reference_null: npt.ArrayLike = 50.0,
    candidate_null: npt.ArrayLike = 50.0,
) -> Bools:
    """Per model, whether both scores lie on the same side of their nulls.

    A score that equals its null is on neither side: it agrees only with another such score.
    """
    left, right = _checked(reference, candidate, 1)
    left_null, right_null = (
        _null(null, len(left)) for null in (reference_null, candidate_null)
    )  # fmt: skip
    return np.asarray(np.sign(left - left_null) == np.sign(right - right_null))


def differences(reference: npt.ArrayLike, candidate: npt.ArrayLike) -> Floats:
    """Candidate minus reference, model by model."""
    left, right = _checked(reference, candidate, 1)
    return right - left


def mean_absolute_difference(reference: npt.ArrayLike, candidate: npt.ArrayLike) -> float:
    """The paper's Diff; it needs no third model."""
    return float(np.abs(differences(reference, candidate)).mean())


def _standard(values: Floats) -> Floats | None:
    """Centred and of length 1, or None where the values do not vary."""
    if np.ptp(values) == 0:
        return None
    centred = values - values.mean()
    return np.asarray(centred / np.linalg.norm(centred))


def _checked(
    reference: npt.ArrayLike, candidate: npt.ArrayLike, fewest: int
) -> tuple[Floats, Floats]:
    left = np.asarray(reference, dtype=np.float64)
    right = np.asarray(candidate, dtype=np.float64)
    if left.ndim != 1 or left.shape != right.shape:
        raise InputError(
            expected="one reference and one candidate score per model",
            got=f"arrays of shape {left.shape} and {right.shape}",
            fix="Pass two flat lists in the same order of models.",
        )
    if len(left) < fewest:
        raise InputError(
            expected=f"at least {fewest} models",
            got=f"{len(left)}",
            fix="A correlation over fewer says nothing: add models, or look at the differences."
            if fewest == FEWEST_MODELS
            else "Pass scores.",
        )
    broken = ~(np.isfinite(left) & np.isfinite(right))
    if broken.any():
        row = int(np.argmax(broken))
        raise InputError(
            expected="finite scores",
            got=f"{left[row]} and {right[row]} for model {row}",
            fix="Leave this model out, or score it again.",
        )
    return left, right


def _null(null: npt.ArrayLike, n: int) -> Floats:
    values = np.asarray(null, dtype=np.float64)
    if values.shape not in ((), (n,)):
        raise InputError(
            expected=f"one null, or one for each of the {n} models",
            got=f"an array of shape {values.shape}",
            fix="Pass a number, or a list as long as the scores.",
        )
    return np.broadcast_to(values, (n,))
