"""How large a dose must be, and how many pairs are needed, to be found."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from builders.lab_validity.power import LEVEL, SIZES
from builders.lab_validity.table import Rows, grid, oriented
from builders.lab_validity.variants import Variant
from equimask.stats import POWER


def detection_rates(rows: Rows, variant: Variant) -> dict[float, float]:
    """By size of the measure's own dose: the share of cells in which all pairs together find it.

    Found means on the right side; at dose 0 either side is a false alarm.
    """
    cells = grid(rows)
    sides = np.sign(oriented(cells, variant))
    found: dict[float, list[bool]] = {}
    for cell, side in zip(cells, sides, strict=True):
        dose = cell[variant.claim.dose]
        significant = cell["p_value"] is not None and cell["p_value"] < LEVEL
        found.setdefault(abs(dose), []).append(
            significant and (dose == 0 or bool(side == np.sign(dose)))
        )
    return {dose: float(np.mean(found[dose])) for dose in sorted(found)}


def smallest_dose(rates: Mapping[float, float], power: float = POWER) -> float | None:
    """From where on the rates reach the power, on straight lines between doses; None: nowhere.

    A measure that finds no dose at all as often as that does not find doses.
    """
    for low, high in reversed(list(pairwise(sorted(rates)))):
        if rates[high] < power:
            return None
        if rates[low] < power:
            return low + (high - low) * (power - rates[low]) / (rates[high] - rates[low])
    return None


def power_curves(rows: Rows, variant: Variant) -> dict[float, dict[int, float]]:
    """By size of the own dose, then by number of pairs: the mean share of draws that find it."""
    curves: dict[float, dict[int, float]] = {}
    for size in SIZES:
        shares: dict[float, list[float]] = {}
        for cell in grid(rows):
            if cell[f"power_{size}"] is not None:
                shares.setdefault(abs(cell[variant.claim.dose]), []).append(cell[f"power_{size}"])
        for dose in sorted(shares):
            curves.setdefault(dose, {})[size] = float(np.mean(shares[dose]))
    return curves
