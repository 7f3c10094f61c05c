"""Do measures agree with each other about the same models?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from builders.lab_validity.table import Floats, by_language, by_variant, grid, oriented
from builders.lab_validity.variants import Variant
from equimask.measures.concordance import same_direction
from equimask.stats import rank_correlation


class Agreement(NamedTuple):
    """Two square tables over the same variants."""

    variants: tuple[Variant, ...]
    ranks: list[list[float | None]]
    """Spearman over the grid within a language, mean over languages."""
    signs: list[list[float]]
    """Share of models about which both say the same: with the dose, or against it."""


def agreement(rows: Sequence[Mapping[str, Any]]) -> Agreement:
    """Between all variants, over the models of the grid."""
    scores = {
        variant: {lang: _scores(cells, variant) for lang, cells in by_language(group).items()}
        for variant, group in by_variant(grid(rows)).items()
    }
    variants = tuple(scores)
    return Agreement(
        variants,
        [[_mean_rank_correlation(scores[a], scores[b]) for b in variants] for a in variants],
        [[_same_side(scores[a], scores[b]) for b in variants] for a in variants],
    )


def _scores(cells: Sequence[Mapping[str, Any]], variant: Variant) -> Floats:
    """In the order of the doses, so that the variants' models stand side by side."""
    ordered = sorted(cells, key=lambda cell: (cell["stereotype"], cell["prevalence"]))
    return oriented(ordered, variant)


def _mean_rank_correlation(left: Mapping[str, Floats], right: Mapping[str, Floats]) -> float | None:
    found = [rank_correlation(left[lang], right[lang]) for lang in left]
    known = [value for value in found if value is not None]
    return float(np.mean(known)) if known else None


def _same_side(left: Mapping[str, Floats], right: Mapping[str, Floats]) -> float:
    first, second = (np.concatenate([scores[lang] for lang in left]) for scores in (left, right))
    return float(same_direction(first, second, 0.0, 0.0).mean())
