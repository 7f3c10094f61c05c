"""An audit in the terminal: the scores, then only what there is to say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from equimask.audits.results import MODEL, Agreement, Audit, Cell, Comparison, Reliability
from equimask.metrics import measure_of
from equimask.reports.terminal import cells, number, p_text


def tables(audit: Audit) -> Iterator[Table | Padding]:
    """One after the other, each within 80 characters."""
    yield _scores([cell for cell in audit.cells if cell.role == MODEL], audit.model)
    if audit.comparisons:
        yield _comparisons(audit.comparisons, f"{audit.model} minus {audit.baseline}")
    if audit.agreement:
        yield _agreement([a for a in audit.agreement if a.language is not None])
    if audit.reliability:
        yield _reliability(audit.reliability)
    for flip in audit.flips:
        yield _line(
            f"flip, {flip.language} {flip.about}: {flip.measure} (q {p_text(flip.q_value)}) and "
            f"{flip.other} (q {p_text(flip.other_q_value)}) contradict each other"
        )
    for note in audit.notes:
        yield _line(f"note, {note}")


def _line(text: str) -> Padding:
    return Padding(Text(text), (0, 0, 0, 1))


def _table(title: str, names: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in names:
        table.add_column(heading, no_wrap=True)
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    table.caption_justify = "left"
    return table


def _scores(own: Sequence[Cell], title: str) -> Table:
    table = _table(title, ("data", "metric"), ("score", "interval", "q", "n", "mde"))
    table.add_column("preferred", no_wrap=True)
    for cell in own:
        tested = cell.result.p_value if cell.q_value is None else cell.q_value
        text = cells(replace(cell.result, metric=cell.measure, p_value=tested))
        table.add_row(
            cell.language,
            text.metric,
            text.score,
            text.interval,
            p_text(cell.q_value),
            text.n,
            text.mde,
            text.preferred,
        )
    calibrated = any(cell.result.null is not None for cell in own)
    start = "the untrained twins" if calibrated else "neutral"
    table.caption = (
        f"mde: the smallest distance from {start} that this n finds with 80 % power\n"
        "q: p after false-discovery control over all of these scores"
    )
    return table


def _comparisons(comparisons: Sequence[Comparison], title: str) -> Table:
    headings = ("model", "baseline", "difference", "interval", "q", "mde")
    table = _table(title, ("data", "metric"), headings)
    for one in comparisons:
        shown = measure_of(one.measure)
        factor = shown.factor
        table.add_row(
            one.language,
            shown.column,
            number(one.value, factor),
            number(one.baseline_value, factor),
            number(one.difference, factor),
            f"{number(one.ci_low, factor)}…{number(one.ci_high, factor)}",
            p_text(one.q_value),
            f"±{number(one.mde, factor)}",
        )
    table.caption = "q: p after false-discovery control over all of these differences"
    return table


def _agreement(agreement: Sequence[Agreement]) -> Table:
    """Means over languages; the report and results.json have each."""
    table = _table("Agreement, pair by pair", ("metrics",), ("rank correlation", "same side"))
    for both in dict.fromkeys((one.measure, one.other) for one in agreement):
        those = [one for one in agreement if (one.measure, one.other) == both]
        table.add_row(
            " and ".join(both),
            _mean([one.rank_correlation for one in those], 1.0, 2),
            _mean([one.same_sign for one in those], 100.0, 0, " %"),
        )
    table.caption = "means over languages"
    return table


def _reliability(reliability: Sequence[Reliability]) -> Table:
    headings = ("rank correlation", "turned", "largest change")
    table = _table("Small changes that should not matter", ("change", "metric"), headings)
    for kind, measure in dict.fromkeys((one.perturbation, one.measure) for one in reliability):
        those = [o for o in reliability if (o.perturbation, o.measure) == (kind, measure)]
        shown = measure_of(measure)
        table.add_row(
            kind,
            shown.column,
            _mean([one.rank_correlation for one in those], 1.0, 2),
            _mean([one.sign_changes for one in those], 100.0, 0, " %"),
            number(max((one.change for one in those), key=abs), shown.factor),
        )
    table.caption = "means over languages; turned: pairs decided the other way"
    return table


def _mean(values: Sequence[float | None], factor: float, digits: int, unit: str = "") -> str:
    known = [value for value in values if value is not None]
    if not known:
        return number(None, factor)
    return number(float(np.mean(known)), factor, digits) + unit
