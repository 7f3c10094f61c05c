"""Every paper lists all that it shows, and the embedded model makes it, twice the same."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from equimask.core.embedded import EMBEDDED
from equimask.papers import paper_names, paper_of
from equimask.papers.exhibit import Exhibit, NotMade
from equimask.papers.run import study
from equimask.papers.study import Study
from tests.reports.html.document import read

# Two languages, few draws: what is made is the question here, not how surely it is known.
QUICK: dict[str, Any] = {"n_resamples": 99, "n_twins": 2, "progress": False}
LANGUAGES = ["de", "en"]
# These need third parties' files and more languages: their own tests count what is made of those.
OF_OTHERS_DATA = {"politicians"}
CAPTION = re.compile(r"^(Table|Fig(?:ure)?) (\d+)[.:] ?", re.MULTILINE)

each_paper = pytest.mark.parametrize("name", paper_names())


class Ran(NamedTuple):
    """A study and the folder that it was written to."""

    found: Study
    folder: Path


@pytest.fixture(scope="module", params=paper_names())
def ran(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    folder = tmp_path_factory.mktemp(request.param)
    return Ran(study(request.param, EMBEDDED, languages=LANGUAGES, out=folder, **QUICK), folder)


@each_paper
def test_a_paper_lists_all_its_tables_and_figures(name: str, shared: Path) -> None:
    texts = list((shared / "papers").glob(f"{name}_*.txt"))
    if not texts:
        pytest.skip(f"no text of {name} among the shared papers")
    found = CAPTION.findall(texts[0].read_text(encoding="utf-8"))
    printed = {f"{'Table' if kind == 'Table' else 'Figure'} {number}" for kind, number in found}
    listed = [one.place for one in paper_of(name).exhibits]
    assert printed <= set(listed) and len(set(listed)) == len(listed)
    invented = [place for place in listed if re.fullmatch(r"(Table|Figure) \d+", place)]
    assert set(invented) <= printed | _without_caption(name)


def _without_caption(name: str) -> set[str]:
    """Figures whose caption the text of the paper has lost, but which it speaks of."""
    return {"mbe": {"Figure 1", "Figure 2"}}.get(name, set())


@each_paper
def test_a_paper_names_itself_and_its_models(name: str) -> None:
    paper = paper_of(name)
    assert paper.name == name and paper.cites in paper.citation
    assert paper.models and all(one.label and one.model for one in paper.models)


@pytest.mark.slow
def test_the_embedded_model_makes_nine_tenths_and_the_rest_has_reasons(ran: Ran) -> None:
    shown = [one for one in ran.found.exhibits if one.place.startswith(("Table", "Figure"))]
    made = [one for one in shown if isinstance(one, Exhibit)]
    why = {one.place: one.why for one in ran.found.exhibits if isinstance(one, NotMade)}
    if ran.found.paper.name not in OF_OTHERS_DATA:
        assert len(made) >= 0.9 * len(shown), why
    assert all(len(text) > 40 for text in why.values())
    assert all(one.tables or one.figures for one in made)
    assert all(one.title and one.place for one in ran.found.exhibits)


@pytest.mark.slow
def test_published_figures_stand_beside_ours(ran: Ran) -> None:
    headings = " ".join(h for one in ran.found.made for t in one.tables for h in t.headings)
    cells = {c for one in ran.found.made for t in one.tables for row in t.rows for c in row if c}
    assert "published" in headings or "published" in cells


@pytest.mark.slow
def test_the_page_is_whole_and_fetches_nothing(ran: Ran) -> None:
    text = (ran.folder / "study.html").read_text(encoding="utf-8")
    page = read(text)
    ids = [node.attributes["id"] for node in page.all() if "id" in node.attributes]
    assert len(set(ids)) == len(ids)
    links = [node.attributes["href"] for node in page.all("a")]
    assert all(link.removeprefix("#") in ids for link in links if link.startswith("#"))
    assert "src=" not in text.partition("<script>")[0] and "http-equiv" in text
    for one in ran.found.exhibits:
        assert one.title in page.text
    for one in ran.found.not_made:
        assert one.why in page.text


@pytest.mark.slow
def test_files_can_be_read_again(ran: Ran) -> None:
    files = {path.suffix: 0 for path in ran.folder.rglob("*.*")}
    for path in sorted((ran.folder / "tables").glob("*.csv")):
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
        assert len({len(row) for row in rows}) == 1 and len(set(rows[0])) == len(rows[0]), path
        _check_latex(path.with_suffix(".tex").read_text(encoding="utf-8"))
        files[".csv"] += 1
    for path in (ran.folder / "figures").glob("*.svg"):
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert files[".csv"] == sum(len(one.tables) for one in ran.found.made)


def _check_latex(text: str) -> None:
    """What an engine would stop at: open braces and environments, cells that no column takes."""
    bare = re.sub(r"\\[{}%&#$_\\]", "", text)
    assert bare.count("{") == bare.count("}")
    for begun in re.findall(r"\\begin\{(\w+)\}", text):
        assert text.count(rf"\begin{{{begun}}}") == text.count(rf"\end{{{begun}}}")
    for tabular in re.findall(r"\\begin\{tabular\}\{@\{\}(l+[lr]*)@\{\}\}(.*?)\\end", text, re.S):
        columns, body = tabular
        lines = [line for line in body.split("\n") if line.endswith(r"\\")]
        assert lines
        assert all(len(re.findall(r"(?<!\\)&", line)) == len(columns) - 1 for line in lines)


@pytest.mark.slow
def test_a_second_run_asks_no_model_again_and_writes_the_same(ran: Ran) -> None:
    before = {path: path.read_bytes() for path in ran.folder.rglob("*") if path.is_file()}
    cells = [path for path in before if path.parent.name == "cells" and path.suffix == ".json"]
    kept = {path: path.stat().st_mtime_ns for path in cells}
    again = study(ran.found.paper, EMBEDDED, languages=LANGUAGES, out=ran.folder, **QUICK)
    assert again.exhibits == ran.found.exhibits
    for path, content in before.items():
        assert path.read_bytes() == content, path.name
    assert all(path.stat().st_mtime_ns == time for path, time in kept.items())


@pytest.mark.slow
def test_a_notebook_shows_it(ran: Ran) -> None:
    html = ran.found._repr_html_()
    read(html)
    assert all(one.title in html for one in ran.found.made)
