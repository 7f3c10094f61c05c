"""A table of the report: every figure's numbers for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from equimask.reports.html.selection import language_name


@dataclass(frozen=True)
class Column:
    """A heading; `words` columns are set to the left, numbers to the right."""

    name: str
    words: bool = False


@dataclass(frozen=True)
class Sheet:
    """The first cell of a row names it; a cell may be markup, such as a link."""

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


def sheet(
    key: str,
    caption: str,
    columns: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    words: tuple[str, ...] = (),
) -> Sheet:
    """A table; the columns named in `words`, and the first, hold words."""
    named = (Column(name, name in (columns[0], *words)) for name in columns)
    return Sheet(key, caption, tuple(named), tuple(rows))


def by_language(
    key: str,
    caption: str,
    names: tuple[str, Sequence[str]],
    languages: Sequence[str],
    entry: Callable[[str, str], str],
    **further: Callable[[str], str],
) -> Sheet:
    """A compact table: a row for each of the names, a column for each language.

    `names` are what they are and the names themselves; `further` are columns after the languages.
    """
    what, rows = names
    columns = (what, *(_abbreviated(language) for language in languages), *further)
    return sheet(
        key,
        caption,
        columns,
        [
            (
                name,
                *(entry(name, language) for language in languages),
                *(column(name) for column in further.values()),
            )
            for name in rows
        ],
    )


def _abbreviated(language: str) -> Markup:
    return Markup('<abbr title="{}">{}</abbr>').format(language_name(language), language)


def span(low: str, high: str) -> str:
    """An interval as text; minus signs make a dash hard to read."""
    return f"{low} to {high}"
