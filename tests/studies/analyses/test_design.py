"""Treatment coding: columns, bases, what is dropped and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.core.errors import DataError, InputError, OptionError
from equimask.studies.analyses.design import treatment_design
from tests.studies.analyses.study import ENGLISH, LANGUAGES, MULTILINGUAL, units

ROWS = [
    {"model": "a1", "architecture": "A", "size": "base"},
    {"model": "a2", "architecture": "A", "size": "large"},
    {"model": "b1", "architecture": "B", "size": "base"},
    {"model": "b2", "architecture": "B", "size": "large"},
]


def test_a_column_is_1_where_its_level_is() -> None:
    design = treatment_design(ROWS, ["architecture", "size"], {"size": "large"})
    assert [column.name for column in design.columns] == [
        "Intercept",
        "architecture[B]",
        "size[base]",
    ]
    assert design.matrix.tolist() == [[1, 0, 1], [1, 0, 0], [1, 1, 1], [1, 1, 0]]
    assert design.bases == {"architecture": "A", "size": "large"}


def test_the_printed_design_names_bases_and_what_a_column_rests_on() -> None:
    text = treatment_design(
        units(ENGLISH, fits=3), ["architecture", "size"], {"architecture": "ALBERT"}
    ).markdown()
    assert "| Intercept | ALBERT, base | 33 | 11 |" in text
    assert "| architecture[BERTweet] | ALBERT | 3 | 1 |" in text
    assert "| size[large] | base | 12 | 4 |" in text


def test_a_factor_with_one_level_is_dropped_by_name() -> None:
    design = treatment_design(units(ENGLISH), ["architecture", "size", "language"])
    assert design.dropped == ("language",)
    assert "Left out, one level only: language." in design.markdown()


def test_the_design_of_the_study_has_full_rank() -> None:
    design = treatment_design(
        units(MULTILINGUAL, LANGUAGES), ["architecture", "size", "language"], {"language": "ar"}
    )
    assert np.linalg.matrix_rank(design.matrix) == design.matrix.shape[1] == 1 + 2 + 1 + 6


def test_levels_that_always_go_together_are_refused_by_name() -> None:
    rows = [ROWS[0], ROWS[3]]
    with pytest.raises(DataError, match=r"size\[large\], which the other columns determine"):
        treatment_design(rows, ["architecture", "size"])


@pytest.mark.parametrize(
    ("rows", "references", "error", "message"),
    [
        (ROWS, {"size": "Base"}, OptionError, "Did you mean 'base'"),
        (ROWS, {"sice": "base"}, OptionError, "Did you mean 'size'"),
        ([*ROWS, {"model": "c", "size": "base"}], {}, InputError, "row 4 without architecture"),
        ([], {}, InputError, "rows to compare"),
    ],
)
def test_what_cannot_be_coded_is_refused(
    rows: list, references: dict, error: type, message: str
) -> None:
    with pytest.raises(error, match=message):
        treatment_design(rows, ["architecture", "size"], references)


def test_the_order_of_rows_changes_no_column() -> None:
    design, turned = (treatment_design(r, ["architecture", "size"]) for r in (ROWS, ROWS[::-1]))
    assert design.columns == turned.columns
    assert (design.matrix == turned.matrix[::-1]).all()
