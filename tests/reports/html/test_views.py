"""A figure keeps its words, its colours and its ids to itself."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

from equimask.core.bars import label_rows
from equimask.core.drawing import BLUE
from equimask.reports.html.views import Picture


def test_a_figure_keeps_words_as_text_and_colours_as_variables() -> None:
    def paint(axes: Any) -> None:
        axes.plot([0, 1], [0, 1], color=BLUE)
        axes.set_xlabel("<b> & $x$ سارة")

    svg = Picture("key", "A & B", "<i>", 3, paint).svg
    root = ET.fromstring(svg)
    assert [child.text for child in root][:2] == ["A & B", "<i>"]
    assert "<b> & $x$ سارة" in [node.text for node in root.iter("text")]
    assert "stroke:var(--blue)" in svg
    assert not re.search("#[0-9a-f]{6}", svg)
    assert all(node.get("id", "key").startswith("key") for node in root.iter())
    assert "width" not in root.attrib and root.attrib["viewBox"].startswith("0 0 ")


def test_long_names_have_room() -> None:
    def height(name: str) -> float:
        picture = Picture("key", "A", "B", 9, lambda axes: label_rows(axes, [name] * 9))
        return float(ET.fromstring(picture.svg).attrib["viewBox"].split()[3])

    assert height("German, ted") == height("some_gender_pairs, German, corpus")
    assert height("some_gender_pairs, German, a corpus, and how they were made") > height("German")


def test_a_long_title_of_a_file_is_broken_and_has_room() -> None:
    def size(title: str) -> tuple[int, float]:
        root = ET.fromstring(Picture("key", title, "B", 3, lambda axes: None).file("svg"))
        words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
        return sum(text in title for text in words if text), float(root.attrib["height"][:-2])

    (one, low), (four, high) = size("A title"), size("A title of many words. " * 5)
    assert (one, four) == (1, 4) and high > low


def test_two_figures_share_no_id() -> None:
    pictures = [
        Picture(key, key, key, 3, lambda axes: axes.plot([0, 1], "o")) for key in ("one", "two")
    ]
    ids = [set(re.findall(' id="([^"]+)"', picture.svg)) for picture in pictures]
    assert ids[0] and not ids[0] & ids[1]
