"""The figure of the card, drawn from the summary in the receipt alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builders.kit.charts import stacked_bars
from equimask.core.drawing import GENDER_COLOURS


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Every figure by file name."""
    return {"genders.svg": genders_figure(summary)}


def genders_figure(summary: Mapping[str, Any], format: str = "svg") -> bytes:
    """Per language, the share of names of women, of men and of non-binary people."""
    rows = {}
    for lang, facts in summary["languages"].items():
        total = sum(facts["genders"].values())
        rows[f"{lang} ({total:,})"] = {g: 100 * n / total for g, n in facts["genders"].items()}
    colours = {
        gender: GENDER_COLOURS[gender]
        for gender in ("female", "male", "non-binary")
        if any(shares[gender] for shares in rows.values())
    }
    return stacked_bars(rows, colours, "% of the names", format)
