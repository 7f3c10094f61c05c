"""The licences of everything that users install, as the packages declare them.

python -m upkeep.licences    # pyproject.toml and what is installed -> docs/licences.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "docs" / "licences.md"
HEAD = """# Licences of what is installed with Equimask

The package and its extras for users, with all that these need, as each declares it in its
metadata; written by `python -m upkeep.licences`. Nothing of it is part of this repository or of
the wheel. CUDA libraries, which come with torch on some platforms, have NVIDIA's own terms.

| package | licence |
|---|---|
"""
_CLASSIFIER = "License :: OSI Approved :: "
_LONGEST = 80  # characters of a licence's name: some put the whole text there


def roots(project: dict[str, Any]) -> list[str]:
    """What the package asks for, with the extras for users."""
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(r for e in extras if e != "dev" for r in extras[e])]


def closure(requirements: Iterable[str]) -> dict[str, Distribution]:
    """Everything installed that they need, and what that needs."""
    found: dict[str, Distribution] = {}
    waiting = [(Requirement(one), "") for one in requirements]
    seen: set[tuple[str, str]] = set()
    while waiting:
        one, extra = waiting.pop()
        name = canonicalize_name(one.name)
        if one.marker is not None and not one.marker.evaluate({"extra": extra}):
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        for asked in {"", *one.extras}:
            if (name, asked) not in seen:
                seen.add((name, asked))
                needed = found[name].requires or ()
                waiting += [(Requirement(line), asked) for line in needed]
    return found


def licence_of(found: Distribution) -> str:
    """As its metadata declare it: expression, short text, or classifiers."""
    told = found.metadata
    if expression := told["License-Expression"]:
        return str(expression)
    classifiers = [
        line.removeprefix(_CLASSIFIER)
        for line in told.get_all("Classifier") or ()
        if line.startswith(_CLASSIFIER)
    ]
    text = " ".join((told["License"] or "").split())
    if text and len(text) <= _LONGEST:
        return text
    return "; ".join(classifiers) or "not declared"


def rows_of(text: str) -> dict[str, str]:
    """The table of the page."""
    lines = (line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| "))
    return {name: licence for name, licence in lines if name != "package"}


def project() -> dict[str, Any]:
    """What pyproject.toml says of it."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    table: dict[str, Any] = content["project"]
    return table


def _lines() -> Iterator[str]:
    for name, found in sorted(closure(roots(project())).items()):
        yield f"| {name} | {licence_of(found)} |\n"


if __name__ == "__main__":
    TABLE.write_text(HEAD + "".join(_lines()), encoding="utf-8")
