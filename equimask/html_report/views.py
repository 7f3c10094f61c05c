"""A figure and the tables that hold its numbers."""

from __future__ import annotations

from typing import NamedTuple

from equimask.html_report.pictures import Picture
from equimask.html_report.sheets import Sheet


class View(NamedTuple):
    """What is seen, and what can be read instead."""

    picture: Picture
    sheets: tuple[Sheet, ...]
