"""What a finished cell depends on; when any of it changes, the cell is measured anew."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import equimask
from builders.lab_validity.variants import VARIANTS
from equimask.core.files import sha256
from equimask.inputs.pairs import load_pairs, pairs_version
from equimask.studies import laboratory as lab
from equimask.studies.laboratory.inventory import load_inventory
from equimask.studies.laboratory.saving import data_hash
from equimask.version import __version__

_OWN = ("key_word_pmi.py", "measuring.py")
_MEASURING = (
    *("core/options.py", "evaluation", "inputs", "measures"),
    *("metrics", "models", "plans", "stats"),
)
_NO_PART_OF_A_CELL = {"__main__.py", "saving.py"}
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def cell_key(lang: str, steps: int) -> dict[str, Any]:
    """Data, code and options behind every cell of a language."""
    return {
        "data": data_hash([load_inventory(lang)]),
        "pairs": pairs_version(load_pairs(lang)),
        "steps": steps,
        "variants": [str(variant) for variant in VARIANTS],
        "code": code_hash(_modules()),
        "equimask": __version__,
    }


def code_hash(paths: Iterable[Path]) -> str:
    """Of what Python files do: comments, docstrings and layout do not change it."""
    return sha256("\n".join(_without_words(path) for path in paths).encode())


def _modules() -> list[Path]:
    laboratory, package = Path(lab.__file__).parent, Path(equimask.__file__).parent
    theirs = sorted(p for p in laboratory.glob("*.py") if p.name not in _NO_PART_OF_A_CELL)
    measuring = (package / name for name in _MEASURING)
    scores = [q for p in measuring for q in (sorted(p.rglob("*.py")) if p.is_dir() else [p])]
    return [*theirs, *scores, *(Path(__file__).with_name(name) for name in _OWN)]


def _without_words(path: Path) -> str:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node) is not None:
            del node.body[0]
    return ast.dump(tree)
