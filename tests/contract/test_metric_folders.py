"""Every folder in metrics/ keeps the contract; a new one is tested the moment it exists."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

from datasets.naming import camelcase_to_snakecase
from packaging.version import Version

from equimask.hub.metric_cards import cards, figures
from equimask.metrics import all_specs, spec_of
from equimask.version import __version__
from tests.contract.cards import (
    METRICS,
    ROOT,
    each_metric,
    headings,
    metric_card,
    pictures,
    section,
    words,
)

SVG = "{http://www.w3.org/2000/svg}"

# Those of evaluate's metric cards, in their order, and two of our own.
HEADINGS = [
    "## Metric Description",
    "## How to Use",
    "### Inputs",
    "### Output Values",
    "#### Values from Popular Papers",
    "### Examples",
    "## Published and Corrected Protocol",
    "## Limitations and Bias",
    "### Bias Statement",
    "## Citation",
    "## Further References",
]


def test_every_spec_has_its_folder_and_every_folder_its_spec() -> None:
    assert {folder.name for folder in METRICS} == set(all_specs()) > {"s_jsd", "aul"}


def test_what_specs_say_in_the_readme_and_the_cards_is_what_they_say_now() -> None:
    old = [str(path) for path, text in cards(ROOT).items() if path.read_text("utf-8") != text]
    assert old == [], "run `make cards`"


@each_metric
def test_folder_file_and_class_share_one_name(folder: Path) -> None:
    source = (folder / f"{folder.name}.py").read_text(encoding="utf-8")
    classes = re.findall(
        r"^class (\w+)\(equimask\.evaluation\.module\.BiasMetric\)", source, re.MULTILINE
    )
    assert [camelcase_to_snakecase(name) for name in classes] == [folder.name]
    assert f'metric = "{folder.name}"' in source


@each_metric
def test_the_module_is_a_shell_without_arithmetic(folder: Path) -> None:
    source = (folder / f"{folder.name}.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 12
    assert re.findall(r"^import (\w+)", source, re.MULTILINE) == ["equimask"]
    assert "def " not in source


@each_metric
def test_the_card_has_the_headings_of_evaluate_in_order(folder: Path) -> None:
    assert [line for line in headings(words(folder)) if line in HEADINGS] == HEADINGS


@each_metric
def test_the_card_classes_of_the_hub_take_the_metadata(folder: Path) -> None:
    data = metric_card(folder).data
    assert {"evaluate", "metric", "fill-mask"} <= set(data.tags)
    assert (data.sdk, data.license) == ("gradio", "apache-2.0")
    assert data.title
    assert data.to_dict()["description"]


@each_metric
def test_the_card_says_where_the_protocols_differ(folder: Path) -> None:
    protocols = section(words(folder), "## Published and Corrected Protocol")
    assert "| | `published` | `corrected` (default) |" in protocols
    assert len(re.findall(r"^\| \w.*\|$", protocols, re.MULTILINE)) >= 3


@each_metric
def test_the_card_names_range_neutral_point_and_every_column(folder: Path) -> None:
    card = words(folder)
    assert "| | range | neutral | direction |" in card
    for column in spec_of(folder.name).columns:
        assert f"`{column}`" in section(card, "### Inputs")


@each_metric
def test_the_card_says_what_counts_as_bias_and_whom_it_harms(folder: Path) -> None:
    statement = section(words(folder), "### Bias Statement")
    assert "harm" in statement
    assert len(statement.split()) > 30


@each_metric
def test_the_space_is_pinned_to_the_package_version(folder: Path) -> None:
    requirements = (folder / "requirements.txt").read_text(encoding="utf-8")
    pin = rf"equimask(\[[\w,]+\])?=={re.escape(__version__)}"
    assert re.search(rf"^{pin}$", requirements, re.MULTILINE)


@each_metric
def test_the_page_is_the_shared_one(folder: Path) -> None:
    data = metric_card(folder).data.to_dict()
    assert Version(data["sdk_version"]).major == 6
    source = (folder / data["app_file"]).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 12
    assert f"from {folder.name} import " in source
    assert "from equimask.space.page import build_page, serve" in source
    assert "def " not in source


@each_metric
def test_the_card_shows_an_example_row_and_its_score(folder: Path) -> None:
    examples = section(words(folder), "### Examples")
    shown = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", examples, re.MULTILINE))
    assert list(shown)[: len(spec_of(folder.name).columns)] == list(spec_of(folder.name).columns)
    assert list(pictures(examples)) == ["figures/example.svg"]


def test_the_figures_show_what_is_measured_now() -> None:
    for path, picture in figures(ROOT).items():
        assert marks(path.read_bytes()) == marks(picture), f"run `make cards`: {path.parent.parent}"


def marks(svg: bytes) -> tuple[list[str], list[float]]:
    """Words and numbers on the axis, and where points and lines lie, to a point of print."""
    root = ET.fromstring(svg)
    texts = ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]
    places = [round(float(one.attrib["x"])) for one in root.iter(f"{SVG}use")]
    return texts, places
