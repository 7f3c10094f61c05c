"""The scores that exhibits show: an audit for every model, by the name that the paper gives it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from equimask.audits.results import Audit, Cell
from equimask.audits.run import audit
from equimask.core.errors import DataError, ModelError
from equimask.core.schema import BIAS_TYPE, GROUP_COLUMNS
from equimask.inputs.specification import ANY
from equimask.inputs.table import Table
from equimask.metrics import measure_of
from equimask.papers.exhibit import Estimate
from equimask.papers.request import Request, study_options


class Scores:
    """The cells of all models, and who could not be asked."""

    def __init__(self, audits: dict[str, Audit], notes: Sequence[str]) -> None:
        self.audits = audits
        self.notes = tuple(notes)

    @property
    def models(self) -> tuple[str, ...]:
        """The labels of those that were asked."""
        return tuple(self.audits)

    @property
    def languages(self) -> tuple[str, ...]:
        """In which anything was scored."""
        places = (place for found in self.audits.values() for place in found.places)
        return tuple(dict.fromkeys(place.language for place in places if place.language))

    def cell(self, model: str, language: str, measure: str) -> Cell | None:
        """None where there is none."""
        for one in self.audits[model].cells:
            if one.place.language == language and one.measure == measure:
                return one
        return None


def score_tables(
    request: Request, name: str, tables: Sequence[Table], metrics: Sequence[str], **options: Any
) -> Scores:
    """Every model on the tables in its languages; one of several that fails is left out.

    There is one table for a language. `name` is under which finished cells are kept.
    """
    if not tables:
        raise DataError(
            expected="rows that the paper scores, in its languages",
            got="none in the data that were given",
            fix="Name other data or languages, or leave both out.",
        )
    parts = [name for name in (BIAS_TYPE, *GROUP_COLUMNS) if any(name in t.columns for t in tables)]
    given = {one: getattr(request.options, one) for one in study_options()} | options
    given |= {"where": dict.fromkeys(parts, ANY)} if parts else {}  # what belongs together is here
    found: dict[str, Audit] = {}
    notes: list[str] = []
    for model in request.models:
        own = [table for table in tables if model.speaks(table.language or "")]
        if not own:
            notes.append(f"{model.label} is asked in none of these languages.")
            continue
        folder = request.kept_in(name)
        try:
            found[model.label] = audit(
                model.model, metrics=list(metrics), data=own, out=folder, **given
            )
        except ModelError as error:
            if len(request.models) == 1:
                raise
            notes.append(f"{model.label}: left out. {error}")
    if not found:
        raise ModelError(
            expected="a model that can be asked", got=" ".join(notes), fix="Name another."
        )
    return Scores(found, notes)


def estimate(cell: Cell | None) -> Estimate | None:
    """In the scale in which its measure is shown."""
    if cell is None:
        return None
    factor = measure_of(cell.measure).factor
    value, error, low, high = (
        None if one is None else factor * one
        for one in (cell.result.value, cell.result.stderr, cell.result.ci_low, cell.result.ci_high)
    )
    return Estimate(value or 0.0, error, low, high)
