"""What pyproject.toml declares is what is imported: nothing is missing, nothing is left over."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

OWN = {"equimask", "builders", "benchmarks", "tests", "upkeep"}
STANDARD = {*sys.stdlib_module_names, "tomllib"}
# Imported by transformers, for the tokenizers of some hub models.
IMPORTED_BY_OTHERS = {"emoji", "protobuf", "sacremoses", "sentencepiece"}


# Imported in an environment of its own, which the benchmark makes.
IMPORTED_ELSEWHERE = {"minicons"}


@pytest.fixture(scope="module")
def declared(root: Path) -> dict[str, set[str]]:
    """The distributions of every extra; those that always come stand under ''."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = {"": project["dependencies"], **project["optional-dependencies"]}
    return {
        extra: {canonicalize_name(Requirement(line).name) for line in lines}
        for extra, lines in groups.items()
    }


@cache
def installed() -> Mapping[str, list[str]]:
    return packages_distributions()


def distribution(module: str) -> str:
    """What is installed for an import; where it is not there, they have one name."""
    return canonicalize_name(installed().get(module, [module])[0])


@cache
def imports(folder: Path) -> set[str]:
    """The distributions that the folder's modules import, at their top or when used."""
    tops = {name.partition(".")[0] for path in folder.rglob("*.py") for name in _imported(path)}
    return {distribution(top) for top in tops - STANDARD - OWN}


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def optional_libraries(folder: Path) -> Iterator[tuple[str, str]]:
    """Every library that `optional_library` asks for, with the extra that it names."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "optional_library":
                module, extra = map(ast.literal_eval, node.args)
                yield distribution(module.partition(".")[0]), extra


@pytest.mark.parametrize("folder", ["equimask", "builders"])
def test_what_users_import_is_a_dependency_or_in_an_extra(
    root: Path, declared: dict[str, set[str]], folder: str
) -> None:
    for_users = set().union(*(names for extra, names in declared.items() if extra != "dev"))
    assert imports(root / folder) <= for_users


@pytest.mark.parametrize("folder", ["benchmarks", "tests"])
def test_what_developers_import_is_declared(
    root: Path, declared: dict[str, set[str]], folder: str
) -> None:
    assert imports(root / folder) <= set().union(*declared.values(), IMPORTED_ELSEWHERE)


def test_an_optional_library_is_in_the_extra_that_its_error_names(
    root: Path, declared: dict[str, set[str]]
) -> None:
    asked = set(optional_libraries(root / "equimask"))
    assert {extra for _, extra in asked} == {"analyses", "space"}
    for library, extra in asked:
        assert library in declared[extra]


def test_what_users_must_install_is_used(root: Path, declared: dict[str, set[str]]) -> None:
    used = imports(root / "equimask") | imports(root / "builders") | IMPORTED_BY_OTHERS
    used |= {library for library, _ in optional_libraries(root / "equimask")}
    for extra, names in declared.items():
        if extra != "dev":
            assert names <= used, extra
