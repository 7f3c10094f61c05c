"""What is tried: one small model for every combination of language, doses and repetition."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from equimask.studies.laboratory.doses import Doses


@dataclass(frozen=True)
class Cell:
    """One model: its language, its planted doses, and which repetition it is."""

    lang: str
    stereotype: float
    prevalence: float
    repetition: int = 0

    @property
    def name(self) -> str:
        """`en +0.4 -0.8 0`: the cell's name among the finished ones."""
        doses = f"{_plain(self.stereotype):+g} {_plain(self.prevalence):+g}"
        return f"{self.lang} {doses} {self.repetition}"

    @property
    def seed(self) -> int:
        """Its own for every cell, whatever else is tried beside it."""
        return int.from_bytes(hashlib.sha256(self.name.encode()).digest()[:4], "big") >> 1

    @property
    def doses(self) -> Doses:
        """What is planted."""
        return Doses(self.stereotype, self.prevalence)

    @property
    def is_null(self) -> bool:
        """Whether nothing is planted, so that whatever a test finds is a false alarm."""
        return self.stereotype == 0 and self.prevalence == 0


@dataclass(frozen=True)
class Design:
    """All doses of the one kind crossed with all of the other, and more cells without any."""

    languages: tuple[str, ...]
    doses: tuple[float, ...]
    null_cells: int  # per language, that of the grid included
    steps: int

    def cells(self) -> Iterator[Cell]:
        """Language after language, so that an unfinished run has whole ones."""
        for lang in self.languages:
            for stereotype in self.doses:
                for prevalence in self.doses:
                    yield Cell(lang, stereotype, prevalence)
            in_grid = int(0 in self.doses)
            for repetition in range(in_grid, self.null_cells):
                yield Cell(lang, 0.0, 0.0, repetition)


def _plain(dose: float) -> float:
    return dose + 0.0  # no negative zero
