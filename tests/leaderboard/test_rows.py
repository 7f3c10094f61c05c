"""A number once: the same signature, the same value."""

from __future__ import annotations

import math
from typing import Any

import pytest

from equimask.core.errors import DataError
from equimask.leaderboard.rows import united
from tests.leaderboard.samples import row

OTHER = row().signature.replace("lang:de", "lang:en")


def test_the_same_number_twice_is_one_row() -> None:
    assert united([row(), row(source="lab/model")]) == [row()]
    assert len(united([row(), row(language="en", signature=OTHER)])) == 2


def test_two_values_of_one_signature_are_refused_with_both_sources() -> None:
    with pytest.raises(DataError, match=r"55.5 in results.json and 55.6 in lab/model") as caught:
        united([row(), row(score=55.6, source="lab/model")])
    assert row().signature in caught.value.expected


def test_values_agree_where_their_first_six_digits_do() -> None:
    assert len(united([row(score=55.5), row(score=55.5 + 1e-6)])) == 1
    with pytest.raises(DataError):
        united([row(score=55.5), row(score=55.501)])


@pytest.mark.parametrize("turned", [False, True])
def test_the_telling_that_says_more_is_kept(turned: bool) -> None:
    poor = row(stderr=None, parameters=None, source="lab/model")
    calibrated = row(null=49.0, parameters=None)
    told = [poor, calibrated, row()]
    (kept,) = united(told[::-1] if turned else told)
    assert kept == calibrated


def test_a_size_that_one_source_tells_holds_for_the_same_weights() -> None:
    sizes = {"lang:de": 110, "lang:en": None}
    told = [
        row(parameters=size, signature=row().signature.replace("lang:de", language))
        for language, size in sizes.items()
    ]
    other = row(parameters=None, revision="other", signature="other")
    assert [one.parameters for one in united([*told, other])] == [110, 110, None]


def test_rows_go_by_measure_language_and_model() -> None:
    made = [
        row(measure=measure, language=language, model=model, signature=f"{number}")
        for number, (measure, language, model) in enumerate(
            [("sbm", "de", "a"), ("s_jsd", None, "a"), ("s_jsd", "de", "b"), ("s_jsd", "de", "a")]
        )
    ]
    assert [one.signature for one in united(made)] == ["3", "2", "1", "0"]


@pytest.mark.parametrize("field", ["score", "stderr", "ci_low", "null", "neutral"])
@pytest.mark.parametrize("value", ["12", math.nan, math.inf, True, [1.0], 10**400])
def test_what_is_no_number_is_refused(field: str, value: Any) -> None:
    with pytest.raises(DataError, match=f"a number under '{field}'"):
        row(**{field: value})


@pytest.mark.parametrize(("field", "value"), [("score", None), ("parameters", -1), ("n", 1.5)])
def test_what_is_no_count_is_refused(field: str, value: Any) -> None:
    with pytest.raises(DataError, match=f"a number under '{field}'"):
        row(**{field: value})
