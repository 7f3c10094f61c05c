"""What goes to a process that measures a cell, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from builders.lab_validity.design import Cell


@dataclass(frozen=True)
class Task:
    """A cell and how long its model is trained."""

    cell: Cell
    steps: int


@dataclass(frozen=True)
class Measured:
    """What a cell gave: a record per variant, and how well its model predicts unseen lines.

    `rows` of a record are the measure's values per pair (PMI: per word), from which its power with
    fewer pairs is found; MBE has none, since it compares everyone with everyone.
    """

    records: list[dict[str, Any]]
    heldout_loss: float
