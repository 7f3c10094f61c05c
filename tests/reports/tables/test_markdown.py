"""Markdown: GitHub reads one table, whatever the names hold."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equimask.audits.numbers import numbers_of
from equimask.audits.places import Place
from equimask.reports.tables.markdown import escaped, markdown
from equimask.reports.tables.sheets import LAYOUTS, sheet
from tests.reports.html.fake_audit import fake_audit


def table_of(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1] for line in lines]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_line_has_a_cell_for_every_column(layout: str) -> None:
    audit = fake_audit(("de", "fi"), models=("a@1", "b@2"), baseline=None)
    numbers = [replace(one, model=f"{one.model}|b_*c") for one in numbers_of(audit)]
    cells = table_of(markdown(sheet(numbers, layout)))
    assert len({len(line) for line in cells}) == 1 and len(cells) > 5


@given(st.text(min_size=1))
def test_a_name_never_leaves_its_cell(name: str) -> None:
    [first, *_] = numbers_of(fake_audit(("de",), ("cps",)))
    wild = replace(first, model=name, place=Place("p", name, None, "d"))
    lines = markdown(sheet([wild, replace(wild, model="other")])).splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == 4  # headings, rule, group, one row
    assert len({len(line) for line in table_of("\n".join(table))}) == 1


def test_html_and_emphasis_are_text() -> None:
    assert escaped("<b>a_b*c`d|e\\f") == "&lt;b&gt;a\\_b\\*c\\`d\\|e\\\\f"


def test_a_score_is_apart_from_its_error_and_bold_where_something_is_shown() -> None:
    [first, *_] = numbers_of(fake_audit(("de",), ("cps",)))
    result = replace(first.result, value=60.0, stderr=3.0, null=None)
    found = replace(first, result=result, verdict=first.shown.above, rank=None)
    text = markdown(sheet([found, replace(found, model="x", verdict=first.shown.below)]))
    assert "| German | **60.0** ± 3.0 | **60.0** ± 3.0 |" in text
