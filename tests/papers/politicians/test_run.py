"""From one call to files: every place of the paper, made or with its reason."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from equimask import study
from equimask.core.embedded import EMBEDDED
from equimask.papers.politicians import PAPER
from equimask.papers.politicians.packaged_sentiments import TOLD
from equimask.papers.request import PaperModel
from tests.papers.politicians import made

pytestmark = pytest.mark.slow  # a score of fits


def test_a_call_writes_a_page_and_tables(tmp_path: Path) -> None:
    one, signed = (PaperModel(EMBEDDED, EMBEDDED),), made.embedded_name()
    counts = [{**row, "model": signed} for row in made.counts(one)]
    found = study(
        "politicians",
        EMBEDDED,
        data=[counts, made.lexicon()],
        out=tmp_path / "out",
        progress=False,
    )
    assert [one.place for one in found.exhibits] == [one.place for one in PAPER.exhibits]
    missing = {one.place: one.why for one in found.not_made}
    assert set(missing) == {"Figure 3", "S1 Text", "S2 Text", "S3 Text", "S2 Table"}
    assert all(len(why) > 20 for why in missing.values())
    page = (tmp_path / "out" / "study.html").read_text(encoding="utf-8")
    assert all(one.place in page for one in PAPER.exhibits)
    assert "divorced" in page and made.WOMENS in page
    assert "Entry(" not in page
    with (tmp_path / "out" / "tables" / "table-4-deviations.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["published word"] == "divorced"
    assert (tmp_path / "out" / "tables" / "table-3-contrast.tex").is_file()
    assert (tmp_path / "out" / "figures" / "figure-5-shares.svg").is_file()


def test_with_nothing_brought_all_is_made_but_what_nobody_may_package() -> None:
    found = study("politicians", EMBEDDED, progress=False)
    assert [one.place for one in found.not_made] == [
        "Figure 3", "S1 Text", "S2 Text", "S3 Text", "S2 Table",
    ]  # fmt: skip
    assert found.summary == ("13 of 14 tables and figures and 3 of 7 parts of the supplement made")
    for place in ("Figure 4", "Table 4", "Table 8"):
        assert TOLD in found[place].notes
    effects = found["Table 8"].tables[0]
    ours = [row[:4] for row in effects.rows if row[7] is not None]
    assert ("language", "es", "en", "male") in ours
    assert any("nothing to test by" in note for note in found["Table 8"].notes)


def test_the_papers_models_are_asked_where_it_asks_them() -> None:
    labels = [model.label for model in PAPER.models]
    assert len(set(labels)) == 16
    by_label = {model.label: model for model in PAPER.models}
    assert by_label["BERTweet"].languages == ("en",)
    assert by_label["m-BERT"].languages == ("ar", "zh", "en", "fr", "hi", "ru", "es")
    assert PAPER.citation.startswith("@article{stanczak")
