"""What a part of the report consists of: a figure, and the tables that hold its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import fill
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup

from equimask.audits.places import Place
from equimask.core.drawing import Canvas
from equimask.reports.html.inline_svg import inline_svg

Found = TypeVar("Found")
Where = TypeVar("Where", bound="Place | None")
WIDTH = 4.3  # inches; a phone shows the letters at about their size, a desk shows them larger
ROW = 0.25  # inches that a line of a figure needs
_MARGIN = 0.9
_TITLE = 7.5  # characters of a title for an inch of the figure: names stand beside its axes
_MEASURED_BY = "DejaVu Sans"  # comes with matplotlib; wide, so that the page's own font fits too


@dataclass(frozen=True)
class Picture:
    """A figure that is yet to be drawn; `description` says in words what is to be seen.

    `rows` is for how many lines of text there has to be room, `paint` draws on empty axes.
    """

    key: str
    title: str
    description: str
    rows: float
    paint: Callable[[Any], None]
    width: float = WIDTH

    @property
    def svg(self) -> Markup:
        """As a part of the page, in the page's own colours and letters."""
        with _drawing("svg", {"font.family": _MEASURED_BY}) as canvas:
            figure = self.painted(canvas)
            for part in (figure, *figure.axes):
                part.patch.set_visible(False)  # the page is the paper
            picture = canvas.save(figure)
        return inline_svg(picture, self.key, self.title, self.description)

    def file(self, format: str) -> bytes:
        """As a file of its own, under its title."""
        with _drawing(format) as canvas:
            return canvas.save(self.painted(canvas, self.title))

    def painted(self, canvas: Canvas, title: str = "") -> Any:
        """As matplotlib's figure."""
        shown = fill(title, int(_TITLE * self.width))
        lines = shown.count("\n") + 1 if shown else 0
        height = _MARGIN + (self.rows + lines) * ROW
        figure, axes = canvas.new(self.width, height)
        self.paint(axes)
        if shown:  # of the axes, not of the figure: there it would lie on the legend
            axes.set_title(shown, loc="left", fontsize=11)
        return figure

    def figure(self) -> Any:
        """The same for a notebook."""
        with _drawing("svg") as canvas:
            return self.painted(canvas, self.title)


@contextmanager
def _drawing(format: str, letters: Mapping[str, str] | None = None) -> Iterator[Canvas]:
    import matplotlib

    settings: dict[Any, Any] = {"font.size": 10, "text.parse_math": False, **(letters or {})}
    with Canvas(format) as canvas, matplotlib.rc_context(settings):
        yield canvas


@dataclass(frozen=True)
class Column:
    """A heading; `words` columns are set to the left, numbers to the right."""

    name: str
    words: bool = False
    chosen: bool = False
    """Whether rows are to be chosen by its values."""


class Entry(NamedTuple):
    """A cell of a table that is more than its text."""

    text: str
    value: float | None = None
    """By which it is sorted."""
    look: str = ""
    """Its classes in the style sheet."""
    told: str = ""
    """What its look says, for those who do not see it."""
    tip: str = ""
    """What else is known of it."""
    link: str = ""
    """The id that its text leads to."""


@dataclass(frozen=True)
class Sheet:
    """The first cell of a row names it.

    `groups` are headings over several columns, each with their number; the first column has none.
    """

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str | Entry, ...], ...]
    groups: tuple[tuple[str, int], ...] = ()
    kind: str = ""


def sheet(
    key: str,
    caption: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str | Entry, ...]],
    words: tuple[str, ...] = (),
    chosen: tuple[str, ...] = (),
    kind: str = "",
    groups: tuple[tuple[str, int], ...] = (),
) -> Sheet:
    """A table; the columns named in `words`, and the first, hold words."""
    named = (Column(name, name in (columns[0], *words), name in chosen) for name in columns)
    return Sheet(key, caption, tuple(named), tuple(rows), groups, kind)


def by_place(
    key: str,
    caption: str,
    names: tuple[str, Sequence[str]],
    found: Mapping[tuple[str, Where], Found],
    places: Sequence[Where],
    text: Callable[[Found], str | Entry],
    kind: str = "",
) -> Sheet:
    """A compact table: a row for each of the names, a column for each place (None: all).

    `names` are what they are and the names themselves; a dash stands where nothing was found.
    """

    def entry(name: str, place: Where) -> str | Entry:
        one = found.get((name, place))
        return "–" if one is None else text(one)

    what, rows = names
    columns = (what, *map(_abbreviated, places))
    told = [(name, *(entry(name, place) for place in places)) for name in rows]
    return sheet(key, caption, columns, told, kind=kind)


def _abbreviated(place: Place | None) -> str:
    if place is None:
        return "all"
    return Markup('<abbr title="{}">{}</abbr>').format(place.name, place.key)


class View(NamedTuple):
    """What is seen, and what can be read instead."""

    picture: Picture | None
    sheets: tuple[Sheet, ...]
    title: str = ""
