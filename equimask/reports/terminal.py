"""Results for the eye: the terminal tables of results and of an audit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from equimask.audits.results import (
    Agreement,
    Audit,
    Cell,
    ModelEntry,
    Reliability,
)
from equimask.core.result import BiasResult
from equimask.core.verdicts import Verdict
from equimask.metrics import Measure, measure_of, spec_of
from equimask.metrics.texts import NO_FAIR_MODEL, asked
from equimask.metrics.verdict import verdict_of
from equimask.reports.digits import around, decimals, decimals_of, interval, number
from equimask.reports.verdicts import LEGEND as FOREIGN
from equimask.reports.verdicts import told, told_of_cell

_WORDS = 6  # of each gender
_CONTROLS = {
    "neutral": "the same names in neutral contexts",
    "names": "other names of the same gender",
}
_MIXED = "start"  # of a table in which some results are calibrated


class Cells(NamedTuple):
    """A result as it is printed, one text for each column."""

    metric: str
    score: str
    interval: str
    start: str
    """What p is about: the null where there is one, else the neutral point."""
    p: str
    n: str
    mde: str
    preferred: str


class TwoCells(NamedTuple):
    """Contrast, its standardised effect and prevalence as they are printed; empty if unknown."""

    contrast: str
    effect: str
    prevalence: str
    scale: str


class ControlCells(NamedTuple):
    """A score's control and the rest of it, as they are printed."""

    control: str
    rest: str
    interval: str
    p: str
    rows: str


def cells(result: BiasResult) -> Cells:
    """The result in the digits that its error leaves, and in the scale of its metric."""
    measure = measure_of(result.metric)
    factor, digits = measure.factor, decimals_of(result, measure.factor)
    return Cells(
        measure.column,
        number(result.value, factor, digits),
        interval(result, factor),
        number(result.neutral, factor, 0)
        if result.null is None
        else number(result.null, factor, digits),
        p_read(result),
        str(result.n) if result.n < 10**6 else f"{result.n / 1e6:.1f}M",
        around(None if verdict_of(result) == Verdict.TOO_FEW else result.mde, factor, digits),
        told(result),
    )


def result_table(results: Sequence[tuple[str, BiasResult]], title: str | None = None) -> Table:
    """One line per (label, result), within 80 characters: score, interval, where it starts."""
    shown = [result for _, result in results]
    start = _start(shown)
    table = _table(title, ("data", "metric"), ("score", "interval", start, "p", "n", "mde"))
    table.add_column("preferred", no_wrap=True)
    for label, result in results:
        text = cells(result)
        if start == _MIXED and result.null is not None:
            text = text._replace(start=f"null {text.start}")
        table.add_row(label, *text)
    notes = [
        f"{label} {result.metric}: {result.n_ties} ties, {_skipped(result)}"
        for label, result in results
        if result.n_ties or result.skipped
    ]
    for tell in (in_clusters, two_numbers, equivalence, language_quality, minus_control_text):
        same: dict[tuple[str, str], list[str]] = {}  # what is told of several stands once
        for label, result in results:
            if line := tell(result):
                same.setdefault((label, line), []).append(result.metric)
        notes += [
            f"{label} {', '.join(metrics)}: {line}" for (label, line), metrics in same.items()
        ]
    said: dict[str, list[str]] = {}
    for label, result in results:
        for note in result.notes:
            said.setdefault(note, []).append(label)
    for note, labels in said.items():
        where = "" if len(labels) == len(results) else f", {'; '.join(dict.fromkeys(labels))}"
        notes.append(f"note{where}: {note}")
    notes.append(_mde(shown))
    if any(result.is_foreign for result in shown):
        notes.append(FOREIGN)
    if any(language_quality(result) for result in shown):
        notes.append(f"right: the model's first guess. {NO_FAIR_MODEL}")
    _below(table, "\n".join(notes))
    return table


def _skipped(result: BiasResult) -> str:
    reasons = [f"{count} {why.replace('_', ' ')}" for why, count in result.skipped.items()]
    return f"skipped {', '.join(reasons) or 'none'}"


def in_clusters(result: BiasResult) -> str:
    """In how many clusters the rows are; empty where each is one of its own."""
    return "" if result.n_clusters is None else f"{result.n} rows in {result.n_clusters} clusters"


