"""Prevalence and stereotype apart: how often the male word wins, and what moves it.

A model may say "he" nearly always and still say it the less the more a sentence is thought of as
a woman's; GEST (Pikuliak et al. 2024) tells the two apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equimask.core.arrays import Floats
from equimask.core.errors import InputError
from equimask.core.schema import GENDERS
from equimask.measures import preference


def male_prevalence(log_odds: Floats) -> float:
    """Per cent of rows in which the male word is the more probable one; a tie is worth half."""
    if not len(log_odds):
        raise _no_rows("at least one row")
    return preference.total(preference.row_scores(log_odds, np.zeros_like(log_odds)))


def male_oriented(effects: Floats, gender_more: Sequence[str]) -> Floats:
    """By how much rows are decided for the male side, from how much they are for the stereotype.

    In a row about women the stereotype's side is the female one.
    """
    about = np.asarray(gender_more, dtype=str)
    return np.where(about == "female", -effects, effects)


def stereotype_contrast(log_odds: Floats, gender_more: Sequence[str]) -> float:
    """Mean log odds of the male word over rows about men, minus the mean over rows about women.

    `gender_more` says of every row whom its stereotype is about; a row about neither is left out.
    Above 0 the male word is the likelier the more a sentence is a man's; how likely it is at all
    plays no part. The logarithm is the rows' own.
    """
    about = np.asarray(gender_more, dtype=str)
    means = []
    for gender in GENDERS:
        rows = log_odds[about == gender]
        if not len(rows):
            raise _no_rows(f"rows about both genders in {', '.join(GENDERS)}")
        means.append(float(np.mean(rows)))
    men, women = means
    return men - women


def _no_rows(expected: str) -> InputError:
    return InputError(expected=expected, got="none", fix="Score other rows.")
