"""The small masked language model that ships with the package, for demos, tests and teaching."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from equimask.core.errors import DataError
from equimask.core.packaged import packaged
from equimask.core.signature import split_name

EMBEDDED = "embedded"  # what users call it: `model="embedded"`
EMBEDDED_NAME = "lab_model"  # its folder, and so its name in signatures


def embedded_model_path() -> Path:
    """The folder of the embedded model, which `model="embedded"` means.

    A laboratory animal with a planted gender bias (its doses are in `lab.json`), trained by
    `python -m equimask.studies.laboratory`. It knows a few hundred sentences and no language.
    """
    folder = packaged(EMBEDDED_NAME)
    if not (folder / "model.safetensors").is_file():
        raise DataError(
            expected="the embedded model in the installed package",
            got=f"no {folder.name}/model.safetensors",
            fix="Install the package from its wheel, or train the model: "
            "python -m equimask.studies.laboratory train --out equimask/data/lab_model",
        )
    return folder


def embedded_languages() -> list[str]:
    """The languages that the embedded model was trained on."""
    return list(_record()["languages"])


def planted_doses() -> dict[str, float]:
    """What was planted in it: of the stereotype, and of the prevalence of men."""
    return dict(_record()["doses"])


def is_embedded(signed: str) -> bool:
    """Whether the `model` field of a signature names the embedded model."""
    return split_name(signed)[0] == EMBEDDED_NAME


def _record() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(
        (embedded_model_path() / "lab.json").read_text(encoding="utf-8")
    )
    return record
