"""The three formats from the same numbers, and the choice among these."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO

import numpy as np
import pandas as pd
import pytest

from equimask.audits.numbers import Number, numbers_of
from equimask.core.errors import DataError, OptionError
from equimask.reports.tables import FORMATS, chosen, table
from tests.reports.html.fake_audit import fake_audit

AUDIT = fake_audit(("de", "fi"), models=("a/one@11", "b/two@22"), baseline=None)


@pytest.fixture
def numbers() -> list[Number]:
    return numbers_of(AUDIT)


def test_csv_is_the_frame_to_the_last_digit(numbers: list[Number]) -> None:
    read = pd.read_csv(StringIO(table(numbers, "csv")), keep_default_na=True)
    frame = AUDIT.to_frame()
    assert list(read.columns) == list(frame.columns) and len(read) == len(AUDIT.cells)
    for name in ("value", "stderr", "ci_low", "null", "p_value", "q_value", "rank"):
        np.testing.assert_array_equal(read[name], frame[name].astype("float64"))
    assert read["signature"].tolist() == frame["signature"].tolist()


@pytest.mark.parametrize("name", ["=cmd|' /C calc'!A0", "+1", "-x", "@SUM(1)", "\tx"])
def test_a_spreadsheet_runs_no_name_of_a_csv(numbers: list[Number], name: str) -> None:
    (line,) = csv.DictReader(StringIO(table([replace(numbers[0], model=name)], "csv")))
    assert line["model"] == f"'{name}"
    assert float(line["value"]) == numbers[0].result.value  # numbers may begin with a minus


def test_every_format_is_written(numbers: list[Number]) -> None:
    assert len({table(numbers, format) for format in FORMATS}) == len(FORMATS)
    with pytest.raises(OptionError, match="Did you mean 'latex'"):
        table(numbers, "tex")


def test_numbers_are_chosen_by_any_of_their_names(numbers: list[Number]) -> None:
    kept = chosen(numbers, ["b/two"], ["cps", "mbe"], ["fi"])
    assert [(one.model, one.measure, one.place.key) for one in kept] == [
        ("b/two", "cps", "fi"),
        ("b/two", "mbe", "fi"),
    ]
    assert chosen(numbers, models=["b/two@22"]) == chosen(numbers, models=["b/two"])
    assert chosen(numbers, places=["German"]) == chosen(numbers, places=["de"])
    assert chosen(numbers) == numbers


def test_what_is_not_among_the_results_is_refused_with_what_is(numbers: list[Number]) -> None:
    with pytest.raises(OptionError, match=r"a language of these results.*Valid: de, fi"):
        chosen(numbers, languages=["sv"])
    first = [one for one in numbers if (one.measure, one.place.key) != ("cps", "de")]
    with pytest.raises(DataError, match="none with all that was chosen"):
        chosen(first, measures=["cps"], languages=["de"])
