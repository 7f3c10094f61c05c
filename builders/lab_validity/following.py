"""Does a measure rise with its own dose, and only with that one?"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from builders.lab_validity.table import Rows, by_language, column, grid, oriented
from builders.lab_validity.variants import Variant
from equimask.stats import rank_correlation


class Following(NamedTuple):
    """Rank correlations over the grid, positive where the score goes with the dose."""

    own: float | None
    other: float | None


def following(rows: Rows, variant: Variant) -> dict[str, Following]:
    """Per language."""
    return {
        lang: Following(
            *(
                rank_correlation(column(cells, dose), oriented(cells, variant))
                for dose in (variant.claim.dose, variant.claim.other)
            )
        )
        for lang, cells in by_language(grid(rows)).items()
    }


def responses(rows: Rows, variant: Variant) -> dict[str, dict[str, float]]:
    """Per language: the mean score at every level of the measure's own dose."""
    return {
        lang: {
            f"{level:g}": float(np.mean([c["value"] for c in cells if c[dose] == level]))
            for level in sorted({c[dose] for c in cells})
        }
        for dose in (variant.claim.dose,)
        for lang, cells in by_language(grid(rows)).items()
    }


def highest_correlation(levels: int) -> float:
    """What a score reaches that orders all cells by their dose: each dose occurs `levels` times.

    Ties in one of two rankings lower Spearman's coefficient to sqrt(1 - sum(t³ - t) / (n³ - n)).
    """
    if levels < 2:
        return 0.0
    n = levels**2
    return float(np.sqrt(1 - levels * (levels**3 - levels) / (n**3 - n)))
