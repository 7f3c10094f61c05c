"""A paper as a list of what it shows, in its own numbering, each with what makes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from equimask.core.packaged import packaged_text
from equimask.papers.exhibit import Exhibit, NotMade
from equimask.papers.request import PaperModel, Request


@dataclass(frozen=True)
class Planned:
    """A table or figure of the paper. `make` takes the paper's work, and says why if it cannot."""

    place: str
    title: str
    make: Callable[[Any], Exhibit | NotMade]


@dataclass(frozen=True)
class Paper:
    """Everything about a study that is no computation.

    `prepare` gives what all exhibits share, the paper's own class: whatever asks models is a cached
    property there, so that it is computed once, when the first exhibit asks for it.
    """

    name: str
    authors: str
    """As a text names them: Steinborn et al. (2022)."""
    title: str
    cites: str
    """Its key in `papers.bib`."""
    models: tuple[PaperModel, ...]
    """Its own, by name: what `--full` asks where none is given."""
    exhibits: tuple[Planned, ...]
    prepare: Callable[[Request], Any]

    @property
    def citation(self) -> str:
        """In BibTeX."""
        entries = packaged_text("papers.bib").split("\n\n")
        return next(entry for entry in entries if f"{{{self.cites}," in entry).strip()
