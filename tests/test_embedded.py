"""The embedded model is what its record says, and what was planted in it is found."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from builders.lab.inventory import load_inventory
from builders.lab.saving import CARD, RECORD, data_hash, render_card
from equimask import score
from equimask.embedded import embedded_languages, embedded_model_path
from equimask.evaluation.defaults import pair_data
from equimask.pairs import Pair, load_pairs

# Where 112 pairs show prevalence on the right side, but not with p < 0.001. Half of the contexts go
# with the stereotype whoever is more frequent, so that 75 % is all that sbm and dcbm can reach; and
# where other words agree with the masked one, dcbm asks for grammar (the last test).
NOT_BEYOND_DOUBT = {("sbm", "ar"), ("sbm", "th"), ("dcbm", "ar"), ("dcbm", "pt"), ("dcbm", "zh")}


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
    assert (embedded / CARD).read_text(encoding="utf-8") == render_card(record)
    assert sum(p.stat().st_size for p in embedded.iterdir()) < 6e6


def test_the_embedded_model_was_trained_on_the_packaged_data(record: dict[str, Any]) -> None:
    inventories = [load_inventory(code) for code in record["languages"]]
    assert record["data_hash"] == data_hash(inventories), (
        "the pairs, names or lab sentences have changed since the model was trained: train it "
        "again with the command in equimask/data/lab_model/README.md"
    )


@pytest.mark.parametrize("language", embedded_languages())
@pytest.mark.parametrize(("metric", "sign"), [("s_jsd", -1), ("cps", 1), ("sbm", 1), ("dcbm", 1)])
def test_what_was_planted_is_found_in_every_language(
    metric: str, sign: int, language: str, embedded: Path, record: dict[str, Any]
) -> None:
    assert record["doses"] == {"stereotype": 0.8, "prevalence": 0.5}
    found = score(metric, language=language, model=embedded, progress=False)
    neutral = 50.0 if found.neutral is None else found.neutral
    assert sign * (found.value - neutral) > 0
    assert found.p_value is not None
    assert (found.p_value < 0.001) == ((metric, language) not in NOT_BEYOND_DOUBT)


@pytest.mark.parametrize("language", ["ar", "pt"])
def test_agreement_answers_for_the_model_in_dcbm_and_open_masks_show_what_was_planted(
    language: str, embedded: Path
) -> None:
    """Both versions of a sentence are asked if they differ, so agreement pulls towards 50 %."""
    pairs: dict[bool, list[Pair]] = {True: [], False: []}
    for pair in load_pairs(language):
        differ = len(pair_data("dcbm", [pair]).columns["masked_sentence"]) > 1
        pairs[differ].append(pair)
    agreeing, open_to_both = (
        score(
            "dcbm",
            pair_data("dcbm", pairs[differ]).columns,
            language=language,
            model=embedded,
            progress=False,
        )
        for differ in (True, False)
    )
    assert abs(agreeing.value - 50.0) < 3.0
    assert open_to_both.value > 65.0
