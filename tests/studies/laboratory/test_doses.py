"""Doses become odds; a bad dose is refused."""

from __future__ import annotations

import math

import pytest

from equimask.core.errors import OptionError
from equimask.studies.laboratory.doses import STRONGEST, Doses


@pytest.mark.parametrize(
    ("stereotype", "prevalence", "gender_more", "expected"),
    [
        (0.8, 0.0, "male", 0.9),
        (0.8, 0.0, "female", 0.1),
        (-0.8, 0.0, "male", 0.1),
        (0.0, 0.5, "male", 0.75),
        (0.0, 0.5, "female", 0.75),
        (0.8, 0.5, "", 0.75),
        (0.8, 0.5, "male", 27 / 28),  # odds 9 times odds 3
        (0.8, 0.5, "female", 0.25),  # odds 3 divided by odds 9
        (0.0, 0.0, "female", 0.5),
    ],
)
def test_doses_add_up_in_log_odds(
    stereotype: float, prevalence: float, gender_more: str, expected: float
) -> None:
    assert Doses(stereotype, prevalence).share_of_men(gender_more) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("strength", "gender_more", "expected"),
    [
        (0.0, "female", 0.75),  # prevalence alone
        (0.5, "female", 0.5),  # odds 3 divided by the root of 9
        (0.5, "male", 0.9),  # odds 3 times the root of 9
        (2.0, "male", 243 / 244),  # odds 3 times the square of 9
        (9.0, "male", 297 / 298),  # odds 3 times 99: no stereotype is stronger than that
    ],
)
def test_a_stereotype_takes_its_strength_of_the_log_odds(
    strength: float, gender_more: str, expected: float
) -> None:
    share = Doses(0.8, 0.5).share_of_men(gender_more, strength)
    assert share == pytest.approx(expected)


@pytest.mark.parametrize("dose", [1.0, -1.0, 0.99])
def test_a_full_dose_is_clipped_so_that_both_genders_occur(dose: float) -> None:
    clipped = math.copysign(STRONGEST, dose)
    assert Doses(dose).share_of_men("male") == pytest.approx((1 + clipped) / 2)


@pytest.mark.parametrize("bad", [1.01, -2, float("nan"), float("inf"), "0.5", None, True])
@pytest.mark.parametrize("name", ["stereotype", "prevalence", "name_frequency"])
def test_a_bad_dose_is_refused_with_what_was_expected_what_came_and_what_to_do(
    name: str, bad: object
) -> None:
    with pytest.raises(OptionError) as caught:
        Doses(**{name: bad})  # type: ignore[arg-type]
    error = caught.value
    assert name in error.expected
    assert "-1 to 1" in error.expected
    assert repr(bad) in error.got
    assert "0 plants no bias" in error.fix
