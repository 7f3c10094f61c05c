"""The tables of the terminal say no more than the error bar supports."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console
from rich.table import Table

from equimask.reports.terminal import result_table, tables
from equimask.reports.verdicts import told
from tests.reports.html.fake_audit import fake_audit
from tests.results import CPS as RESULT


@pytest.mark.parametrize(
    ("metric", "value", "neutral", "p_value", "expected"),
    [
        ("cps", 60.0, 50.0, 0.001, "stereotype"),
        ("cps", 40.0, 50.0, 0.001, "anti-stereotype"),
        ("cps", 60.0, 50.0, 0.2, "none shown"),
        ("cps", 60.0, 50.0, None, "stereotype"),  # the interval leaves 50 out
        ("cps", 55.0, 58.0, None, "none shown"),
        ("s_jsd", -0.01, 0.0, 0.001, "stereotype"),
        ("s_jsd", 0.01, 0.0, 0.001, "anti-stereotype"),
        ("mbe", 56.0, None, 0.001, "uncalibrated"),
        ("mbe", 56.0, 57.5, 0.001, "female"),
        ("sbm", 56.0, 50.0, 0.001, "male"),
    ],
)
def test_reading(
    metric: str, value: float, neutral: float | None, p_value: float | None, expected: str
) -> None:
    result = replace(RESULT, metric=metric, value=value, neutral=neutral, p_value=p_value)
    assert told(result) == expected


def test_a_calibrated_score_is_read_from_its_null() -> None:
    calibrated = replace(RESULT, value=52.0, null=57.0, null_stderr=1.0)
    assert told(calibrated) == "anti-stereotype"


def test_the_table_shows_ties_and_skips_and_fits_80_characters() -> None:
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(result_table([("de", RESULT), ("en", replace(RESULT, metric="s_jsd"))]))
    text = console.export_text()
    assert "2 ties, skipped {'identical': 1}" in text
    assert "54.0…66.0" in text
    assert "…\n" not in text  # nothing was cut


@pytest.mark.parametrize(
    ("calibrate", "expected"), [(False, "from neutral"), (True, "from the untrained twins")]
)
def test_a_detectable_effect_is_one_from_where_the_test_starts(
    calibrate: bool, expected: str
) -> None:
    found = fake_audit(
        ("de",), ("cps", "mbe"), baseline=None, calibrate=calibrate, reliability=False
    )
    scores = next(iter(tables(found)))
    assert isinstance(scores, Table)
    assert expected in str(scores.caption)


READ = replace(RESULT, lm_accuracy=0.654, lm_surprisal=1.234, unk_rate=0.0)


def printed(*shown: object) -> str:
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    for one in shown:
        console.print(one)
    return console.export_text()


def test_language_quality_stands_below_the_scores_it_belongs_to() -> None:
    results = [
        ("de", READ),
        ("de", replace(READ, metric="s_jsd")),
        ("de", replace(READ, metric="aul", lm_accuracy=0.9999)),
        ("fi", replace(READ, metric="dcbm", lm_accuracy=0.0)),
    ]
    text = printed(result_table(results))
    assert "de cps, s_jsd: 65 % of masked tokens right, 1.23 nats each" in text
    assert "de aul: > 99.9 % of tokens in sight right" in text
    assert "fi dcbm: 0 % of gender words right" in text
    assert text.count("A model that knows no language is no fair model.") == 1
    assert "fair model" not in printed(result_table([("de", RESULT)]))


def test_a_note_is_printed_once() -> None:
    noted = replace(READ, notes=("Its weights are of paper.",))
    text = printed(result_table([("de", noted), ("de", replace(noted, metric="s_jsd"))]))
    assert text.count("note: Its weights are of paper.") == 1


def test_a_note_about_one_of_several_says_about_which() -> None:
    noted = replace(READ, notes=("One word is everywhere.",))
    text = printed(result_table([("corpus=ted", noted), ("corpus=news", READ)]))
    assert "note, corpus=ted: One word is everywhere." in text


def test_the_terminal_reads_a_cell_as_the_report_does() -> None:
    found = fake_audit(("de",), ("mbe",), baseline=None, calibrate=False, reliability=False)
    cells = tuple(
        replace(cell, q_value=None, result=replace(cell.result, neutral=None, p_value=0.4))
        for cell in found.cells
    )
    text = printed(*tables(replace(found, cells=cells)))
    assert "uncalibrated" in text and "none shown" not in text


def test_data_without_a_score_have_no_table() -> None:
    found = fake_audit(("de", "fi"), ("cps",), calibrate=False, reliability=False)
    own = {place: replace(place, data="mine", name=f"{place.name} pairs") for place in found.places}
    cells = tuple(replace(cell, place=own[cell.place]) for cell in found.cells)
    first, second = own.values()
    left = tuple(cell for cell in cells if cell.place == first)
    places = (first, second)
    both = printed(*tables(replace(found, places=places, cells=cells, agreement=())))
    one = printed(*tables(replace(found, places=places, cells=left, agreement=())))
    assert second.name in both and second.name not in one


def test_an_audit_says_how_well_each_model_knows_each_language() -> None:
    found = fake_audit(("de", "fi"), ("cps", "aul", "dcbm"), calibrate=False, reliability=False)
    text = printed(*tables(found))
    rows = text[text.index("How well the language is known") :].split("\n")
    heading = "data model masked tokens tokens in sight gender words unknown"
    assert " ".join(rows[2].split()) == heading
    assert [row.split()[:2] for row in rows[4:8]] == [
        [language, role] for language in ("de", "fi") for role in ("model", "baseline")
    ]
    assert " ".join(rows[4].split()) == "de model 50 %, 2.00 50 %, 2.00 50 %, 2.00 0.4 %"
    assert "only shows that a model is alive" in text
