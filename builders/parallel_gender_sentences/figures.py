"""The figure of the card, drawn from the summary in the receipt alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builders.kit.charts import stacked_bars
from equimask.core.drawing import BLUE, GREY, ORANGE, VERMILION

_SHOWN = {
    "same": ("the same gender", BLUE),
    "both": ("both", ORANGE),
    "other": ("the other", VERMILION),
    "none": ("none by a sure word", GREY),
}


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """The figure by its file name."""
    return {"preservation.svg": preservation_figure(summary)}


def preservation_figure(summary: Mapping[str, Any], format: str = "svg") -> bytes:
    """Per language and gender of the English side, what gender the sentence itself shows."""
    rows = {
        f"{lang} {gender}": {
            label: 100 * facts["preservation"]["sure"][gender][key]
            for key, (label, _) in _SHOWN.items()
        }
        for lang, facts in summary["languages"].items()
        for gender in ("female", "male")
    }
    axis = "% of the sentences, by the gender of their English side"
    return stacked_bars(rows, dict(_SHOWN.values()), axis, format)
