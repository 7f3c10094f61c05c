"""Plain values are shown rounded and kept whole."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from equimask.papers.exhibit import Estimate, table
from equimask.reports.study.cells import csv_text, text, word_columns


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (None, "–"),
        ("words", "words"),
        (114168, "114168"),
        (0.123456, "0.1235"),
        (123456.7, "123457"),
        (3.0, "3"),
        (Estimate(60.5, 1.3, published=True), "60.5 ± 1.3"),
        (Estimate(-0.05, 1, published=True), "-0.05 ± 1"),
        (Estimate(-3.14159, low=-5.2, high=-1.1), "-3.1 [-5.2, -1.1]"),
        (Estimate(12.3456, stderr=0.2), "12.35 ± 0.20"),
        (Estimate(12.3456), "12.35"),
        (Estimate(12.5, low=12.5, high=12.5), "12.5"),
    ],
)
def test_a_cell_has_the_digits_that_mean_something(cell: object, shown: str) -> None:
    assert text(cell) == shown  # type: ignore[arg-type]


def test_a_file_of_numbers_has_every_part_of_an_estimate_unrounded() -> None:
    cells = [("de", Estimate(1 / 3, low=0.1, high=0.7), None), ("=fi", Estimate(2.0, 0.25), 7)]
    made = table("", "T", ("language", "score", "n"), cells)
    rows = list(csv.reader(StringIO(csv_text(made))))
    assert rows[0] == ["language", "score", "score stderr", "score low", "score high", "n"]
    assert float(rows[1][1]) == 1 / 3 and rows[1][2] == ""
    assert rows[2] == ["'=fi", "2.0", "0.25", "", "", "7"]
    assert word_columns(made) == (True, False, False)


def test_a_table_needs_a_cell_for_every_heading() -> None:
    with pytest.raises(ValueError, match="do not head"):
        table("t", "T", ("a", "b"), [("x",)])
