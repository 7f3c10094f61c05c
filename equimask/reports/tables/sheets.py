"""Numbers side by side: what stands in which cell of a table, before it is LaTeX or Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from equimask.audits.numbers import Number
from equimask.core.errors import DataError, check_choice
from equimask.metrics import measure_of
from equimask.reports.digits import decimals_of, interval, number
from equimask.reports.tables.notes import Shown, marks_of, notes
from equimask.reports.terminal import p_read, p_text

NUMBERS, MODELS, MEASURES = LAYOUTS = ("numbers", "models", "measures")
"""What stands in the columns: all about one number, or a model each, or a measure each."""


class Entry(NamedTuple):
    """A cell: its number, `rest` that is never bold, and raised marks."""

    text: str
    rest: str = ""
    bold: bool = False
    marks: str = ""


NOTHING = Entry(number(None))


@dataclass(frozen=True)
class Span:
    """Columns under one heading; that is empty where the columns' own say all."""

    heading: str
    columns: tuple[str, ...]
    words: bool = False
    """Whether its cells are texts."""


@dataclass(frozen=True)
class Row:
    """One line: of every span its cells."""

    label: str
    cells: tuple[tuple[Entry, ...], ...]


@dataclass(frozen=True)
class Group:
    """Lines under one heading."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Sheet:
    """A whole table."""

    caption: str
    stub: str
    spans: tuple[Span, ...]
    groups: tuple[Group, ...]
    notes: tuple[str, ...]
    name: str = "equimask"
    """By which a text refers to it."""

    @property
    def entries(self) -> list[Entry]:
        """All cells."""
        rows = (row for group in self.groups for row in group.rows)
        return [entry for row in rows for cells in row.cells for entry in cells]


def sheet(numbers: Sequence[Number], layout: str | None = None) -> Sheet:
    """One model as a line for each number; several side by side, unless a layout is named."""
    if not numbers:
        raise DataError(
            expected="at least one number for the table",
            got="none",
            fix="Name other results, or leave out what chooses among them.",
        )
    numbers = told_apart(numbers)
    if layout is None:
        layout = NUMBERS if len(_each(numbers, _model)) == 1 else MODELS
    check_choice(layout, LAYOUTS, "a layout of tables")
    spans, groups = {NUMBERS: _by_numbers, MODELS: _by_models, MEASURES: _by_measures}[layout](
        _once(numbers)
    )
    made = Sheet(_caption(numbers), _stub(numbers).capitalize(), spans, groups, ())
    marks = {mark for entry in made.entries for mark in entry.marks}
    bold = any(entry.bold for entry in made.entries)
    shown = Shown(layout == NUMBERS, bold, frozenset(marks), _have_ranks(numbers))
    return replace(made, notes=tuple(notes(numbers, shown)))


def told_apart(numbers: Sequence[Number]) -> list[Number]:
    """Models under their keys; where two of several files share one, under their signed names."""
    signed: dict[str, set[str]] = {}
    for one in numbers:
        signed.setdefault(one.model, set()).add(one.signed)
    return [
        one if len(signed[one.model]) == 1 else replace(one, model=one.signed) for one in numbers
    ]


def _once(numbers: Sequence[Number]) -> list[Number]:
    """Each cell has one number: the same one twice is one, two that differ are refused."""
    found: dict[tuple[str, str, str], Number] = {}
    for one in numbers:
        first = found.setdefault((one.model, one.place.key, one.measure), one)
        if (first.result.signature, first.result.value) != (one.result.signature, one.result.value):
            raise DataError(
                expected="one number for a model, a measure and data",
                got=f"two of {one.model}, {one.shown.label}, {one.place.name}: "
                f"{first.result.signature} and {one.result.signature}",
                fix="Make a table of each file, or write all of them as csv.",
            )
    return list(found.values())


def _model(one: Number) -> str:
    return one.model


def _measure(one: Number) -> str:
    return one.measure


def _place(one: Number) -> str:
    return one.place.key


def _each(numbers: Sequence[Number], what: Callable[[Number], str]) -> list[str]:
    return list(dict.fromkeys(map(what, numbers)))


def _stub(numbers: Sequence[Number]) -> str:
    return "language" if all(one.place.is_packaged for one in numbers) else "data"


def _caption(numbers: Sequence[Number]) -> str:
    """Without names: a caption is written to files that not every character survives."""
    n_models, n_places = len(_each(numbers, _model)), len(_each(numbers, _place))
    models = "one model" if n_models == 1 else f"{n_models} models"
    what = {"language": ("one language", "languages"), "data": ("one data set", "data sets")}
    one, many = what[_stub(numbers)]
    where = one if n_places == 1 else f"{n_places} {many}"
    return f"Gender bias: {models} {'in' if _stub(numbers) == 'language' else 'on'} {where}."


def _have_ranks(numbers: Sequence[Number]) -> bool:
    """Ranks are among the models of one audit: beside other models they would mislead."""
    ranked = {one.model for one in numbers if one.rank is not None}
    among: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for one in numbers:
        if one.rank is not None:
            among.setdefault((one.place.key, one.measure), set()).add(one.ranked_with)
    return (
        len(ranked) > 1
        and all(one.rank is not None or one.model in ranked for one in numbers)
        and all(len(audits) == 1 for audits in among.values())
    )


def _labels(numbers: Sequence[Number]) -> dict[str, str]:
    """The names of places by their keys; where two share a name, the key says more."""
    names = {one.place.key: one.place.name for one in numbers}
    shared = [name for name in names.values() if list(names.values()).count(name) > 1]
    return {key: key if name in shared else name for key, name in names.items()}


def _columns(numbers: Sequence[Number], ranks: bool) -> tuple[str, ...]:
    """Of a model or a measure: what some of its numbers have."""
    null = any(one.result.null is not None for one in numbers)
    ranked = ranks and any(one.rank is not None for one in numbers)
    return ("score", *(("null",) if null else ()), *(("rank",) if ranked else ()))


def _entries(one: Number | None, columns: Sequence[str]) -> tuple[Entry, ...]:
    if one is None:
        return (NOTHING,) * len(columns)
    found = {"score": _score(one), "null": _null(one), "rank": _rank(one)}
    return tuple(found[name] for name in columns)


def _score(one: Number) -> Entry:
    result, factor = one.result, one.shown.factor
    digits = decimals_of(result, factor)
    rest = ""
    if result.stderr is not None:
        rest = f" ± {number(result.stderr, factor, digits)}"
    elif result.ci_low is not None:
        rest = f" [{interval(result, factor, ', ')}]"
    text = number(result.value, factor, digits)
    return Entry(text, rest, one.verdict.is_finding, marks_of(one))


def _null(one: Number) -> Entry:
    result, factor = one.result, one.shown.factor
    return Entry(number(result.null, factor, decimals_of(result, factor)))


def _rank(one: Number) -> Entry:
    if one.rank is None:
        return NOTHING
    low, high = one.rank.low, one.rank.high
    return Entry(str(one.rank.rank), "" if low == high else f" ({low}–{high})")


def _heading(measure: str) -> str:
    """With the neutral point, where one is known beforehand."""
    shown = measure_of(measure)
    known = shown.neutral
    return shown.axis if known is None else f"{shown.axis} (neutral {known * shown.factor:.0f})"


Made = tuple[tuple[Span, ...], tuple[Group, ...]]


def _crossed(
    numbers: Sequence[Number],
    across: Callable[[Number], str],
    down: Callable[[Number], str],
    span_heading: Callable[[str], str],
    group_heading: Callable[[str], str],
) -> Made:
    """Places in lines, one thing across and the other as groups of lines."""
    labels = _labels(numbers)
    found = {(across(one), down(one), one.place.key): one for one in numbers}
    ranks = _have_ranks(numbers)
    spans = {
        name: _columns([one for one in numbers if across(one) == name], ranks)
        for name in _each(numbers, across)
    }
    groups = []
    for below in _each(numbers, down):
        rows = []
        for key, label in labels.items():
            own = [found.get((name, below, key)) for name in spans]
            if any(own):
                cells = zip(own, spans.values(), strict=True)
                rows.append(Row(label, tuple(_entries(one, columns) for one, columns in cells)))
        groups.append(Group(group_heading(below), tuple(rows)))
    single = all(len(columns) == 1 for columns in spans.values())
    made = [
        Span("", (span_heading(name),)) if single else Span(span_heading(name), columns)
        for name, columns in spans.items()
    ]
    return tuple(made), tuple(groups)


def _by_models(numbers: Sequence[Number]) -> Made:
    return _crossed(numbers, _model, _measure, str, _heading)


def _by_measures(numbers: Sequence[Number]) -> Made:
    several = len(_each(numbers, _model)) > 1
    return _crossed(
        numbers,
        _measure,
        _model,
        lambda name: measure_of(name).column,
        str if several else _no_text,
    )


def _no_text(_: str) -> str:
    return ""


def _by_numbers(numbers: Sequence[Number]) -> Made:
    """A line for each number, under its measure; where there are several models, under both."""
    labels, several = _labels(numbers), len(_each(numbers, _model)) > 1
    ranked = _have_ranks(numbers)
    corrected = [one.in_audit for one in numbers]
    tested = "q" if all(corrected) else "p or q" if any(corrected) else "p"
    calibrated = any(one.result.null is not None for one in numbers)
    columns = (
        "score",
        "interval",
        *(("null",) if calibrated else ()),
        tested,
        "n",
        *(("rank",) if ranked else ()),
        "preferred",
    )
    rows: dict[str, list[Row]] = {}
    for one in numbers:
        score = _score(one)._replace(rest="")
        q = p_text(one.q_value) if one.in_audit else p_read(one.result)
        cells = {
            "score": score,
            "interval": Entry(interval(one.result, one.shown.factor, " to ")),
            "null": _null(one),
            tested: Entry(q),
            "n": Entry(str(one.result.n)),
            "rank": _rank(one),
            "preferred": Entry(one.verdict.short),
        }
        above = f"{one.model}: {_heading(one.measure)}" if several else _heading(one.measure)
        line = tuple(cells[name] for name in columns)
        rows.setdefault(above, []).append(Row(labels[one.place.key], (line,)))
    groups = tuple(Group(above, tuple(lines)) for above, lines in rows.items())
    return (Span("", columns),), groups
