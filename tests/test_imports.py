"""`import equimask` is instant, its public names are few, and datasets/ shadows nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import equimask

HEAVY = ("torch", "transformers", "datasets", "evaluate", "scipy", "numpy", "pyarrow", "rich")
pytestmark = pytest.mark.slow  # what a fresh process loads


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = f"import sys, equimask; print([m for m in {HEAVY} if m in sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"


def test_public_names_resolve_and_stay_few() -> None:
    assert all(getattr(equimask, name) is not None for name in equimask.__all__)
    assert len(equimask.__all__) <= 12


def test_the_datasets_folder_does_not_shadow_the_library(root: Path) -> None:
    assert not list((root / "datasets").rglob("*.py"))
    code = "import datasets; datasets.Value; print(datasets.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root
    )
    assert "site-packages" in found.stdout


def test_options_are_read_before_anything_heavy_is_loaded() -> None:
    code = """
        import sys
        from builders.__main__ import builder_names, load_builder
        from equimask.cli.main import app
        import typer

        typer.main.get_command(app)
        for name in builder_names():
            load_builder(name)
        print([m for m in ("torch", "transformers", "datasets") if m in sys.modules])
    """
    loaded = subprocess.run(
        [sys.executable, "-c", dedent(code)], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.strip() == "[]"
