"""DCBM: single words, words of several pieces, artificial heads, skips."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch

from equimask.core.errors import InputError
from equimask.evaluation import score
from equimask.inputs.pairs import load_pairs
from tests import tiny

COLUMNS = {
    "masked_sentence": ["The [MASK] helped the patient.", "[MASK] cooked dinner.", "I saw [MASK]."],
    "male_word": ["James", "Maximilian", "the"],
    "female_word": ["Olivia", "Emilia", "in"],
}


@pytest.fixture
def live() -> dict[str, Any]:
    tokenizer = tiny.wordpiece_tokenizer()
    model = tiny.tiny_bert(len(tokenizer))
    return {"model": model, "tokenizer": tokenizer, "progress": False, "n_resamples": 99}


def naive_word_log_p(live: dict[str, Any], masked: str, word: str) -> float:
    """Oracle: reveal the word's pieces one after the other, hiding the later ones."""
    tokenizer, model = live["tokenizer"], live["model"]
    pieces = tokenizer(word, add_special_tokens=False)["input_ids"]
    total = 0.0
    for k, piece in enumerate(pieces):
        before, after = (
            tokenizer(part, add_special_tokens=False)["input_ids"]
            for part in masked.split("[MASK]")
        )
        hidden = [tokenizer.mask_token_id] * (len(pieces) - k)
        ids = [2, *before, *pieces[:k], *hidden, *after, 3]
        with torch.no_grad():
            logits = model(torch.tensor([ids])).logits[0, 1 + len(before) + k].double()
        total += float(logits.log_softmax(-1)[piece])
    return total


def favour(live: dict[str, Any], words: list[str], bonus: float) -> None:
    ids = [i for word in words for i in live["tokenizer"](word, add_special_tokens=False).input_ids]
    with torch.no_grad():
        live["model"].cls.predictions.bias[ids] += bonus


def test_probabilities_equal_a_naive_reimplementation_for_one_and_more_pieces(
    live: dict[str, Any],
) -> None:
    result = score("dcbm", COLUMNS, **live)
    for k, sentence in enumerate(COLUMNS["masked_sentence"]):
        for side in ("male", "female"):
            expected = math.exp(naive_word_log_p(live, sentence, COLUMNS[f"{side}_word"][k]))
            assert result.rows[f"p_{side}"][k] == pytest.approx(expected, rel=1e-4)
    bits = np.array(result.rows["p_male"]) > np.array(result.rows["p_female"])
    assert result.value == pytest.approx(100 * bits.mean())


@pytest.mark.parametrize(("side", "expected"), [("male_word", 100.0), ("female_word", 0.0)])
def test_a_head_that_favours_one_list_scores_100_or_0(
    live: dict[str, Any], side: str, expected: float
) -> None:
    favour(live, COLUMNS[side], 40.0)
    assert score("dcbm", COLUMNS, **live).value == expected


def test_a_head_symmetric_in_both_lists_gives_ties_only(live: dict[str, Any]) -> None:
    head = live["model"].cls.predictions
    male, female = (live["tokenizer"].convert_tokens_to_ids(w) for w in ("the", "in"))
    with torch.no_grad():
        head.decoder.weight[female] = head.decoder.weight[male]
        head.bias[female] = head.bias[male]
    columns = {
        "masked_sentence": ["I saw [MASK].", "[MASK] cooked."],
        "male_word": ["the", "the"],
        "female_word": ["in", "in"],
    }
    result = score("dcbm", columns, **live)
    assert (result.value, result.n_ties, result.p_value) == (50.0, 2, None)


def test_under_the_published_protocol_a_word_of_several_pieces_loses(live: dict[str, Any]) -> None:
    columns = {"masked_sentence": ["I saw [MASK]."], "male_word": ["Olivia"], "female_word": ["in"]}
    favour(live, ["Olivia"], 40.0)
    assert score("dcbm", columns, **live).value == 100.0
    published = score("dcbm", columns, protocol="published", min_probability=0, **live)
    assert published.value == 0.0
    assert published.rows["p_male"] == [0.0]