def two_numbers(result: BiasResult) -> str:
    """What stereotypes move, and how often the male side wins; empty where neither is known."""
    if (found := two_cells(result)) is None:
        return ""
    lines = []
    if found.contrast:
        effect = f" (d {found.effect})" if found.effect else ""
        lines.append(f"stereotype contrast{found.scale} {found.contrast}{effect}")
    if found.prevalence:
        share, _, ends = found.prevalence.partition(" ")
        lines.append(f"men preferred in {share} %{' ' if ends else ''}{ends}")
    return ", ".join(lines)


def two_cells(result: BiasResult) -> TwoCells | None:
    """The same for a line of a table; None where neither is known.

    Both are of single rows: of a share, in the scale of the measure whose rows decide it.
    """
    measure, found = measure_of(result.metric), result.details
    factor = measure_of(measure.decided_by or measure.name).factor
    contrast, share = (found.get(name) for name in ("stereotype_contrast", "male_prevalence"))
    if contrast is None and share is None:
        return None
    told, effect = "", None
    if contrast is not None:
        error, effect = found["stereotype_contrast_stderr"], found["stereotype_contrast_d"]
        digits = decimals(None if error is None else error * factor)
        ends = _ends(found, "stereotype_contrast", factor, digits)
        told = number(contrast, factor, digits) + ends
    return TwoCells(
        told,
        "" if effect is None else number(effect, 1, 1),
        "" if share is None else number(share, 1, 0) + _ends(found, "male_prevalence", 1, 0),
        "·10³" if factor == 1e3 else "",
    )


def _ends(found: Mapping[str, Any], name: str, factor: float, digits: int) -> str:
    low, high = (found[f"{name}_ci_{end}"] for end in ("low", "high"))
    return (
        "" if low is None else f" [{number(low, factor, digits)}, {number(high, factor, digits)}]"
    )


def equivalence(result: BiasResult) -> str:
    """What was found about the bound; empty where none was tested."""
    if result.equivalence_p is None or result.equivalence_bound is None:
        return ""
    factor = measure_of(result.metric).factor
    start = "neutral" if result.null is None else "the null"
    bound = f"{result.equivalence_bound * factor:g}"
    return f"equivalence, within ±{bound} of {start}: p {p_text(result.equivalence_p)}"


def top_words(result: BiasResult) -> str:
    """The words that go most with each gender, a line for each; empty for other results."""
    rows: Sequence[Mapping[str, Any]] = result.details.get("top_words", ())
    people = {"male": "men", "female": "women"}
    lines = []
    for gender in dict.fromkeys(row["gender"] for row in rows):
        words = [str(row["word"]) for row in rows if row["gender"] == gender][:_WORDS]
        lines.append(f"said rather of {people.get(gender, f'{gender} people')}: {', '.join(words)}")
    return "\n".join(lines)


def language_quality(result: BiasResult) -> str:
    """How well the model predicted what it was asked; empty where no model was asked."""
    if result.lm_accuracy is None:
        return ""
    nats = number(result.lm_surprisal, 1, 2)
    return f"{percent(result.lm_accuracy)} of {_asked(result)} right, {nats} nats each"


def minus_control_text(result: BiasResult) -> str:
    """What names alone make of the score, and the rest of it; empty where there is no control."""
    if (found := _control_cells(result, measure_of(result.metric))) is None:
        return ""
    return (
        f"{_CONTROLS[result.details['control_kind']]} {found.control}, score minus control "
        f"{found.rest} ({found.interval}, p {found.p}) on {found.rows} of {result.n} rows"
    )


def control_cells(cell: Cell, between: str = "…") -> ControlCells | None:
    """The same for a line of a table."""
    return _control_cells(cell.result, measure_of(cell.measure), between)


def control_legend(cells: Sequence[Cell]) -> str:
    """Which control that is, and of which rows."""
    kinds = (cell.result.details.get("control_kind") for cell in cells)
    told = "; ".join(_CONTROLS[kind] for kind in dict.fromkeys(kinds) if kind)
    return f"control: {told}; score and control of the rows that have one"


