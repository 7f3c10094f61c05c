"""Numbers as tables that go elsewhere: into a paper, a README, a frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from equimask.audits.numbers import Number, frame_of
from equimask.core.errors import DataError, OptionError, check_choice
from equimask.reports.tables.latex import latex
from equimask.reports.tables.markdown import markdown
from equimask.reports.tables.sheets import LAYOUTS, Sheet, sheet

__all__ = ["FORMATS", "LAYOUTS", "chosen", "harmless", "table"]

_WRITERS: Mapping[str, Callable[[Sheet], str]] = {"latex": latex, "markdown": markdown}
FORMATS = ("latex", "csv", "markdown")


def table(numbers: Sequence[Number], format: str, layout: str | None = None) -> str:
    """In LaTeX and Markdown rounded and explained; in CSV one line per number, unrounded."""
    check_choice(format, FORMATS, "a format of tables")
    if format == "csv" and layout is not None:
        raise OptionError(
            expected="a layout of latex or markdown",
            got=f"{layout!r} for csv, which has one line per number",
            fix="Leave the layout out, or choose another format.",
        )
    if format == "csv":
        frame = frame_of(numbers)
        texts = frame.select_dtypes(exclude=["number", "bool"])
        text: str = frame.assign(**texts.map(harmless)).to_csv(index=False)
        return text
    return _WRITERS[format](sheet(numbers, layout))


def harmless(cell: object) -> object:
    """A spreadsheet would run a text that begins so: names come from files and from the Hub."""
    runs = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{cell}" if runs else cell


def chosen(
    numbers: Sequence[Number],
    models: Sequence[str] = (),
    measures: Sequence[str] = (),
    languages: Sequence[str] = (),
    places: Sequence[str] = (),
) -> list[Number]:
    """Those that are named, in the order of the files; what is in none of them is refused."""
    kept = list(numbers)
    asked: list[tuple[str, Sequence[str], Callable[[Number], tuple[str, ...]]]] = [
        ("a model", models, lambda one: (one.model, one.signed)),
        ("a measure", measures, lambda one: (one.measure,)),
        ("a language", languages, lambda one: (one.place.language or "",)),
        ("a place", places, lambda one: (one.place.key, one.place.name)),
    ]
    for what, names, of in asked:
        known = {name for one in numbers for name in of(one)}
        for name in names:
            check_choice(name, known, f"{what} of these results")
        if names:
            kept = [one for one in kept if not set(of(one)).isdisjoint(names)]
    if not kept:
        raise DataError(
            expected="at least one number for the table",
            got="none with all that was chosen",
            fix="Choose less at once.",
        )
    return kept
