"""Tables 5 and 8: the paper's design, and its printed effects beside ours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from equimask.core.errors import InputError, OptionError
from equimask.studies.analyses.effects_table import (
    beside_published,
    effects_markdown,
    table_effects,
)
from equimask.studies.published import PUBLISHED_REFERENCES, published_effects
from tests.studies.analyses.study import ENGLISH, LANGUAGES, MULTILINGUAL, SENTIMENTS, shares, units


def printed(table: str) -> dict[tuple[str, str, str], np.ndarray]:
    return {
        (row.factor, row.level, row.gender): np.array([getattr(row, s) for s in SENTIMENTS])
        for row in published_effects()
        if row.table == table
    }


def made_of(table: str) -> list[dict[str, Any]]:
    """Shares that follow the printed effects, with what does not sum up put right in `neutral`."""
    effects, bases = printed(table), PUBLISHED_REFERENCES[table]
    models, languages = (ENGLISH, ("en",)) if table == "5" else (MULTILINGUAL, LANGUAGES)
    rows = []
    for unit in units(models, languages):
        for gender in ("male", "female"):
            share = effects["intercept", "", gender].copy()
            for factor, base in bases.items():
                if unit[factor] != base:
                    share += effects[factor, unit[factor], gender]
            share[1] += 1 - share.sum()
            rows += [
                {**unit, "gender": gender, "sentiment": s, "share": float(x)}
                for s, x in zip(SENTIMENTS, share, strict=True)
            ]
    return rows


@pytest.mark.parametrize("table", ["5", "8"])
def test_shares_made_of_the_printed_effects_give_them_back(table: str) -> None:
    rows = beside_published(table_effects(made_of(table), table), table)
    compared = [row for row in rows if row.factor != "p_value"]
    assert len(compared) == len(printed(table)) - 2
    for row in compared:
        assert row.ours is not None and row.published is not None
        assert row.ours[::2] == pytest.approx(row.published[::2], abs=1e-9), row
        if row.consistent:
            assert row.ours[1] == pytest.approx(row.published[1], abs=0.002)


def test_what_one_side_lacks_is_shown_alone() -> None:
    rows = [row for row in made_of("8") if row["language"] in ("ar", "ru")]
    rows = [{**row, "language": row["language"].replace("ru", "de")} for row in rows]
    found = beside_published(table_effects(rows), "8")
    by = {(row.factor, row.level, row.gender): row for row in found}
    assert by["language", "de", "male"].published is None
    assert by["language", "fr", "male"].ours is None
    assert by["architecture", "XLM", "male"].ours is not None
    lines = effects_markdown(found).splitlines()
    french = next(line for line in lines if "| fr (vs ar) | female |" in line)
    assert french.endswith("| 0.062 | -0.026 | -0.350 | – | – | – | no |")


def test_effects_of_another_base_are_not_set_beside_the_printed_ones() -> None:
    rows = [row for row in made_of("8") if row["language"] != "ar"]
    found = beside_published(table_effects(rows), "8")
    languages = [row for row in found if row.factor == "language"]
    assert all((row.ours is None) != (row.published is None) for row in languages)
    assert {row.base for row in languages if row.ours} == {"en"}
    intercepts = [row for row in found if row.factor == "intercept"]
    assert [row.ours is None for row in intercepts] == [True, True, False, False]


def test_wrong_tables_columns_and_parts_are_refused() -> None:
    rows = shares(MULTILINGUAL, np.random.default_rng(0), LANGUAGES)
    with pytest.raises(OptionError, match="table of effects"):
        table_effects(rows, "7")
    with pytest.raises(InputError, match="row 0 without language"):
        table_effects([{**row, "language": ""} for row in rows])
    with pytest.raises(InputError, match="fits of negative, neutral, positive"):
        beside_published(table_effects(rows)[:2])
