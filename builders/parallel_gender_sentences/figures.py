"""The pictures of the card: what gender the translations show."""

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

_PRONOUN_SHOWN = {
    "kept": ("the word for “he” or “she”", BLUE),
    "lost": ("none", GREY),
}


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Per language and gender of the English side, what the sentence itself shows."""
    languages = summary["languages"]
    shown = {
        f"{lang} {gender}": {
            label: 100 * facts["preservation"]["sure"][gender][key]
            for key, (label, _) in _SHOWN.items()
        }
        for lang, facts in languages.items()
        for gender in ("female", "male")
    }
    axis = "% of the sentences, by the gender of their English side"
    figures = {"preservation.svg": stacked_bars(shown, dict(_SHOWN.values()), axis)}
    pronouns = {
        f"{lang} {gender}": _pronoun_shares(facts["pronouns"][gender]["kept"])
        for lang, facts in languages.items()
        for gender in ("female", "male")
        if facts["pronouns"] and facts["pronouns"][gender]["sentences"]
    }
    if pronouns:
        axis = "% of the sentences whose English side has “she” (female) or “he” (male)"
        colours = dict(_PRONOUN_SHOWN.values())
        figures["pronouns.svg"] = stacked_bars(pronouns, colours, axis)
    return figures


def _pronoun_shares(kept: float) -> dict[str, float]:
    shares = {"kept": 100 * kept, "lost": 100 - 100 * kept}
    return {label: shares[key] for key, (label, _) in _PRONOUN_SHOWN.items()}
