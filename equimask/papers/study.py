"""What a study found: all that the paper shows, made or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from equimask.core.showing import study_as_html, written
from equimask.papers.exhibit import Exhibit, NotMade
from equimask.papers.paper import Paper

_SHOWN = ("Table", "Figure")


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
        """How many tables and figures were made, and how many results that the text tells."""
        shown = [one for one in self.exhibits if one.place.startswith(_SHOWN)]
        told = [one for one in self.exhibits if not one.place.startswith(_SHOWN)]
        parts = [f"{_made(shown)} of {len(shown)} tables and figures"]
        parts += [f"{_made(told)} of {len(told)} results of the text"] if told else []
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


def _made(exhibits: Sequence[Exhibit | NotMade]) -> int:
    return sum(isinstance(one, Exhibit) for one in exhibits)
