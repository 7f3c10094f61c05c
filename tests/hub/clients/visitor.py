"""A process without a token that loads what was published, as the cards tell it to."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import evaluate

from datasets import load_dataset
from equimask.core.embedded import embedded_model_path
from equimask.core.errors import EquimaskError
from equimask.inputs.reading import read_columns
from equimask.version import __version__

OPTIONS = {"n_resamples": 99, "progress": False, "return_rows": False}
# What the metric that runs no model is given in its place.
COMPLETIONS = {
    "word": ["warm", "warm", "bold", "bold"],
    "gender": ["female", "male", "female", "male"],
    "counts": [90, 10, 20, 200],
    "l1": 0.001,
}


def pairs(language: str | None, revision: str | None = None) -> dict[str, Any]:
    (split,) = load_dataset("lab/equimask_pairs", language, revision=revision).values()
    return {"rows": len(split), "language": split[0]["lang"], "columns": split.column_names}


def score(metric: str, revision: str | None = None) -> dict[str, Any]:
    module = evaluate.load(f"lab/{metric}", "de", revision=revision)
    asked = COMPLETIONS if metric == "latent_pmi" else {"model": str(embedded_model_path())}
    result = module.compute(**asked, **OPTIONS)
    return {"score": result[metric], "signature": result["signature"]}


def refusal(load: Callable[[], object]) -> str:
    try:
        load()
    except Exception as error:  # whatever the clients raise is the message a user sees
        return f"{'ours' if isinstance(error, EquimaskError) else 'theirs'}: {error}"
    return "loaded"


def visit(metrics: list[str]) -> dict[str, Any]:
    return {
        "new": pairs("de", "v1.2.0"),
        "main": pairs("de"),
        "default": pairs(None),
        "old": pairs("de", "v1.1.0"),
        "scores": {metric: score(metric) for metric in metrics},
        "score by tag": score("s_jsd", __version__),
        "gated": refusal(lambda: load_dataset("lab/gated_pairs", "de")),
        "private": refusal(lambda: load_dataset("lab/private_pairs", "de")),
        "absent tag": refusal(lambda: pairs("de", "v9.9.9")),
        "read gated": refusal(lambda: read_columns("lab/gated_pairs", ["male"], language="de")),
        "private metric": refusal(lambda: evaluate.load("lab/private_metric", "de")),
    }


def visit_offline() -> dict[str, Any]:
    return {"old": pairs("de", "v1.1.0"), "score": score("s_jsd")}


if __name__ == "__main__":
    print(json.dumps(visit(sys.argv[2:]) if sys.argv[1] == "online" else visit_offline()))
