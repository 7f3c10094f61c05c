"""What changes of the sentences that should not matter do to the scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from equimask.audits.results import Audit, Reliability
from equimask.core.bars import Bar, Series, paint_bars
from equimask.core.looks import looks_of
from equimask.metrics import measure_of
from equimask.reports.digits import number
from equimask.reports.html.selection import measured
from equimask.reports.html.views import Picture, Sheet, View, by_place

_ASPECTS: dict[str, tuple[str, Callable[[Reliability], str]]] = {
    "ranks": ("rank correlation of the pairs", lambda one: number(one.rank_correlation, 1.0, 2)),
    "sides": ("pairs that changed sides, in %", lambda one: number(one.sign_changes, 100.0, 0)),
    "score": (
        "by how much the score moved",
        lambda one: f"{one.change * measure_of(one.measure).factor:+.1f}",
    ),
}
_IN_WORDS = {
    "last_character": "last character cut",
    "casing": "lower case",
    "name_swap": "other names",
}


def reliability_view(audit: Audit) -> View | None:
    """None where nothing was perturbed."""
    if not audit.reliability:
        return None
    measures = [m for m in measured(audit) if any(r.measure == m for r in audit.reliability)]
    kinds = list(dict.fromkeys(one.perturbation for one in audit.reliability))
    sheets = (
        _sheet(audit, measures, kind, aspect, key)
        for key in dict.fromkeys(one.model for one in audit.reliability)
        for kind in kinds
        for aspect in _ASPECTS
    )
    return View(_picture(audit, measures, kinds), tuple(sheets))


def _picture(audit: Audit, measures: Sequence[str], kinds: Sequence[str]) -> Picture:
    series = []
    names = [_IN_WORDS.get(kind, kind) for kind in kinds]
    for kind, look in zip(kinds, looks_of(names), strict=True):
        own = [one for one in audit.reliability if one.perturbation == kind]
        bars = [_range([one for one in own if one.measure == measure]) for measure in measures]
        series.append(Series(look.name, look.colour, look.marker, bars))

    def paint(axes: Any) -> None:
        paint_bars(axes, [measure_of(measure).label for measure in measures], series, 1.0)
        axes.set_xlabel("rank correlation with the pairs as they are")

    over = f"{audit.what_varies}s{' and models' if len(audit.models) > 1 else ''}"
    return Picture(
        "reliability-figure",
        "How much is left of the order of the pairs after a small change",
        f"One line for each of {len(measures)} measures and a sign for each change of the "
        f"sentences: the median over {over}, with a bar from the lowest to the highest. "
        "1 means that the change did nothing. The table has the numbers.",
        1.7 * len(measures),
        paint,
    )


def _range(found: Sequence[Reliability]) -> Bar | None:
    known = [one.rank_correlation for one in found if one.rank_correlation is not None]
    return Bar(float(np.median(known)), min(known), max(known), True) if known else None


def _sheet(audit: Audit, measures: Sequence[str], kind: str, aspect: str, model: str) -> Sheet:
    what, text = _ASPECTS[aspect]
    own = [one for one in audit.reliability if (one.perturbation, one.model) == (kind, model)]
    found = {(measure_of(one.measure).label, one.place): one for one in own}
    names = "measure", [measure_of(measure).label for measure in measures]
    whose = f"{model}, " if len(audit.models) > 1 else ""
    key = f"reliability-{kind}-{aspect}-{audit.model_keys.index(model)}"
    caption = f"{whose}{_IN_WORDS.get(kind, kind)}: {what}"
    return by_place(key, caption, names, found, audit.places, text)
