"""One score on one axis: the point, its interval, and where no preference would lie."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from equimask.core.drawing import BLUE, GREY, Canvas
from equimask.core.result import BiasResult
from equimask.metrics import Measure, measure_of
from equimask.metrics.spec import GENDERED
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.html.inline_svg import inline_svg

_WIDTH, _HEIGHT = 3.7, 1.25  # inches; on a phone its letters are as large as the page's
_BAND = 0.5  # of the height, for what untrained copies score
_BELOW = -0.62  # of the height, where the sides are named
_MARGIN = 0.15  # of the axis, on both sides


def score_file(result: BiasResult) -> bytes:
    """As an SVG of its own, on white paper."""
    return _drawn(result, on_paper=True)


def score_part(result: BiasResult, key: str = "score") -> Markup:
    """As a part of a page, in the page's colours; `key` is unique in the page."""
    title = f"{measure_of(result.metric).column}: the score on its axis"
    return inline_svg(_drawn(result, on_paper=False), key, title, told(result))


def told(result: BiasResult) -> str:
    """What is to be seen, in words."""
    shown = measure_of(result.metric)
    factor, digits = shown.factor, decimals_of(result, shown.factor)
    parts = [f"The score is {number(result.value, factor, digits)}"]
    if result.ci_low is not None:
        parts.append(f", its interval {interval(result, factor, ' to ')}")
    if result.null is not None:
        parts.append(f"; untrained copies score {number(result.null, factor, digits)}")
    elif result.neutral is not None:
        parts.append(f"; neutral is {number(result.neutral, factor, 0)}")
    return "".join(parts) + "."


def _drawn(result: BiasResult, *, on_paper: bool) -> bytes:
    with Canvas("svg") as canvas:
        figure, axes = canvas.new(_WIDTH, _HEIGHT)
        _paint(figure, axes, result)
        if not on_paper:
            for part in (figure, axes):
                part.patch.set_visible(False)  # the page is the paper
        return canvas.save(figure)


def _paint(figure: Any, axes: Any, result: BiasResult) -> None:
    shown = measure_of(result.metric)
    value = result.value * shown.factor
    seen = [value]
    axes.plot(
        [value], [0], "o", color="black", markersize=7, label="score", zorder=3, clip_on=False
    )
    if result.ci_low is not None and result.ci_high is not None:
        ends = [result.ci_low * shown.factor, result.ci_high * shown.factor]
        axes.plot(ends, (0, 0), color=BLUE, linewidth=4, solid_capstyle="butt", label="interval")
        seen += ends
    if result.null is not None:
        seen.append(_paint_null(axes, result, shown.factor))
    elif result.neutral is not None:
        seen.append(result.neutral * shown.factor)
        axes.axvline(seen[-1], color=GREY, linestyle="--", linewidth=1.5, label="neutral")
    axes.set_xlim(*_limits(shown, seen))
    axes.set_ylim(-1, 1)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(shown.axis, fontsize=9)
    for place, words in zip(("left", "right"), _sides(shown), strict=True):
        side = {"x": float(place == "right"), "ha": place}
        axes.text(y=_BELOW, s=words, va="top", fontsize=8, transform=axes.transAxes, **side)
    figure.legend(loc="outside upper right", ncols=3, fontsize=8, handlelength=1.2,
                  columnspacing=1.0, borderaxespad=0.1)  # fmt: skip


def _paint_null(axes: Any, result: BiasResult, factor: float) -> float:
    """A band as wide as its error, as in the report."""
    null = (result.null or 0.0) * factor
    error = (result.null_stderr or 0.0) * factor
    axes.barh([0], [2 * error], left=null - error, height=2 * _BAND, color=GREY, alpha=0.3)
    axes.axvline(null, color=GREY, linestyle=":", linewidth=1.5, label="untrained")
    return null


def _limits(shown: Measure, seen: list[float]) -> tuple[float, float]:
    """A percentage is seen on its whole scale; other numbers with some room around them."""
    if shown.unit == "%":
        return shown.limits
    room = _MARGIN * (max(seen) - min(seen)) or 1.0
    return min(seen) - room, max(seen) + room


def _sides(shown: Measure) -> tuple[str, str]:
    """What low and high scores prefer."""
    below = "" if shown.claim == GENDERED else f"← {shown.below.short}"
    return below, f"{shown.above.short} →"
