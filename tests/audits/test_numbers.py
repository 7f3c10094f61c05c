"""Every number of an audit as one flat record, and all of them as a frame."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from equimask.audits.numbers import confidence_level, frame_of, measure_of_result, numbers_of
from equimask.core.errors import OptionError
from tests.reports.html.fake_audit import fake_audit
from tests.results import CPS

AUDIT = fake_audit(("de", "fi"), models=("a/one@11", "b/two@22"), baseline="b/two@22")


def test_a_frame_has_a_row_for_every_number() -> None:
    frame = AUDIT.to_frame()
    assert len(frame) == len(AUDIT.cells)
    assert not frame.duplicated(["model", "place", "measure"]).any()
    for name in (
        "model place language data measure metric value stderr ci_low ci_high neutral null "
        "null_stderr p_value q_value verdict n n_clusters skipped mde lm_accuracy lm_surprisal "
        "unk_rate stereotype_contrast male_prevalence rank rank_low rank_high signature"
    ).split():
        assert name in frame


def test_a_row_has_what_its_cell_has() -> None:
    frame = AUDIT.to_frame().set_index(["model", "place", "measure"])
    cell = AUDIT.cell("fi", "aula", "b/two")
    assert cell is not None
    row = frame.loc[("b/two", "fi", "aula")]
    for name in ("value", "stderr", "ci_low", "ci_high", "null", "p_value", "mde", "n", "test"):
        assert row[name] == getattr(cell.result, name)
    assert (row["metric"], row["language"], row["data"]) == ("aul", "fi", "equimask_pairs")
    assert row["q_value"] == cell.q_value and row["verdict"] == cell.verdict.value
    assert (row["model_signed"], bool(row["is_baseline"])) == ("b/two@22", True)
    assert (row["skipped"], row["skipped_by_reason"]) == (1, "identical=1")
    [rank] = [
        one
        for one in AUDIT.ranks
        if (one.model, one.place.key, one.measure) == ("b/two", "fi", "aula")
    ]
    assert (row["rank"], row["rank_low"], row["rank_high"], row["n_ranked"]) == (
        rank.rank, rank.low, rank.high, 2,
    )  # fmt: skip


def test_counts_stay_whole_and_missing_numbers_are_missing() -> None:
    frame = replace(AUDIT, ranks=()).to_frame()
    assert frame["n"].dtype == frame["rank"].dtype == "Int64"
    assert frame["rank"].isna().all() and frame["minus_control"].isna().all()
    assert pd.api.types.is_float_dtype(frame["minus_control"])


def test_a_frame_of_nothing_is_empty() -> None:
    assert frame_of([]).empty


def test_two_numbers_of_a_result_stand_beside_it() -> None:
    [first, *_] = numbers_of(AUDIT)
    details = {"stereotype_contrast": 0.5, "male_prevalence": 61.0}
    record = replace(first, result=replace(first.result, details=details)).record()
    assert (record["stereotype_contrast"], record["male_prevalence"]) == (0.5, 61.0)


@pytest.mark.parametrize(
    ("signature", "details", "level"),
    [
        ("cps|n:2", {}, 0.95),
        ("cps|n:2|confidence_level:0.8", {}, 0.8),
        ("mbe|n:2", {"balanced_draws": [1.0]}, 0.99),
        ("sbm|n:2|origin:12ab", {}, 0.99),
    ],
)
def test_the_level_of_an_interval(signature: str, details: dict[str, object], level: float) -> None:
    assert confidence_level(replace(CPS, signature=signature, details=details)) == level


def test_the_form_of_a_metric_is_read_from_what_is_signed() -> None:
    assert measure_of_result(CPS).name == "cps"
    aula = replace(CPS, metric="aul", signature="aul|n:2")
    assert measure_of_result(aula).name == "aula"
    assert measure_of_result(replace(aula, signature="aul|n:2|likelihood:aul")).name == "aul"
    with pytest.raises(OptionError, match="a signature of a metric, but got 'weat'"):
        measure_of_result(replace(CPS, metric="weat"))


def test_an_audit_in_a_terminal_is_one_line() -> None:
    assert repr(AUDIT) == (
        "<Audit of a/one, b/two: 32 scores of 2 models, 2 languages, 8 measures>"
    )


def test_a_result_in_a_terminal_is_without_its_rows() -> None:
    assert "row_values" not in repr(CPS) and "value=60.0" in repr(CPS)
