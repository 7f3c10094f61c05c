"""The figure of the card, drawn from the summary in the receipt alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builders.kit.charts import stacked_bars
from equimask.core.drawing import BLUE, ORANGE

_SURE, _DOUBTFUL = "sure signs of a gender", "with a warning"


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """The figure by its file name."""
    return {"records.svg": records_figure(summary)}


def records_figure(summary: Mapping[str, Any], format: str = "svg") -> bytes:
    """Per language, how many records are sure and how many carry a warning."""
    rows = {}
    for lang, facts in summary["languages"].items():
        doubtful = facts["ambiguous"]
        rows[lang] = {_SURE: sum(facts["pos"].values()) - doubtful, _DOUBTFUL: doubtful}
    return stacked_bars(rows, {_SURE: BLUE, _DOUBTFUL: ORANGE}, "records", format)
