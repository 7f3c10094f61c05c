"""Which cells of an audit belong together in a figure or a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from equimask.audits.places import Place
from equimask.audits.results import Audit, Cell
from equimask.core.languages import get_language
from equimask.metrics import measure_of


def cells_of(audit: Audit, measure: str, model: str | None = None) -> list[Cell]:
    """The cells of a measure and a model, the first by default, in the audit's order of places."""
    found = (audit.cell(place, measure, model) for place in audit.places)
    return [cell for cell in found if cell is not None]


def cells_of_all(audit: Audit, measure: str) -> list[Cell]:
    """The cells of a measure, place by place, in each the models in their order."""
    found = (audit.cell(p, measure, key) for p in audit.places for key in audit.model_keys)
    return [cell for cell in found if cell is not None]


def measured(audit: Audit) -> list[str]:
    """The measures that have a score somewhere."""
    found = {cell.measure for cell in audit.cells}
    return [measure for measure in audit.measures if measure in found]


def one_per_metric(audit: Audit) -> list[str]:
    """The first measure of every metric: its further forms read the same rows."""
    firsts: dict[str, str] = {}
    for measure in measured(audit):
        firsts.setdefault(measure_of(measure).metric, measure)
    return list(firsts.values())


def paired_measures(audit: Audit) -> list[str]:
    """The measures that say by how much a pair is decided; binarised ones say only which way."""
    return [
        measure
        for measure in measured(audit)
        if any(_has_sizes(cell) for cell in cells_of_all(audit, measure))
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
