"""What the project promises to installers: Python 3.10, pins that exist for it, a whole wheel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

OLDEST = "3.10"


@pytest.fixture(scope="module")
def pins(root: Path) -> list[Requirement]:
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def applies(pin: Requirement, python: str) -> bool:
    return pin.marker is None or pin.marker.evaluate({"python_version": python})


def test_no_pin_of_the_oldest_python_needs_a_newer_one(pins: list[Requirement]) -> None:
    too_new = []
    for pin in pins:
        try:
            installed = metadata(pin.name)
        except PackageNotFoundError:
            continue
        needs = SpecifierSet(installed["Requires-Python"] or "")
        if installed["Version"].split("+")[0] not in pin.specifier:
            continue  # the pin of another Python
        if applies(pin, OLDEST) and not needs.contains(f"{OLDEST}.13"):
            too_new.append(str(pin))
    assert not too_new


def test_every_package_is_pinned_once_for_a_python(pins: list[Requirement]) -> None:
    for python in (OLDEST, "3.11", "3.12", "3.13"):
        names = [pin.name.lower() for pin in pins if applies(pin, python)]
        assert len(names) == len(set(names))


def test_the_workflow_runs_all_tests_from_the_oldest_python_on(root: Path) -> None:
    text = (root / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    job = yaml.safe_load(text)["jobs"]["test"]
    assert job["strategy"]["matrix"]["python"] == [OLDEST, "3.11", "3.12", "3.13"]
    assert "make test" in [step.get("run") for step in job["steps"]]
    assert "secrets." not in text


@pytest.mark.slow
def test_the_wheel_scores_in_an_empty_folder_without_a_network(root: Path, tmp_path: Path) -> None:
    isolated = ["--no-build-isolation"] if find_spec("hatchling") else []
    wheels, installed, empty = (tmp_path / name for name in ("wheels", "installed", "empty"))
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    _run([*pip, "wheel", "--no-deps", *isolated, "--wheel-dir", str(wheels), str(root)])
    (wheel,) = wheels.iterdir()
    _run([*pip, "install", "--no-deps", "--target", str(installed), str(wheel)])
    empty.mkdir()
    code = """
import json, equimask
result = equimask.load("s_jsd", "de").compute(model="embedded", progress=False, return_rows=False)
from equimask.reports.html.interactive import tables_script, tables_style
from equimask.leaderboard.page import render
pages = tables_script(), tables_style(), render([], "none").html
print(json.dumps([equimask.__file__, result, min(map(len, pages))]))
"""
    elsewhere = {"PYTHONPATH": str(installed), "HF_HOME": str(wheel / "no folder")}
    home, result, interactive = json.loads(_run([sys.executable, "-c", code], empty, **elsewhere))
    assert Path(home).is_relative_to(installed)
    assert result["s_jsd"] < result["ci_high"] < 0
    assert interactive
    assert list(empty.iterdir()) == []


def _run(command: list[str], folder: Path | None = None, **environment: str) -> str:
    whole = os.environ | environment
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, env=whole
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
