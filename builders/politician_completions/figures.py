"""The figures of the card, drawn from the summary in the receipt alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builders.kit.charts import name_rows
from equimask.core.drawing import GENDER_COLOURS, GREY, Canvas

_NAMES = {"ADJ": "adjectives", "VERB": "verbs"}


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """A figure for every language in which some lemma is frequent enough."""
    return {
        f"leaning_{lang}.svg": leaning_figure(facts["models"])
        for lang, facts in summary["languages"].items()
        if any(_told(one, upos) for one in facts["models"].values() for upos in _NAMES)
    }


def leaning_figure(models: Mapping[str, Any], format: str = "svg") -> bytes:
    """A line of panels per model: the lemmas said most, and least, of women."""
    rows = max(len(_told(one, upos)) for one in models.values() for upos in _NAMES)
    with Canvas(format) as canvas:
        size = (9, (0.22 * rows + 1.1) * len(models))
        figure, axes = canvas.new(*size, len(models), len(_NAMES), squeeze=False)
        for line, (model, one) in zip(axes, models.items(), strict=True):
            for panel, upos in zip(line, _NAMES, strict=True):
                _draw_panel(panel, one["parts_of_speech"][upos]["leaning"])
                panel.set_title(f"{_NAMES[upos]}, {model.partition('@')[0]}")
        return canvas.save(figure)


def _draw_panel(panel: Any, leaning: Mapping[str, Any]) -> None:
    lemmas = [*leaning["most"], *leaning["least"]]
    if not lemmas:
        panel.set_axis_off()
        return
    for place, lemma in enumerate(lemmas):
        gender = "female" if place < len(leaning["most"]) else "male"
        panel.barh(place, 100 * lemma["of_women"], color=GENDER_COLOURS[gender])
    panel.axvline(100 * leaning["of_women"], color=GREY, linewidth=0.8, linestyle=":")
    name_rows(panel, [f"{lemma['lemma']} ({lemma['rows']:,})" for lemma in lemmas])
    panel.tick_params(labelsize=7)
    panel.set_xlabel("% of the lemma's rows that are about women", fontsize=8)


def _told(one: Mapping[str, Any], upos: str) -> list[Any]:
    leaning = one["parts_of_speech"][upos]["leaning"]
    return [*leaning["most"], *leaning["least"]]
