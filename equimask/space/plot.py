"""The figure of a result: its interval against the neutral point, and the rows behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from markupsafe import Markup

from equimask.core.arrays import Floats
from equimask.core.drawing import BLUE, GENDER_COLOURS, GREY, VERMILION, Canvas
from equimask.core.result import BiasResult, gapped, with_gaps
from equimask.core.verdicts import Verdict
from equimask.metrics import Measure, measure_of
from equimask.reports.html.inline_svg import inline_svg
from equimask.reports.html.views import LEGEND
from equimask.space.scoring import Measured

_WIDTH, _HEIGHT = 3.6, 3.6  # inches; on a phone its letters are as large as the page's
_BINS = 24  # even, so that 0 is an edge
_TIE = "neither"
# Where one of two probabilities is 0, their log odds are as large as numbers get.
_BEYOND_LOGARITHMS = 500.0
_COLOURS = {
    **GENDER_COLOURS,
    Verdict.STEREOTYPE.short: VERMILION,
    Verdict.ANTI_STEREOTYPE.short: BLUE,
    _TIE: GREY,
}


def draw(measured: Measured) -> Markup:
    """The figure as a part of the page, in the page's colours."""
    result = measured.result
    shown = measure_of(result.metric)
    with Canvas("svg") as canvas:
        figure, (above, below) = canvas.new(
            _WIDTH, _HEIGHT, rows=2, gridspec_kw={"height_ratios": (1, 2)}
        )
        _paint_interval(above, result)
        _paint_rows(below, shown, row_groups(measured))
        for part in (figure, above, below):
            part.patch.set_visible(False)  # the page is the paper
        picture = canvas.save(figure)
    return inline_svg(
        picture,
        "plot",
        f"{shown.column}: its interval, and its rows",
        "Above, the score with its interval and the neutral point. "
        f"Below, a histogram over rows of: {shown.row_label}.",
    )


def row_groups(measured: Measured) -> dict[str, Floats]:
    """The row scores by gender where rows have one; else by the side that each row prefers."""
    measure = measure_of(measured.result.metric)
    scores = row_scores(measure, measured.result)
    finite = np.isfinite(scores)
    if measure.effects is None:
        sides = np.array(measured.columns["gender"])
        names: Sequence[str] = tuple(GENDER_COLOURS)
    else:
        above, below = measure.above.short, measure.below.short
        sides = np.select([scores > 0, scores < 0], [above, below], _TIE)
        names = (below, above, _TIE)
    groups = {name: scores[finite & (sides == name)] for name in names}
    return {name: values for name, values in groups.items() if len(values)}


def row_scores(measure: Measure, result: BiasResult) -> Floats:
    """Of every row, on the side of 0 that the measure's own scores have; NaN where skipped."""
    if measure.effects is None:
        return with_gaps(result.row_values[measure.row])
    decided = measure.effects(gapped(result))
    decided[np.abs(decided) > _BEYOND_LOGARITHMS] = np.nan
    return measure.direction * measure.factor * decided


def _paint_interval(axes: Any, result: BiasResult) -> None:
    shown = measure_of(result.metric)
    value = result.value * shown.factor
    if result.ci_low is not None and result.ci_high is not None:
        ends = (result.ci_low * shown.factor, result.ci_high * shown.factor)
        axes.plot(ends, (0, 0), color="black", linewidth=2, label="95 % interval")
    axes.plot([value], [0], "o", color="black", markersize=7, label="score")
    if result.neutral is not None:
        neutral = result.neutral * shown.factor
        axes.axvline(neutral, color=GREY, linestyle="--", label="neutral")
    if result.null is not None and result.null != result.neutral:
        untrained = result.null * shown.factor
        axes.axvline(untrained, color=GREY, linestyle=":", label="untrained")
    axes.margins(x=0.15)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(shown.column)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, **LEGEND)


def _paint_rows(axes: Any, measure: Measure, groups: Mapping[str, Floats]) -> None:
    gendered = measure.effects is None
    values = np.concatenate(list(groups.values())) if groups else np.zeros(0)
    furthest = float(np.abs(values).max(initial=0.0)) or 1.0
    edges = (
        np.histogram_bin_edges(values, _BINS // 2)
        if gendered
        else np.linspace(-furthest, furthest, _BINS + 1)
    )
    if groups:
        axes.hist(
            list(groups.values()),
            edges,
            stacked=not gendered,
            edgecolor="white",
            linewidth=0.5,
            color=[_COLOURS[name] for name in groups],
            label=[f"{name}: {len(values)}" for name, values in groups.items()],
        )
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, **LEGEND)
    if not gendered:
        axes.axvline(0, color=GREY, linestyle="--")
    axes.set_xlabel(measure.row_label)
    axes.set_ylabel("rows" if gendered else "rows that prefer")
    axes.yaxis.get_major_locator().set_params(integer=True)
