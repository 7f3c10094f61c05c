"""How far a score lies from where its test starts, in standard errors: one scale for all."""

from __future__ import annotations

from math import hypot
from typing import Protocol

from equimask.metrics import Measure
from equimask.reports.digits import Found

_ERRORS_IN_AN_INTERVAL = 4.0  # of 95 %, about


class Started(Found, Protocol):
    """A number with an error bar that is tested against something."""

    @property
    def value(self) -> float:
        """The score."""

    @property
    def tested_against(self) -> float | None:
        """Where its test starts; None where that is not known."""

    @property
    def null_stderr(self) -> float | None:
        """The error of that start, where it has one of its own."""

    @property
    def interval_of_draws(self) -> bool:
        """Whether its error only tells how draws from the same rows differ."""


def error_of(found: Found) -> float | None:
    """Its standard error; where all rows agree that is 0, and the interval tells it."""
    if found.stderr:
        return found.stderr
    if found.ci_low is None or found.ci_high is None or found.ci_low == found.ci_high:
        return None
    return (found.ci_high - found.ci_low) / _ERRORS_IN_AN_INTERVAL


def standardised(measure: Measure, found: Started, value: float) -> float | None:
    """Where `value` lies on the scale of a score: 0 is its start, above 0 is towards the claim.

    The start of a calibrated score has an error of its own. None where start or error is unknown:
    an error of draws alone is none.
    """
    error, start = error_of(found), found.tested_against
    if error is None or start is None or found.interval_of_draws:
        return None
    return measure.direction * (value - start) / hypot(error, found.null_stderr or 0.0)
