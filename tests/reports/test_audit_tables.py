"""The tables of an audit in the terminal, of one model and of several."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from rich.console import Console
from rich.table import Table

from equimask.audits.numbers import numbers_of
from equimask.reports.audit_tables import tables
from equimask.reports.html.numbers import number_sheet
from equimask.reports.tables import table as exported
from tests.reports.html.fake_audit import fake_audit
from tests.reports.test_terminal import CONTROLLED, TWO_NUMBERS, printed


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


def test_the_terminal_reads_a_cell_as_the_report_does() -> None:
    found = fake_audit(("de",), ("mbe",), baseline=None, calibrate=False, reliability=False)
    cells = tuple(
        replace(cell, q_value=None, result=replace(cell.result, neutral=None, p_value=0.4))
        for cell in found.cells
    )
    text = printed(*tables(replace(found, cells=cells)))
    assert "uncalibrated" in text and "none shown" not in text


def test_a_mean_over_models_is_called_one() -> None:
    alone = fake_audit(("de", "fi"), ("cps", "aul"), reliability=False)
    (key,) = {one.model for one in alone.agreement}
    other = next(one for one in alone.model_keys if one != key)
    both = (*alone.agreement, *(replace(one, model=other) for one in alone.agreement))
    assert "means over all data and models" in printed(*tables(replace(alone, agreement=both)))
    text = printed(*tables(alone))
    assert "means over all data" in text and "data and models" not in text


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
    heading = "data of masked tokens tokens in sight gender words unknown"
    assert " ".join(rows[1].split()) == heading
    assert [row.split()[:2] for row in rows[3:7]] == [
        [language, letter] for language in ("de", "fi") for letter in "AB"
    ]
    assert " ".join(rows[3].split()) == "de A 50 %, 2.00 50 %, 2.00 50 %, 2.00 0.4 %"
    assert "only shows that a model is alive" in " ".join(text.split())


def test_an_audit_shows_controls_in_a_table_and_in_the_report() -> None:
    audit = fake_audit()
    assert "Score minus control" not in [str(getattr(one, "title", None)) for one in tables(audit)]
    sheet = number_sheet(audit, "cps")
    assert "minus control" not in [column.name for column in sheet.columns]
    first = next(cell for cell in audit.cells if cell.measure == "cps")
    beside = replace(first, result=replace(first.result, details=CONTROLLED.details))
    audit = replace(audit, cells=tuple(beside if one is first else one for one in audit.cells))
    found = next(
        one for one in tables(audit) if str(getattr(one, "title", "")) == "Score minus control"
    )
    assert isinstance(found, Table) and found.row_count == 1
    sheet = number_sheet(audit, "cps")
    place = [column.name for column in sheet.columns].index("minus control")
    assert {"8.5"} <= {row[place] for row in sheet.rows} <= {"8.5", "–"}
    assert "neutral contexts" in sheet.caption


def test_a_bound_is_told_in_the_unit_of_the_scores_that_it_is_about() -> None:
    found = fake_audit(("de",), ("cps", "s_jsd"), baseline=None, reliability=False)
    bounds = {"cps": 5.0, "s_jsd": 0.002}
    cells = tuple(
        replace(
            cell,
            result=replace(cell.result, equivalence_bound=bounds[cell.measure], equivalence_p=0.5),
        )
        for cell in found.cells
        if cell.measure in bounds
    )
    text = " ".join(printed(*tables(replace(found, cells=cells, agreement=()))).split())
    told = ["±5 % or ±2 × 10⁻³", "±2 × 10⁻³ or ±5 %"]
    assert any(f"significantly less than {one} from there" in text for one in told)


def test_the_report_says_in_how_many_clusters_rows_are() -> None:
    found = fake_audit(("de", "fi"), ("cps",), baseline=None, reliability=False)
    assert "clusters" not in [column.name for column in number_sheet(found, "cps").columns]
    first, *others = found.cells
    cells = (replace(first, result=replace(first.result, n_clusters=28)), *others)
    sheet = number_sheet(replace(found, cells=cells), "cps")
    at = [column.name for column in sheet.columns].index("clusters")
    assert [row[at] for row in sheet.rows] == ["28", "–"]


THREE = fake_audit(
    ("de", "fi"),
    ("s_jsd", "cps"),
    models=("lab/a@1", "lab/b@2", "org/some-very-long-name@3"),
    baseline=None,
    calibrate=False,
    reliability=False,
)


def lines_of(title: str, text: str) -> list[str]:
    """The rows of a table."""
    lines = text[text.index(f"\n{title} ") :].splitlines()[4:]
    rows = []
    for line in lines:
        if not line.strip():
            break
        rows.append(line)
    return rows


def test_several_models_are_called_by_letters_and_stand_side_by_side() -> None:
    text = printed(*tables(THREE))
    assert "C: org/some-very-long-name@3, 30 million parameters" in text
    rows = lines_of("Scores", text)
    assert len(rows) == 4
    for row, (place, measure) in zip(
        rows, [(p, m) for p in THREE.places for m in THREE.measures], strict=True
    ):
        cells = [THREE.cell(place, measure, key) for key in THREE.model_keys]
        stars = [cell is not None and cell.verdict.is_finding for cell in cells]
        assert [word.endswith("*") for word in row.replace("\xa0", " ").split()[-3:]] == stars


def test_every_one_of_several_models_has_its_controls() -> None:
    details = CONTROLLED.details
    cells = tuple(replace(c, result=replace(c.result, details=details)) for c in THREE.cells)
    text = printed(*tables(replace(THREE, cells=cells)))
    for letter in "ABC":
        assert len(lines_of(f"Score minus control, {letter}", text)) == 4
    assert "Score minus control" not in printed(*tables(THREE))


def test_the_command_that_is_named_gives_what_is_promised() -> None:
    text = " ".join(printed(*tables(THREE)).split())
    promise = re.search(r"(\w+), (\w) and (\w+): in the report, .*? results.json -f (\w+)`", text)
    assert promise is not None and promise.groups() == ("intervals", "q", "mde", "csv")
    heading = exported(numbers_of(THREE), "csv").splitlines()[0].split(",")
    assert {"ci_low", "ci_high", "q_value", "mde"} <= set(heading)


def test_ranks_are_printed_with_their_intervals() -> None:
    rows = lines_of("Ranks", printed(*tables(THREE)))
    first = [rank for rank in THREE.ranks if (rank.place.key, rank.measure) == ("de", "s_jsd")]
    told = {rank.model: f"{rank.rank} [{rank.low}, {rank.high}]" for rank in first}
    assert [told[key] in rows[0] for key in THREE.model_keys] == [True] * 3


def test_of_many_differences_only_those_that_are_found_are_printed() -> None:
    found = replace(THREE, comparisons=THREE.comparisons * 6)
    sure = sum(one.verdict.is_finding for one in found.comparisons)
    text = printed(*tables(found))
    assert f"only the {sure} of {len(found.comparisons)}" in " ".join(text.split())
    assert len(lines_of("Differences", text)) == sure


@pytest.mark.parametrize("n_models", [1, 2, 6])
def test_nothing_is_wider_than_a_terminal(n_models: int) -> None:
    models = [f"lab/model-{number}@{number}" for number in range(n_models)]
    asked = ("s_jsd", "cps", "mbe")
    found = fake_audit(("de",), asked, models=models, baseline=None, two_numbers=False)
    wide = Console(width=200)
    for table in tables(found):
        if isinstance(table, Table):
            assert all(c.no_wrap or str(c.header) == "data" for c in table.columns)
            bare = replace_caption(table)
            assert wide.measure(bare).maximum <= 80, table.title


def replace_caption(table: Table) -> Table:
    table.caption = None
    return table


def test_contrast_and_prevalence_stand_once_for_metrics_that_read_the_same() -> None:
    one = fake_audit(("de",), ("aula", "sbm", "cps"), baseline=None, reliability=False)
    other = {**TWO_NUMBERS, "male_prevalence": 51.0}
    cells = tuple(
        replace(c, result=replace(c.result, details=other if c.measure == "cps" else TWO_NUMBERS))
        for c in one.cells
    )
    text = printed(*tables(replace(one, cells=cells)))
    rows = lines_of("Stereotype and prevalence", text)
    assert [row.split("]")[-1].strip() for row in rows] == ["aula, sbm", "cps"]
    many = replace(one, cells=cells * 70)
    assert "Stereotype and prevalence" in printed(*tables(many))  # the same, many times


def test_side_by_side_a_text_that_a_model_cannot_read_is_marked() -> None:
    assert "hardly knows" not in printed(*tables(THREE))
    first, *others = THREE.cells
    cells = (replace(first, result=replace(first.result, unk_rate=0.5)), *others)
    text = printed(*tables(replace(THREE, cells=cells)))
    assert "?" in lines_of("Scores", text)[0] and "hardly knows this text" in " ".join(text.split())
    assert not any("?" in row for row in lines_of("Scores", text)[1:])


def test_legends_are_of_what_stands_above_them() -> None:
    def told(*measures: str) -> str:
        found = fake_audit(("de",), measures, baseline=None, reliability=False)
        cells = tuple(
            replace(c, result=replace(c.result, details={**c.result.details, **TWO_NUMBERS}))
            for c in found.cells
        )
        return " ".join(printed(*tables(replace(found, cells=cells))).split())

    assert "(of s_jsd ·10³)" in told("s_jsd", "cps") and "(of s_jsd" not in told("cps")
    assert "nothing is hidden" in told("cps", "sbm") and "nothing is hidden" not in told("cps")


@pytest.mark.parametrize("calibrate", [False, True])
def test_differences_of_calibrated_scores_are_said_not_to_be_of_distances(calibrate: bool) -> None:
    found = fake_audit(("de",), ("mbe",), calibrate=calibrate, reliability=False)
    text = " ".join(printed(*tables(found)).split())
    assert ("not of distances from nulls" in text) is calibrate
