"""Model and baseline on the same pairs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from equimask import stats
from equimask.audits.comparing import compare
from equimask.audits.kept_cells import Scored
from equimask.audits.results import Audit
from equimask.audits.tasks import Task
from equimask.core.options import Options
from tests.audits.worlds import QUICK, cell_of, quick_audit, result_of


@pytest.fixture(scope="module")
def compared(bert_folder: Path) -> Audit:
    return quick_audit(baseline=bert_folder)


def test_every_measure_is_compared(compared: Audit) -> None:
    assert [one.measure for one in compared.comparisons] == list(compared.measures)
    for one in compared.comparisons:
        model = compared.cell("de", one.measure)
        baseline = compared.cell("de", one.measure, "baseline")
        assert model is not None and baseline is not None
        assert one.value == pytest.approx(model.result.value)
        assert one.baseline_value == pytest.approx(baseline.result.value)
        assert one.difference == pytest.approx(model.result.value - baseline.result.value)
        assert one.ci_low is not None and one.ci_high is not None
        assert one.ci_low <= one.difference <= one.ci_high
        assert one.mde is not None and one.mde > 0


def test_false_discovery_is_controlled_over_all_comparisons(compared: Audit) -> None:
    found = compared.comparisons
    assert [one.q_value for one in found] == stats.q_values([one.p_value for one in found])


def test_rows_are_drawn_in_step(compared: Audit) -> None:
    model, baseline = (compared.cell("de", "cps", role) for role in ("model", "baseline"))
    assert model is not None and baseline is not None
    rows = [100 * np.array(cell.result.rows["cps"]) for cell in (model, baseline)]
    interval = stats.bootstrap_mean(rows[0] - rows[1], 0.95, QUICK["n_resamples"], 0)
    (one,) = [c for c in compared.comparisons if c.measure == "cps"]
    assert (one.stderr, one.ci_low, one.ci_high) == interval


@pytest.mark.slow
def test_a_model_does_not_differ_from_itself() -> None:
    found = quick_audit(baseline="embedded", metrics=["cps", "mbe"]).comparisons
    assert [(c.difference, c.ci_low, c.ci_high, c.p_value) for c in found] == [(0, 0, 0, 1.0)] * 2
    # Pairs that never differ do not tell how small a difference they would have shown.
    assert [c.mde for c in found] == [None, None]


def test_only_rows_that_both_scored_are_compared() -> None:
    rows = {"model": [1.0, 0.0, None, 1.0], "baseline": [0.0, 0.0, 1.0, None]}
    task = Task("model", "de", "cps")
    scored = {
        replace(task, role=role): Scored(
            cell_of("cps", "stereotype", result_of("cps", 50.0, rows={"cps": bits}), role=role)
        )
        for role, bits in rows.items()
    }
    ((one,), notes) = compare(scored, Options(n_resamples=99))
    assert (one.n, one.value, one.baseline_value, one.difference) == (2, 50.0, 0.0, 50.0)
    assert notes == []


def test_mbe_of_other_sentences_is_not_compared_and_that_is_said() -> None:
    task = Task("model", "de", "mbe")
    scored = {
        replace(task, role=role): Scored(
            cell_of(
                "mbe",
                "male",
                result_of("mbe", 50.0, rows={"score": rows}, draws=np.array([1.0, 2.0])),
                role=role,
            )
        )
        for role, rows in {"model": [1.0, None], "baseline": [None, 1.0]}.items()
    }
    found, (note,) = compare(scored, Options())
    assert found == ()
    assert note.startswith("de mbe: not compared")
