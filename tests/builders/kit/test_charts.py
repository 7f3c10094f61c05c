"""The shapes of the cards' figures: what they write, and what they leave out."""

from __future__ import annotations

import re

from builders.kit.charts import number_grid, stacked_bars
from equimask.core.drawing import BLUE, ORANGE

COLOURS = {"many": BLUE, "few": ORANGE}


def texts(picture: bytes) -> list[str]:
    return re.findall(r">([^<>]+)</text>", picture.decode())


def test_bars_carry_their_numbers_where_there_is_room() -> None:
    rows = {"de": {"many": 1500, "few": 1}, "en": {"many": 700}}
    told = texts(stacked_bars(rows, COLOURS, "pairs"))
    assert {"1,500", "700", "de", "en", "pairs", "many", "few"} <= set(told)
    assert "1" not in told, "too small a part for a number"


def test_the_first_row_is_on_top() -> None:
    svg = stacked_bars({"de": {"many": 3}, "en": {"many": 4}}, COLOURS, "pairs").decode()
    heights = {
        name: float(re.search(rf'y="([\d.]+)"[^>]*>{name}</text>', svg).group(1))  # type: ignore[union-attr]
        for name in ("de", "en")
    }
    assert heights["de"] < heights["en"]


def test_a_grid_leaves_nothing_blank_but_zero() -> None:
    told = texts(number_grid({"de": [0, 12.34], "en": [5, 0]}, ["a", "b"], "shares"))
    assert told.count("12.3") == told.count("5.0") == 1
    assert "0.0" not in told


def test_a_picture_is_the_same_twice() -> None:
    rows = {"de": {"many": 3, "few": 2}}
    assert stacked_bars(rows, COLOURS, "pairs") == stacked_bars(rows, COLOURS, "pairs")
