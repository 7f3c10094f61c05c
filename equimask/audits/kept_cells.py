"""Finished cells on disk: an audit that was killed goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from equimask.audits.results import Cell, as_list, cell_as_dict, cell_from_dict
from equimask.core.files import write_atomically


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

    @property
    def draws(self) -> npt.NDArray[np.float64] | None:
        """Those of the interval, for a comparison with another model."""
        return None if self.cell is None else self.cell.result.draws

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "cell": None if self.cell is None else cell_as_dict(self.cell),
            "draws": None if self.draws is None else as_list(self.draws),
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
