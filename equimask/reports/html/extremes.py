"""The pairs on which a model leans most to one side and to the other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from equimask.audits.results import Audit, Cell, PairTexts
from equimask.metrics import measure_of
from equimask.reports.html.selection import (
    cells_of,
    is_right_to_left,
    language_name,
    paired_measures,
)
from equimask.reports.terminal import number

SHOWN_PAIRS = 5


@dataclass(frozen=True)
class Scored:
    """A pair and how strongly the model leans to what the measure asks for."""

    effect: str
    pair: PairTexts


@dataclass(frozen=True)
class Extremes:
    """The two ends of one language."""

    language: str
    name: str
    right_to_left: bool
    most: tuple[Scored, ...]
    least: tuple[Scored, ...]


@dataclass(frozen=True)
class ExtremePairs:
    """By one measure: the first that scores pairs."""

    measure: str
    towards: str
    opposite: str
    languages: tuple[Extremes, ...]


def extreme_pairs(audit: Audit) -> ExtremePairs | None:
    """None where no measure scores pairs."""
    measures = paired_measures(audit)
    if not measures:
        return None
    cells = [
        cell
        for cell in cells_of(audit, measures[0])
        if cell.effects is not None and audit.pairs.get(cell.language)
    ]
    if not cells:
        return None
    return ExtremePairs(
        measures[0],
        cells[0].claim,
        measure_of(cells[0].measure).away,
        tuple(_extremes(cell, audit.pairs[cell.language]) for cell in cells),
    )


def _extremes(cell: Cell, pairs: tuple[PairTexts, ...]) -> Extremes:
    effects = np.zeros(0) if cell.effects is None else cell.effects
    scored = [
        (effect, pair)
        for effect, pair in zip(effects.tolist(), pairs, strict=True)
        if not math.isnan(effect)
    ]
    scored.sort(key=lambda item: (-item[0], item[1].id))
    factor = measure_of(cell.measure).factor
    shown = [Scored(number(effect, factor, 2), pair) for effect, pair in scored]
    k = min(SHOWN_PAIRS, len(shown) // 2)
    return Extremes(
        cell.language,
        language_name(cell.language),
        is_right_to_left(cell.language),
        tuple(shown[:k]),
        tuple(shown[len(shown) - k :][::-1]),
    )