def _control_cells(result: BiasResult, measure: Measure, between: str = "…") -> ControlCells | None:
    found, factor = result.details, measure.factor
    if "control_kind" not in found:
        return None
    error = found["minus_control_stderr"]
    digits = decimals(None if error is None else error * factor)
    ends = [found[f"minus_control_ci_{end}"] for end in ("low", "high")]
    return ControlCells(
        number(found["control"], factor, digits),
        number(found["minus_control"], factor, digits),
        number(None) if None in ends else between.join(number(x, factor, digits) for x in ends),
        p_text(found["minus_control_p_value"]),
        str(found["n_control"]),
    )


def _asked(result: BiasResult) -> str:
    return asked(spec_of(measure_of(result.metric).metric))


def percent(share: float | None) -> str:
    """A share as it is printed; what is not quite none or all is not printed as such."""
    if share is None:
        return number(None, 1)
    if 0 < share < 0.001:
        return "< 0.1 %"
    if 0.999 < share < 1:
        return "> 99.9 %"
    return f"{100 * share:.{1 if 0 < share < 0.01 or 0.99 < share < 1 else 0}f} %"


def p_read(result: BiasResult) -> str:
    """The p-value of a result; a dash where nobody knows what it should be a distance from."""
    return p_text(None if result.tested_against is None else result.p_value)


def p_text(value: float | None) -> str:
    """A p- or q-value as it is printed."""
    if value is None:
        return number(None)
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def tables(audit: Audit) -> Iterator[Table | Padding]:
    """One after the other, each within 80 characters."""
    for entry in audit.models:
        if entry.key != audit.baseline:
            yield from _model_tables(audit, entry)
    if any(cell.result.lm_accuracy is not None for cell in audit.cells):
        yield _language_quality(audit)
    if audit.comparisons:
        yield _comparisons(audit)
    if audit.agreement:
        yield _agreement([a for a in audit.agreement if a.place is not None])
    if audit.reliability:
        yield _reliability(audit.reliability)
    for flip in audit.flips:
        yield _line(
            f"flip, {flip.place.key} {flip.about}: {flip.measure} (q {p_text(flip.q_value)}) and "
            f"{flip.other} (q {p_text(flip.other_q_value)}) contradict each other"
        )
    for note in audit.notes:
        yield _line(f"note, {note}")


def _model_tables(audit: Audit, entry: ModelEntry) -> Iterator[Table | Padding]:
    own = [cell for cell in audit.cells if cell.model == entry.key]
    if all(place.is_packaged for place in audit.places):
        yield _scores(own, entry.signed)
    else:  # names of data are long: a table for each
        yield _line(entry.signed)
        for place in audit.places:
            if found := [cell for cell in own if cell.place == place]:
                yield _scores(found, place.name, named=False)
        yield _line(_legend(own))
    if any(control_cells(cell) for cell in own):
        yield _controls(own)


def _line(text: str) -> Padding:
    return Padding(Text(text), (0, 0, 0, 1))


