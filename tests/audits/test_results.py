"""The JSON of an audit: nothing is lost, and `publish-results` reads it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from equimask.audits.places import packaged_place
from equimask.audits.results import (
    Agreement,
    Audit,
    Comparison,
    Flip,
    ModelEntry,
    PairTexts,
    Part,
    Rank,
    Reliability,
)
from equimask.core.errors import DataError
from equimask.hub.results import read_results
from tests.audits.worlds import cell_of, result_of

GERMAN = packaged_place("de")


@pytest.fixture
def example() -> Audit:
    part = Part("sport", 2, 75.0, 50.0, 10.0, 90.0, 0.4, 0.5, 70.0)
    calibrated = result_of(
        "s_jsd",
        -0.2,
        neutral=0.0,
        details={"b_s_jsd": 75.0, "twins": [0.1, 0.2]},
        rows={"s_jsd": [0.1, None, -0.5, -0.2], "b_s_jsd": [0.0, None, 1.0, 1.0]},
        null=0.15,
        null_stderr=0.05,
    )
    cells = [
        replace(
            cell_of("s_jsd", "stereotype", calibrated, effects=(-0.1, None, 0.5, 0.2), q=0.01),
            by_category=(part,),
            by_direction=(replace(part, name="female", q_value=None),),
        ),
        cell_of("aula", "stereotype", result_of("aul", 60.0)),
        cell_of("aul", "stereotype", result_of("aul", 40.0)),
        cell_of("mbe", "male", result_of("mbe", 55.0, neutral=None)),
    ]
    cells += [replace(cell, model="b") for cell in cells]
    return Audit(
        equimask="0",
        models=(ModelEntry("m", "m@1", "float32", 10), ModelEntry("b", "b@1", "float32", 20)),
        baseline="b",
        places=(GERMAN,),
        measures=("s_jsd", "aula", "aul", "mbe"),
        options={"seed": 0, "min_similarity": None, "reliability": ["casing"]},
        cells=tuple(cells),
        pairs={"de": (PairTexts("sport-01", "sport", "male", "Er läuft.", "Sie läuft."),)},
        comparisons=(
            Comparison(
                "m", "b", GERMAN, "mbe", "male", 8, 55.0, 50.0, 5.0, 1.0, 3.0, 7.0, 0.01, 0.02, 2.8
            ),
        ),
        ranks=(Rank("m", GERMAN, "mbe", "male", 1, 1, 2, 8),),
        agreement=(Agreement("m", None, "s_jsd", "aula", 13, None, 0.5),),
        flips=(
            Flip("m", None, "score", GERMAN, "stereotype", "s_jsd", 0.2, 0.01, "aul", -10.0, 0.02),
        ),
        reliability=(Reliability("m", GERMAN, "mbe", "casing", 8, 0.9, None, 54.0, -1.0),),
        notes=("a note",),
    )


def test_an_audit_survives_its_json(example: Audit) -> None:
    text = json.dumps(example.as_dict(), allow_nan=False)
    assert Audit.from_dict(json.loads(text)) == example


def test_results_are_the_scores_that_score_gives_and_no_others(example: Audit) -> None:
    content = example.as_dict()
    assert [entry["measure"] for entry in content["results"]] == ["s_jsd", "aula", "mbe"]
    assert {entry["model"] for entry in content["results"]} == {"m"}
    assert len(content["other_results"]) == 5


def test_publish_results_reads_the_file_of_an_audit(example: Audit, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text(json.dumps(example.as_dict()), encoding="utf-8")
    read = read_results(path, "lab/m", "lab/pairs")
    assert [(one.task, one.value) for one in read] == [
        ("s_jsd_de", -0.2),
        ("aul_de", 60.0),
        ("mbe_de", 55.0),
    ]
    assert all(one.interval is not None for one in read)


def test_a_cell_is_found_by_what_it_is(example: Audit) -> None:
    found = example.cell("de", "aul", "b")
    assert found is not None and (found.model, found.result.value) == ("b", 40.0)
    assert example.cell("fi", "aul") is None


def test_results_of_old_are_refused_with_what_to_do(example: Audit) -> None:
    old = {**example.as_dict(), "model": "m@1"}
    del old["models"]
    with pytest.raises(DataError, match="Run the audit again"):
        Audit.from_dict(old)
