"""From sentences to a result: oracle, invariances, skips, ties, protocols."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
import torch

from equimask.core.errors import InputError, OptionError
from equimask.core.result import BiasResult
from equimask.core.signature import Signature
from equimask.evaluation import masked_pass, score
from equimask.evaluation.masked_pass import _span
from equimask.measures.s_jsd import js_distance
from equimask.plans.alignment import SharedSpan
from equimask.plans.masks import Encoded
from tests import tiny

COLUMNS = {"sent_more": list(tiny.MORE), "sent_less": list(tiny.LESS)}


@pytest.fixture(scope="module")
def live() -> dict[str, object]:
    tokenizer = tiny.wordpiece_tokenizer()
    return {"model": tiny.tiny_bert(len(tokenizer)), "tokenizer": tokenizer, "progress": False}


def naive_log_probs(live: dict[str, object], sentence: str, other: str) -> list[float]:
    """Oracle: one masked position per forward, full logits, no alignment code of ours."""
    tokenizer, model = live["tokenizer"], live["model"]
    ids, others = tokenizer(sentence)["input_ids"], tokenizer(other)["input_ids"]  # type: ignore[operator]
    start = next(i for i, (a, b) in enumerate(zip(ids, others, strict=False)) if a != b)
    end = next(i for i, (a, b) in enumerate(zip(ids[::-1], others[::-1], strict=False)) if a != b)
    shared = [*range(1, start), *range(len(ids) - end, len(ids) - 1)]
    found = []
    for position in shared:
        masked = torch.tensor([ids])
        masked[0, position] = tokenizer.mask_token_id  # type: ignore[attr-defined]
        with torch.no_grad():
            logits = model(masked).logits[0, position].double()  # type: ignore[operator]
        found.append(float(logits.log_softmax(-1)[ids[position]]))
    return found


def test_both_metrics_equal_a_naive_reimplementation(live: dict[str, object]) -> None:
    cps = score("cps", COLUMNS, **live)
    s_jsd = score("s_jsd", COLUMNS, **live)
    for k in (0, 1, 2):  # pairs with one contiguous change, so the oracle needs no alignment
        more = naive_log_probs(live, tiny.MORE[k], tiny.LESS[k])
        less = naive_log_probs(live, tiny.LESS[k], tiny.MORE[k])
        assert cps.rows["n_shared"][k] == len(more) == len(less)
        assert cps.rows["pll_more"][k] == pytest.approx(sum(more), abs=1e-4)
        assert cps.rows["pll_less"][k] == pytest.approx(sum(less), abs=1e-4)
        expected = float(np.mean(js_distance(more) - js_distance(less)))
        assert s_jsd.rows["s_jsd"][k] == pytest.approx(expected, abs=1e-6)


def test_swapping_the_columns_mirrors_both_scores(live: dict[str, object]) -> None:
    swapped = {"sent_more": COLUMNS["sent_less"], "sent_less": COLUMNS["sent_more"]}
    forward, backward = (score("s_jsd", columns, **live) for columns in (COLUMNS, swapped))
    assert backward.value == pytest.approx(-forward.value, abs=1e-9)
    assert backward.details["b_s_jsd"] == 100 - forward.details["b_s_jsd"]
    assert score("cps", swapped, **live).value == 100 - score("cps", COLUMNS, **live).value


@pytest.mark.parametrize("batch_tokens", [1, 40, 100_000])
@pytest.mark.parametrize("unit", ["token", "word"])
def test_batch_size_and_input_order_change_nothing(
    live: dict[str, object], batch_tokens: int, unit: str
) -> None:
    reference = score("cps", COLUMNS, unit=unit, **live)
    order = list(range(len(tiny.MORE)))
    random.Random(1).shuffle(order)
    shuffled = {name: [values[i] for i in order] for name, values in COLUMNS.items()}
    result = score("cps", shuffled, unit=unit, batch_tokens=batch_tokens, **live)
    for column in ("pll_more", "pll_less"):
        expected = [reference.rows[column][i] for i in order]
        assert result.rows[column] == pytest.approx(expected, rel=1e-6)
    assert result.value == reference.value


def test_word_unit_hides_more_and_so_scores_otherwise(live: dict[str, object]) -> None:
    token, word = (score("cps", COLUMNS, unit=unit, **live) for unit in ("token", "word"))
    assert token.rows["n_shared"] == word.rows["n_shared"]
    assert token.rows["pll_more"] != pytest.approx(word.rows["pll_more"], rel=1e-3)


def test_what_cannot_be_scored_is_counted_and_leaves_a_hole_in_the_rows(
    live: dict[str, object],
) -> None:
    columns = {
        "sent_more": [*tiny.MORE, "The same.", "word " * 200 + "a", "医生"],
        "sent_less": [*tiny.LESS, "The same.", "word " * 200 + "b", "nurse"],
    }
    result = score("s_jsd", columns, **live)
    assert result.skipped == {"identical": 1, "too_long": 1, "no_shared_tokens": 1}
    assert result.n == len(tiny.MORE)
    assert result.rows["s_jsd"][5:] == [None, None, None]
    assert Signature.parse(result.signature)["skipped"] == "3"


def test_published_protocol_keeps_identical_pairs_as_losses(live: dict[str, object]) -> None:
    columns = {"sent_more": ["The same.", *tiny.MORE], "sent_less": ["The same.", *tiny.LESS]}
    result = score("cps", columns, protocol="published", **live)
    assert result.rows["cps"][0] == 0.0
    assert not result.skipped


def test_sentences_that_the_tokenizer_cannot_tell_apart_are_ties(live: dict[str, object]) -> None:
    columns = {"sent_more": ["The ☃ helped."], "sent_less": ["The ☂ helped."]}
    result = score("cps", columns, **live)
    assert (result.value, result.n_ties) == (50.0, 1)


def test_nothing_left_to_score_is_an_error(live: dict[str, object]) -> None:
    with pytest.raises(InputError, match="identical"):
        score("cps", {"sent_more": ["a"], "sent_less": ["a"]}, **live)


def test_perturbation_removes_the_last_character_and_is_signed(live: dict[str, object]) -> None:
    cut = {name: [text[:-1] for text in texts] for name, texts in COLUMNS.items()}
    perturbed = score("cps", COLUMNS, perturb="last_character", **live)
    assert perturbed.rows == score("cps", cut, **live).rows
    assert Signature.parse(perturbed.signature)["perturb"] == "last_character"


def test_male_preference_turns_the_bits_by_gender(live: dict[str, object]) -> None:
    genders = ["female", "male", "", "female", "male"]
    result = score("cps", COLUMNS, gender_more=genders, **live)
    bits = result.rows["cps"]
    male = [bit if g == "male" else 1 - bit for bit, g in zip(bits, genders, strict=True) if g]
    assert result.details["male_preference"] == pytest.approx(100 * np.mean(male))
    assert result.details["n_gendered"] == 4


def test_an_unknown_gender_label_is_refused_with_its_row(live: dict[str, object]) -> None:
    with pytest.raises(InputError, match="'man' in row 1"):
        score("cps", COLUMNS, gender_more=["male", "man", "", "", ""], **live)


def test_packaged_pairs_are_the_default_data(bert_folder: Path) -> None:
    result = score("cps", language="de", model=str(bert_folder), progress=False)
    signature = Signature.parse(result.signature)
    assert signature["data"].startswith("equimask_pairs@")
    assert signature["lang"] == "de"
    assert result.n + sum(result.skipped.values()) >= 40
    assert result.details["n_gendered"] == result.n


def test_signature_does_not_depend_on_batching_but_on_every_choice(bert_folder: Path) -> None:
    def sign(**options: object) -> str:
        return score("cps", COLUMNS, model=str(bert_folder), progress=False, **options).signature

    assert sign() == sign(batch_tokens=7, device="cpu", return_rows=False)
    different = [
        sign(unit="word"),
        sign(protocol="published"),
        sign(seed=1),
        sign(dtype="float64"),
        sign(n_resamples=99),
        sign(confidence_level=0.9),
        sign(perturb="last_character"),
        sign(data="mine@1"),
        sign(language="de"),
    ]
    assert len({sign(), *different}) == 1 + len(different)
    assert str(bert_folder) not in sign()


def test_a_missing_model_and_an_unknown_metric_are_named() -> None:
    with pytest.raises(OptionError, match="model=None"):
        score("cps", COLUMNS)
    with pytest.raises(OptionError, match="Did you mean 's_jsd'"):
        score("s_jd", COLUMNS, model="x")


def test_result_dict_has_the_contract_keys(live: dict[str, object]) -> None:
    result: BiasResult = score("s_jsd", COLUMNS, **live)
    wanted = {
        "s_jsd", "b_s_jsd", "stderr", "ci_low", "ci_high", "p_value", "test", "neutral", "n",
        "n_ties", "skipped", "mde", "rows", "signature",
    }  # fmt: skip
    assert wanted <= set(result.as_dict())
    assert "rows" not in result.as_dict(rows=False)
    assert set(result.rows) == {"s_jsd", "b_s_jsd", "n_shared"}


def test_one_pair_claims_no_power(live: dict[str, object]) -> None:
    table = {name: sentences[:1] for name, sentences in COLUMNS.items()}
    assert score("s_jsd", table, **live).mde is None


def test_too_long_pairs_are_never_aligned(
    live: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    aligned = []

    def watched(more: Encoded, less: Encoded, published: bool) -> SharedSpan:
        aligned.append(max(len(more.ids), len(less.ids)))
        return _span(more, less, published)

    monkeypatch.setattr(masked_pass, "_span", watched)
    long = ["word " * 3_000, "other " * 3_000]
    table = {"sent_more": [long[0], *tiny.MORE], "sent_less": [long[1], *tiny.LESS]}
    assert score("cps", table, **live).skipped == {"too_long": 1}
    assert len(aligned) == len(tiny.MORE)


@pytest.mark.parametrize("metric", ["cps", "s_jsd", "aul"])
def test_ties_are_counted_also_where_they_count_as_losses(
    live: dict[str, object], metric: str
) -> None:
    table = {"sent_more": [*tiny.MORE, "He is here."], "sent_less": [*tiny.LESS, "He is here."]}
    published = score(metric, table, protocol="published", **live)
    assert published.n_ties == 1
    assert published.n == len(tiny.MORE) + 1
