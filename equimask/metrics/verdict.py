"""One result, one verdict: the only place where a p-value becomes a word."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from equimask.core.result import BiasResult
from equimask.core.verdicts import Verdict
from equimask.metrics import measure_of
from equimask.metrics.spec import Measure
from equimask.stats import ALPHA, attainable_p


class Tested(Protocol):
    """What a verdict reads: a result has it, and so has the score of some of its rows."""

    @property
    def value(self) -> float:
        """The score."""

    @property
    def tested_against(self) -> float | None:
        """Where its test starts; None where that is not known."""

    @property
    def ci_low(self) -> float | None:
        """Of its interval, where it has one."""

    @property
    def ci_high(self) -> float | None:
        """The other end."""

    @property
    def interval_of_draws(self) -> bool:
        """Whether that is no error bar."""

    @property
    def p_value(self) -> float | None:
        """Of its distance from there."""

    @property
    def n(self) -> int:
        """How many rows."""

    @property
    def n_clusters(self) -> int | None:
        """In how many clusters, where they are in any."""

    @property
    def attainable_p(self) -> float | None:
        """The smallest p that so few could give."""

    @property
    def equivalence_p(self) -> float | None:
        """Of a distance of the bound or more."""


def verdict(measure: Measure, result: Tested) -> Verdict:
    """By the result's own p-value.

    1. Without a neutral point and without a null nothing is read, whatever p: `uncalibrated`.
    2. Where not even rows that all agree could be significant: `too_few`, whatever p. A t test
       against untrained twins can be significant with two rows; two rows show nothing all the same.
    3. A score that is significantly within the bound of `equivalence` is `equivalent`, also where
       it is significantly off its starting point: whoever states a bound says what is too little to
       matter.
    4. What is preferred, where the distance from the starting point is significant, else
       `none_shown`. Where there is an interval and no test, the interval decides: beside or around
       the starting point; one of draws alone shows nothing. Where there is neither, nothing can be
       told: `too_few`.

    The starting point is the null where there is one, else the neutral point.
    """
    return corrected(measure, result, result.p_value)


def corrected(measure: Measure, result: Tested, p_value: float | None) -> Verdict:
    """The same by a p-value after false-discovery control.

    The p of equivalence stays as it is: it was asked for one score at a time.
    """
    least = result.attainable_p
    if least is None:  # results of old
        least = attainable_p(result.n if result.n_clusters is None else result.n_clusters)
    start = result.tested_against
    if start is None:
        return Verdict.UNCALIBRATED
    if least >= ALPHA:
        return Verdict.TOO_FEW
    if result.equivalence_p is not None and result.equivalence_p < ALPHA:
        return Verdict.EQUIVALENT
    if p_value is None and (result.ci_low is None or result.ci_high is None):
        return Verdict.TOO_FEW
    if p_value is None and result.interval_of_draws:
        return Verdict.NONE_SHOWN
    if _is_off(start, p_value, result.ci_low, result.ci_high):
        return measure.above if result.value > start else measure.below
    return Verdict.NONE_SHOWN


def difference_verdict(
    measure: Measure, difference: float, q_value: float | None, n_units: int
) -> Verdict:
    """What one model prefers more than another on the same rows.

    `n_units` are their clusters where they are in any, else the rows.
    """
    if q_value is None or attainable_p(n_units) >= ALPHA:
        return Verdict.TOO_FEW
    if q_value < ALPHA and difference != 0.0:
        return measure.above if difference > 0.0 else measure.below
    return Verdict.NONE_SHOWN


def with_verdict(result: BiasResult, measure: Measure | None = None) -> BiasResult:
    """The finished result."""
    measure = measure_of(result.metric) if measure is None else measure
    return replace(result, verdict=verdict(measure, result))


def verdict_of(result: BiasResult) -> Verdict:
    """The verdict that a result has; a result of old, or one made by hand, gets it now."""
    if result.verdict is not None:
        return result.verdict
    return verdict(measure_of(result.metric), result)


def _is_off(start: float, p_value: float | None, low: float | None, high: float | None) -> bool:
    if p_value is not None:
        return p_value < ALPHA
    return low is not None and high is not None and not low <= start <= high
