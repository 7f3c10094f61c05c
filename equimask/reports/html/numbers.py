"""The table of all scores of a measure."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from equimask.audits.results import Audit, Cell
from equimask.core.result import BiasResult
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.selection import cells_of, measured
from equimask.reports.html.views import Sheet, sheet
from equimask.reports.terminal import (
    control_cells,
    control_legend,
    p_read,
    p_text,
    percent,
    two_cells,
)
from equimask.reports.verdicts import LEGEND, told_of_cell


class _Given(NamedTuple):
    """Which columns a table has beside those of every score."""

    calibrated: bool
    compared: bool
    controlled: bool
    bounded: bool
    clustered: bool
    contrasted: bool


def signature_key(cell: Cell) -> str:
    """Where the page shows the signature of a number."""
    return "-".join(f"signature {cell.model} {cell.measure} {cell.place.key}".split())


def glance_sheet(audit: Audit) -> Sheet:
    """What every score of the model prefers, places by measures."""
    measures = measured(audit)
    rows = []
    for place in audit.places:
        cells = [audit.cell(place, measure) for measure in measures]
        # a measure has no score of data that it does not read; of packaged pairs, something failed
        missing = "no score" if place.is_packaged else ""
        rows.append((place.name, *(missing if c is None else told_of_cell(c) for c in cells)))
    columns = (audit.what_varies, *(measure_of(measure).label for measure in measures))
    caption = "At a glance: what is preferred beyond chance"
    if any(cell.result.is_foreign for cell in audit.cells):
        caption += f" ({LEGEND})"
    return sheet("glance", caption, columns, rows, words=columns[1:])


def number_sheet(audit: Audit, measure: str) -> Sheet:
    """Every score links to its signature."""
    cells = [cell for key in audit.model_keys for cell in cells_of(audit, measure, key)]
    cells.sort(key=lambda cell: audit.places.index(cell.place))
    calibrated = any(cell.result.null is not None for cell in cells)
    controlled = any(control_cells(cell) for cell in cells)
    bounded = any(cell.result.equivalence_bound is not None for cell in cells)
    clustered = any(cell.result.n_clusters is not None for cell in cells)
    scales = {two.scale for cell in cells if (two := two_cells(_named(cell)))}
    compared = len(audit.models) > 1
    columns = (
        audit.what_varies,
        *(("of",) if compared else ()),
        "score",
        "interval",
        "neutral",
        *(("null", "null ±") if calibrated else ()),
        "p",
        "q",
        "preferred",
        *((f"contrast{scales.pop()}", "its d", "men %") if (contrasted := bool(scales)) else ()),
        *(("bound ±", "p beyond it") if bounded else ()),
        *(("control", "minus control", "its interval", "its p", "its rows") if controlled else ()),
        "n",
        *(("clusters",) if clustered else ()),
        "ties",
        "skipped",
        "mde ±",
        "LM right",
        "LM nats",
        "unknown",
    )
    given = _Given(calibrated, compared, controlled, bounded, clustered, contrasted)
    rows = [_row(cell, given) for cell in cells]
    caption = f"{measure_of(measure).axis}: all scores"
    if contrasted:
        caption += " (contrast: rows about men minus rows about women; men: how often they win)"
    caption += f" ({control_legend(cells)})" if controlled else ""
    return sheet(f"numbers-{measure}", caption, columns, rows, words=("of", "skipped", "preferred"))


def _control(cell: Cell) -> tuple[str, ...]:
    """What names alone make of the score, and what it has beyond that; dashes where unknown."""
    found = control_cells(cell, " to ")
    return found or (number(None),) * 5


def _named(cell: Cell) -> BiasResult:
    return replace(cell.result, metric=cell.measure)


def _two(cell: Cell) -> tuple[str, ...]:
    """What stereotypes move, and how often men win; dashes where unknown."""
    found = two_cells(_named(cell))
    return tuple(text or number(None) for text in (found[:3] if found else ("", "", "")))


def _clusters(cell: Cell) -> str:
    return number(None) if cell.result.n_clusters is None else str(cell.result.n_clusters)


def _row(cell: Cell, given: _Given) -> tuple[str, ...]:
    result, factor = cell.result, measure_of(cell.measure).factor
    digits = decimals_of(result, factor)
    value = number(result.value, factor, digits)
    link = Markup('<a href="#{}">{}</a>').format(signature_key(cell), value)
    bound = None if result.equivalence_p is None else result.equivalence_bound
    within = ("–" if bound is None else f"{bound * factor:g}", p_text(result.equivalence_p))
    null = [number(one, factor, digits) for one in (result.null, result.null_stderr)]
    return (
        cell.place.name,
        *((cell.model,) if given.compared else ()),
        link,
        interval(result, factor, " to "),
        number(measure_of(cell.measure).neutral, factor, 0),
        *(null if given.calibrated else ()),
        p_read(result),
        p_text(cell.q_value),
        told_of_cell(cell),
        *(_two(cell) if given.contrasted else ()),
        *(within if given.bounded else ()),
        *(_control(cell) if given.controlled else ()),
        str(result.n),
        *((_clusters(cell),) if given.clustered else ()),
        str(result.n_ties),
        ", ".join(f"{count} {reason}" for reason, count in result.skipped.items()) or "0",
        number(result.mde, factor, digits),
        percent(result.lm_accuracy),
        number(result.lm_surprisal, 1, 2),
        percent(result.unk_rate),
    )
