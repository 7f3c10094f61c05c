"""Any two of three pronouns at one mask: a column in the place of another is all it takes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

import equimask
from builders.winogender.build import BUILDER
from equimask.core.packaged import packaged
from tests.builders.made import made, written
from tests.builders.winogender.test_build import FILES


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    rows = made(BUILDER, written(tmp_path_factory.mktemp("winogender"), FILES)).rows
    return {name: [row[name] for row in rows] for name in rows[0]}


@lru_cache
def loaded(folder: Path) -> tuple[Any, Any]:
    model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32).eval()
    return AutoTokenizer.from_pretrained(folder), model


def naive(folder: Path, masked: str, word: str) -> float:
    """The probability of a word at the mask, a hidden word being masked too."""
    tokenizer, model = loaded(folder)
    text = masked.replace("[MASK]", tokenizer.mask_token)
    encoded = tokenizer(text.replace("[HIDDEN]", tokenizer.mask_token), return_tensors="pt")
    place = (encoded["input_ids"][0] == tokenizer.mask_token_id).nonzero()[0]
    (token,) = tokenizer.convert_tokens_to_ids(tokenizer.tokenize(word))
    with torch.no_grad():
        return float(model(**encoded).logits[0, place].double().softmax(-1)[0, token])


@pytest.mark.parametrize("exchanged", [None, "male_word", "female_word"])
def test_any_two_pronouns_are_compared_at_the_same_mask(
    table: dict[str, list[Any]], exchanged: str | None
) -> None:
    folder = packaged("lab_model")
    columns = {exchanged: "neutral_word"} if exchanged else None
    result = equimask.score(
        "dcbm", table, columns=columns, model=str(folder), return_rows=True, progress=False
    )
    assert (result.n, result.skipped) == (4, {})
    for row, masked in enumerate(table["masked_sentence"]):
        for asked, name in (("p_male", "male_word"), ("p_female", "female_word")):
            word = table["neutral_word" if name == exchanged else name][row]
            assert result.rows[asked][row] == pytest.approx(naive(folder, masked, word), rel=1e-4)


def test_whole_sentences_are_compared_too(table: dict[str, list[Any]]) -> None:
    result = equimask.score(
        "sbm", table, columns={"male": "neutral"}, model=str(packaged("lab_model")), progress=False
    )
    assert (result.n, result.skipped) == (4, {})
