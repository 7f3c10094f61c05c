"""The work of an audit in pieces, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.audits.measures import choose_measures, scoring_options
from equimask.audits.places import packaged_place
from equimask.audits.tasks import (
    KeptCells,
    Scored,
    Task,
    Unit,
    list_tasks,
    share_units,
    task_key,
    unit_cost,
)
from equimask.core.embedded import embedded_model_path
from equimask.core.options import Options
from equimask.inputs.packaged import packaged_table
from equimask.models import load_mlm
from tests.audits.worlds import (
    cell_of,
    result_of,
)

GERMAN = packaged_place("de")
TASK = Task("model", GERMAN, "cps")
SIGNED = {"model": "m@1", "tok": "t", "dtype": "float32"}
PAIRS = packaged_table("de").rows(range(3))
OTHER = replace(PAIRS, columns={**PAIRS.columns, "category": ["x", "y", "z"]})


def test_a_key_tells_what_it_is_the_key_of() -> None:
    key = task_key(replace(TASK, perturbation="casing"), SIGNED, PAIRS, Options())
    assert key.startswith("de-cps-casing-")


@pytest.mark.parametrize(
    "other",
    [
        task_key(TASK, SIGNED | {"model": "m@2"}, PAIRS, Options()),
        task_key(TASK, SIGNED | {"dtype": "float16"}, PAIRS, Options()),
        task_key(TASK, SIGNED, PAIRS.rows(range(2)), Options()),
        task_key(TASK, SIGNED, OTHER, Options()),
        *(
            task_key(TASK, SIGNED, PAIRS, replace(Options(), **{name: "another"}))
            for name in scoring_options()
        ),
    ],
)
def test_what_moves_a_cell_changes_its_key(other: str) -> None:
    assert other != task_key(TASK, SIGNED, PAIRS, Options())


def test_another_version_is_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = task_key(TASK, SIGNED, PAIRS, Options())
    monkeypatch.setattr("equimask.audits.tasks.__version__", "999")
    assert task_key(TASK, SIGNED, PAIRS, Options()) != before


def test_what_moves_nothing_leaves_the_key_alone() -> None:
    elsewhere = replace(Options(), device="cuda:1", batch_tokens=7, progress=False)
    assert task_key(TASK, SIGNED, PAIRS, elsewhere) == task_key(TASK, SIGNED, PAIRS, Options())
    as_baseline = replace(TASK, model="other")
    assert task_key(as_baseline, SIGNED, PAIRS, Options()) == task_key(
        TASK, SIGNED, PAIRS, Options()
    )


@pytest.mark.parametrize("perturbed", [True, False])
def test_perturbations_come_last_and_may_be_left_out(perturbed: bool) -> None:
    tables = {(GERMAN, "casing"): PAIRS, (GERMAN, ""): PAIRS}
    tasks = list_tasks("model", tables, choose_measures(["cps"]), perturbed=perturbed)
    assert tasks == [TASK, replace(TASK, perturbation="casing")][: 1 + perturbed]


@given(st.lists(st.floats(0, 1e6), max_size=40), st.integers(1, 9))
def test_shares_are_all_of_the_work_and_about_equal(costs: list[float], n: int) -> None:
    units = {
        Unit("model", replace(GERMAN, key=str(k)), "masked", ""): cost
        for k, cost in enumerate(costs)
    }
    shares = share_units(units, n)
    assert len(shares) == n
    assert sorted(unit.place.key for share in shares for unit in share) == sorted(
        unit.place.key for unit in units
    )
    busy = [sum(units[unit] for unit in share) for share in shares]
    assert max(busy) <= sum(costs) / n + max(costs, default=0) + 1e-6


def test_a_unit_costs_the_tokens_that_are_read_and_the_answers_of_the_head() -> None:
    mlm = load_mlm(embedded_model_path(), language="de")
    lengths = [
        len(one.ids) for side in ("male", "female") for one in mlm.encode(PAIRS.columns[side])
    ]
    head = mlm.head_cost
    expected = {
        "masked": sum(length**2 + head * length for length in lengths),
        "unmasked": sum(length + head * length for length in lengths),
        "filled": sum(length + head for length in lengths),
    }
    for sharing, cost in expected.items():
        unit = Unit("model", GERMAN, sharing, "")
        assert unit_cost(unit, mlm, PAIRS) == pytest.approx(cost)
        assert unit_cost(unit, mlm, PAIRS, 4) == pytest.approx(4 * cost)


def test_many_rows_are_counted_on_some(monkeypatch: pytest.MonkeyPatch) -> None:
    mlm = load_mlm(embedded_model_path(), language="de")
    unit = Unit("model", GERMAN, "masked", "")
    whole = unit_cost(unit, mlm, packaged_table("de"))
    counted: list[int] = []
    encode = mlm.encode.with_masks
    monkeypatch.setattr(
        mlm.encode, "with_masks", lambda texts: counted.append(len(texts)) or encode(texts)
    )
    monkeypatch.setattr("equimask.audits.tasks._COUNTED_ON", 60)
    assert unit_cost(unit, mlm, packaged_table("de")) == pytest.approx(whole, rel=0.1)
    assert 60 <= counted[0] < 120


def test_a_kept_cell_survives_its_file(tmp_path: Path) -> None:
    kept = KeptCells(tmp_path / "cells")
    result = result_of("mbe", 51.0, draws=np.array([1.5, np.nan]))
    cell = cell_of("mbe", "male", result, effects=(1.0, None))
    scored = Scored(cell, notes=("a note",))
    kept.write("a key", scored)
    read = kept.read("a key")
    assert read == scored
    assert read is not None and read.cell is not None
    np.testing.assert_array_equal(read.cell.result.draws, [1.5, np.nan])
    assert kept.read("another") is None
    assert KeptCells(None).read("a key") is None


DEEP = "[" * 200_000


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", "{}", '{"cell": 1, "draws": null}', '{"cell": NaN}', DEEP],
    ids=lambda content: content[:10],
)
def test_a_cell_that_is_not_as_it_was_written_is_not_there(tmp_path: Path, content: str) -> None:
    (tmp_path / "a key.json").write_text(content)
    with pytest.warns(UserWarning, match="a key.json is damaged"):
        assert KeptCells(tmp_path).read("a key") is None


@pytest.mark.parametrize(
    ("old", "new"),
    [("51.0", "57.0"), ('"ci_low": null', '"ci_low": "<script>"'), ("51.0", "NaN")],
)
def test_a_changed_number_is_scored_anew_and_that_is_said_once(
    tmp_path: Path, old: str, new: str
) -> None:
    kept = KeptCells(tmp_path)
    result = replace(result_of("mbe", 51.0), ci_low=None)
    kept.write("a key", Scored(cell_of("mbe", "male", result, effects=(1.0, None))))
    file = tmp_path / "a key.json"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    with pytest.warns(UserWarning, match="scored anew") as told:
        found = [kept.read("a key") for _ in range(2)]
    assert found == [None, None]
    assert len(told) == 1


def test_a_cell_under_the_name_of_another_is_not_there(tmp_path: Path) -> None:
    kept = KeptCells(tmp_path)
    kept.write("a key", Scored(None, notes=("a note",)))
    (tmp_path / "a key.json").rename(tmp_path / "another.json")
    with pytest.warns(UserWarning, match="another.json is damaged"):
        assert kept.read("another") is None
