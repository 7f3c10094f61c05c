"""Bias against language quality: does a model that knows more of a language lean more?"""

from __future__ import annotations

from typing import Any

from equimask.audits.results import Audit, Cell
from equimask.core.looks import told
from equimask.measures.language_quality import MASKED
from equimask.metrics import measure_of, spec_of
from equimask.metrics.texts import asked
from equimask.reports.html.looks import model_looks
from equimask.reports.html.scatter import ROWS, Spot, paint_spots
from equimask.reports.html.selection import cells_of_all, noun_of, one_per_metric, told_apart
from equimask.reports.html.sentences import reference
from equimask.reports.html.views import Picture
from equimask.reports.standardised import standardised

_FEWEST = 3  # points; fewer make no picture


def bias_by_knowledge(audit: Audit) -> list[Picture]:
    """A figure per metric that masks, with a point for every place and model."""
    pictures = []
    for measure in one_per_metric(audit):
        cells = [cell for cell in cells_of_all(audit, measure) if _is_known(cell)]
        if len(cells) >= _FEWEST:
            pictures.append(_picture(audit, cells))
    return pictures


def _is_known(cell: Cell) -> bool:
    """Tokens in sight are easier, and not to be compared."""
    result = cell.result
    masked = result.details.get("lm_read") == MASKED
    return masked and result.lm_accuracy is not None and _distance(cell) is not None


def _distance(cell: Cell) -> float | None:
    result = cell.result
    return standardised(measure_of(cell.measure), result, result.value)


def _picture(audit: Audit, cells: list[Cell]) -> Picture:
    measure = measure_of(cells[0].measure)
    start, question = reference(cells), asked(spec_of(measure.metric))
    alone = len({cell.place for cell in cells}) == 1
    names = [cell.model if alone else cell.place.key for cell in cells]
    names = told_apart(names, "/" if alone else " ")
    looks = model_looks(audit)
    shown = [look for key, look in looks.items() if any(cell.model == key for cell in cells)]
    spots = [
        Spot(
            name,
            100 * (cell.result.lm_accuracy or 0.0),
            _distance(cell) or 0.0,
            looks[cell.model],
            cell.verdict.is_finding,
        )
        for name, cell in zip(names, cells, strict=True)
    ]

    def paint(axes: Any) -> None:
        up = f"standard errors from {start}\n← {measure.away} | {measure.claim} →"
        paint_spots(axes, spots, shown, (f"{question} right, %", up), (None, 0.0))

    listing = "; ".join(
        f"{spot.name}{f' ({spot.look.name})' if len(shown) > 1 else ''} {spot.x:.0f} % and "
        f"{spot.y:.1f}"
        for spot in spots
    )
    noun = noun_of(cell.place for cell in cells)
    description = (
        f"A point per {noun}{' and model' if len(shown) > 1 else ''}, {len(spots)} in all: from "
        f"left to right how many {question} the model gets right, from bottom to top how many "
        f"standard errors {measure.label} lies from its {start}, upwards to {measure.claim}. "
        f"Filled points differ from it by more than chance explains. {told(shown)} {listing}."
    ).replace("  ", " ")
    title = f"{measure.label} and language quality"
    return Picture(f"knowledge-{measure.name}", title, description, ROWS, paint)
