"""How a result and an audit show themselves in a notebook: a small table, and nothing to load.

It has no colours but the page's own, thinned out, so that it reads on light and on dark paper
whoever sets them: Jupyter, VS Code and browsers each have a way of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from equimask.audits.numbers import Number, confidence_level, measure_of_result, numbers_of
from equimask.audits.results import Audit
from equimask.core.result import BiasResult, ResultsApart
from equimask.core.verdicts import WORDS
from equimask.metrics import all_measures, measure_of
from equimask.metrics.verdict import verdict_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.tables.notes import Shown, marks_of, notes
from equimask.reports.terminal import in_clusters, language_quality, p_read, two_numbers
from equimask.reports.verdicts import LEGEND, told

_WIDTH, _HEIGHT, _EDGE = 150, 16, 6  # pixels of the small picture of an interval


class Strip(NamedTuple):
    """Where an interval and what it is compared with lie in a picture, in pixels from the left."""

    value: float
    low: float | None
    high: float | None
    start: float | None
    filled: bool
    width: int = _WIDTH
    height: int = _HEIGHT


def as_html(found: BiasResult | ResultsApart | Audit) -> str | None:
    """Self-contained and escaped; None where a result is of no metric: its text says all then."""
    if isinstance(found, Audit):
        return _render("audit", **_audit(found))
    apart = isinstance(found, ResultsApart)
    results: Mapping[str, BiasResult] = found if isinstance(found, ResultsApart) else {"": found}
    keys = {measure.key for measure in all_measures().values()}
    if not keys.issuperset(result.metric for result in results.values()):
        return None
    return _render("results", **_results(results), apart=apart)


def _render(name: str, **content: Any) -> str:
    return _environment().get_template(f"notebook_{name}.html.jinja").render(**content)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("equimask.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _results(results: Mapping[str, BiasResult]) -> dict[str, Any]:
    shown = list(results.values())
    levels = dict.fromkeys(map(confidence_level, shown))
    lines = [
        _line(name, result, _strip(result, _alike(result, shown)))
        for name, result in results.items()
    ]
    return {
        "lines": lines,
        "level": f"{100 * next(iter(levels)):g} % " if len(levels) == 1 else "",
        "calibrated": any(result.null is not None for result in shown),
        "legend": LEGEND if any(result.is_foreign for result in shown) else "",
        "sentence": WORDS[verdict_of(shown[0])].sentence if len(shown) == 1 else "",
    }


def _line(name: str, result: BiasResult, strip: Strip) -> dict[str, Any]:
    measure = measure_of_result(result)
    digits = decimals_of(result, measure.factor)
    skipped = sum(result.skipped.values())
    beside = (
        in_clusters(result),
        f"{skipped} skipped" if skipped else "",
        two_numbers(result),
        language_quality(result),
    )
    return {
        "name": name,
        "measure": measure.axis,
        "reads": measure.reads,
        "score": number(result.value, measure.factor, digits),
        "finding": verdict_of(result).is_finding,
        "interval": interval(result, measure.factor, " to "),
        "level": f"{100 * confidence_level(result):g} %",
        "strip": strip,
        "null": number(result.null, measure.factor, digits),
        "neutral": number(measure.neutral, measure.factor, 0),
        "p": p_read(result),
        "n": result.n,
        "preferred": told(result),
        "beside": "; ".join(filter(None, beside)),
        "notes": result.notes,
        "signature": result.signature,
    }


def _alike(result: BiasResult, others: Sequence[BiasResult]) -> list[BiasResult]:
    """Those that can stand on one axis with it."""
    return [other for other in others if other.metric == result.metric]


def _strip(result: BiasResult, beside: Sequence[BiasResult]) -> Strip:
    """The picture of one, on the axis of all that are like it."""
    ends = [[one.value, one.ci_low, one.ci_high, one.tested_against] for one in (*beside, result)]
    known = [end for end in chain.from_iterable(ends) if end is not None]
    low, high = min(known), max(known)
    room = (_WIDTH - 2 * _EDGE) / (high - low or 1.0)

    def at(value: float | None) -> float | None:
        return None if value is None else round(_EDGE + (value - low) * room, 1)

    return Strip(
        at(result.value) or 0.0,
        at(result.ci_low),
        at(result.ci_high),
        at(result.tested_against),
        verdict_of(result).is_finding,
    )


def _audit(audit: Audit) -> dict[str, Any]:
    numbers = numbers_of(audit)
    measures = [name for name in audit.measures if any(one.measure == name for one in numbers)]
    found = {(one.model, one.place.key, one.measure): one for one in numbers}
    models = [
        (
            entry.signed,
            [
                (place.name, [_cell(found.get((entry.key, place.key, name))) for name in measures])
                for place in audit.places
            ],
        )
        for entry in audit.models
    ]
    marks = frozenset(chain.from_iterable(map(marks_of, numbers)))
    bold = any(one.verdict.is_finding for one in numbers)
    return {
        "varies": audit.what_varies,
        "headings": [measure_of(name).axis for name in measures],
        "models": models,
        "notes": [*notes(numbers, Shown(True, bold, marks, False)), *audit.notes],
    }


def _cell(one: Number | None) -> dict[str, Any] | None:
    if one is None:
        return None
    result, measure = one.result, one.shown
    digits = decimals_of(result, measure.factor)
    return {
        "score": number(result.value, measure.factor, digits),
        "finding": one.verdict.is_finding,
        "word": one.verdict.short,
        "marks": marks_of(one),
        "interval": interval(result, measure.factor, " to "),
        "null": "" if result.null is None else number(result.null, measure.factor, digits),
    }
