"""Which cells of an audit belong together in a figure or a table."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from equimask.audits.results import BASELINE, MODEL, Audit, Cell
from equimask.core.languages import get_language, is_language


def cells_of(audit: Audit, measure: str, role: str = MODEL) -> list[Cell]:
    """The cells of a measure, in the audit's order of languages."""
    found = (audit.cell(language, measure, role) for language in audit.languages)
    return [cell for cell in found if cell is not None]


def roles(audit: Audit) -> tuple[str, ...]:
    """Whose cells there are."""
    return (MODEL,) if audit.baseline is None else (MODEL, BASELINE)


def measured(audit: Audit) -> list[str]:
    """The measures that have a score of the model somewhere."""
    return [measure for measure in audit.measures if cells_of(audit, measure)]


def paired_measures(audit: Audit) -> list[str]:
    """The measures that say by how much a pair is decided; binarised ones say only which way."""
    return [
        measure
        for measure in measured(audit)
        if any(_has_sizes(cell) for cell in cells_of(audit, measure))
    ]


def _has_sizes(cell: Cell) -> bool:
    return cell.effects is not None and not set(
        np.abs(cell.effects[~np.isnan(cell.effects)]).tolist()
    ) <= {0.0, 0.5}


def common_neutral(neutrals: Iterable[float | None]) -> float | None:
    """One line for all; where neutral points are nulls, they differ by language."""
    found = set(neutrals)
    return found.pop() if len(found) == 1 else None


def language_name(code: str) -> str:
    """The language's English name; the code itself where it is no language's."""
    return get_language(code).name if is_language(code) else code


def is_right_to_left(code: str) -> bool:
    """Whether sentences of the language run from right to left."""
    return is_language(code) and get_language(code).right_to_left
