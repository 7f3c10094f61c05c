"""The figure of a result: its interval against the neutral point, and the rows behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from markupsafe import Markup

from equimask.core.drawing import BLUE, GENDER_COLOURS, GREY, VERMILION, Canvas
from equimask.core.result import BiasResult
from equimask.core.schema import METRIC_COLUMNS
from equimask.reports.html.inline_svg import inline_svg
from equimask.reports.html.pictures import LEGEND
from equimask.reports.terminal import SHOWN
from equimask.space.scoring import Measured

Floats = npt.NDArray[np.float64]

_WIDTH, _HEIGHT = 3.6, 3.6  # inches; on a phone its letters are as large as the page's
_BINS = 24  # even, so that 0 is an edge
_TIE = "neither"
_COLOURS = {**GENDER_COLOURS, "stereotype": VERMILION, "anti-stereotype": BLUE, _TIE: GREY}


class _Rows(NamedTuple):
    """What the histogram counts: one number for each row, and its name for the axis."""

    name: str
    of: Callable[[Mapping[str, Floats]], Floats]


_ROWS = {
    "s_jsd": _Rows("s_jsd·10³ of a pair", lambda rows: 1e3 * rows["s_jsd"]),
    "cps": _Rows(
        "log-likelihood, more minus less stereotypical",
        lambda rows: rows["pll_more"] - rows["pll_less"],
    ),
    "sbm": _Rows(
        "likelihood, male minus female sentence",
        lambda rows: rows["score_male"] - rows["score_female"],
    ),
    "mbe": _Rows("likelihood of a sentence", lambda rows: rows["score"]),
    "dcbm": _Rows(
        "log₁₀ P(male word) / P(female word)",
        lambda rows: np.log10(rows["p_male"]) - np.log10(rows["p_female"]),
    ),
    "latent_pmi": _Rows("PMI of a word and a gender", lambda rows: rows["pmi"]),
}


def draw(measured: Measured) -> Markup:
    """The figure as a part of the page, in the page's colours."""
    result = measured.result
    with Canvas("svg") as canvas:
        figure, (above, below) = canvas.new(
            _WIDTH, _HEIGHT, rows=2, gridspec_kw={"height_ratios": (1, 2)}
        )
        _paint_interval(above, result)
        _paint_rows(below, result.metric, row_groups(measured))
        for part in (figure, above, below):
            part.patch.set_visible(False)  # the page is the paper
        picture = canvas.save(figure)
    shown = SHOWN[result.metric]
    return inline_svg(
        picture,
        "plot",
        f"{shown.name}: its interval, and its rows",
        "Above, the score with its interval and the neutral point. "
        f"Below, a histogram over rows of: {_ROWS[result.metric].name}.",
    )


def row_groups(measured: Measured) -> dict[str, Floats]:
    """The row scores by gender where rows have one; else by the side that each row prefers."""
    metric = measured.result.metric
    rows = {
        name: np.array([np.nan if value is None else value for value in values], dtype=np.float64)
        for name, values in measured.result.rows.items()
    }
    with np.errstate(divide="ignore", invalid="ignore"):  # a probability of 0
        scores = _ROWS[metric].of(rows)
    finite = np.isfinite(scores)
    if "gender" in METRIC_COLUMNS[metric]:
        sides = np.array(measured.columns["gender"])
        names: Sequence[str] = tuple(GENDER_COLOURS)
    else:
        above, below = SHOWN[metric].above, SHOWN[metric].below
        sides = np.select([scores > 0, scores < 0], [above, below], _TIE)
        names = (below, above, _TIE)
    groups = {name: scores[finite & (sides == name)] for name in names}
    return {name: values for name, values in groups.items() if len(values)}


def _paint_interval(axes: Any, result: BiasResult) -> None:
    shown = SHOWN[result.metric]
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
    axes.set_xlabel(shown.name)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, **LEGEND)


def _paint_rows(axes: Any, metric: str, groups: Mapping[str, Floats]) -> None:
    gendered = "gender" in METRIC_COLUMNS[metric]
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
    axes.set_xlabel(_ROWS[metric].name)
    axes.set_ylabel("rows" if gendered else "rows that prefer")
    axes.yaxis.get_major_locator().set_params(integer=True)
