"""From scored cells to an audit: false-discovery control, and what only all cells can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from equimask import stats
from equimask.audits.comparing import compare
from equimask.audits.concording import agreements, flips
from equimask.audits.measures import scoring_options
from equimask.audits.reliability import TablesOf, reliabilities
from equimask.audits.results import Audit, Cell, ModelEntry, PairTexts, Part
from equimask.audits.tasks import Scored, Task
from equimask.core.errors import ModelError
from equimask.core.options import Options
from equimask.core.schema import CLUSTER
from equimask.inputs.checks import cluster_columns
from equimask.inputs.forms import texts_of
from equimask.inputs.specification import text_of
from equimask.inputs.table import Table
from equimask.metrics import Measure, measure_of
from equimask.metrics.verdict import corrected
from equimask.version import __version__


def assemble(
    scored: Mapping[Task, Scored],
    models: Sequence[ModelEntry],
    baseline: str | None,
    measures: Sequence[Measure],
    tables_of: TablesOf,
    options: Options,
    notes: Sequence[str],
) -> Audit:
    """The same from the same cells, whoever scored them and in whatever order."""
    of_cells = [note for one in scored.values() for note in one.notes]
    cells = [
        cell
        for entry in models
        for cell in _controlled(
            [
                one.cell
                for task, one in scored.items()
                if one.cell is not None and task.model == entry.key and not task.perturbation
            ]
        )
    ]
    silent = {entry.key for entry in models} - {cell.model for cell in cells}
    models = [entry for entry in models if entry.key not in silent]
    if baseline in silent or all(entry.key == baseline for entry in models):
        named = " and ".join(map(repr, sorted(silent)))
        raise ModelError(
            expected=f"at least one score of {named or 'a model'}",
            got="none",
            fix=next(iter((*of_cells, *notes)), "Choose other data."),
        )
    places = tuple(place for place, kind in tables_of if not kind)
    clusters_of = {
        place: cluster_columns(tables_of[place, ""].columns[CLUSTER])
        for place in places
        if CLUSTER in tables_of[place, ""].columns
    }
    comparisons, ranks, left_out = compare(cells, baseline, options, clusters_of)
    return Audit(
        equimask=__version__,
        models=tuple(models),
        baseline=baseline,
        places=places,
        measures=tuple(measure.name for measure in measures),
        options=_shown(options, models[0], tables_of),
        cells=tuple(cells),
        pairs={place.key: _texts(tables_of[place, ""]) for place in places},
        comparisons=comparisons,
        ranks=ranks,
        agreement=agreements(cells, measures),
        flips=flips(cells, comparisons),
        reliability=reliabilities(scored, tables_of),
        notes=(*notes, *of_cells, *left_out, *_said_of_models(cells)),
    )


def _texts(table: Table) -> tuple[PairTexts, ...]:
    """The rows of a table as people read them; none of bags."""
    texts = texts_of(table)
    if not texts:
        return ()
    n = len(texts)
    known = {
        name: list(map(text_of, table.columns.get(name, [""] * n)))
        for name in ("id", "category", "gender_more")
    }
    ids = [own or str(row) for row, own in enumerate(known["id"])]
    rows = zip(ids, known["category"], known["gender_more"], texts, strict=True)
    return tuple(PairTexts(name, category, gender, *pair) for name, category, gender, pair in rows)


def _said_of_models(cells: Sequence[Cell]) -> list[str]:
    """The notes of all results, each once, with the places where it is not said of all."""
    places_of: dict[str, dict[str, None]] = {}
    said: dict[tuple[str, str], dict[str, None]] = {}
    for cell in cells:
        places_of.setdefault(cell.model, {})[cell.place.key] = None
        for note in cell.result.notes:
            said.setdefault((cell.model, note), {})[cell.place.key] = None
    return [
        f"{model}: {note}" if places == places_of[model] else f"{model} {', '.join(places)}: {note}"
        for (model, note), places in said.items()
    ]


def _controlled(cells: Sequence[Cell]) -> list[Cell]:
    """The cells of one model with q-values: of the scores, of the categories, of the directions."""
    tested = [cell.result.p_value if cell.result.neutral is not None else None for cell in cells]
    measures = [measure_of(cell.measure) for cell in cells]
    by_category = _controlled_parts(measures, [cell.by_category for cell in cells])
    by_direction = _controlled_parts(measures, [cell.by_direction for cell in cells])
    return [
        replace(
            cell,
            q_value=q,
            result=replace(cell.result, verdict=corrected(measure, cell.result, q)),
            by_category=categories,
            by_direction=directions,
        )
        for cell, measure, q, categories, directions in zip(
            cells, measures, stats.q_values(tested), by_category, by_direction, strict=True
        )
    ]


def _controlled_parts(
    measures: Sequence[Measure], groups: Sequence[Sequence[Part]]
) -> list[tuple[Part, ...]]:
    parts = [part for group in groups for part in group]
    q_values = iter(stats.q_values([p.p_value if p.neutral is not None else None for p in parts]))
    return [
        tuple(
            replace(part, q_value=q, verdict=corrected(measure, part, q))
            for part in group
            for q in (next(q_values),)
        )
        for measure, group in zip(measures, groups, strict=True)
    ]


def _shown(options: Options, model: ModelEntry, tables_of: TablesOf) -> dict[str, Any]:
    """What moved the numbers."""
    chosen = {name: getattr(options.effective, name) for name in scoring_options()}
    return {
        **chosen,
        "dtype": model.dtype,
        "reliability": sorted({kind for _, kind in tables_of if kind}),
    }
