"""Results for the eye: as texts, and as a table of the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from equimask.audits.numbers import measure_of_result
from equimask.audits.results import (
    Cell,
)
from equimask.core.result import BiasResult
from equimask.core.terminal import TextTable
from equimask.core.verdicts import Verdict
from equimask.metrics import Measure, measure_of, spec_of
from equimask.metrics.texts import NO_FAIR_MODEL, asked
from equimask.metrics.verdict import verdict_of
from equimask.reports.digits import around, decimals, decimals_of, interval, number
from equimask.reports.verdicts import LEGEND as FOREIGN
from equimask.reports.verdicts import told

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


def result_table(results: Sequence[tuple[str, BiasResult]], title: str | None = None) -> TextTable:
    """One line per (label, result), within 80 characters: score, interval, where it starts.

    A result is called as in audits: the metric `aul` gives AULA, or AUL by its likelihood.
    """
    results = [(at, replace(one, metric=measure_of_result(one).name)) for at, one in results]
    shown = [result for _, result in results]
    start = _start(shown)
    table = plain_table(title, ("data", "metric"), ("score", "interval", start, "p", "n", "mde"))
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
    notes.append(mde_legend(shown))
    if any(result.is_foreign for result in shown):
        notes.append(FOREIGN)
    if any(language_quality(result) for result in shown):
        notes.append(f"right: the model's first guess. {NO_FAIR_MODEL}")
    table.below("\n".join(notes))
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
    """The largest deviations of each gender, of words that are said rather of it than of all.

    A word may deviate much in its sentiment from the background and yet be said rather of others.
    Empty for other results.
    """
    rows: Sequence[Mapping[str, Any]] = result.details.get("top_words", ())
    people = {"male": "men", "female": "women"}
    lines = []
    for gender in dict.fromkeys(row["gender"] for row in rows):
        own = (row for row in rows if row["gender"] == gender and row["pmi"] > 0)
        words = list(dict.fromkeys(str(row["word"]) for row in own))[:_WORDS]
        if not words:
            continue
        lines.append(f"said rather of {people.get(gender, f'{gender} people')}: {', '.join(words)}")
    return "\n".join(lines)


def language_quality(result: BiasResult) -> str:
    """How well the model predicted what it was asked; empty where no model was asked."""
    if result.lm_accuracy is None:
        return ""
    nats = number(result.lm_surprisal, 1, 2)
    return f"{percent(result.lm_accuracy)} of {asked_of(result)} right, {nats} nats each"


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


def asked_of(result: BiasResult) -> str:
    """What the model was asked for the result."""
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


def plain_table(title: str | None, names: Sequence[str], numbers: Sequence[str]) -> TextTable:
    """A table without lines, within 80 characters."""
    table = TextTable(title)
    table.show_edge = False  # what stands there is needed for the longest verdicts
    for heading in names:  # the name of data may be long, and is broken where numbers are not
        table.add_column(heading, no_wrap=heading != "data", overflow="fold")
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _start(results: Sequence[BiasResult]) -> str:
    """What the column is called that says where the tests start."""
    calibrated = [result.null is not None for result in results]
    return "null" if all(calibrated) else _MIXED if any(calibrated) else "neutral"


def mde_legend(results: Sequence[BiasResult]) -> str:
    """What the column says, of the results that are in it."""
    starts = {
        "neutral": "neutral",
        "null": "the untrained twins (null)",
        _MIXED: "the untrained twins (null), or else from neutral,",
    }
    start = starts[_start(results)]
    return f"mde: the smallest distance from {start} that this n finds with 80 % power"
