"""Numbers are compared at the digits they were given in; fields, by what they mean."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.errors import OptionError
from equimask.core.signature import Signature
from equimask.evaluation.reproduction import (
    TOLERANCE,
    agree,
    expected_numbers,
    field_differences,
)

COMMIT = "0123456789abcdef0123456789abcdef01234567"
numbers = st.floats(-100, 100, allow_nan=False)


@given(numbers, st.integers(0, 12))
def test_a_rounded_number_agrees_with_what_it_was_rounded_from(came: float, digits: int) -> None:
    assert agree(f"{came:.{digits}f}", came)
    assert agree(f"{came:.{digits}e}", came)
    assert agree(came, came)


@given(numbers, st.integers(0, 3))
def test_another_last_digit_does_not(came: float, digits: int) -> None:
    rounded = Decimal(f"{came:.{digits}f}")
    last = Decimal(1).scaleb(-digits)
    for other in (rounded + 2 * last, rounded - 2 * last):
        assert not agree(str(other), came)


def test_what_another_processor_rounds_otherwise_is_one_number() -> None:
    assert agree(52.67857142857143, 52.67857142857143 * (1 + TOLERANCE / 2))
    assert not agree(52.67857142857143, 52.67857142857143 * (1 + 2 * TOLERANCE))
    assert agree(-0.0023, -0.0023 + TOLERANCE / 2)
    assert not agree(-0.0023, -0.0023 + 2 * TOLERANCE)


def test_a_number_may_be_written_as_tables_have_it() -> None:
    assert agree("52.7 %", 52.68)
    assert agree("−2.3e-3", -0.00231)
    assert not agree("52,7".replace(",", "."), 52.6)


def test_no_number_is_one_only_with_none() -> None:
    assert agree(None, None)
    assert not agree(None, 1.0)
    assert not agree("1", None)


@pytest.mark.parametrize("text", ["", "half", "52,7", "nan", "inf", "1 2"])
def test_what_is_no_number_is_refused_before_anything_is_scored(text: str) -> None:
    with pytest.raises(OptionError, match="a number to compare"):
        expected_numbers(text)


def test_expected_numbers_have_keys_where_they_are_no_headline() -> None:
    assert expected_numbers(None) == {}
    assert expected_numbers(52.7) == {"": 52.7}
    assert expected_numbers(["52.7", "ci_low=48.1"]) == {"": "52.7", "ci_low": "48.1"}
    assert expected_numbers({"null": 50.0}) == {"null": 50.0}


def told(one: str, other: str) -> list[tuple[str, bool]]:
    found = field_differences(Signature.parse(one), Signature.parse(other))
    return [(difference.note, difference.matters) for difference in found]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("m|n:1", "m|n:1", []),
        ("m|n:1", "m|n:2", [("another n", True)]),
        ("m|n:1", "b|n:1", [("another metric", True)]),
        ("m|equimask:1|n:1", "m|equimask:2|n:1", [("another version of equimask", False)]),
        ("m|model:a@12", "m|model:b@12", [("the same model under another name", False)]),
        ("m|model:a@12", "m|model:a@13", [("another model", True)]),
        (f"m|model:a@{COMMIT}", f"m|model:a@{COMMIT[::-1]}", [("another model", True)]),
        ("m|data:a@12", "m|data:b@12", [("the same rows under another name", False)]),
        ("m|data:a@12", "m|data:a@13", [("other rows", True)]),
        ("m|data:a@1|where:x=y", "m|data:a@1", [("another where, the same rows", False)]),
        ("m|data:custom@1|table:t", "m|data:a@2|table:t",
         [("the same rows under another name", False)]),
        ("m|seed:0|control:names", "m|seed:0", [("another control", True)]),
        ("m|seed:0", "m|seed:0|new:1", [("another new", True)]),
    ],
)  # fmt: skip
def test_a_difference_is_told_by_what_it_means(
    one: str, other: str, expected: list[tuple[str, bool]]
) -> None:
    assert told(one, other) == expected


def test_a_commit_cannot_be_compared_with_a_content() -> None:
    ((note, matters),) = told(f"m|model:a@{COMMIT}", "m|model:a@0123456789ab")
    assert matters and "nobody can tell" in note
