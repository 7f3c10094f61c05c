"""The table of all scores of a measure, or of a place: what matters most stands first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from equimask.audits.results import Audit, Cell
from equimask.core.result import BiasResult
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.heat import cell_entry
from equimask.reports.html.selection import cells_of_all, measured
from equimask.reports.html.views import Entry, Sheet, sheet
from equimask.reports.terminal import (
    control_cells,
    control_legend,
    p_read,
    p_text,
    percent,
    two_cells,
)
from equimask.reports.verdicts import told_of_cell

_MANY = 12  # rows from which on it helps to choose among them


class _Given(NamedTuple):
    """Which columns a table has beside those of every score."""

    calibrated: bool
    compared: bool
    controlled: bool
    bounded: bool
    clustered: bool
    scales: frozenset[str]
    """Those of the contrasts; none where there is no contrast."""


def number_sheet(audit: Audit, measure: str) -> Sheet:
    """The scores of a measure by place; each leads to its signature."""
    cells = cells_of_all(audit, measure)
    names = [cell.place.name for cell in cells]
    caption = f"{measure_of(measure).axis}: all scores"
    return _sheet(audit, f"numbers-{measure}", caption, (audit.what_varies, names), cells)


def numbers_of_place(audit: Audit) -> Sheet:
    """All scores of an audit of one place, by measure."""
    (place,) = audit.places
    cells = [cell for measure in measured(audit) for cell in cells_of_all(audit, measure)]
    names = [measure_of(cell.measure).axis for cell in cells]
    return _sheet(audit, "numbers", f"{place.name}: all scores", ("measure", names), cells)


def _sheet(
    audit: Audit,
    key: str,
    caption: str,
    named: tuple[str, Sequence[str]],
    cells: Sequence[Cell],
) -> Sheet:
    first, names = named
    given = _Given(
        calibrated=any(cell.result.null is not None for cell in cells),
        compared=len(audit.models) > 1,
        controlled=any(control_cells(cell) for cell in cells),
        bounded=any(cell.result.equivalence_bound is not None for cell in cells),
        clustered=any(cell.result.n_clusters is not None for cell in cells),
        scales=frozenset(two.scale for cell in cells if (two := two_cells(_named(cell)))),
    )
    rows = [(name, *_row(audit, cell, given)) for name, cell in zip(names, cells, strict=True)]
    if given.scales:
        caption += " (contrast: rows about men minus rows about women; men: how often they win)"
    caption += f" ({control_legend(cells)})" if given.controlled else ""
    chosen = (first, "model") if given.compared and len(rows) > _MANY else ()
    columns = (first, *_columns(given))
    return sheet(key, caption, columns, rows, ("model", "skipped", "preferred"), chosen)


def _columns(given: _Given) -> tuple[str, ...]:
    return (
        *(("model",) if given.compared else ()),
        "score",
        "interval",
        "preferred",
        "q",
        "n",
        "mde ±",
        *(("null", "null ±") if given.calibrated else ()),
        "neutral",
        "p",
        *((f"contrast{_scale(given)}", "its d", "men %") if given.scales else ()),
        *(("bound ±", "p beyond it") if given.bounded else ()),
        *(
            ("control", "minus control", "its interval", "its p", "its rows")
            if given.controlled
            else ()
        ),
        *(("clusters",) if given.clustered else ()),
        "ties",
        "skipped",
        "LM right",
        "LM nats",
        "unknown",
    )


def _scale(given: _Given) -> str:
    """In the heading where all have the same; else each number says its own."""
    return next(iter(given.scales)) if len(given.scales) == 1 else ""


def _control(cell: Cell) -> tuple[str, ...]:
    """What names alone make of the score, and what it has beyond that; dashes where unknown."""
    found = control_cells(cell, " to ")
    return found or (number(None),) * 5


def _named(cell: Cell) -> BiasResult:
    return replace(cell.result, metric=cell.measure)


def _two(cell: Cell, given: _Given) -> tuple[str, ...]:
    """What stereotypes move, and how often men win; dashes where unknown."""
    found = two_cells(_named(cell))
    if found is None:
        return (number(None),) * 3
    own = "" if _scale(given) == found.scale or not found.contrast else found.scale
    return tuple(
        text or number(None) for text in (f"{found.contrast}{own}", found.effect, found.prevalence)
    )


def _clusters(cell: Cell) -> str:
    return number(None) if cell.result.n_clusters is None else str(cell.result.n_clusters)


def _row(audit: Audit, cell: Cell, given: _Given) -> tuple[str | Entry, ...]:
    result, factor = cell.result, measure_of(cell.measure).factor
    digits = decimals_of(result, factor)
    bound = None if result.equivalence_p is None else result.equivalence_bound
    within = ("–" if bound is None else f"{bound * factor:g}", p_text(result.equivalence_p))
    null = [number(one, factor, digits) for one in (result.null, result.null_stderr)]
    score = cell_entry(audit, cell)._replace(
        text=number(result.value, factor, digits), look="", told="", tip=""
    )
    return (
        *((cell.model,) if given.compared else ()),
        score,
        _sorted(interval(result, factor, " to "), result.ci_low, factor),
        told_of_cell(cell),
        _sorted(p_text(cell.q_value), cell.q_value),
        str(result.n),
        number(result.mde, factor, digits),
        *(null if given.calibrated else ()),
        number(measure_of(cell.measure).neutral, factor, 0),
        _sorted(p_read(result), result.p_value),
        *(_two(cell, given) if given.scales else ()),
        *(within if given.bounded else ()),
        *(_control(cell) if given.controlled else ()),
        *((_clusters(cell),) if given.clustered else ()),
        str(result.n_ties),
        ", ".join(f"{count} {reason}" for reason, count in result.skipped.items()) or "0",
        _sorted(percent(result.lm_accuracy), result.lm_accuracy),
        number(result.lm_surprisal, 1, 2),
        _sorted(percent(result.unk_rate), result.unk_rate),
    )


def _sorted(text: str, value: float | None, factor: float = 1.0) -> str | Entry:
    """A text whose order is that of a number which it does not begin with."""
    return text if value is None or text == number(None) else Entry(text, value * factor)
