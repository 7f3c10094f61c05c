"""S_JSD and CPS from sentences to a result: oracle, invariances, ties, protocols."""

from __future__ import annotations

import random

import numpy as np
import pytest
import torch

from equimask.core.errors import InputError
from equimask.core.signature import Signature
from equimask.evaluation import masked_pairs, score
from equimask.evaluation.masked_pairs import _span
from equimask.measures.s_jsd import js_distance
from equimask.plans.alignment import SharedSpan
from equimask.plans.masks import Encoded
from tests import tiny
from tests.evaluation.worlds import PAIRS


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
    cps = score("cps", PAIRS, **live)
    s_jsd = score("s_jsd", PAIRS, **live)
    for k in (0, 1, 2):  # pairs with one contiguous change, so the oracle needs no alignment
        more = naive_log_probs(live, tiny.MORE[k], tiny.LESS[k])
        less = naive_log_probs(live, tiny.LESS[k], tiny.MORE[k])
        assert cps.rows["n_shared"][k] == len(more) == len(less)
        assert cps.rows["pll_more"][k] == pytest.approx(sum(more), abs=1e-4)
        assert cps.rows["pll_less"][k] == pytest.approx(sum(less), abs=1e-4)
        expected = float(np.mean(js_distance(more) - js_distance(less)))
        assert s_jsd.rows["s_jsd"][k] == pytest.approx(expected, abs=1e-6)


def test_swapping_the_columns_mirrors_both_scores(live: dict[str, object]) -> None:
    swapped = {"sent_more": PAIRS["sent_less"], "sent_less": PAIRS["sent_more"]}
    forward, backward = (score("s_jsd", columns, **live) for columns in (PAIRS, swapped))
    assert backward.value == pytest.approx(-forward.value, abs=1e-9)
    assert backward.details["b_s_jsd"] == 100 - forward.details["b_s_jsd"]
    assert score("cps", swapped, **live).value == 100 - score("cps", PAIRS, **live).value


@pytest.mark.parametrize("batch_tokens", [1, 40, 100_000])
@pytest.mark.parametrize("unit", ["token", "word"])
def test_batch_size_and_input_order_change_nothing(
    live: dict[str, object], batch_tokens: int, unit: str
) -> None:
    reference = score("cps", PAIRS, unit=unit, **live)
    order = list(range(len(tiny.MORE)))
    random.Random(1).shuffle(order)
    shuffled = {name: [values[i] for i in order] for name, values in PAIRS.items()}
    result = score("cps", shuffled, unit=unit, batch_tokens=batch_tokens, **live)
    for column in ("pll_more", "pll_less"):
        expected = [reference.rows[column][i] for i in order]
        assert result.rows[column] == pytest.approx(expected, rel=1e-6)
    assert result.value == reference.value


def test_word_unit_hides_more_and_so_scores_otherwise(live: dict[str, object]) -> None:
    token, word = (score("cps", PAIRS, unit=unit, **live) for unit in ("token", "word"))
    assert token.rows["n_shared"] == word.rows["n_shared"]
    assert token.rows["pll_more"] != pytest.approx(word.rows["pll_more"], rel=1e-3)


def test_published_protocol_keeps_identical_pairs_as_losses(live: dict[str, object]) -> None:
    columns = {"sent_more": ["The same.", *tiny.MORE], "sent_less": ["The same.", *tiny.LESS]}
    result = score("cps", columns, protocol="published", **live)
    assert result.rows["cps"][0] == 0.0
    assert not result.skipped


def test_one_pair_claims_no_power(live: dict[str, object]) -> None:
    table = {name: sentences[:1] for name, sentences in PAIRS.items()}
    assert score("s_jsd", table, **live).mde is None


@pytest.mark.parametrize("metric", ["cps", "s_jsd", "aul"])
def test_ties_are_counted_also_where_they_count_as_losses(
    live: dict[str, object], metric: str
) -> None:
    table = {"sent_more": [*tiny.MORE, "He is here."], "sent_less": [*tiny.LESS, "He is here."]}
    published = score(metric, table, protocol="published", **live)
    assert published.n_ties == 1
    assert published.n == len(tiny.MORE) + 1


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


def test_nothing_left_to_score_is_an_error(live: dict[str, object]) -> None:
    with pytest.raises(InputError, match="identical"):
        score("cps", {"sent_more": ["a"], "sent_less": ["a"]}, **live)


def test_too_long_pairs_are_never_aligned(
    live: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    aligned = []

    def watched(more: Encoded, less: Encoded, published: bool) -> SharedSpan:
        aligned.append(max(len(more.ids), len(less.ids)))
        return _span(more, less, published)

    monkeypatch.setattr(masked_pairs, "_span", watched)
    long = ["word " * 3_000, "other " * 3_000]
    table = {"sent_more": [long[0], *tiny.MORE], "sent_less": [long[1], *tiny.LESS]}
    assert score("cps", table, **live).skipped == {"too_long": 1}
    assert len(aligned) == len(tiny.MORE)
