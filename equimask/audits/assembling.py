"""From scored cells to an audit: false-discovery control, and what only all cells can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from equimask import stats
from equimask.audits.audited_models import AuditedModel
from equimask.audits.comparing import agreements, compare, flips
from equimask.audits.measures import scoring_options
from equimask.audits.reliability import PairsOf, reliabilities
from equimask.audits.results import BASELINE, MODEL, Audit, Cell, PairTexts, Part
from equimask.audits.tasks import Scored, Task
from equimask.core.errors import ModelError
from equimask.core.options import Options
from equimask.metrics import Measure
from equimask.stats import ALPHA
from equimask.version import __version__


def assemble(
    scored: Mapping[Task, Scored],
    models: Mapping[str, AuditedModel],
    measures: Sequence[Measure],
    pairs_of: PairsOf,
    options: Options,
    notes: Sequence[str],
) -> Audit:
    """The same from the same cells, whoever scored them and in whatever order."""
    notes = [*notes, *(note for one in scored.values() for note in one.notes)]
    cells = [
        cell
        for role in (MODEL, BASELINE)
        for cell in _controlled(
            [
                one.cell
                for task, one in scored.items()
                if one.cell is not None and task.role == role and not task.perturbation
            ]
        )
    ]
    if not any(cell.role == MODEL for cell in cells):
        raise ModelError(
            expected="a model that can be scored by at least one measure",
            got=f"{models[MODEL].mlm.name!r}, which gave none",
            fix=notes[0],
        )
    comparisons, left_out = compare(scored, options)
    languages = tuple(language for language, kind in pairs_of if not kind)
    return Audit(
        equimask=__version__,
        model=models[MODEL].signature["model"],
        baseline=models[BASELINE].signature["model"] if BASELINE in models else None,
        languages=languages,
        measures=tuple(measure.name for measure in measures),
        options=_shown(options, models[MODEL], pairs_of),
        cells=tuple(cells),
        pairs={
            language: tuple(
                PairTexts(pair.id, pair.category, pair.gender_more, pair.sent_more, pair.sent_less)
                for pair in pairs_of[language, ""]
            )
            for language in languages
        },
        comparisons=comparisons,
        agreement=agreements(cells, measures),
        flips=flips(cells, comparisons, ALPHA),
        reliability=reliabilities(scored, pairs_of),
        notes=(*notes, *left_out, *_said_of_models(cells)),
    )


def _said_of_models(cells: Sequence[Cell]) -> list[str]:
    """The notes of all results, each once, with the languages where it is not said of all."""
    languages_of: dict[str, dict[str, None]] = {}
    said: dict[tuple[str, str], dict[str, None]] = {}
    for cell in cells:
        languages_of.setdefault(cell.role, {})[cell.language] = None
        for note in cell.result.notes:
            said.setdefault((cell.role, note), {})[cell.language] = None
    return [
        f"{role}: {note}"
        if languages == languages_of[role]
        else f"{role} {', '.join(languages)}: {note}"
        for (role, note), languages in said.items()
    ]


def _controlled(cells: Sequence[Cell]) -> list[Cell]:
    """The cells of one model with q-values: of the scores, of the categories, of the directions."""
    tested = [cell.result.p_value if cell.result.neutral is not None else None for cell in cells]
    by_category = _controlled_parts([cell.by_category for cell in cells])
    by_direction = _controlled_parts([cell.by_direction for cell in cells])
    return [
        replace(cell, q_value=q, by_category=categories, by_direction=directions)
        for cell, q, categories, directions in zip(
            cells, stats.q_values(tested), by_category, by_direction, strict=True
        )
    ]


def _controlled_parts(groups: Sequence[Sequence[Part]]) -> list[tuple[Part, ...]]:
    parts = [part for group in groups for part in group]
    q_values = iter(stats.q_values([p.p_value if p.neutral is not None else None for p in parts]))
    return [tuple(replace(part, q_value=next(q_values)) for part in group) for group in groups]


def _shown(options: Options, audited: AuditedModel, pairs_of: PairsOf) -> dict[str, Any]:
    """What moved the numbers."""
    chosen = {name: getattr(options.effective, name) for name in scoring_options()}
    return {
        **chosen,
        "dtype": audited.mlm.dtype,
        "reliability": sorted({kind for _, kind in pairs_of if kind}),
    }
