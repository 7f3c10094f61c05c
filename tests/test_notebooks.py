"""Every notebook is stored without outputs and runs from top to bottom without a network."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECONDS_PER_CELL = 500
STEPS = 24

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
pytestmark = pytest.mark.slow  # a kernel for each notebook


@each_notebook
def test_a_notebook_is_stored_clean(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.cells[0].cell_type == "markdown"
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert not cell.outputs and cell.execution_count is None, cell.source[:80]


@each_notebook
def test_a_notebook_draws_by_public_names(path: Path) -> None:
    """The parts of the report change with it."""
    text = path.read_text(encoding="utf-8")
    assert "equimask.reports.html." not in text and "reports.html.forest" not in text


@each_notebook
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What trains a model in a notebook reads its number of steps from the environment."""
    monkeypatch.setenv("EQUIMASK_NOTEBOOK_STEPS", str(STEPS))
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=SECONDS_PER_CELL, resources={"metadata": {"path": str(ROOT)}}
    )
    client.execute()  # raises the error of the cell that fails
    printed = [out for cell in notebook.cells for out in cell.get("outputs", ())]
    assert not [out.text for out in printed if out.get("name") == "stderr"]  # no bars, no warnings
