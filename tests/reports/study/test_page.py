"""A study's page: what a table holds is what a reader sees."""

from __future__ import annotations

from equimask.papers.exhibit import Exhibit, ExhibitTable
from equimask.reports.study.page import as_html


def test_a_number_that_names_a_row_is_printed_like_others() -> None:
    table = ExhibitTable("counts", "Counts", ("rank", "share"), ((1, 2.5), (2, -3.5)))
    html = as_html(Exhibit((table,), place="Table 1", title="Counts"))
    assert "Entry(" not in html
    assert ">1<" in html.replace("\n", "").replace(" ", "") and "−3.5" in html
