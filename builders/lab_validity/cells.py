"""All cells of a design, each measured once whatever happens, then read as rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tqdm import tqdm

from builders.kit.shards import Shards
from builders.kit.workers import map_unordered
from builders.lab_validity.design import Cell, Design
from builders.lab_validity.measuring import measure_cell
from builders.lab_validity.power import SIZES, power_of
from builders.lab_validity.recipe import cell_key
from builders.lab_validity.task import Task
from equimask.core.rows import Row


def measured_rows(design: Design, folder: Path, processes: int) -> Iterator[Row]:
    """One row per cell and variant; cells that `folder` holds are not measured again."""
    with ExitStack() as stack:
        shards = {
            lang: stack.enter_context(Shards(folder / lang, cell_key(lang, design.steps)))
            for lang in design.languages
        }
        _measure(design, shards, processes)
        for cell in design.cells():
            loss = shards[cell.lang].facts(cell.name)["heldout_loss"]
            for record in shards[cell.lang].read(cell.name):
                yield _row(cell, record, loss)


def _measure(design: Design, shards: Mapping[str, Shards], processes: int) -> None:
    cells = list(design.cells())
    missing = [cell for cell in cells if not shards[cell.lang].finished(cell.name)]
    work = ((cell, Task(cell, design.steps)) for cell in missing)
    with tqdm(total=len(cells), initial=len(cells) - len(missing), unit="cell") as bar:
        for cell, measured in map_unordered(measure_cell, work, processes=processes):
            facts = {"heldout_loss": measured.heldout_loss}
            shards[cell.lang].write(cell.name, measured.records, facts)
            bar.set_postfix_str(cell.name, refresh=False)
            bar.update()


def _row(cell: Cell, record: Mapping[str, Any], heldout_loss: float) -> Row:
    values = {name: value for name, value in record.items() if name != "rows"}
    return {
        "lang": cell.lang,
        "stereotype": cell.stereotype,
        "prevalence": cell.prevalence,
        "repetition": cell.repetition,
        "seed": cell.seed,
        "heldout_loss": heldout_loss,
        **values,
        **dict(zip((f"power_{n}" for n in SIZES), power_of(cell, record), strict=True)),
    }