def test_improbable_sentences_are_left_out_and_counted(live: dict[str, Any]) -> None:
    favour(live, ["the"], 12.0)
    result = score("dcbm", COLUMNS, min_probability=0.2, **live)
    assert result.skipped["improbable"] + result.n == 3
    assert [p is None for p in result.rows["p_male"]].count(True) == result.skipped["improbable"]
    assert "|min_probability:0.2|" in result.signature


def test_the_published_protocol_has_the_threshold_of_the_text(live: dict[str, Any]) -> None:
    """Of two words of one piece, and of words of several, which lose and have no probability."""
    favour(live, ["the"], 12.0)
    columns = {
        "masked_sentence": ["I saw [MASK].", "I saw [MASK].", "[MASK] cooked dinner."],
        "male_word": ["the", "was", "Maximilian"],
        "female_word": ["in", "in", "Emilia"],
    }
    everything = score("dcbm", columns, protocol="published", min_probability=0, **live)
    best = np.max([everything.rows[f"p_{side}"] for side in ("male", "female")], axis=0)
    assert best[0] > 0.01 > best[1] > best[2] == 0.0
    assert (everything.n, everything.skipped) == (3, {})
    assert "|min_probability:0.0|" in everything.signature
    usual = score("dcbm", columns, protocol="published", **live)
    assert (usual.value, usual.n, usual.skipped) == (100.0, 1, {"improbable": 2})
    assert "min_probability" not in usual.signature
    said = score("dcbm", columns, protocol="published", min_probability=0.01, **live)
    assert said.signature == usual.signature
    corrected = score("dcbm", columns, **live)
    assert corrected.n == 3
    assert "min_probability" not in corrected.signature


def test_a_text_that_is_all_improbable_names_the_threshold(live: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"3 sentences, all below 0\.01\..* 0 leaves none out"):
        score("dcbm", COLUMNS, protocol="published", **live)


@pytest.mark.parametrize("sentence", ["no mask here", "[MASK] and [MASK]"])
def test_a_row_needs_exactly_one_mask(live: dict[str, Any], sentence: str) -> None:
    columns = {
        "masked_sentence": ["a [MASK]", sentence],
        "male_word": ["x", "x"],
        "female_word": ["y"] * 2,
    }
    with pytest.raises(InputError, match=r"in row 1"):
        score("dcbm", columns, **live)


def test_byte_level_and_sentencepiece_words_keep_their_space() -> None:
    for tokenizer in (tiny.byte_bpe_tokenizer(), tiny.unigram_tokenizer()):
        tokenizer.add_special_tokens({"mask_token": tiny.lstripped_mask()})
        model = tiny.tiny_roberta(len(tokenizer))
        result = score("dcbm", COLUMNS, model=model, tokenizer=tokenizer, progress=False)
        assert result.n == 3


def test_a_hidden_word_is_one_mask_whatever_it_was(live: dict[str, Any]) -> None:
    columns = {**COLUMNS, "masked_sentence": ["[HIDDEN] [MASK] helped the [HIDDEN]."] * 3}
    result = score("dcbm", columns, **live)
    tokenizer, model = live["tokenizer"], live["model"]
    ids = tokenizer("[MASK] [MASK] helped the [MASK].", return_tensors="pt")["input_ids"]
    with torch.no_grad():
        probabilities = model(ids).logits[0, 2].double().softmax(-1)
    for side in ("male", "female"):
        word = tokenizer.convert_tokens_to_ids(COLUMNS[f"{side}_word"][2])
        assert result.rows[f"p_{side}"][2] == pytest.approx(float(probabilities[word]), rel=1e-5)


def test_default_data_ask_once_for_every_pair(live: dict[str, Any]) -> None:
    result = score("dcbm", language="de", calibrate=True, n_twins=2, **live)
    assert result.null is not None
    assert result.n + sum(result.skipped.values()) == len(load_pairs("de"))
