"""What the project promises to installers: Python 3.10, and pins that exist for it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest
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
    for python in (OLDEST, "3.11", "3.13"):
        names = [pin.name.lower() for pin in pins if applies(pin, python)]
        assert len(names) == len(set(names))
