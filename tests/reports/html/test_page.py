"""The page as a document: self-contained, named, in order, escaped, small, always the same."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from equimask.inputs.pairs import pair_languages
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of
from equimask.reports.html import render, write_report
from equimask.reports.html.keys import signature_key
from tests.reports.html.document import Node, read
from tests.reports.html.fake_audit import fake_audit

SMALL: dict[str, Any] = {"baseline": None, "calibrate": False, "reliability": False}


@pytest.fixture(scope="module")
def page(large_report: Path) -> Node:
    return read(large_report.read_text(encoding="utf-8"))


def test_thirteen_languages_and_all_measures_weigh_less_than_two_megabytes(
    large_report: Path,
) -> None:
    assert large_report.stat().st_size < 2_000_000


def test_three_models_weigh_less_too(three_models: Path) -> None:
    assert three_models.stat().st_size < 2_000_000


def test_nothing_is_fetched_and_no_foreign_script_runs(page: Node) -> None:
    assert not list(page.all("iframe", "img", "object", "embed"))
    assert all(not script.attributes for script in page.all("script"))
    for node in page.all():
        assert not [name for name in node.attributes if name.startswith("on")]
        for name in ("href", "src", "xlink:href"):
            assert node.attributes.get(name, "#").startswith(("#", "data:,"))
    style = next(page.all("style")).text
    assert "url(" not in style and "@import" not in style


def test_every_link_arrives_and_no_id_is_used_twice(page: Node) -> None:
    ids = [node.attributes["id"] for node in page.all() if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    for node in page.all():
        if node.attributes.get("href", "").startswith("#"):
            assert node.attributes["href"][1:] in ids
        for name in ("aria-labelledby", "aria-describedby"):
            assert set(node.attributes.get(name, "").split()) <= set(ids)
        for name in re.findall(r"url\(#([^)]+)\)", " ".join(node.attributes.values())):
            assert name in ids


def test_headings_start_with_one_and_skip_no_level(page: Node) -> None:
    levels = [int(node.tag[1]) for node in page.all("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


def test_every_figure_has_a_name_a_description_and_its_numbers(page: Node) -> None:
    pictures = list(page.all("svg"))
    assert len(pictures) > 20
    for picture in pictures:
        title, description = picture.children[:2]
        assert picture.attributes["role"] == "img"
        assert (title.tag, description.tag) == ("title", "desc")
        assert title.text and len(description.text) > 50
        assert picture.attributes["aria-labelledby"].split() == [
            title.attributes["id"],
            description.attributes["id"],
        ]


def test_every_table_has_a_caption_and_headings_with_a_scope(page: Node) -> None:
    tables = list(page.all("table"))
    assert len(tables) > 40
    for table in tables:
        assert next(table.all("caption")).text
        head, body = table.all("thead", "tbody")
        *groups, header = head.all("tr")
        assert {cell.attributes["scope"] for cell in header.all("th")} == {"col"}
        for row in groups:
            spans = [int(cell.attributes.get("colspan", "1")) for cell in row.children]
            assert sum(spans) == len(header.children)
        for row in body.all("tr"):
            assert row.children[0].attributes["scope"] == "row"
            assert len(row.children) == len(header.children)


def test_the_map_on_the_page_has_every_number_and_every_verdict(page: Node) -> None:
    audit = fake_audit()
    for position, key in enumerate(audit.model_keys):
        table = next(
            table
            for table in page.all("table")
            if any(node.attributes.get("id") == f"heat-{position}" for node in table.all("span"))
        )
        rows = list(next(table.all("tbody")).all("tr"))
        for place, row in zip(audit.places, rows, strict=True):
            name, *cells = row.children
            assert name.text == place.name
            for measure, shown in zip(audit.measures, cells, strict=True):
                cell = audit.cell(place, measure, key)
                assert cell is not None
                factor = measure_of(measure).factor
                number, word = shown.children
                digits = decimals_of(cell.result, factor)
                assert number.text == f"{cell.result.value * factor:.{digits}f}".replace(
                    "-0.0", "0.0"
                )
                assert page.by_id(number.attributes["href"][1:]).text == cell.result.signature
                assert word.text.strip() == cell.verdict.short
                hatched = "quiet" in shown.attributes.get("class", "").split()
                assert hatched == (not cell.verdict.is_finding)


def test_what_is_not_a_finding_is_said_once_to_be_no_proof(page: Node) -> None:
    assert page.text.count("not the same as no bias") == 1


def test_colours_come_from_the_theme_alone(page: Node) -> None:
    for picture in page.all("svg"):
        for node in picture.all():
            assert not re.search("#[0-9a-fA-F]{3,6}\\b", node.attributes.get("style", ""))


def test_sentences_carry_their_language_and_direction(page: Node) -> None:
    sentences = [node for node in page.all("p") if "pair" in node.attributes.get("class", "")]
    assert {node.attributes["lang"] for node in sentences} == set(pair_languages())
    for node in sentences:
        expected = "rtl" if node.attributes["lang"] == "ar" else "ltr"
        assert node.attributes["dir"] == expected


def test_pairs_are_folded_and_announced(page: Node) -> None:
    folded = {id(node) for fold in page.all("details") for node in fold.all("p")}
    sentences = [node for node in page.all("p") if "pair" in node.attributes.get("class", "")]
    assert sentences and all(id(node) in folded for node in sentences)
    assert page.text.index("Content warning.") < page.text.index(sentences[0].text)
    assert not any("open" in fold.attributes for fold in page.all("details"))


def test_many_models_fold_all_maps_but_the_first() -> None:
    models = [f"lab/m{number}@1" for number in range(5)]
    page = read(render(fake_audit(("ar", "de"), ("cps",), models=models, **SMALL)))
    folds = [fold for fold in page.all("details") if fold.attributes.get("name") == "heat"]
    assert ["open" in fold.attributes for fold in folds] == [True, False, False, False, False]
    page = read(render(fake_audit(("de",), ("cps",), models=models, **SMALL)))
    assert not [fold for fold in page.all("details") if fold.attributes.get("name") == "heat"]
    assert page.by_id("forest-title").text == "German: all measures"


def test_every_number_has_its_signature(page: Node) -> None:
    audit = fake_audit()
    shown = {node.attributes.get("id"): node.text for node in page.all("code")}
    keys = [signature_key(audit, cell) for cell in audit.cells]
    assert len(set(keys)) == len(keys)
    for key, cell in zip(keys, audit.cells, strict=True):
        assert shown[key] == cell.result.signature


def test_one_place_has_one_figure_and_one_table_of_scores() -> None:
    page = read(render(fake_audit(("de",), baseline=None)))
    keys = [svg.attributes["aria-labelledby"].split("-title")[0] for svg in page.all("svg")]
    assert [key for key in keys if key.startswith("forest")] == ["forest"]
    captions = [next(table.all("caption")).text for table in page.all("table")]
    assert sum("all scores" in caption for caption in captions) == 1


def test_the_day_is_shown_where_it_is_given() -> None:
    audit = fake_audit(("de",), ("cps",), **SMALL)
    assert "18 November 2026" in render(audit, date(2026, 11, 18))
    assert " · Equimask" not in render(audit).partition("Equimask 0.1.0 ·")[0]


def test_a_name_that_is_markup_stays_text() -> None:
    wild = "<script>alert(1)</script>&\"'@1"
    audit = fake_audit(("de", "fi"), ("cps",), models=(wild, "a&b<i>@2"), **SMALL)
    pair = replace(audit.pairs["de"][0], first=wild, category="<b>", id="<i>")
    cell = audit.cells[0]
    part = replace(cell.by_category[0], name="<b>$x$")
    cell = replace(cell, effects=np.array([99.0, *cell.effects[1:]]), by_category=(part,))  # type: ignore[index]
    audit = replace(
        audit,
        cells=(cell,),
        pairs={"de": (pair, *audit.pairs["de"][1:])},
        notes=("<script>note</script>",),
        options={"<script>": "<script>"},
    )
    html = render(audit)
    page = read(html)
    assert not list(page.all("i"))
    assert all("alert(1)" not in node.text for node in page.all("script"))
    assert wild.partition("@")[0] in next(page.all("h1")).text
    assert wild in page.text and "<b>$x$" in page.text


def test_the_same_audit_gives_the_same_bytes(small_report: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.html"
    write_report(fake_audit(("ar", "de"), ("cps", "sbm"), **SMALL), again)
    assert again.read_bytes() == small_report.read_bytes()


def test_parts_that_an_audit_lacks_are_left_out(page: Node, small_report: Path) -> None:
    def parts(page: Node) -> list[str]:
        return [
            node.attributes["id"] for node in page.all("h2", "details") if "id" in node.attributes
        ]

    small = parts(read(small_report.read_text(encoding="utf-8")))
    assert small == [
        "scores", "two-axes", "detail", "agreement-of-measures", "distributions", "categories",
        "directions", "pairs", "limits", "rerun", "signatures",
    ]  # fmt: skip
    assert set(parts(page)) - set(small) == {"models", "knowledge", "reliability"}


def test_bags_without_a_null_are_shown_and_not_read() -> None:
    page = read(render(fake_audit(("en", "th"), ("mbe",), **SMALL)))
    assert "2 of 2 scores are not read: without calibration" in page.text
    assert "None of 2 scores shows a preference" in page.text
    assert "pairs" not in [node.attributes.get("id") for node in page.all("details")]


def test_every_score_has_its_language_quality_beside_it_and_a_plain_reading() -> None:
    audit = fake_audit(("de",), ("cps", "aul"), **SMALL)
    document = read(render(audit))
    for table in document.all("table"):
        caption = next(table.all("caption")).text
        if "all scores" in caption:
            header, *rows = table.all("tr")
            assert len(rows) == 2
            row = rows[0]
            named = dict(
                zip(
                    (cell.text for cell in header.children),
                    (cell.text for cell in row.children),
                    strict=True,
                )
            )
            assert (named["LM right"], named["LM nats"]) == ("50 %", "2.00")
            assert named["unknown"] == "0.4 %"
    text = " ".join(document.text.split())
    assert "How well the model knows German: 50 % of masked tokens right, 2.00 nats each." in text
    assert text.count("A model that knows no language is no fair model.") == 1
    assert "CPS: of the masked tokens." in text
    assert "it only shows that a model is alive" in text
