"""The small masked language model that ships with the package, for demos, tests and teaching."""

from __future__ import annotations

import json
from pathlib import Path

from equimask.core.errors import DataError
from equimask.core.packaged import packaged

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
    record = json.loads((embedded_model_path() / "lab.json").read_text(encoding="utf-8"))
    return list(record["languages"])


def planted() -> dict[str, float]:
    """The doses of the bias that was planted into it, from 0 to 1: `stereotype`, `prevalence`."""
    record = json.loads((embedded_model_path() / "lab.json").read_text(encoding="utf-8"))
    return dict(record["doses"])
