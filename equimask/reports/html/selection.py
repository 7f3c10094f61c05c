"""Which cells of an audit belong together in a figure or a table."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from equimask.audits.results import BASELINE, MODEL, Audit, Cell
from equimask.core.languages import LANGUAGES


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
    """The language's English name; the code itself where the project does not know it."""
    return LANGUAGES[code].name if code in LANGUAGES else code


def is_right_to_left(code: str) -> bool:
    """Whether sentences of the language run from right to left."""
    return code in LANGUAGES and LANGUAGES[code].right_to_left
