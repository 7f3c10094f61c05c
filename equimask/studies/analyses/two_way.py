"""Template by stereotype: where prevalence changes with the wording, and where the contrast does.

A template (or any other factor) may turn "he" from rare to certain while rows about men stay as far
above rows about women as they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from equimask import stats
from equimask.core.result import BiasResult
from equimask.core.terminal import TextTable
from equimask.measures.contrast import male_prevalence
from equimask.studies.analyses.male_effects import ABOUT, male_effects


class Cell(NamedTuple):
    """Rows of one level and one stereotype: their mean effect, and % of them that the man wins."""

    level: str
    stereotype: str
    n: int
    mean: float
    male_prevalence: float


@dataclass(frozen=True)
class TwoWay:
    """`contrasts` has, of each level, rows about men minus rows about women; None without both."""

    factor: str
    stereotype: str
    cells: tuple[Cell, ...]
    contrasts: Mapping[str, stats.Contrast | None]

    @property
    def levels(self) -> list[str]:
        """Of the factor, in the order of the rows."""
        return list(self.contrasts)

    @property
    def stereotypes(self) -> list[str]:
        """In the order of the rows."""
        return list(dict.fromkeys(cell.stereotype for cell in self.cells))

    def cell(self, level: str, stereotype: str) -> Cell | None:
        """None where no row is of both."""
        wanted = (level, stereotype)
        return next((c for c in self.cells if (c.level, c.stereotype) == wanted), None)

    def records(self) -> list[dict[str, Any]]:
        """One for each cell, with the contrast of its level."""
        return [
            {
                self.factor: cell.level,
                self.stereotype: cell.stereotype,
                "n": cell.n,
                "mean": cell.mean,
                "male_prevalence": cell.male_prevalence,
                **_contrast(self.contrasts[cell.level]),
            }
            for cell in self.cells
        ]

    def frame(self) -> Any:
        """The records as a pandas frame."""
        import pandas as pd  # a second, and only where a frame is asked for

        return pd.DataFrame(self.records())

    def table(self, digits: int = 2) -> TextTable:
        """For the terminal: a column for each level, the contrast below."""
        table = TextTable(show_footer=True)
        table.add_column(
            f"{self.stereotype} \\ {self.factor}", "contrast\ninterval", overflow="fold"
        )
        for level in self.levels:
            found = self.contrasts[level]
            told = "–\n" if found is None else f"{found.difference:.{digits}f}\n"
            if found is not None and found.interval.low is not None:
                told += f"{found.interval.low:.{digits}f}…{found.interval.high:.{digits}f}"
            table.add_column(level, told, justify="right", overflow="fold")
        for stereotype in self.stereotypes:
            line = []
            for level in self.levels:
                one = self.cell(level, stereotype)
                shown = (
                    "–" if one is None else f"{one.mean:.{digits}f}, {one.male_prevalence:.0f} %"
                )
                line.append(shown if one is None else f"{shown}\n{one.n} rows")
            table.add_row(stereotype or "–", *line)
        table.caption = (
            "mean for the male side, how often it wins, of how many rows; contrast: rows about men "
            "minus rows about women"
        )
        return table


def two_way(
    rows: npt.ArrayLike | BiasResult,
    columns: Mapping[str, Sequence[Any]],
    factor: str = "template",
    stereotype: str = ABOUT,
    clusters: Sequence[str] = (),
    confidence_level: float = 0.95,
) -> TwoWay:
    """Effects for the male side, or a result, by two of the columns of its rows.

    `stereotype` may be any column, such as a category; contrasts are those of `gender_more`, where
    that is a column. `clusters` names columns whose labels rows share that are not independent.
    """
    given = [ABOUT] if ABOUT in columns else []
    effects, known = male_effects(
        rows, columns, list(dict.fromkeys([factor, stereotype, *given, *clusters]))
    )
    by = list(zip(known[factor].tolist(), known[stereotype].tolist(), strict=True))
    cells = []
    for level, kind in sorted(dict.fromkeys(by), key=_order(by)):
        own = effects[(known[factor] == level) & (known[stereotype] == kind)]
        cells.append(Cell(level, kind, len(own), float(own.mean()), male_prevalence(own)))
    about = known.get(ABOUT, np.full(len(effects), ""))
    contrasts: dict[str, stats.Contrast | None] = {}
    for level in dict.fromkeys(cell.level for cell in cells):
        at = (known[factor] == level) & (about != "")
        first = about[at] == "male"
        contrasts[level] = None
        if first.any() and not first.all():
            shared = [known[name][at] for name in clusters]
            contrasts[level] = stats.contrast_of_means(effects[at], first, shared, confidence_level)
    return TwoWay(factor, stereotype, tuple(cells), contrasts)


def _order(pairs: Sequence[tuple[str, str]]) -> Any:
    """Levels and stereotypes each as they first come."""
    levels, kinds = (list(dict.fromkeys(one)) for one in zip(*pairs, strict=True))
    return lambda pair: (levels.index(pair[0]), kinds.index(pair[1]))


def _contrast(found: stats.Contrast | None) -> dict[str, float | None]:
    if found is None:
        return dict.fromkeys(("contrast", "contrast_ci_low", "contrast_ci_high"))
    _, low, high = found.interval
    return {
        "contrast": found.difference,
        "contrast_ci_low": low,
        "contrast_ci_high": high,
    }
