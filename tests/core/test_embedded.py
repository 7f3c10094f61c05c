"""The embedded model is what its record says.

That what was planted in it is found is tested with the tour, which looks for it everywhere.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from equimask.inputs.packaged_rows import rows_of

from equimask import score
from equimask.core.embedded import embedded_languages, embedded_model_path
from equimask.core.schema import HIDDEN, MASK
from equimask.inputs.pairs import load_pairs
from equimask.metrics import spec_of
from equimask.studies.laboratory.inventory import data_hash, load_inventory
from equimask.studies.laboratory.training import CARD, RECORD, render_card


@pytest.fixture(scope="module")
def embedded() -> Path:
    return embedded_model_path()


@pytest.fixture(scope="module")
def record(embedded: Path) -> dict[str, Any]:
    return json.loads((embedded / RECORD).read_text(encoding="utf-8"))


def test_the_embedded_model_is_what_its_record_says(embedded: Path, record: dict[str, Any]) -> None:
    files = {p.name for p in embedded.iterdir() if p.suffix in {".json", ".safetensors"}}
    assert files - {RECORD} == set(record["files"])
    for name, digest in record["files"].items():
        assert hashlib.sha256((embedded / name).read_bytes()).hexdigest() == digest
    assert "laboratory animal" in record["warning"]
    assert record["doses"] == {"stereotype": 0.8, "prevalence": 0.5}
    assert record["languages"] == embedded_languages()
    assert (embedded / CARD).read_text(encoding="utf-8") == render_card(record)
    assert sum(p.stat().st_size for p in embedded.iterdir()) < 6e6


def test_the_embedded_model_was_trained_on_the_packaged_data(record: dict[str, Any]) -> None:
    inventories = [load_inventory(code) for code in record["languages"]]
    assert record["data_hash"] == data_hash(inventories), (
        "the pairs, names or lab sentences have changed since the model was trained: train it "
        "again with the command in equimask/data/lab_model/README.md"
    )


@pytest.mark.parametrize("language", ["ar", "pt"])
def test_words_that_agree_would_answer_for_the_model_if_they_were_not_hidden(
    language: str, embedded: Path
) -> None:
    pairs = load_pairs(language)
    hidden = rows_of(spec_of("dcbm"), pairs).columns
    agreeing = [
        pair
        for pair, sentence in zip(pairs, hidden["masked_sentence"], strict=True)
        if HIDDEN in sentence
    ]
    visible = {
        "masked_sentence": [p.male.replace(p.male_word, MASK, 1) for p in agreeing]
        + [p.female.replace(p.female_word, MASK, 1) for p in agreeing],
        "male_word": [p.male_word for p in agreeing] * 2,
        "female_word": [p.female_word for p in agreeing] * 2,
    }
    options: dict[str, Any] = {"language": language, "model": embedded, "progress": False}
    grammar = score("dcbm", visible, **options)
    of_men, of_women = np.split(np.array(grammar.rows["dcbm"]), 2)
    assert of_men.mean() > 0.9
    assert of_women.mean() < 0.1
    assert score("dcbm", rows_of(spec_of("dcbm"), agreeing).columns, **options).value > 60.0