def _table(title: str | None, names: Sequence[str], numbers: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.show_edge = False  # what stands there is needed for the longest verdicts
    for heading in names:  # the name of data may be long, and is broken where numbers are not
        table.add_column(heading, no_wrap=heading != "data", overflow="fold")
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    table.caption_justify = "left"
    return table


def _below(table: Table, text: str) -> None:
    """After a blank line, so that nobody takes it for a row."""
    table.caption = f"\n{text}"


def _scores(own: Sequence[Cell], title: str, named: bool = True) -> Table:
    names = ("data", "metric") if named else ("metric",)
    calibrated = any(cell.result.null is not None for cell in own)
    null = ("null",) if calibrated else ()
    table = _table(title, names, ("score", "interval", *null, "q", "n", "mde"))
    table.add_column("preferred", no_wrap=True)
    for cell in own:
        text = cells(replace(cell.result, metric=cell.measure))
        table.add_row(
            *((cell.place.key,) if named else ()),
            text.metric,
            text.score,
            text.interval,
            *((number(None) if cell.result.null is None else text.start,) if calibrated else ()),
            p_text(cell.q_value),
            text.n,
            text.mde,
            told_of_cell(cell),
        )
    if named:
        _below(table, _legend(own))
    return table


def _legend(own: Sequence[Cell]) -> str:
    lines = [_mde([cell.result for cell in own])]
    lines.append("q: p after false-discovery control over all of these scores")
    bounds = dict.fromkeys(_bound(cell) for cell in own if cell.result.equivalence_p is not None)
    if bounds:
        within = " or ".join(bounds)
        lines.append(
            f"{Verdict.EQUIVALENT.short}: significantly less than {within} from there, each alone"
        )
    if any(cell.result.is_foreign for cell in own):
        lines.append(FOREIGN)
    return "\n".join(lines)


def _bound(cell: Cell) -> str:
    """As the scores of its measure are shown."""
    measure = measure_of(cell.measure)
    return f"±{(cell.result.equivalence_bound or 0.0) * measure.factor:g} {measure.unit}".strip()


def _start(results: Sequence[BiasResult]) -> str:
    """What the column is called that says where the tests start."""
    calibrated = [result.null is not None for result in results]
    return "null" if all(calibrated) else _MIXED if any(calibrated) else "neutral"


def _mde(results: Sequence[BiasResult]) -> str:
    starts = {
        "neutral": "neutral",
        "null": "the untrained twins (null)",
        _MIXED: "the untrained twins (null), or else from neutral,",
    }
    start = starts[_start(results)]
    return f"mde: the smallest distance from {start} that this n finds with 80 % power"


def _controls(own: Sequence[Cell]) -> Table:
    table = _table(
        "Score minus control",
        ("data", "metric"),
        ("control", "minus control", "interval", "p", "rows"),
    )
    for cell in own:
        if found := control_cells(cell):
            table.add_row(cell.place.key, measure_of(cell.measure).column, *found)
    _below(table, control_legend(own))
    return table


def _language_quality(audit: Audit) -> Table:
    """What the passes over a language's sentences say about each model, one line per place."""
    several = len(audit.models) > 1
    names = ("data", *(("model",) if several else ()))
    questions = tuple(dict.fromkeys(_asked(cell.result) for cell in audit.cells))
    table = _table("How well the language is known", names, (*questions, "unknown"))
    for place in audit.places:
        for key in audit.model_keys:
            told = {
                _asked(cell.result): cell.result
                for cell in audit.cells
                if (cell.place, cell.model) == (place, key)
            }
            if told:
                rates = [rate for one in told.values() if (rate := one.unk_rate) is not None]
                table.add_row(
                    place.key,
                    *((key,) if several else ()),
                    *(_right_and_nats(told.get(question)) for question in questions),
                    percent(max(rates, default=None)),
                )
    _below(
        table,
        f"right, and nats of surprise per token. {NO_FAIR_MODEL}\n"
        "in sight nothing is hidden: this only shows that a model is alive",
    )
    return table


def _right_and_nats(result: BiasResult | None) -> str:
    if result is None or result.lm_accuracy is None:
        return number(None, 1)
    return f"{percent(result.lm_accuracy)}, {number(result.lm_surprisal, 1, 2)}"


def _comparisons(audit: Audit) -> Table:
    headings = ("model", "other", "difference", "interval", "q", "mde")
    signed = {entry.key: entry.signed for entry in audit.models}
    first = audit.comparisons[0]
    title = f"{signed[first.model]} minus {signed[first.other]}"
    table = _table(title, ("data", "metric"), headings)
    for one in audit.comparisons:
        shown = measure_of(one.measure)
        factor, digits = shown.factor, decimals_of(one, shown.factor)
        values = (one.value, one.other_value, one.difference)
        table.add_row(
            one.place.key,
            shown.column,
            *(number(value, factor, digits) for value in values),
            interval(one, factor),
            p_text(one.q_value),
            around(one.mde, factor, digits),
        )
    _below(table, "q: p after false-discovery control over all of these differences")
    return table


def _agreement(agreement: Sequence[Agreement]) -> Table:
    """Means over places; the report and results.json have each."""
    table = _table("Agreement, pair by pair", ("metrics",), ("rank correlation", "same side"))
    for both in dict.fromkeys((one.measure, one.other) for one in agreement):
        those = [one for one in agreement if (one.measure, one.other) == both]
        table.add_row(
            " and ".join(both),
            _mean([one.rank_correlation for one in those], 1.0, 2),
            _mean([one.same_sign for one in those], 100.0, 0, " %"),
        )
    _below(table, "means over all data")
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
    _below(table, "means over all data; turned: pairs decided the other way")
    return table


def _mean(values: Sequence[float | None], factor: float, digits: int, unit: str = "") -> str:
    known = [value for value in values if value is not None]
    if not known:
        return number(None, factor)
    return number(float(np.mean(known)), factor, digits) + unit
