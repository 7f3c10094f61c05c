"""The model minus its baseline on the same pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from equimask.audits.results import Audit, Comparison
from equimask.core.drawing import BLUE
from equimask.metrics import measure_of
from equimask.metrics.spec import NONE_SHOWN
from equimask.reports.html.axes import signpost
from equimask.reports.html.intervals import Bar, Series, paint_bars
from equimask.reports.html.pictures import Picture, draw
from equimask.reports.html.selection import language_name, measured
from equimask.reports.html.sentences import moved
from equimask.reports.html.sheets import Sheet, sheet, span
from equimask.reports.html.views import View
from equimask.reports.terminal import number, p_text


def comparison_views(audit: Audit) -> list[View]:
    """A forest of differences and its table, for every measure that was compared."""
    views = []
    for measure in measured(audit):
        found = [c for c in audit.comparisons if c.measure == measure]
        if found:
            views.append(View(_picture(measure, found), (_sheet(measure, found),)))
    return views


def _picture(measure: str, found: Sequence[Comparison]) -> Picture:
    factor = measure_of(measure).factor
    bars = [
        Bar(
            one.difference * factor,
            None if one.ci_low is None else one.ci_low * factor,
            None if one.ci_high is None else one.ci_high * factor,
            moved(one) != NONE_SHOWN,
        )
        for one in found
    ]

    def paint(axes: Any) -> None:
        names = [language_name(one.language) for one in found]
        paint_bars(axes, names, [Series("difference", BLUE, "o", bars)], 0.0)
        axes.set_xlabel(f"difference of {measure_of(measure).axis}\n{signpost(measure, 'more ')}")

    description = (
        f"One line per language, {len(found)} in all: the model's score minus the baseline's, with "
        "the interval of the difference. The dotted line is no difference. Filled points differ "
        "from it by more than chance explains. The table has the numbers."
    )
    title = f"{measure_of(measure).label}: model minus baseline"
    return draw(f"difference-{measure}", title, description, len(found), paint)


def _sheet(measure: str, found: Sequence[Comparison]) -> Sheet:
    factor = measure_of(measure).factor
    columns = (
        "language", "model", "baseline", "difference", "interval", "p", "q", "n", "mde ±",
        "model leans more to",
    )  # fmt: skip
    rows = [
        (
            language_name(one.language),
            number(one.value, factor),
            number(one.baseline_value, factor),
            number(one.difference, factor),
            span(number(one.ci_low, factor), number(one.ci_high, factor)),
            p_text(one.p_value),
            p_text(one.q_value),
            str(one.n),
            number(one.mde, factor),
            moved(one),
        )
        for one in found
    ]
    caption = f"{measure_of(measure).axis}: model minus baseline"
    return sheet(f"differences-{measure}", caption, columns, rows, words=columns[-1:])
