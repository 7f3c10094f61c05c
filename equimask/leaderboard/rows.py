"""One number of one model, with all that is needed to read it and to score it again."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from equimask.core.errors import DataError, shorten
from equimask.core.result_files import is_count, is_number
from equimask.core.verdicts import Verdict
from equimask.metrics import all_measures

# Published numbers have six digits; the same weights on another machine differ beyond them.
_SAME = 1e-6


@dataclass(frozen=True)
class Row:
    """As it stands in the dataset; `revision` is of the weights, None is what nobody told."""

    model: str
    revision: str
    parameters: int | None
    language: str | None
    measure: str
    score: float
    stderr: float | None
    ci_low: float | None
    ci_high: float | None
    neutral: float | None
    null: float | None
    verdict: Verdict | None
    equivalence_bound: float | None
    is_foreign: bool | None
    """Whether the model hardly knows the text that it was asked about."""
    n: int
    data: str
    data_revision: str
    part: str
    """Which rows of the data: `source=crows`."""
    dataset: str | None
    """ORG/NAME of the data on the Hub."""
    equimask: str
    date: str | None
    source: str
    """The file, or the model's page, that it was read from."""
    signature: str

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if "float" in str(field.type) and not (
                is_number(value) or (value is None and "None" in str(field.type))
            ):
                raise _no_number(field.name, value)
        for name in ("parameters", "n"):
            value = getattr(self, name)
            if value is not None and not is_count(value):
                raise _no_number(name, value)

    @property
    def weights(self) -> tuple[str, str]:
        """Which model it is: two revisions are two models."""
        return self.model, self.revision

    @property
    def is_calibrated(self) -> bool:
        """Whether untrained twins tell what it starts from."""
        return self.null is not None

    @property
    def order(self) -> tuple[str | int, ...]:
        """By measure as they are listed, then language, model and data."""
        place = list(all_measures()).index(self.measure)
        return (place, self.language or "~", self.model, self.data, self.part, self.signature)


def united(rows: Iterable[Row]) -> list[Row]:
    """Every number once, in order; one that was told twice must be the same.

    Of two tellings the one that says more is kept: a null before none, an error before none.
    """
    kept: dict[tuple[str, str], Row] = {}
    for row in rows:
        key = row.measure, row.signature
        first = kept.setdefault(key, row)
        if not math.isclose(first.score, row.score, rel_tol=_SAME, abs_tol=1e-12):
            raise DataError(
                expected=f"one number for the signature {shorten(row.signature, 400)}",
                got=f"{first.score!r} in {first.source} and {row.score!r} in {row.source}",
                fix="Score it again with `equimask rerun`, and leave out the one that is wrong.",
            )
        kept[key] = max(first, row, key=_told)
    return sorted(_sized(kept.values()), key=lambda row: row.order)


def _sized(rows: Iterable[Row]) -> list[Row]:
    """The size of a model that one source tells holds for all numbers of the same weights."""
    rows = list(rows)
    sizes = {row.weights: row.parameters for row in rows if row.parameters is not None}
    return [replace(row, parameters=sizes.get(row.weights)) for row in rows]


def _told(row: Row) -> tuple[bool, int]:
    told = sum(getattr(row, field.name) is not None for field in fields(row))
    return row.is_calibrated, told


def _no_number(name: str, value: object) -> DataError:
    return DataError(
        expected=f"a number under {name!r}", got=shorten(value), fix="Take the file as it was made."
    )
