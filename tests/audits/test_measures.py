"""The measures of an audit: their choice, their rows, and what their effects mean."""

from __future__ import annotations

import numpy as np
import pytest

from equimask.audits.measures import audit_options, choose_measures, rows, scoring_options
from equimask.audits.results import Audit
from equimask.core.errors import OptionError
from equimask.inputs.pairs import load_pairs
from equimask.metrics import measure_of


def names(*metrics: str) -> list[str]:
    return [measure.name for measure in choose_measures(metrics or None)]


def test_all_measures_by_default_and_the_companions_of_those_named() -> None:
    assert names() == ["s_jsd", "b_s_jsd", "cps", "aula", "aul", "sbm", "mbe", "dcbm"]
    assert names("aul", "s_jsd") == ["s_jsd", "b_s_jsd", "aula", "aul"]
    assert names("dcbm") == ["dcbm"]


@pytest.mark.parametrize(
    ("name", "message"), [("cpz", "Did you mean 'cps'"), ("latent_pmi", "reads words")]
)
def test_what_is_no_metric_of_an_audit_is_refused(name: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        choose_measures([name])


def test_cells_depend_on_every_option_that_a_metric_reads_and_on_those_of_error_bars() -> None:
    assert scoring_options() == (
        "unit", "protocol", "weights", "min_similarity", "length_matched", "balanced_draws",
        "min_probability", "control", "calibrate", "n_twins", "confidence_level", "n_resamples",
        "equivalence",
        "seed",
    )  # fmt: skip
    assert set(audit_options()) - set(scoring_options()) == {
        "tokenizer", "revision", "device", "dtype", "batch_tokens", "trust_remote_code",
        "mask_token", "device_map", "max_memory", "progress",
    }  # fmt: skip


@pytest.mark.parametrize("name", [m.name for m in choose_measures(None) if m.name != "mbe"])
def test_the_mean_of_the_rows_is_the_score(german: Audit, name: str) -> None:
    cell = german.cell("de", name)
    assert cell is not None
    assert np.nanmean(rows(measure_of(name), cell.result)) == pytest.approx(cell.result.value)


@pytest.mark.parametrize("name", ["b_s_jsd", "cps", "aula", "aul", "sbm"])
def test_a_pair_is_won_where_its_effect_is_positive(german: Audit, name: str) -> None:
    cell = german.cell("de", name)
    assert cell is not None and cell.effects is not None
    won = 100 * np.mean((np.sign(np.array(cell.effects)) + 1) / 2)
    assert won == pytest.approx(cell.result.value)


def test_s_jsd_is_turned_so_that_more_means_more(german: Audit) -> None:
    cell = german.cell("de", "s_jsd")
    assert cell is not None and cell.effects is not None
    assert np.mean(np.array(cell.effects)) == pytest.approx(-cell.result.value)


def test_the_effect_of_a_pair_in_dcbm_is_the_log_odds_of_its_words(german: Audit) -> None:
    cell = german.cell("de", "dcbm")
    assert cell is not None and cell.effects is not None
    found = cell.result.rows
    odds = np.log(found["p_male"]) - np.log(found["p_female"])
    assert len(odds) == len(load_pairs("de"))
    np.testing.assert_allclose(cell.effects, odds)


def test_mbe_compares_bags_and_has_no_effects_of_pairs(german: Audit) -> None:
    cell = german.cell("de", "mbe")
    assert cell is not None and cell.effects is None
