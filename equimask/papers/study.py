"""What a study found: all that the paper shows, made or not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from equimask.core.showing import study_as_html, written
from equimask.papers.exhibit import Exhibit, NotMade
from equimask.papers.paper import Paper

_SHOWN, _TOLD, _ADDED = "tables and figures", "results of the text", "parts of the supplement"


@dataclass(frozen=True)
class Study:
    """The exhibits in the paper's order; `options` are what was asked for, as texts."""

    paper: Paper
    models: tuple[str, ...]
    exhibits: tuple[Exhibit | NotMade, ...]
    options: Mapping[str, str]

    def __repr__(self) -> str:
        return f"<Study {self.paper.name} of {', '.join(self.models)}: {self.summary}>"

    @property
    def summary(self) -> str:
        """How many of what the paper shows were made, of each part."""
        planned: dict[str, list[Exhibit | NotMade]] = {_SHOWN: [], _TOLD: [], _ADDED: []}
        for one in self.exhibits:
            planned[_part(one.place)].append(one)
        parts = [f"{_made(some)} of {len(some)} {name}" for name, some in planned.items() if some]
        return f"{' and '.join(parts)} made"

    @property
    def made(self) -> tuple[Exhibit, ...]:
        """Those that could be made."""
        return tuple(one for one in self.exhibits if isinstance(one, Exhibit))

    @property
    def not_made(self) -> tuple[NotMade, ...]:
        """The others, with the reasons."""
        return tuple(one for one in self.exhibits if isinstance(one, NotMade))

    def __getitem__(self, place: str) -> Exhibit | NotMade:
        """`study["Table 2"]`."""
        for one in self.exhibits:
            if one.place == place:
                return one
        raise KeyError(place)

    def _repr_html_(self) -> str:
        return study_as_html(self)

    def write(self, folder: str | Path) -> list[Path]:
        """One page, and a file of LaTeX and of CSV for every table, of SVG for every figure."""
        return written(self, Path(folder))


def _part(place: str) -> str:
    if re.match(r"S\d", place):
        return _ADDED
    return _SHOWN if place.startswith(("Table", "Figure")) else _TOLD


def _made(exhibits: Sequence[Exhibit | NotMade]) -> int:
    return sum(isinstance(one, Exhibit) for one in exhibits)
