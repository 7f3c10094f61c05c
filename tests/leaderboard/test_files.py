"""Rows of files: all models and measures of an audit, and results by themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from equimask.core.errors import EquimaskError
from equimask.core.verdicts import Verdict
from equimask.leaderboard.files import rows_of_file
from tests.leaderboard.samples import MEASURES, audit_file, flat, signed_audit, written


def test_an_audit_gives_a_row_for_every_model_measure_and_place(tmp_path: Path) -> None:
    audit = signed_audit()
    rows = rows_of_file(audit_file(tmp_path))
    assert len(rows) == len(audit.cells) == 3 * 2 * len(MEASURES)
    by_signature = {(one.measure, one.signature): one for one in rows}
    for cell in audit.cells:
        row = by_signature[cell.measure, cell.result.signature]
        assert row.score == cell.result.value
        assert (row.ci_low, row.null, row.verdict) == (
            cell.result.ci_low,
            cell.result.null,
            cell.verdict,
        )
        assert (row.model, row.language) == (cell.model, cell.place.language)
    assert {one.model: one.parameters for one in rows} == {
        "lab/tiny": 40_000_000,
        "lab/middle": 360_000_000,
        "lab/large": 3_240_000_000,
    }


def test_a_folder_is_read_by_its_results(tmp_path: Path) -> None:
    audit_file(tmp_path)
    assert rows_of_file(tmp_path) == rows_of_file(tmp_path / "results.json")


@pytest.mark.parametrize(
    "wrap", [lambda e: e, lambda e: [e], lambda e: {"results": [e]}, lambda e: {"groups": {"a": e}}]
)
def test_a_single_result_is_read_in_every_form_that_is_printed(
    tmp_path: Path, wrap: Callable[[Any], Any]
) -> None:
    (row,) = rows_of_file(written(tmp_path, wrap(flat())))
    assert (row.model, row.language, row.measure, row.score) == ("lab/model", "de", "cps", 55.5)
    assert (row.verdict, row.parameters) == (Verdict.STEREOTYPE, None)


def test_a_dataset_of_the_hub_is_kept_where_it_is_that_of_the_signature(tmp_path: Path) -> None:
    (row,) = rows_of_file(written(tmp_path, flat(dataset="lab/equimask_pairs")))
    assert row.dataset == "lab/equimask_pairs"
    with pytest.raises(EquimaskError, match="the data of the signature, 'equimask_pairs'"):
        rows_of_file(written(tmp_path, flat(dataset="lab/others")))


def _first(content: dict[str, Any]) -> dict[str, Any]:
    return content["results"][0]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda c: _first(c).pop("signature"), "a signature"),
        (lambda c: _first(c).update(signature="cps"), "a signature of the form"),
        (lambda c: _first(c).update(measure="cps"), "the measure of the signature, 's_jsd'"),
        (lambda c: _first(c).update(language="en"), "the language of the signature, 'ar'"),
        (lambda c: _first(c)["place"].update(data="mine"), "the data of the signature"),
        (lambda c: _first(c)["place"].update(language="en"), "the language of the signature"),
        (lambda c: _first(c).update(model="lab/middle"), "the model of the signature"),
        (lambda c: _first(c).update(model="unheard"), "the model of the signature"),
        (lambda c: _first(c).update(n=3), "the number of rows of the signature, 111"),
        (lambda c: _first(c).update(s_jsd="high"), "`compute` returns it|number under 'score'"),
        (lambda c: _first(c).update(s_jsd=None), "`compute` returns it|number under 'score'"),
        (lambda c: _first(c).update(ci_low=float("nan")), "a number under 'ci_low'"),
        (lambda c: _first(c).update(effects=[10**400]), "a result as `compute` returns it"),
        (lambda c: _first(c).update(verdict="guilty"), "a result as `compute` returns it"),
        (lambda c: _first(c).pop("s_jsd"), "a result as `compute` returns it"),
        (lambda c: _first(c).pop("place"), "a result as `compute` returns it"),
        (lambda c: c["results"].__setitem__(0, 5), "a result with a signature"),
    ],
)
def test_a_spoilt_number_is_refused_by_file_and_entry(
    tmp_path: Path, spoil: Callable[[dict[str, Any]], Any], message: str
) -> None:
    with pytest.raises(EquimaskError, match=message) as caught:
        rows_of_file(audit_file(tmp_path, spoil))
    assert "results[0]" in str(caught.value)
    assert "results.json" in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([], "results in results.json"),
        ({"results": 5}, "lists of results"),
        ({"measures": [], "results": []}, "an audit of this version"),
        ({"measures": [], "models": [{"key": 1}], "results": []}, "`models` as an audit writes"),
        ("text", "lists of results"),
        ([5], "a result with a signature"),
    ],
)
def test_what_is_no_results_file_is_refused(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(EquimaskError, match=message):
        rows_of_file(written(tmp_path, content))


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "\x00"])
def test_what_is_no_json_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "results.json"
    path.write_text(text)
    with pytest.raises(EquimaskError, match="a JSON file with results"):
        rows_of_file(path)
