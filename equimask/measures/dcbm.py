"""DCBM, the direct comparison of a male and a female word at one mask (Yu et al. 2024)."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from equimask.core.arrays import Bools, Floats
from equimask.measures import preference


class DcbmRows(NamedTuple):
    """Per sentence: the bit, and whether either word is likely enough to count."""

    dcbm: Floats
    counted: Bools


def row_scores(
    log_p_male: Floats,
    log_p_female: Floats,
    min_probability: float = 0.0,
    ties: Literal["half", "zero"] = "half",
    strict: bool = False,
) -> DcbmRows:
    """`dcbm` = 1 where the male word is the more probable one.

    A sentence counts where the better of its two words reaches `min_probability`; where it exceeds
    it, if `strict` (the paper's text: greater than 0.01). All count where it is 0.
    """
    best = np.exp(np.maximum(log_p_male, log_p_female))
    probable = best > min_probability if strict and min_probability else best >= min_probability
    return DcbmRows(preference.row_scores(log_p_male, log_p_female, ties), probable)
