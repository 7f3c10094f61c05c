"""A result: rows as arrays inside and as lists at the edge, and back from its dict."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.core.result import BiasResult, ResultsApart, from_list, gapped, spread, with_gaps
from tests.results import CPS

VALUES = {"cps": np.array([1.0, 0.5]), "hits": np.array([3, 4])}
RESULT = replace(
    CPS,
    details={"male_prevalence": 40.0, "twins": [49.0, 51.0]},
    row_values=spread(4, [0, 2], VALUES),
)


def test_rows_are_as_long_as_the_input_with_none_where_one_was_skipped() -> None:
    assert RESULT.rows == {"cps": [1.0, None, 0.5, None], "hits": [3, None, 4, None]}
    assert {type(value) for value in RESULT.rows["hits"]} == {int, type(None)}


def test_inside_rows_are_masked_arrays_of_their_own_type() -> None:
    hits = RESULT.row_values["hits"]
    assert (hits.dtype.kind, hits.mask.tolist()) == ("i", [False, True, False, True])
    np.testing.assert_array_equal(with_gaps(hits), [3.0, np.nan, 4.0, np.nan])
    assert gapped(RESULT).keys() == VALUES.keys()


def test_a_frame_has_a_line_for_every_row_of_the_input() -> None:
    frame = RESULT.to_frame()
    assert list(frame) == ["cps", "hits"]
    np.testing.assert_array_equal(frame["cps"], [1.0, np.nan, 0.5, np.nan])
    assert frame["hits"].dtype == "Int64" and frame["hits"].isna().tolist() == [
        False, True, False, True,
    ]  # fmt: skip
    assert CPS.to_frame().empty


def test_the_frames_of_results_apart_are_told_apart_by_their_group() -> None:
    frame = ResultsApart({"source=a": RESULT, "source=b": RESULT}).to_frame()
    assert frame["group"].value_counts().to_dict() == {"source=a": 4, "source=b": 4}
    assert ResultsApart().to_frame().empty


@pytest.mark.parametrize(
    "result",
    [
        CPS,
        RESULT,
        replace(CPS, n_clusters=7),
        replace(RESULT, null=51.0, null_stderr=None, neutral=None, p_value=None),
    ],
)
def test_a_result_comes_back_from_its_dict_and_from_json(result: BiasResult) -> None:
    flat = result.as_dict()
    assert BiasResult.from_dict(flat) == result
    again = BiasResult.from_dict(json.loads(json.dumps(flat, allow_nan=False)))
    assert again == result
    assert again.rows == result.rows
    assert (again.null, again.details) == (result.null, result.details)
    assert again.n_clusters == result.n_clusters


def test_the_headline_stands_under_the_name_in_the_signature() -> None:
    flat = RESULT.as_dict(rows=False)
    assert (flat["cps"], flat["male_prevalence"]) == (60.0, 40.0)
    assert "rows" not in flat and "null" not in flat
    assert BiasResult.from_dict(flat).rows == {}


def test_results_are_equal_where_all_that_they_show_is() -> None:
    assert replace(RESULT) == RESULT
    assert replace(RESULT, row_values=spread(4, [0, 3], VALUES)) != RESULT
    assert RESULT.as_dict() != RESULT


@given(st.lists(st.one_of(st.none(), st.floats(-1e9, 1e9))))
def test_a_list_with_gaps_comes_back(values: list[float | None]) -> None:
    assert from_list(values).tolist() == values
