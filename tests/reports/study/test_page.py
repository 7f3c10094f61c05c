"""A study's page: what a table holds is what a reader sees."""

from __future__ import annotations

from dataclasses import replace

from equimask.papers import paper_of
from equimask.papers.exhibit import Estimate, Exhibit, ExhibitFigure, ExhibitTable
from equimask.papers.study import Study
from equimask.reports.study.page import as_html, render
from equimask.studies.published import Printed


def test_a_number_that_names_a_row_is_printed_like_others() -> None:
    table = ExhibitTable("counts", "Counts", ("rank", "share"), ((1, 2.5), (2, -3.5)))
    html = as_html(Exhibit((table,), place="Table 1", title="Counts"))
    assert "Entry(" not in html
    assert ">1<" in html.replace("\n", "").replace(" ", "") and "−3.5" in html


def test_published_numbers_have_the_digits_of_the_print() -> None:
    theirs = Estimate(Printed("51.00"), published=True), Printed("7.0")
    ours = Estimate(Printed("51.00") / 4, 2.0)
    headings = ("theirs", "their thousands", "ours")
    html = as_html(Exhibit((ExhibitTable("scores", "Scores", headings, ((*theirs, ours),)),)))
    assert "51.00" in html and ">7.0<" in html and "12.75" not in html


def test_what_a_picture_shows_is_told_below_it_to_everybody() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M 0 0"/></svg>'
    exhibit = Exhibit(figures=(ExhibitFigure("scores", svg, "Filled ones differ from 50."),))
    found = Study(paper_of("s_jsd"), ("embedded",), (replace(exhibit, place="Figure 1"),), {})
    for html in (render(found), as_html(exhibit)):
        below = html.split("</svg>")[1]
        assert ">Filled ones differ from 50.</p>" in below
        assert html.count("Filled ones") == 2  # a reader of screens hears the picture's own
