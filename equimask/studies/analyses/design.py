"""Factors as columns of numbers: treatment coding, and what cannot be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from equimask.core.arrays import Floats, Ints
from equimask.core.errors import (
    DataError,
    InputError,
    check_choice,
    shorten,
)
from equimask.studies.analyses.display import markdown_table

INTERCEPT = "Intercept"


class Column(NamedTuple):
    """A column of the design: 1 where the factor has the level, against its base."""

    factor: str
    level: str
    base: str

    @property
    def name(self) -> str:
        """As in tables: `size[large]`."""
        return f"{self.factor}[{self.level}]" if self.level else self.factor


@dataclass(frozen=True)
class Design:
    """`matrix` [observations, columns], the intercept first.

    `dropped` names factors with one level only: there is nothing to compare.
    """

    columns: tuple[Column, ...]
    matrix: Floats
    clusters: Ints
    bases: Mapping[str, str]
    dropped: tuple[str, ...]

    @property
    def factors(self) -> list[str]:
        """The factors that are in the design."""
        return list(self.bases)

    @property
    def n_clusters(self) -> int:
        """How many models there are."""
        return len(np.unique(self.clusters))

    def contrasts(self, factors: Sequence[str]) -> Floats:
        """[contrasts, columns]: the levels of these factors against their bases."""
        picked = [i for i, column in enumerate(self.columns) if column.factor in factors]
        return np.eye(len(self.columns))[picked]

    def records(self) -> list[tuple[str, str, int, int]]:
        """Every column: its base, and how many observations and models it rests on."""
        rows = []
        for i, column in enumerate(self.columns):
            inside = self.matrix[:, i] == 1
            models = len(np.unique(self.clusters[inside]))
            base = column.base or ", ".join(self.bases.values())
            rows.append((column.name, base, int(inside.sum()), models))
        return rows

    def markdown(self) -> str:
        """The records as a table, and what was left out."""
        rows = [(name, base, str(n), str(models)) for name, base, n, models in self.records()]
        note = f"\nLeft out, one level only: {', '.join(self.dropped)}.\n" if self.dropped else ""
        return markdown_table(("column", "base", "observations", "models"), rows) + note


def treatment_design(
    rows: Sequence[Mapping[str, Any]],
    factors: Sequence[str],
    references: Mapping[str, str] | None = None,
    cluster: str = "model",
) -> Design:
    """Main effects of the factors. A base that is not given is the first level in the alphabet."""
    references = dict(references or {})
    check_columns(rows, (*factors, cluster))
    for name in references:
        check_choice(name, factors, "references of the factors only")
    columns, vectors = [Column(INTERCEPT, "", "")], [np.ones(len(rows))]
    bases: dict[str, str] = {}
    dropped = []
    for factor in factors:
        values = [str(row[factor]) for row in rows]
        levels = sorted(set(values))
        base = references.get(factor, levels[0])
        check_choice(base, levels, f"a level of {factor} as its reference")
        if len(levels) == 1:
            dropped.append(factor)
            continue
        bases[factor] = base
        for level in levels:
            if level != base:
                columns.append(Column(factor, level, base))
                vectors.append(np.array([float(value == level) for value in values]))
    names = sorted({str(row[cluster]) for row in rows})
    clusters = np.array([names.index(str(row[cluster])) for row in rows], dtype=np.int64)
    matrix = np.column_stack(vectors)
    _refuse_aliases(matrix, columns)
    return Design(tuple(columns), matrix, clusters, bases, tuple(dropped))


def check_columns(rows: Sequence[Mapping[str, Any]], wanted: Sequence[str]) -> None:
    """At least one row, and all of these columns in every row."""
    if not rows:
        raise InputError(
            expected="rows to compare", got="none", fix="Pass the shares of several models."
        )
    for number, row in enumerate(rows):
        missing = [name for name in wanted if row.get(name) in (None, "")]
        if missing:
            raise InputError(
                expected=f"the columns {', '.join(wanted)} in every row",
                got=f"row {number} without {', '.join(missing)}: {shorten(dict(row))}",
                fix="Take `SentimentShares.records(model=..., architecture=..., size=...)`.",
            )


def _refuse_aliases(matrix: Floats, columns: Sequence[Column]) -> None:
    """Refuse columns that are sums of earlier ones: their effects cannot be told apart."""
    aliased = [
        columns[i].name
        for i in range(1, len(columns))
        if np.linalg.matrix_rank(matrix[:, : i + 1]) == np.linalg.matrix_rank(matrix[:, :i])
    ]
    if aliased:
        raise DataError(
            expected="factors whose levels are crossed",
            got=f"{', '.join(aliased)}, which the other columns determine",
            fix="Leave a factor out, or add models that have one level without the other.",
        )
