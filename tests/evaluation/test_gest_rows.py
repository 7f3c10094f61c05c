"""DCBM on GEST's masks against a naive script: one sentence after another, plain transformers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

import equimask
from builders.gest.build import BUILDER, TEMPLATES
from builders.gest.sentences import EDITIONS
from equimask.core.arrays import Floats
from equimask.core.packaged import packaged
from equimask.measures.contrast import male_prevalence, stereotype_contrast
from tests.builders.made import made, written
from tests.builders.real_sources import real_sources

MADE_UP = 'sentence,stereotype\nI wept.,1\n"I won, and why not?",13\nI mended the old house,16\n'
NEW = EDITIONS["1.1"]
COLUMNS = ("masked_sentence", "male_word", "female_word")


def naive_log_odds(rows: Sequence[dict[str, Any]], folder: Path) -> Iterator[float]:
    """log P(male word) - log P(female word) at the mask, for words that are one token."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32).eval()
    for row in rows:
        text = row["masked_sentence"].replace("[MASK]", tokenizer.mask_token)
        words = []
        for word in (row["male_word"], row["female_word"]):
            (token,) = tokenizer.convert_tokens_to_ids(tokenizer.tokenize(word))
            assert token != tokenizer.unk_token_id
            words.append(token)
        encoded = tokenizer(text, return_tensors="pt")
        (place,) = (encoded["input_ids"][0] == tokenizer.mask_token_id).nonzero().flatten()
        with torch.no_grad():
            log_p = model(**encoded).logits[0, place].double().log_softmax(-1)
        yield float(log_p[words[0]] - log_p[words[1]])


def dcbm_log_odds(rows: Sequence[dict[str, Any]], folder: Path) -> Floats:
    columns = {name: [row[name] for row in rows] for name in COLUMNS}
    result = equimask.score("dcbm", columns, model=str(folder), return_rows=True, progress=False)
    assert (result.n, result.skipped) == (len(rows), {})
    odds = [
        math.log(m / f) for m, f in zip(*map(result.rows.get, ("p_male", "p_female")), strict=True)
    ]
    return np.array(odds)


@pytest.fixture(scope="module")
def real_rows(shared: Path) -> list[dict[str, Any]]:
    return made(BUILDER, {NEW: real_sources(shared, "pairs/gest") / NEW}).rows


@pytest.mark.parametrize("template", TEMPLATES)
def test_made_up_sentences_on_the_embedded_model(tmp_path: Path, template: str) -> None:
    rows = made(BUILDER, written(tmp_path, {NEW: MADE_UP})).rows
    rows, folder = [row for row in rows if row["template"] == template], packaged("lab_model")
    found = dcbm_log_odds(rows, folder)
    # Its logits are so large that float32 does not resolve 1e-5.
    assert found == pytest.approx(list(naive_log_odds(rows, folder)), abs=1e-4)
    assert np.ptp(found) > 0  # the sentence has a say


@pytest.mark.slow
@pytest.mark.parametrize(("template", "every"), [("0", 1), ("1", 9), ("2", 9), ("3", 9)])
def test_the_real_sentences_on_a_golden_model(
    shared: Path, real_rows: list[dict[str, Any]], template: str, every: int
) -> None:
    rows = [row for row in real_rows if row["template"] == template]
    assert len(rows) == 3565
    rows = rows[::every]
    folder = shared / "golden" / "models" / "bert_uncased"
    found, naive = dcbm_log_odds(rows, folder), np.array(list(naive_log_odds(rows, folder)))
    assert np.abs(found - naive).max() < 1e-5
    genders = [row["gender_more"] for row in rows]
    contrast = stereotype_contrast(naive, genders)
    assert stereotype_contrast(found, genders) == pytest.approx(contrast, abs=1e-6)
    assert male_prevalence(found) == pytest.approx(male_prevalence(naive), abs=0.05)
