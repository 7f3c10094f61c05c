"""What stands under an axis."""

from __future__ import annotations

from equimask.metrics import measure_of


def signpost(measure: str, more: str = "") -> str:
    """What low and high scores prefer, under an axis that goes from left to right."""
    shown = measure_of(measure)
    return f"← {more}{shown.below} | {more}{shown.above} →"
