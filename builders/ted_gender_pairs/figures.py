"""The figures of the card, drawn from the summary in the receipt alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from equimask.studies.pair_making.figures import coverage_figure, words_figure


def draw_all(summary: Mapping[str, Any]) -> dict[str, bytes]:
    """Every figure by file name; without a model there are no predictions to show."""
    languages: Mapping[str, Mapping[str, Any]] = summary["languages"]
    coverage = {
        lang: facts["model"]["coverage_by_k"] for lang, facts in languages.items() if facts["model"]
    }
    words = {
        lang: {
            "listed": facts["lexicon_size"],
            "lexicon": facts["lexicon"]["words"],
            **({"model": facts["model"]["words"]} if facts["model"] else {}),
        }
        for lang, facts in languages.items()
    }
    pictures = {"words.svg": words_figure(words)}
    if coverage:
        pictures["coverage.svg"] = coverage_figure(coverage)
    return pictures
