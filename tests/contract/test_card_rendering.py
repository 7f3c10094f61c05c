"""A committed card is what its receipt and its template give: nothing in it was edited by hand."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from jinja2 import Environment, StrictUndefined

from builders.__main__ import load_builder, main
from builders.kit.receipt import card_words
from builders.kit.run import card_of
from builders.kit.sources import read_sources
from tests.contract.cards import ROOT, each_dataset, pictures, receipt, words

SVG = "{http://www.w3.org/2000/svg}"
WHITE = "#ffffff"


def builder_of(folder: Path) -> Path:
    return ROOT / "builders" / folder.name


def texts(svg: str | bytes) -> list[str]:
    """What a figure says; fonts and places differ between machines, words and numbers must not."""
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text")]


@each_dataset
def test_the_card_is_what_receipt_and_template_give(folder: Path) -> None:
    sources = read_sources(builder_of(folder) / "source.toml")
    rendered = card_of(builder_of(folder), sources, receipt(folder))
    assert (folder / "README.md").read_text(encoding="utf-8") == rendered, (
        f"render it anew: python -m builders {folder.name} --card-only"
    )


@each_dataset
def test_the_template_asks_for_nothing_that_is_not_there(folder: Path) -> None:
    sources = read_sources(builder_of(folder) / "source.toml")
    template = (builder_of(folder) / "card.md.jinja").read_text(encoding="utf-8")
    strict = Environment(undefined=StrictUndefined).from_string(template)
    strict.render(card_data="", **card_words(sources, receipt(folder)))


@each_dataset
def test_the_card_shows_every_figure_and_says_what_is_in_it(folder: Path) -> None:
    shown = pictures(words(folder))
    names = receipt(folder)["figures"]
    assert names
    assert sorted(shown) == [f"figures/{name}" for name in names]
    assert sorted(path.name for path in (folder / "figures").iterdir()) == names
    assert all(len(alt.split()) > 5 for alt in shown.values())


@pytest.mark.slow
@each_dataset
def test_figures_say_what_the_receipt_says(folder: Path) -> None:
    for name, picture in load_builder(folder.name).figures(receipt(folder)["summary"]).items():
        committed = (folder / "figures" / name).read_text(encoding="utf-8")
        assert texts(committed) == texts(picture), (
            f"draw it anew: python -m builders {folder.name} --card-only"
        )


@each_dataset
def test_figures_can_be_read_on_dark_pages(folder: Path) -> None:
    """Dark letters need a light ground of their own, whatever the page's is."""
    for path in (folder / "figures").iterdir():
        ground = next(ET.parse(path).getroot().iter(f"{SVG}path"))
        assert WHITE in ground.attrib["style"]


def test_a_card_is_rendered_anew_without_its_sources(tmp_path: Path) -> None:
    committed = ROOT / "datasets" / "politicians"
    (tmp_path / "receipt.json").write_bytes((committed / "receipt.json").read_bytes())
    assert main(["politicians", "--card-only", "--out", str(tmp_path)]) == 0
    assert (tmp_path / "README.md").read_bytes() == (committed / "README.md").read_bytes()
    assert (tmp_path / "receipt.json").read_bytes() == (committed / "receipt.json").read_bytes()
    assert [path.name for path in (tmp_path / "figures").iterdir()] == ["genders.svg"]


def test_without_a_receipt_there_is_nothing_to_render(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["politicians", "--card-only", "--out", str(tmp_path)]) == 2
    assert "Build the dataset first" in capsys.readouterr().err
