"""A study as one page, and a part of it in a notebook."""

from __future__ import annotations

from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from equimask.papers.exhibit import Exhibit, ExhibitTable, NotMade
from equimask.papers.study import Study
from equimask.reports.html.inline_svg import inline_svg
from equimask.reports.html.interactive import (
    content_security_policy,
    tables_script,
    tables_style,
)
from equimask.reports.html.views import Entry, Sheet, sheet
from equimask.reports.study.cells import is_number, text, word_columns
from equimask.version import __version__


def render(study: Study) -> str:
    """The whole page: nothing is fetched, and the same study gives the same bytes."""
    return (
        _environment()
        .get_template("study.html.jinja")
        .render(
            study=study,
            version=__version__,
            policy=content_security_policy(),
            script=tables_script(),
            script_style=tables_style(),
            shown=[_shown(one) for one in study.exhibits],
        )
    )


def as_html(found: Study | Exhibit | NotMade) -> str:
    """In a notebook: tables and figures one after another, in the notebook's own letters."""
    exhibits = found.exhibits if isinstance(found, Study) else (found,)
    return (
        _environment()
        .get_template("notebook_study.html.jinja")
        .render(study=found if isinstance(found, Study) else None, shown=map(_shown, exhibits))
    )


@cache
def _environment() -> Environment:
    rooms = ("equimask.reports.study", "equimask.reports.html", "equimask.reports")
    return Environment(
        loader=ChoiceLoader([PackageLoader(room) for room in rooms]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _shown(one: Exhibit | NotMade) -> dict[str, object]:
    """What the templates read of it."""
    key = "-".join(one.place.lower().split()) or "exhibit"
    if isinstance(one, NotMade):
        return {"key": key, "one": one, "why": one.why, "sheets": [], "figures": []}
    figures = [
        (figure, inline_svg(figure.svg, f"{key}-figure-{n}", one.title, figure.alt))
        for n, figure in enumerate(one.figures)
    ]
    sheets = [_sheet(f"{key}-table-{n}", table) for n, table in enumerate(one.tables)]
    return {"key": key, "one": one, "why": "", "sheets": sheets, "figures": figures}


def _sheet(key: str, table: ExhibitTable) -> Sheet:
    words = [
        heading
        for heading, is_word in zip(table.headings, word_columns(table), strict=True)
        if is_word
    ]
    rows = [(text(first), *map(_entry, rest)) for first, *rest in table.rows]  # the first names it
    return sheet(key, table.title, table.headings, rows, words=tuple(words))


def _entry(cell: object) -> str | Entry:
    shown = text(cell)  # type: ignore[arg-type]
    if not is_number(cell):  # type: ignore[arg-type]
        return shown
    return Entry(shown.replace("-", "−"), float(getattr(cell, "value", cell)))  # type: ignore[arg-type]
