"""The figures of the card, drawn from the summary in the receipt alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from builders.kit.charts import name_rows, stacked_bars
from equimask.core.drawing import BLUE, GREY, ORANGE, SKY, VERMILION, Canvas

Summary = Mapping[str, Any]

_COVERAGE = {"in one lexicon": GREY, "in two": SKY, "in three or more": BLUE}
_RIVALS = {
    "fused": ("joined", BLUE, "o"),
    "average": ("plain average", ORANGE, "x"),
    "single": ("best single lexicon", VERMILION, "|"),
}


def draw_all(summary: Summary) -> dict[str, bytes]:
    """Every figure by file name; without held-out comparisons there is none of them."""
    pictures = {"coverage.svg": coverage_figure(summary)}
    if any(facts["validation"] for facts in summary["languages"].values()):
        pictures["held_out.svg"] = held_out_figure(summary)
    return pictures


def coverage_figure(summary: Summary, format: str = "svg") -> bytes:
    """Per language, how many lexica know a word."""
    rows = {}
    for lang, facts in summary["languages"].items():
        counts = facts["n_sources"]
        one, two = counts.get("1", 0), counts.get("2", 0)
        total = sum(counts.values())
        shares = (100 * n / total for n in (one, two, total - one - two))
        rows[f"{lang} ({total:,})"] = dict(zip(_COVERAGE, shares, strict=True))
    return stacked_bars(rows, _COVERAGE, "% of the words", format)


def held_out_figure(summary: Summary, format: str = "svg") -> bytes:
    """Per held-out lexicon, how well its words are ordered by the others, joined or not."""
    records = {
        f"{lang} without {record['held_out']}": record["auc"]
        for lang, facts in summary["languages"].items()
        for record in facts["validation"]
        if record["words"] == "all"
    }
    with Canvas(format) as canvas:
        figure, axes = canvas.new(8, 0.27 * len(records) + 1.1)
        for key, (label, colour, marker) in _RIVALS.items():
            values = [np.nan if auc[key] is None else auc[key] for auc in records.values()]
            axes.scatter(values, range(len(records)), color=colour, marker=marker, label=label)
        name_rows(axes, list(records))
        axes.grid(axis="y", color=GREY, alpha=0.2)
        axes.set_xlabel("AUC over all words of the held-out lexicon (0.5: chance)")
        figure.legend(loc="outside upper left", ncols=len(_RIVALS))
        return canvas.save(figure)
