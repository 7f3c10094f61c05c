"""Finished cells on disk: as they were written, or not there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from equimask.audits.kept_cells import KeptCells, Scored
from tests.audits.worlds import (
    cell_of,
    result_of,
)


def test_a_kept_cell_survives_its_file(tmp_path: Path) -> None:
    kept = KeptCells(tmp_path / "cells")
    result = result_of("mbe", 51.0, draws=np.array([1.5, np.nan]))
    cell = cell_of("mbe", "male", result, effects=(1.0, None))
    scored = Scored(cell, notes=("a note",))
    kept.write("a key", scored)
    read = kept.read("a key")
    assert read == scored
    assert read is not None and read.draws is not None
    np.testing.assert_array_equal(read.draws, [1.5, np.nan])
    assert kept.read("another") is None
    assert KeptCells(None).read("a key") is None


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "{}", '{"cell": 1, "draws": null}'])
def test_a_cell_that_is_not_as_it_was_written_is_not_there(tmp_path: Path, content: str) -> None:
    (tmp_path / "a key.json").write_text(content)
    assert KeptCells(tmp_path).read("a key") is None
