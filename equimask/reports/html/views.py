"""A figure and the tables that hold its numbers."""

from __future__ import annotations

from typing import NamedTuple

from equimask.reports.html.pictures import Picture
from equimask.reports.html.sheets import Sheet


class View(NamedTuple):
    """What is seen, and what can be read instead."""

    picture: Picture
    sheets: tuple[Sheet, ...]
