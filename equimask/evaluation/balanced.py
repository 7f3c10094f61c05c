"""Balanced draws where men and women are not as many, as Yu et al. (2024) report them."""

from __future__ import annotations

BALANCED_CONFIDENCE = 0.99
"""Of the interval over balanced draws, as in the paper's Table 4."""


OF_DRAWS_ALONE = "the interval is over balanced draws: other sentences would move the score further"
"""What is to be said where it is."""


def interval_over(what: str) -> str:
    """What a result says in place of a test."""
    return f"none: {100 * BALANCED_CONFIDENCE:g} % interval over {what}"
