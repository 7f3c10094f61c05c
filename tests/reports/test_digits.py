"""Numbers have the digits that their error leaves a meaning, and no sign before 0."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.reports.digits import around, decimals, decimals_of, interval, number
from tests.results import CPS


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (0.3, 2), (3.1, 1), (31.0, 0), (310.0, 0), (0.0996, 2), (9.96, 0), (0.05, 3), (1e-9, 6),
        (None, 1), (0.0, 1), (float("inf"), 1), (float("nan"), 1),
    ],
)  # fmt: skip
def test_two_digits_of_the_error_decide(error: float | None, expected: int) -> None:
    assert decimals(error) == expected


@given(st.floats(1e-4, 1e4))
def test_an_error_is_told_to_a_twentieth(error: float) -> None:
    assert abs(float(f"{error:.{decimals(error)}f}") - error) <= error / 19


def test_a_small_effect_is_not_printed_as_nothing() -> None:
    small = replace(CPS, value=-0.00005, stderr=0.00002, ci_low=-0.00009, ci_high=-0.00001)
    digits = decimals_of(small, 1e3)
    assert number(small.value, 1e3, digits) == "-0.050"
    assert interval(small, 1e3) == "-0.090…-0.010"


def test_without_a_standard_error_the_interval_tells() -> None:
    assert decimals_of(replace(CPS, stderr=None, ci_low=0.0, ci_high=1.0), 1.0) == 2
    assert decimals_of(replace(CPS, stderr=None, ci_low=None, ci_high=None), 1.0) == 1


@given(st.floats(-1, 1), st.integers(0, 4))
def test_nothing_has_no_sign(value: float, digits: int) -> None:
    text = number(value, 1.0, digits)
    assert text.startswith("-") == (float(text) < 0)


def test_what_is_not_there_is_a_dash() -> None:
    assert number(None) == "–" == around(None, 1.0, 1)
    assert interval(replace(CPS, ci_low=None, ci_high=None), 1.0) == "–"
    assert around(9.6, 1.0, 1) == "±9.6"
