"""A model folder: weights, tokenizer, `lab.json` with everything that made it, and a model card."""

from __future__ import annotations

import hashlib
import json
import math
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tokenizers
import torch
import transformers
from huggingface_hub import ModelCard, ModelCardData

from equimask.core.signature import content_hash
from equimask.studies.laboratory.inventory import Inventory
from equimask.studies.laboratory.training import Setup, Trained, lines_seen

RECORD = "lab.json"
CARD = "README.md"
WARNING = (
    "A laboratory animal, not a language model: it was trained on generated sentences with a "
    "gender bias planted on purpose. It serves to check that bias measures find what was planted. "
    "Never use it to read, write or judge real text."
)
_TEMPLATE = Path(__file__).with_name("card.md.jinja")


def data_hash(inventories: Sequence[Inventory]) -> str:
    """Content hash of the word lists and sentences behind a corpus."""
    return content_hash((text for i in inventories for text in i.texts()), length=64)


def save(trained: Trained, inventories: Sequence[Inventory], setup: Setup, folder: Path) -> None:
    """Write the folder; the same training gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    half = trained.model.half()
    half.save_pretrained(folder)
    half.float()
    trained.tokenizer.save_pretrained(folder)
    files = sorted(
        path.name
        for path in folder.iterdir()
        if path.suffix in {".json", ".safetensors"} and path.name != RECORD
    )
    record = {
        "warning": WARNING,
        "doses": {"stereotype": setup.doses.stereotype, "prevalence": setup.doses.prevalence},
        "seed": setup.seed,
        "languages": [inventory.language.code for inventory in inventories],
        "steps": setup.steps,
        "lines": lines_seen(setup),
        "threads": setup.threads,
        "heldout_loss": round(trained.heldout_loss, 4),
        "parameters": sum(p.numel() for p in trained.model.parameters()),
        "vocabulary": len(trained.tokenizer),
        "data_hash": data_hash(inventories),
        "files": {name: _sha256(folder / name) for name in files},
        "made_with": {
            "python": platform.python_version(),
            "tokenizers": tokenizers.__version__,
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        },
    }
    _write(folder / RECORD, json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    _write(folder / CARD, render_card(record))


def render_card(record: dict[str, Any]) -> str:
    """The model card, from `lab.json` alone."""
    data = ModelCardData(
        language=record["languages"],
        license="cc0-1.0",
        library_name="transformers",
        pipeline_tag="fill-mask",
        tags=["gender-bias", "laboratory", "synthetic"],
    )
    words = {**record, "perplexity": f"{math.exp(record['heldout_loss']):.1f}"}
    card = ModelCard.from_template(data, template_path=str(_TEMPLATE), **words)
    return str(card).rstrip() + "\n"


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
