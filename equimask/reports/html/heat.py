"""Tables as maps: colour is the distance from the start, hatching says that it may be chance."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from equimask.audits.places import Place
from equimask.audits.results import Audit, Cell, Comparison, Part
from equimask.core.verdicts import Verdict
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.keys import signature_key
from equimask.reports.html.selection import measured, told_apart
from equimask.reports.html.sentences import counted
from equimask.reports.html.views import Entry, Sheet, sheet
from equimask.reports.standardised import error_of, standardised
from equimask.reports.terminal import p_text
from equimask.reports.verdicts import SIGN, told_of_cell

STEPS = (1.0, 2.0, 4.0, 8.0)
"""Standard errors at which the colour becomes stronger: each twice the one before."""
HATCHED = "quiet"
TOWARDS, AWAY = "t", "a"
"""Classes of both sides, with a step: to what a measure asks for, and away from it."""


def shade(distance: float | None) -> str:
    """The class of a colour; both sides have the same steps."""
    step = 0 if distance is None else bisect_right(STEPS, abs(distance))
    if not step or distance is None:
        return ""
    return f"{TOWARDS if distance > 0 else AWAY}{step}"


def look(distance: float | None, verdict: Verdict) -> str:
    """All classes of a cell: hatched if and only if no preference is shown."""
    return " ".join(filter(None, (shade(distance), "" if verdict.is_finding else HATCHED)))


def heat_sheets(audit: Audit) -> list[Sheet]:
    """Places by measures, a table for every model; of one place, models by measures."""
    if len(audit.places) == 1:
        rows = [(key, audit.places[0], key) for key in audit.model_keys]
        return [_heat_sheet(audit, "heat", audit.places[0].name, ("model", rows))]
    sheets = []
    for position, key in enumerate(audit.model_keys):
        names = told_apart([place.name for place in audit.places], ", ")
        rows = [(name, p, key) for name, p in zip(names, audit.places, strict=True)]
        name = f"{key} (baseline)" if key == audit.baseline else key
        sheets.append(_heat_sheet(audit, f"heat-{position}", name, (audit.what_varies, rows)))
    return sheets


def _heat_sheet(
    audit: Audit, key: str, name: str, named: tuple[str, list[tuple[str, Place, str]]]
) -> Sheet:
    """`named`: what stands in the rows, and of each its name, place and model."""
    first, lines = named
    measures = measured(audit)
    rows: list[tuple[str | Entry, ...]] = [
        (line, *(_entry(audit, place, measure, model) for measure in measures))
        for line, place, model in lines
    ]
    found = (audit.cell(p, measure, model) for _, p, model in lines for measure in measures)
    own = [cell for cell in found if cell is not None]
    shown = sum(cell.verdict.is_finding for cell in own)
    shows = "shows" if shown == 1 else "show"
    caption = f"{name}: {shown} of {counted(len(own), 'score')} {shows} a preference"
    if any(cell.result.is_foreign for cell in own):
        caption += f"; {SIGN}: the model hardly knows this text"
    columns = (first, *(measure_of(measure).column for measure in measures))
    return sheet(key, caption, columns, rows, kind="heat", groups=_claims(measures))


def _claims(measures: list[str]) -> tuple[tuple[str, int], ...]:
    """What the measures ask for, over those that stand side by side."""
    groups: list[tuple[str, int]] = []
    for measure in map(measure_of, measures):
        if groups and groups[-1][0] == measure.claim:
            groups[-1] = (measure.claim, groups[-1][1] + 1)
        else:
            groups.append((measure.claim, 1))
    return tuple(groups)


def _entry(audit: Audit, place: Place, measure: str, model: str) -> Entry:
    cell = audit.cell(place, measure, model)
    if cell is None:
        # a measure has no score of data that it does not read; of packaged pairs, something failed
        return Entry("–", look="none", told="no score" if place.is_packaged else "not read")
    return cell_entry(audit, cell)


def cell_entry(audit: Audit, cell: Cell) -> Entry:
    """The score of a cell, in its colour; it leads to the signature."""
    result, measure = cell.result, measure_of(cell.measure)
    distance = standardised(measure, result, result.value)
    digits = decimals_of(result, measure.factor)
    text = number(result.value, measure.factor, digits)
    null = (
        f", null {number(result.null, measure.factor, digits)}" if result.null is not None else ""
    )
    tip = (
        f"{measure.label}, {cell.place.name}: {text} ({interval(result, measure.factor, ' to ')})"
        f"{null}, q {p_text(cell.q_value)}, n {result.n}{_far(distance)}: {told_of_cell(cell)}"
    )
    return Entry(
        f"{text}{SIGN}" if result.is_foreign else text,
        result.value * measure.factor,
        look(distance, cell.verdict),
        told_of_cell(cell),
        tip,
        signature_key(audit, cell),
    )


def part_entry(cell: Cell, part: Part) -> Entry:
    """The same of some of its pairs; there are many, so a star stands for the word."""
    measure, verdict = measure_of(cell.measure), cell.verdict_on(part)
    digits = decimals_of(part, measure.factor)
    null = f", null {number(part.null, measure.factor, digits)}" if part.null is not None else ""
    text = number(part.value, measure.factor, digits) + ("*" if verdict.is_finding else "")
    tip = f"n {part.n}{null}, q {p_text(part.q_value)}"
    distance = standardised(measure, part, part.value)
    return Entry(text, look=look(distance, verdict), tip=tip)


def difference_entry(one: Comparison) -> Entry:
    """One model minus another; 0 is where its test starts."""
    measure = measure_of(one.measure)
    error = error_of(one)
    distance = None if error is None else measure.direction * one.difference / error
    text = number(one.difference, measure.factor, decimals_of(one, measure.factor))
    tip = (
        f"{measure.label}, {one.place.name}: {text} ({interval(one, measure.factor, ' to ')}), "
        f"q {p_text(one.q_value)}, n {one.n}: {one.verdict.short}"
    )
    colours = look(distance, one.verdict)
    return Entry(text, one.difference * measure.factor, colours, one.verdict.short, tip)


def _far(distance: float | None) -> str:
    return "" if distance is None else f", {abs(distance):.1f} standard errors off"


def legend() -> list[tuple[str, str]]:
    """Classes and what they mean, from the far end of one side to that of the other."""
    numbers = [f"{step:g}" for step in STEPS]
    ranges = [f"{low}–{high}" for low, high in pairwise(numbers)]
    steps = list(enumerate((*ranges, f"{numbers[-1]}+"), 1))
    return [
        *((f"{AWAY}{step}", text) for step, text in reversed(steps)),
        ("", f"<{numbers[0]}"),
        *((f"{TOWARDS}{step}", text) for step, text in steps),
    ]
