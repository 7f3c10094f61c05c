"""One scale for all measures: standard errors from where a test starts, towards the claim."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.audits.results import Part
from equimask.metrics import measure_of
from equimask.reports.standardised import error_of, standardised

PART = Part("care", 40, 56.0, 50.0, 48.0, 64.0, 0.1, 0.2, None, stderr=3.0)


def test_a_share_lies_as_many_errors_off_as_its_distance_has() -> None:
    assert standardised(measure_of("cps"), PART, PART.value) == pytest.approx((56 - 50) / 3)
    assert standardised(measure_of("cps"), PART, 64.0) == pytest.approx((64 - 50) / 3)


def test_a_null_is_the_start_and_adds_its_own_error() -> None:
    calibrated = replace(PART, null=60.0, null_stderr=4.0)
    found = standardised(measure_of("cps"), calibrated, calibrated.value)
    assert found == pytest.approx((56 - 60) / sqrt(3**2 + 4**2))


def test_below_is_towards_the_claim_where_the_measure_says_so() -> None:
    part = replace(PART, value=-0.01, neutral=0.0, stderr=0.005)
    assert standardised(measure_of("s_jsd"), part, part.value) == pytest.approx(2.0)


def test_rows_that_all_agree_have_the_error_of_their_interval() -> None:
    unanimous = replace(PART, value=100.0, stderr=0.0, ci_low=92.0, ci_high=100.0)
    assert error_of(unanimous) == 2.0
    assert standardised(measure_of("cps"), unanimous, 100.0) == pytest.approx(25.0)


@pytest.mark.parametrize(
    "part",
    [
        replace(PART, neutral=None),
        replace(PART, stderr=None, ci_low=None),
        replace(PART, stderr=0.0, ci_low=56.0, ci_high=56.0),
        replace(PART, interval_of_draws=True),
    ],
)
def test_without_a_start_or_an_error_nothing_is_told(part: Part) -> None:
    assert standardised(measure_of("cps"), part, part.value) is None


@given(st.floats(0, 100), st.floats(0, 100), st.floats(0.01, 50), st.floats(0.1, 1000))
def test_the_unit_does_not_matter(value: float, start: float, error: float, factor: float) -> None:
    part = replace(PART, value=value, neutral=start, stderr=error)
    other = replace(PART, value=factor * value, neutral=factor * start, stderr=factor * error)
    one, two = (standardised(measure_of("cps"), p, p.value) for p in (part, other))
    assert one is not None and two == pytest.approx(one, abs=1e-9)
    assert (one > 0) == (value > start) and (one < 0) == (value < start)
