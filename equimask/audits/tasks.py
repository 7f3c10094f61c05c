"""The work of an audit in pieces: which measures, of whom, on which pairs, and who does them.

Finished cells are kept on disk: an audit that was killed goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from equimask.audits.measures import scoring_options
from equimask.audits.results import BASELINE, MODEL, Cell, as_list, cell_as_dict, cell_from_dict
from equimask.core.files import write_atomically
from equimask.core.options import Options
from equimask.core.signature import columns_hash, content_hash
from equimask.evaluation.score import MASKED, pass_of
from equimask.inputs.pairs import Pair
from equimask.metrics import Measure, measure_of
from equimask.models import MaskedLM
from equimask.version import __version__

# Of the kept cells; to be raised when one of an older tree would lack or mean something else.
_FORMAT = "2"
_PAIR_FIELDS = tuple(field.name for field in fields(Pair))


@dataclass(frozen=True)
class Task:
    """One cell to be scored; `perturbation` is empty for the pairs as they are."""

    role: str
    language: str
    measure: str
    perturbation: str = ""

    @property
    def unit(self) -> Unit:
        """With which other tasks it shares a pass."""
        return Unit(self.role, self.language, pass_of(measure_of(self.measure)), self.perturbation)


@dataclass(frozen=True)
class Unit:
    """Tasks that read one pass: they are done by one process, one after the other."""

    role: str
    language: str
    sharing: str
    perturbation: str


def list_tasks(
    languages: Sequence[str],
    measures: Sequence[Measure],
    perturbations: Iterable[tuple[str, str]],
    *,
    baseline: bool,
) -> list[Task]:
    """All cells; `perturbations` are (language, kind), and are tried on the model alone."""
    tasks = [
        Task(role, language, measure.name)
        for role in ((MODEL, BASELINE) if baseline else (MODEL,))
        for language in languages
        for measure in measures
    ]
    return tasks + [
        Task(MODEL, language, measure.name, kind)
        for language, kind in perturbations
        for measure in measures
    ]


def task_key(task: Task, signed: Mapping[str, str], pairs: Sequence[Pair], options: Options) -> str:
    """Changes with all that moves the cell: weights, data, options, the version of the package.

    A model is known by what it is (`signed`: its signature and dtype), not by its role: what was
    scored as a model need not be scored again as a baseline.
    """
    chosen = {name: str(getattr(options, name)) for name in scoring_options()}
    data = columns_hash([[getattr(pair, name) for pair in pairs] for name in _PAIR_FIELDS])
    versions = {"equimask": __version__, "format": _FORMAT}
    parts = {**signed, **chosen, **versions, "data": data, "what": task.perturbation}
    digest = content_hash(f"{name}={parts[name]}" for name in sorted(parts))
    name = "-".join(filter(None, (task.language, task.measure, task.perturbation)))
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


def unit_cost(unit: Unit, mlm: MaskedLM, pairs: Sequence[Pair], options: Options) -> float:
    """About how many tokens the model reads: a masked sentence is read once per token."""
    sentences = mlm.encode([side for pair in pairs for side in (pair.male, pair.female)])
    power = 2 if unit.sharing == MASKED else 1
    tokens = sum(len(sentence.ids) ** power for sentence in sentences)
    return float(tokens) * (1 + options.n_twins if options.calibrate else 1)


@dataclass(frozen=True)
class Scored:
    """A cell, what only later steps need of it, and what to say about it.

    `cell` is None where the model or its data could not give it; `notes` then say why.
    """

    cell: Cell | None
    notes: tuple[str, ...] = ()

    def in_role(self, role: str) -> Scored:
        """The same for the same weights: what was a model may now be the baseline."""
        return self if self.cell is None else replace(self, cell=replace(self.cell, role=role))

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
    """A file for each finished cell, named by its key; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            # What is needed to go on is of no use to version control.
            write_atomically(folder / ".gitignore", b"*\n")

    def read(self, key: str) -> Scored | None:
        """The cell, or None where it is not there, or not as it was written: it is scored anew."""
        if self._folder is None or not (file := self._folder / f"{key}.json").is_file():
            return None
        try:
            return Scored.from_dict(json.loads(file.read_text(encoding="utf-8")))
        except (ValueError, LookupError, TypeError, AttributeError):
            return None  # a machine that lost its power can leave an empty file behind

    def write(self, key: str, scored: Scored) -> None:
        """As a whole or not at all."""
        if self._folder is not None:
            write_atomically(self._folder / f"{key}.json", to_json(scored.as_dict()))


def to_json(content: Mapping[str, Any]) -> bytes:
    """As all files of an audit are written."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False).encode() + b"\n"
