"""The figure of the card, drawn from the summary in the receipt alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builders.kit.charts import stacked_bars
from equimask.core.drawing import BLUE, ORANGE

_WORD, _AGREEMENT = "only the gender word or name differs", "and what agrees with it"


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """The figure by its file name."""
    return {"changes.svg": changes_figure(summary)}


def changes_figure(summary: Mapping[str, Any], format: str = "svg") -> bytes:
    """Per language, in how many pairs more than the gender word differs."""
    rows = {}
    for lang, facts in summary["languages"].items():
        agreement = facts["agreement"]
        rows[lang] = {_WORD: facts["audit"]["pairs"] - agreement, _AGREEMENT: agreement}
    return stacked_bars(rows, {_WORD: BLUE, _AGREEMENT: ORANGE}, "pairs", format)
