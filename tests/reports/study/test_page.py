"""A study's page: what a table holds is what a reader sees."""

from __future__ import annotations

from equimask.papers.exhibit import Estimate, Exhibit, ExhibitTable
from equimask.reports.study.page import as_html
from equimask.studies.published import Printed


def test_a_number_that_names_a_row_is_printed_like_others() -> None:
    table = ExhibitTable("counts", "Counts", ("rank", "share"), ((1, 2.5), (2, -3.5)))
    html = as_html(Exhibit((table,), place="Table 1", title="Counts"))
    assert "Entry(" not in html
    assert ">1<" in html.replace("\n", "").replace(" ", "") and "−3.5" in html


def test_published_numbers_have_the_digits_of_the_print() -> None:
    cells = (Estimate(Printed("51.00"), published=True), Estimate(Printed("51.00") / 4, 2.0))
    html = as_html(Exhibit((ExhibitTable("scores", "Scores", ("theirs", "ours"), (cells,)),)))
    assert "51.00" in html and "12.75" not in html
