"""Every package that users install is listed with its licence, and none of them binds them."""

from __future__ import annotations

import re
from importlib.metadata import Distribution
from pathlib import Path

import pytest

from upkeep.licences import TABLE, closure, licence_of, project, roots, rows_of
from upkeep.pins import CONSTRAINTS, pins_of

FREE = re.compile(
    r"apache|\bbsd|\b0bsd|\bmit\b|\bpsf|python software|\bisc\b|\bmpl|zlib|cc0|bsl-1|cnri", re.I
)
BINDING = re.compile(r"(?<!l)gpl|affero|proprietary|commercial|sspl|not declared", re.I)


@pytest.fixture(scope="module")
def listed() -> dict[str, str]:
    return rows_of(TABLE.read_text(encoding="utf-8"))


def test_what_is_installed_for_users_is_listed_as_it_declares_itself(
    listed: dict[str, str],
) -> None:
    pinned = {(pin.name, str(pin.version)) for pin in pins_of(CONSTRAINTS.read_text("utf-8"))}
    installed = closure(roots(project()))
    assert len(installed) > 50
    for name, found in installed.items():
        if (name, found.version.partition("+")[0]) in pinned:
            assert listed.get(name) == licence_of(found), name


def test_no_licence_binds_whoever_uses_the_package(listed: dict[str, str]) -> None:
    assert len(listed) > 50
    for name, licence in listed.items():
        assert FREE.search(licence) and not BINDING.search(licence), (name, licence)


def made_up(folder: Path, *lines: str) -> Distribution:
    info = folder / "a-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("\n".join(("Name: a", "Version: 1.0", *lines, "")))
    return Distribution.at(info)


def test_a_licence_is_read_wherever_a_package_declares_it(tmp_path: Path) -> None:
    osi = "Classifier: License :: OSI Approved :: MIT License"
    assert licence_of(made_up(tmp_path, "License-Expression: MIT", osi)) == "MIT"
    assert licence_of(made_up(tmp_path, "License: BSD", osi)) == "BSD"
    assert licence_of(made_up(tmp_path, f"License: {'word ' * 90}", osi)) == "MIT License"
    assert licence_of(made_up(tmp_path)) == "not declared"
    assert BINDING.search("GPL-3.0") and not BINDING.search("LGPL-2.1-or-later")
