"""The work of an audit in pieces: which measures, of whom, on which pairs, and who does them.

Finished cells are kept on disk: an audit that was killed goes on where it stopped.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from equimask.audits.measures import scoring_options
from equimask.audits.places import Place
from equimask.audits.results import Cell, as_list, cell_as_dict, cell_from_dict
from equimask.core.errors import printable
from equimask.core.files import sealed, unsealed, write_atomically
from equimask.core.options import Options
from equimask.core.result_files import to_json
from equimask.core.signature import content_hash
from equimask.evaluation.score import FILLED, MASKED, pass_of
from equimask.inputs.forms import can_read, texts_of
from equimask.inputs.specification import text_of
from equimask.inputs.table import Table
from equimask.metrics import Measure, measure_of, spec_of
from equimask.models import MaskedLM
from equimask.version import __version__

# Of the kept cells; to be raised when one of an older tree would lack or mean something else.
_FORMAT = "7"
_COUNTED_ON = 2_000  # texts are enough to tell what a million costs


@dataclass(frozen=True)
class Task:
    """One cell to be scored; `perturbation` is empty for the rows as they are."""

    model: str
    place: Place
    measure: str
    perturbation: str = ""

    @property
    def unit(self) -> Unit:
        """With which other tasks it shares a pass."""
        return Unit(self.model, self.place, pass_of(measure_of(self.measure)), self.perturbation)

    def options(self, options: Options, calibrated: Set[str] = frozenset()) -> Options:
        """Those of the audit, with twins where its measure is among the calibrated ones."""
        return replace(options, calibrate=options.calibrate or self.measure in calibrated)


@dataclass(frozen=True)
class Unit:
    """Tasks that read one pass: they are done by one process, one after the other."""

    model: str
    place: Place
    sharing: str
    perturbation: str


def list_tasks(
    model: str,
    material: Mapping[tuple[Place, str], Table],
    measures: Sequence[Measure],
    *,
    perturbed: bool = True,
) -> list[Task]:
    """All cells of a model: every measure on the rows that it can read, as they are first."""
    tasks = [
        Task(model, place, measure.name, kind)
        for (place, kind), table in material.items()
        for measure in measures
        if (perturbed or not kind) and can_read(spec_of(measure.metric), table)
    ]
    return sorted(tasks, key=lambda task: bool(task.perturbation))


def task_key(task: Task, signed: Mapping[str, str], table: Table, options: Options) -> str:
    """Changes with all that moves the cell: weights, data, options, the version of the package.

    A model is known by what it is (`signed`: its signature and dtype), not by its key: what was
    scored as a model need not be scored again as a baseline. Data are known by what was chosen of
    them, not by where they lay, nor by what people read, which follows from the data beside them.
    """
    chosen = {name: str(getattr(options, name)) for name in scoring_options()}
    place = replace(task.place, name="")
    data = content_hash([str(place), str(table.chosen), table.content])
    versions = {"equimask": __version__, "format": _FORMAT}
    parts = {**signed, **chosen, **versions, "data": data, "what": task.perturbation}
    digest = content_hash(f"{name}={parts[name]}" for name in sorted(parts))
    words = (task.place.key, task.measure, task.perturbation)
    name = "-".join(re.sub(r"[^\w.-]+", "_", word)[:60] for word in words if word)
    return f"{name}-{digest}"


def share_units(units: Mapping[Unit, float], n: int) -> list[list[Unit]]:
    """Units and their costs spread over `n` processes: the dearest first, to the least busy."""
    shares: list[list[Unit]] = [[] for _ in range(n)]
    busy = [0.0] * n
    for unit in sorted(units, key=lambda unit: -units[unit]):
        k = busy.index(min(busy))
        shares[k].append(unit)
        busy[k] += units[unit]
    return shares


def unit_cost(unit: Unit, mlm: MaskedLM, table: Table, passes: int = 1) -> float:
    """About how many tokens the model reads: a masked sentence is read once per token.

    Its head answers once per mask, or once per token in sight.
    """
    texts = [text for pair in texts_of(table) for text in pair]
    texts = texts or list(table.columns.get("sentence", ()))
    if not texts:
        return float(len(table) * passes)
    some = list(map(text_of, texts[:: max(1, len(texts) // _COUNTED_ON)]))
    # with_masks: the text of a masked sentence is counted, whatever the model's own mask is
    lengths = np.array([len(one.ids) for one in mlm.encode.with_masks(some)])
    read = lengths**2 if unit.sharing == MASKED else lengths
    answered = np.ones_like(lengths) if unit.sharing == FILLED else lengths
    return float((read + mlm.head_cost * answered).mean()) * len(texts) * passes


def times_alone(costs: Mapping[Unit, float], passes: Mapping[Unit, int]) -> float:
    """How many times the work of the models alone all passes are."""
    alone = sum(cost / passes[unit] for unit, cost in costs.items())
    return sum(costs.values()) / alone if alone else 1.0


@dataclass(frozen=True)
class Scored:
    """A cell, what only later steps need of it, and what to say about it.

    `cell` is None where the model or its data could not give it; `notes` then say why.
    """

    cell: Cell | None
    notes: tuple[str, ...] = ()

    def of(self, task: Task) -> Scored:
        """The same of the same weights and rows, by the name that they have now."""
        if self.cell is None:
            return self
        return replace(self, cell=replace(self.cell, model=task.model, place=task.place))

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        draws = None if self.cell is None else self.cell.result.draws
        return {
            "cell": None if self.cell is None else cell_as_dict(self.cell),
            "draws": None if draws is None else as_list(draws),
            "notes": list(self.notes),
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> Scored:
        """The inverse of `as_dict`."""
        cell, draws = content["cell"], content["draws"]
        if cell is not None:
            cell = cell_from_dict(cell)
        if draws is not None:
            drawn = np.array(draws, dtype=np.float64)
            cell = replace(cell, result=replace(cell.result, draws=drawn))
        return cls(cell, tuple(content["notes"]))


class KeptCells:
    """A file for each finished cell, named by its key; without a folder nothing is kept.

    A file carries its key and the sha256 of its content. One that does not fit is scored anew, and
    that is said once.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._told = False
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            # What is needed to go on is of no use to version control.
            write_atomically(folder / ".gitignore", b"*\n")

    def read(self, key: str) -> Scored | None:
        """The cell, or None where it is not there, or not as it was written: it is scored anew."""
        if self._folder is None or not (file := self._folder / f"{key}.json").is_file():
            return None
        try:
            content = unsealed(key, file.read_bytes())
            if content is not None:
                return Scored.from_dict(json.loads(content))
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            pass  # whatever it is, it is not what is written here
        if not self._told:
            self._told = True
            name = printable(str(file))
            warnings.warn(
                f"{name} is damaged: whatever is kept and not as it was written is scored anew",
                stacklevel=2,
            )
        return None

    def write(self, key: str, scored: Scored) -> None:
        """As a whole or not at all."""
        if self._folder is not None:
            content = sealed(key, to_json(scored.as_dict()).rstrip())
            write_atomically(self._folder / f"{key}.json", content)
