"""Models that are too large for one place: spread by a device map, or refused before they load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import psutil  # type: ignore[import-untyped,unused-ignore]
import pytest
import torch
from transformers import BertConfig, BertForMaskedLM

from equimask.core.errors import ModelError, OptionError
from equimask.evaluation import score
from equimask.models import load_mlm
from tests import tiny

COLUMNS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tokenizer = tiny.wordpiece_tokenizer()
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=8,
        num_attention_heads=4,
        intermediate_size=128,
        max_position_embeddings=64,
        initializer_range=0.3,
    )
    return tiny.save(tmp_path_factory.mktemp("large") / "deep", BertForMaskedLM(config), tokenizer)


@pytest.fixture(scope="module")
def half(folder: Path) -> dict[str, Any]:
    """A processor that may hold half of the weights."""
    weights = sum(p.numel() * p.element_size() for p in load_mlm(folder).model.parameters())
    return {"device_map": "auto", "max_memory": {"cpu": weights // 2}}


def test_half_of_a_model_is_kept_on_disk(folder: Path, half: dict[str, Any]) -> None:
    model = load_mlm(folder, **half).model
    assert {"cpu", "disk"} <= set(model.hf_device_map.values())
    here = sum(p.numel() for p in model.parameters() if not p.is_meta)
    assert here <= sum(p.numel() for p in model.parameters()) / 2


@pytest.mark.parametrize("metric", ["s_jsd", "aul"])
def test_its_numbers_and_its_signature_are_those_of_the_whole(
    metric: str, folder: Path, half: dict[str, Any]
) -> None:
    whole = score(metric, COLUMNS, model=folder, progress=False)
    spread = score(metric, COLUMNS, model=folder, progress=False, **half)
    assert spread.signature == whole.signature
    assert spread.value == pytest.approx(whole.value, abs=1e-7)
    for name, values in whole.row_values.items():
        np.testing.assert_allclose(spread.row_values[name], values, atol=1e-6)


def test_limits_may_be_typed(folder: Path, half: dict[str, Any]) -> None:
    typed = f"cpu={half['max_memory']['cpu']}"
    model = load_mlm(folder, device_map="auto", max_memory=typed).model
    assert "disk" in model.hf_device_map.values()
    with pytest.raises(OptionError, match="cpu=4GB"):
        load_mlm(folder, device_map="auto", max_memory="4GB")


def test_a_model_larger_than_memory_is_refused_before_it_is_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psutil, "virtual_memory", lambda: type("Memory", (), {"available": 1000}))
    monkeypatch.setattr(
        BertForMaskedLM, "from_pretrained", lambda *_, **__: pytest.fail("memory was taken")
    )
    with pytest.raises(ModelError, match="device_map='auto'"):
        load_mlm(folder, dtype="float64")


def test_a_twin_that_does_not_fit_is_refused(
    folder: Path, half: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    mlm = load_mlm(folder, **half)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: type("Memory", (), {"available": 1000}))
    with pytest.raises(ModelError, match="calibrate=False"):
        mlm.untrained_twin(0)
