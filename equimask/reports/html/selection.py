"""Which cells of an audit belong together in a figure or a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from equimask.audits.places import Place
from equimask.audits.results import BASELINE, MODEL, Audit, Cell
from equimask.core.languages import get_language


def cells_of(audit: Audit, measure: str, role: str = MODEL) -> list[Cell]:
    """The cells of a measure, in the audit's order of places."""
    found = (audit.cell(place, measure, role) for place in audit.places)
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
    """One line for all; where neutral points are nulls, they differ by place."""
    found = set(neutrals)
    return found.pop() if len(found) == 1 else None


def noun_of(places: Iterable[Place]) -> str:
    """What these are, in a word."""
    return "language" if all(place.is_packaged for place in places) else "data set"


def told_apart(names: Sequence[str], sign: str) -> list[str]:
    """The names without the first words that all of them share."""
    parts = [name.split(sign) for name in names]
    shared = 0
    while all(len(words) > shared + 1 for words in parts) and len({w[shared] for w in parts}) == 1:
        shared += 1
    return [sign.join(words[shared:]) for words in parts] if len(parts) > 1 else list(names)


def is_right_to_left(place: Place) -> bool:
    """Whether its sentences run from right to left."""
    return place.language is not None and get_language(place.language).right_to_left
