"""What a paper shows, made again: tables and figures as plain values, and what could not be made.

Nothing here is rounded. A file of numbers gets all digits, whoever writes for the eye rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from equimask.core.showing import study_as_html


@dataclass(frozen=True)
class Estimate:
    """A number with what is known of its error; a `published` one has the digits of the print."""

    value: float
    stderr: float | None = None
    low: float | None = None
    high: float | None = None
    published: bool = False


Cell: TypeAlias = str | int | float | Estimate | None
"""None where there is no such number; a `float` is shown with four digits that matter."""


@dataclass(frozen=True)
class ExhibitTable:
    """A table; every row has a cell for every heading, and the first cells name the row.

    `name` tells it from the other tables of its exhibit, in words of a file's name.
    """

    name: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        wrong = [row for row in self.rows if len(row) != len(self.headings)]
        if wrong or len(set(self.headings)) != len(self.headings):
            raise ValueError(f"{self.name}: {self.headings} do not head {wrong[:1]}")


@dataclass(frozen=True)
class ExhibitFigure:
    """A picture as SVG; `alt` says in words what is to be seen."""

    name: str
    svg: bytes
    alt: str


@dataclass(frozen=True)
class Exhibit:
    """A table or figure of the paper, made again. Its place and title come from the paper's list.

    The published figures stand beside ours, in the same table where they have the same rows.
    """

    tables: tuple[ExhibitTable, ...] = ()
    figures: tuple[ExhibitFigure, ...] = ()
    notes: tuple[str, ...] = ()
    place: str = ""
    title: str = ""

    def _repr_html_(self) -> str:
        return study_as_html(self)


@dataclass(frozen=True)
class NotMade:
    """Why there is none with these models and data, and what would make it possible."""

    why: str
    place: str = ""
    title: str = ""

    def _repr_html_(self) -> str:
        return study_as_html(self)


def table(
    name: str, title: str, headings: Sequence[str], rows: Sequence[Sequence[Cell]]
) -> ExhibitTable:
    """Of any sequences."""
    return ExhibitTable(name, title, tuple(headings), tuple(map(tuple, rows)))
