"""What a study does with what it is asked, and with what cannot be made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from equimask.core.errors import DataError, ModelError, OptionError
from equimask.papers import paper_of
from equimask.papers.exhibit import Estimate, Exhibit, ExhibitFigure, NotMade, table
from equimask.papers.paper import Paper, Planned
from equimask.papers.request import PaperModel, Request, named_models
from equimask.papers.run import study

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M 0 0"/></svg>'


def _scores(work: Request) -> Exhibit:
    rows = [("a_b & c", Estimate(1.25, 0.5, published=True)), ("−", None)]
    found = table("", "Scores <of> all", ("model", "score"), rows)
    return Exhibit((found,), (ExhibitFigure("", SVG, "A line."),), ("100 % of it.",))


def _missing(work: Request) -> Exhibit:
    raise DataError(expected="corpora", got="none", fix="Bring some.")


@pytest.fixture
def paper() -> Paper:
    return Paper(
        "toy", "Doe (2020)", "A toy", "steinborn-etal-2022-information",
        (PaperModel("Small", "org/small", ("de",)),),
        (
            Planned("Table 1", "Scores", _scores),
            Planned("Figure 1", "Missing", _missing),
            Planned("Section 2", "People", lambda work: NotMade("It needs people.")),
        ),
        lambda request: request,
    )  # fmt: skip


def test_what_fails_alone_is_told_and_stops_nothing(paper: Paper, tmp_path: Path) -> None:
    by_default: dict[str, Any] = {"calibrate": False, "seed": 0, "tokenizer": None}
    found = study(paper, "embedded", out=tmp_path, progress=False, **by_default)
    assert [one.place for one in found.made] == ["Table 1"]
    assert {one.place: one.why for one in found.not_made} == {
        "Figure 1": "Expected corpora, but got none. Bring some.",
        "Section 2": "It needs people.",
    }
    assert found.summary == "1 of 2 tables and figures and 0 of 1 results of the text made"
    assert found["Section 2"].title == "People"
    assert found.options == {}  # all is as it is by default, though it was given
    page = (tmp_path / "study.html").read_text(encoding="utf-8")
    assert "Scores &lt;of&gt; all" in page and "Bring some." in page and "1.25 ± 0.5" in page
    tex = (tmp_path / "tables" / "table-1.tex").read_text(encoding="utf-8")
    assert r"a\_b \& c" in tex and r"100 \% of it." in tex
    assert (tmp_path / "figures" / "table-1.svg").read_bytes() == SVG


def test_the_supplement_is_counted_by_itself(paper: Paper) -> None:
    places = ("Table 1", "S1 Table", "S3 Text")
    listed = replace(paper, exhibits=tuple(Planned(one, "Scores", _scores) for one in places))
    found = study(listed, "embedded", seed=7)
    assert found.summary == "1 of 1 tables and figures and 2 of 2 parts of the supplement made"
    assert found.options == {"seed": "7"}


def test_papers_and_options_that_are_not_there_are_refused(paper: Paper) -> None:
    with pytest.raises(OptionError, match="Did you mean 's_jsd'"):
        study("s_jds", "embedded")
    with pytest.raises(OptionError, match="an option of a study"):
        study(paper, "embedded", likelihood="aul")


def test_a_model_that_is_not_there_is_refused_before_any_work(paper: Paper) -> None:
    with pytest.raises(ModelError):
        study(paper, "./no-such-model")


def test_the_papers_own_models_are_asked_under_full(
    paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("equimask.papers.run.refuse_unreadable", lambda o: asked.append(o.model))
    assert study(paper, full=True).models == ("Small",)
    assert study(paper).models == ("embedded",)
    assert asked == ["org/small", "embedded"]


def test_models_are_named_as_the_paper_names_them() -> None:
    known = paper_of("s_jsd").models
    given = ["FacebookAI/xlm-roberta-base", "de=some/folder/", "org/other"]
    found = named_models(given, known)
    assert [(one.label, one.languages) for one in found] == [
        ("xlmR", ()), ("folder", ("de",)), ("other", ()),
    ]  # fmt: skip
    assert found[1].speaks("de") and not found[1].speaks("en") and found[0].speaks("en")
    with pytest.raises(OptionError, match="twice"):
        named_models(["a/b", "a/b"], known)


@pytest.mark.parametrize("place", ["taken", "taken/below"])
def test_a_file_where_the_folder_must_be_is_refused_before_any_work(
    paper: Paper, tmp_path: Path, place: str
) -> None:
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    worked: list[Request] = []
    asked = replace(paper, prepare=worked.append)
    with pytest.raises(OptionError, match="'taken' is a file"):
        study(asked, "embedded", out=tmp_path / place)
    assert not worked


@pytest.mark.parametrize("data", ["lost.csv", "stereoset=lost.json", "no where at all"])
def test_data_that_are_nowhere_are_told_before_any_work(
    paper: Paper, tmp_path: Path, data: str
) -> None:
    with pytest.raises(DataError, match=r"lost|no where"):
        study(paper, "embedded", data=[data], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_data_of_the_hub_and_all_papers_are_looked_for_by_who_reads_them(paper: Paper) -> None:
    found = study(paper, "embedded", data=["org/pairs@v1", "papers:org", "answers=org/rows"])
    assert found.options["data"] == "org/pairs@v1, papers:org, answers=org/rows"
