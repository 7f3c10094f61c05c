"""Cells of the validity experiment: measured as users measure, once each, whatever happens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.lab_validity import measuring
from builders.lab_validity.animals import LISTS, Animals
from builders.lab_validity.build import cell_key, code_hash
from builders.lab_validity.design import CONTRAST, MINUS_CONTROL, SCORE, SCORES, Cell
from builders.lab_validity.measuring import Measured, Task, measure_cell
from equimask import score
from equimask.inputs.pairs import load_pairs
from equimask.studies.laboratory.generator import Mixture
from equimask.studies.laboratory.inventory import load_inventory
from equimask.studies.laboratory.training import Setup, Trained, train

STEPS = 12
NULL, BIASED = Cell("en", 0.0, 0.0), Cell("en", 0.8, 0.4)
Record = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def few_pairs() -> Iterator[None]:
    """A fifth of the pairs, both genders among them, and few draws: a cell in seconds."""
    patch = pytest.MonkeyPatch()
    for module in ("equimask.studies.laboratory.inventory", "equimask.inputs.packaged"):
        patch.setattr(f"{module}.load_pairs", lambda code: load_pairs(code)[::5])
    patch.setattr(measuring, "RESAMPLES", 199)
    patch.setattr(measuring, "TWINS", 2)
    yield
    patch.undo()


@pytest.fixture(scope="module")
def animals(tmp_path_factory: pytest.TempPathFactory) -> Animals:
    return Animals(tmp_path_factory.mktemp("models"), {"code": "this"}, STEPS)


@pytest.fixture(scope="module")
def null_cell(animals: Animals) -> Measured:
    return measure_cell(Task(NULL, animals))


@pytest.fixture(scope="module")
def biased_cell(animals: Animals) -> Measured:
    return measure_cell(Task(BIASED, animals))


@pytest.fixture(scope="module")
def biased_model() -> Trained:
    setup = Setup(BIASED.doses, seed=BIASED.seed, steps=STEPS, mixture=Mixture(lists=LISTS))
    return train([load_inventory("en")], setup, progress=False)


def by_name(measured: Measured) -> dict[tuple[str, str, str], Record]:
    return {(r["measure"], r["unit"], r["likelihood"]): r for r in scores(measured)}


def scores(measured: Measured) -> list[Record]:
    return [record for record in measured.records if record["number"] == SCORE]


@pytest.mark.slow
def test_every_variant_is_measured_once(null_cell: Measured, biased_cell: Measured) -> None:
    for measured in (null_cell, biased_cell):
        found = [(r["measure"], r["unit"], r["likelihood"]) for r in scores(measured)]
        assert found == [(v.measure, v.unit, v.likelihood) for v in SCORES]
        assert all(np.isfinite(r["value"]) and r["n"] > 0 for r in measured.records)
        assert 0 < measured.heldout_loss < 20


@pytest.mark.slow
def test_only_null_cells_are_calibrated(null_cell: Measured, biased_cell: Measured) -> None:
    for record in biased_cell.records:
        assert record["null"] is record["p_among_twins"] is None
    for record in scores(null_cell):
        assert record["null"] is not None and record["p_from_mean_twin"] is not None
    neutral = {r["measure"]: r["neutral"] for r in scores(null_cell)}
    assert neutral["dcbm"] is neutral["mbe"] is None
    assert neutral["s_jsd"] == neutral["pmi"] == 0.0 and neutral["cps"] == 50.0


@pytest.mark.slow
def test_contrasts_and_controls_stand_beside_the_scores(biased_cell: Measured) -> None:
    told = {number: set[str]() for number in (CONTRAST, MINUS_CONTROL)}
    for record in biased_cell.records:
        told.setdefault(record["number"], set()).add(record["measure"])
    assert {"s_jsd", "cps", "aul", "sbm", "dcbm"} <= told[CONTRAST]
    assert {"s_jsd", "cps", "aul"} <= told[MINUS_CONTROL]
    assert not {"sbm", "dcbm", "pmi"} & told[MINUS_CONTROL]


@pytest.mark.slow
def test_a_kept_model_is_trained_once_and_again_if_it_is_broken(
    animals: Animals, biased_cell: Measured
) -> None:
    home = animals._home(BIASED)
    assert animals.has(BIASED) and not animals.has(Cell("en", 0.8, 0.4, 0.8))
    kept = (home / "model.safetensors").read_bytes()
    (home / "model.safetensors").write_bytes(kept[:-1])
    assert not animals.has(BIASED)
    animals.get(BIASED)
    assert (home / "model.safetensors").read_bytes() == kept


@pytest.mark.slow
def test_rows_are_kept_for_pair_measures_and_their_mean_is_the_score(biased_cell: Measured) -> None:
    for record in scores(biased_cell):
        if record["measure"] == "mbe":
            assert record["rows"] == []
            continue
        factor = 1.0 if record["measure"] in ("s_jsd", "pmi") else 100.0
        assert len(record["rows"]) == record["n"]
        mean = factor * np.mean(record["rows"])
        assert mean == pytest.approx(record["value"], rel=1e-4, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("metric", "unit", "likelihood"),
    [
        ("s_jsd", "token", ""),
        ("cps", "token", ""),
        ("aul", "", "aul"),
        ("sbm", "", "aula"),
        ("dcbm", "", ""),
        ("mbe", "", "norm_aula"),
    ],
)
def test_a_cell_gives_what_users_get_from_its_model(
    metric: str, unit: str, likelihood: str, biased_cell: Measured, biased_model: Trained
) -> None:
    result = score(
        metric,
        language="en",
        model=biased_model.model,
        tokenizer=biased_model.tokenizer,
        unit=unit or "token",
        likelihood=likelihood or "aula",
        n_resamples=199,
        seed=BIASED.seed,
        progress=False,
    )
    record = by_name(biased_cell)[metric, unit, likelihood]
    for name in ("value", "stderr", "p_value", "n"):
        assert record[name] == pytest.approx(getattr(result, name), rel=1e-5)
    if metric == "s_jsd":
        binarised = by_name(biased_cell)["b_s_jsd", unit, ""]["value"]
        assert binarised == pytest.approx(result.details["b_s_jsd"], rel=1e-5)


@pytest.mark.slow
def test_a_cell_is_the_same_every_time(biased_cell: Measured, tmp_path: Path) -> None:
    anew = Animals(tmp_path, {"code": "this"}, STEPS)
    assert measure_cell(Task(BIASED, anew)) == biased_cell


# --- what a finished cell depends on


def test_the_hash_of_code_ignores_words_and_layout_but_nothing_that_runs(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text('"""One."""\n\ndef f(x):\n    """Two."""\n    return x + 1  # why\n')
    first = code_hash([path])
    path.write_text('"""Another."""\ndef f(x):\n    return (x\n            + 1)\n')
    assert code_hash([path]) == first
    path.write_text("def f(x):\n    return x + 2\n")
    assert code_hash([path]) != first


@pytest.mark.slow
def test_a_cell_depends_on_its_language_and_its_steps() -> None:
    assert cell_key("en", 10) == cell_key("en", 10)
    assert cell_key("en", 10)["trained"] != cell_key("de", 10)["trained"]
    assert cell_key("en", 10) != cell_key("en", 11)
