"""Which of two numbers is larger, for many pairs: the bit behind every percentage."""

from __future__ import annotations

from typing import Literal

import numpy as np

from equimask.core.arrays import Floats

# A forward pass in float32 does not resolve margins below a few units in the last place.
TIE_TOLERANCE = 2 * float(np.finfo(np.float32).eps)


def row_scores(left: Floats, right: Floats, ties: Literal["half", "zero"] = "half") -> Floats:
    """1 where `left` is larger, 0 where `right` is; a tie is worth 0.5.

    `ties="zero"` is what the released scripts do: exact comparison, a tie counts as a loss.
    """
    if ties == "zero":
        return (left > right).astype(np.float64)
    resolution = TIE_TOLERANCE * np.maximum(np.abs(left), np.abs(right))
    with np.errstate(invalid="ignore"):  # -inf beside -inf is a tie; beside a number it loses
        within = (np.abs(left - right) <= resolution) & np.isfinite(resolution)
    return np.where(within | (left == right), 0.5, (left > right).astype(np.float64))


def total(rows: Floats) -> float:
    """Percentage of pairs that prefer the left side."""
    return 100.0 * float(np.mean(rows))
