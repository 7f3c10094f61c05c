"""Published scores and ours in one figure: a line for each language, a sign for each source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle

from equimask.audits.numbers import measure_of_result
from equimask.core.bars import Bar, Null, Series, paint_bars, paint_nulls
from equimask.core.drawing import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    SKY,
    VERMILION,
    Canvas,
)
from equimask.core.result import BiasResult
from equimask.metrics.verdict import verdict_of

__all__ = ["Bar", "Bars", "bar_of", "beside_published"]

Bars = Mapping[str, Sequence[Bar | None]]

_THEIRS, _OURS = (GREY, SKY), (VERMILION, GREEN, PURPLE, ORANGE, BLUE)
_WIDTH, _MARGIN, _LINE = 7.0, 1.0, 0.18  # inches, those of a line for each source


def bar_of(result: BiasResult | None) -> Bar | None:
    """In the scale in which its measure is shown; filled where a preference is shown."""
    if result is None:
        return None
    factor = measure_of_result(result).factor
    low, high = (None if end is None else factor * end for end in (result.ci_low, result.ci_high))
    return Bar(factor * result.value, low, high, verdict_of(result).is_finding)


def beside_published(
    labels: Sequence[str],
    published: Bars,
    ours: Bars,
    *,
    line: float,
    axis: str,
    nulls: Sequence[BiasResult | None] = (),
    limits: tuple[float, float] | None = None,
    format: str = "svg",
) -> bytes:
    """Theirs as squares, ours as circles; behind each line the null of its result in `nulls`."""
    series = [
        Series(f"{name}, {whose}", colour, marker, bars)
        for whose, marker, colours, some in (
            ("published", "s", _THEIRS, published),
            ("ours", "o", _OURS, ours),
        )
        for (name, bars), colour in zip(some.items(), cycle(colours), strict=False)
    ]
    with Canvas(format) as canvas:
        height = _MARGIN + len(labels) * max(0.3, _LINE * len(series))
        figure, axes = canvas.new(_WIDTH, height)
        if any(one is not None for one in nulls):
            paint_nulls(axes, [_null(one) for one in nulls])
        paint_bars(axes, labels, series, line)
        if limits is not None:
            axes.set_xlim(*limits)
        axes.set_xlabel(axis)
        return canvas.save(figure)


def _null(result: BiasResult | None) -> Null | None:
    if result is None or result.null is None:
        return None
    factor = measure_of_result(result).factor
    return Null(factor * result.null, factor * (result.null_stderr or 0.0))
