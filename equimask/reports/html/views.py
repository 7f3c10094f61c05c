"""What a part of the report consists of: a figure, and the tables that hold its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
LEGEND: dict[str, Any] = {"handlelength": 1.5, "columnspacing": 1.2}
_MARGIN = 0.9
_LONG, _SMALL = 27, 7  # characters of a name on one line; points of a name that takes two
_LINES, _LINE = 2, _SMALL * 1.25 / 72  # lines of a name that a row has room for; inches of one
_MEASURED_BY = "DejaVu Sans"  # comes with matplotlib; wide, so that the page's own font fits too


@dataclass(frozen=True)
class Picture:
    """A figure with its name; `description` says in words what is to be seen."""

    key: str
    title: str
    description: str
    svg: Markup


def draw(
    key: str, title: str, description: str, rows: float, paint: Callable[[Any], None]
) -> Picture:
    """Paint on axes with room for so many rows."""
    import matplotlib

    with Canvas("svg") as canvas:
        settings: dict[Any, Any] = {
            "font.size": 10,
            "font.family": _MEASURED_BY,
            "text.parse_math": False,
        }
        with matplotlib.rc_context(settings):
            figure, axes = canvas.new(WIDTH, _MARGIN + rows * ROW)
            paint(axes)
            for part in (figure, axes):
                part.patch.set_visible(False)  # the page is the paper
            picture = canvas.save(figure)
    return Picture(key, title, description, inline_svg(picture, key, title, description))


def label_rows(axes: Any, labels: Sequence[str]) -> None:
    """Rows 0, 1, … from top to bottom, named on the left; long names are broken and have room."""
    long = max(map(len, labels), default=0) > _LONG
    shown = [fill(label, _LONG, break_on_hyphens=False) for label in labels] if long else labels
    if (lines := max((text.count("\n") + 1 for text in shown), default=1)) > _LINES:
        room = (lines - _LINES) * len(labels) * _LINE
        axes.figure.set_figheight(axes.figure.get_figheight() + room)
    axes.set_yticks(range(len(labels)), shown, fontsize=_SMALL if long else None)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


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


def by_place(
    key: str,
    caption: str,
    names: tuple[str, Sequence[str]],
    found: Mapping[tuple[str, Where], Found],
    places: Sequence[Where],
    text: Callable[[Found], str],
) -> Sheet:
    """A compact table: a row for each of the names, a column for each place (None: all).

    `names` are what they are and the names themselves; a dash stands where nothing was found.
    """

    def entry(name: str, place: Where) -> str:
        one = found.get((name, place))
        return "–" if one is None else text(one)

    what, rows = names
    columns = (what, *map(_abbreviated, places))
    told = [(name, *(entry(name, place) for place in places)) for name in rows]
    return sheet(key, caption, columns, told)


def _abbreviated(place: Place | None) -> str:
    if place is None:
        return "all"
    return Markup('<abbr title="{}">{}</abbr>').format(place.name, place.key)


class View(NamedTuple):
    """What is seen, and what can be read instead."""

    picture: Picture
    sheets: tuple[Sheet, ...]
