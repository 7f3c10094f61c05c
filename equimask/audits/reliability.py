"""What small changes of the sentences do to a score."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from equimask import stats
from equimask.audits.concording import both_known, same_sign
from equimask.audits.perturbing import changed_rows
from equimask.audits.places import Place
from equimask.audits.results import Cell, Reliability
from equimask.audits.tasks import Scored, Task
from equimask.core.result import with_gaps
from equimask.inputs.table import Table
from equimask.metrics import measure_of

TablesOf = Mapping[tuple[Place, str], Table]
"""By place and perturbation; "" for the rows as they are."""


def reliabilities(scored: Mapping[Task, Scored], tables_of: TablesOf) -> tuple[Reliability, ...]:
    """Of every perturbed cell beside the cell as it is."""
    found = []
    for task, after in scored.items():
        before = scored[Task(task.model, task.place, task.measure)]
        if task.perturbation and after.cell is not None and before.cell is not None:
            tables = tables_of[task.place, ""], tables_of[task.place, task.perturbation]
            changed = np.array(changed_rows(*tables))
            found.append(_reliability(task, before.cell, after.cell, changed))
    return tuple(found)


def _reliability(
    task: Task, before: Cell, after: Cell, changed: npt.NDArray[np.bool_]
) -> Reliability:
    if before.effects is None or after.effects is None:
        row = measure_of(task.measure).row
        values = [with_gaps(cell.result.row_values[row]) for cell in (before, after)]
        # both sides of a pair are in the bags, or the bags are the rows
        own = np.tile(changed, len(values[0]) // len(changed))
        known = both_known(values[0][own], values[1][own])
        turned = None
    else:
        known = both_known(before.effects[changed], after.effects[changed])
        turned = 1.0 - same_sign(*known) if len(known[0]) else None
    return Reliability(
        model=task.model,
        place=task.place,
        measure=task.measure,
        perturbation=task.perturbation,
        n=len(known[0]),
        rank_correlation=stats.rank_correlation(*known) if len(known[0]) > 1 else None,
        sign_changes=turned,
        value=after.result.value,
        change=after.result.value - before.result.value,
    )
