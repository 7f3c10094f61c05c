"""The models of an experiment: trained once, kept, and measured as often as measures change."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transformers import BertForMaskedLM, PreTrainedTokenizerFast

from builders.kit.shards import options_key
from builders.lab_validity.design import Cell
from equimask.core.files import passing_folder, sha256
from equimask.studies.laboratory.generator import Mixture
from equimask.studies.laboratory.inventory import load_inventory
from equimask.studies.laboratory.training import RECORD, Setup, Trained, save, train

LISTS = 0.15  # of the lines: names alone, so that their frequency can be a dose


@dataclass(frozen=True)
class Animals:
    """A folder of trained models; `made_by` is all that decides their weights beside the cell."""

    folder: Path
    made_by: dict[str, Any]
    steps: int

    def get(self, cell: Cell) -> Trained:
        """The model of a cell, trained now unless it is there and whole."""
        home = self._home(cell)
        if not self._is_whole(home):
            self._train(cell, home)
        record = json.loads((home / RECORD).read_text(encoding="utf-8"))
        return Trained(
            BertForMaskedLM.from_pretrained(home, dtype="float32").eval(),
            PreTrainedTokenizerFast.from_pretrained(home),
            record["heldout_loss"],
        )

    def has(self, cell: Cell) -> bool:
        """Whether it need not be trained."""
        return self._is_whole(self._home(cell))

    def _home(self, cell: Cell) -> Path:
        key = options_key({**self.made_by, "steps": self.steps, "lists": LISTS})
        return self.folder / key / cell.name.replace(" ", "_")

    def _is_whole(self, home: Path) -> bool:
        try:
            record = json.loads((home / RECORD).read_text(encoding="utf-8"))
            return all(sha256((home / f).read_bytes()) == s for f, s in record["files"].items())
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return False

    def _train(self, cell: Cell, home: Path) -> None:
        """There as a whole or not at all."""
        inventories = [load_inventory(cell.lang)]
        setup = Setup(cell.doses, cell.seed, self.steps, mixture=Mixture(lists=LISTS))
        trained = train(inventories, setup, progress=False)
        home.parent.mkdir(parents=True, exist_ok=True)
        with passing_folder(home.name, home.parent) as scratch:
            save(trained, inventories, setup, scratch / "model")
            shutil.rmtree(home, ignore_errors=True)
            (scratch / "model").rename(home)
