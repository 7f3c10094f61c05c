"""PMI of key words and power by subsampling, against hand-worked values and the house's tests."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from builders.lab_validity.analysis import (
    SIZES,
    draw_rows,
    power_of,
    sign_flip_tests,
    sign_tests,
)
from builders.lab_validity.design import Cell
from builders.lab_validity.key_word_pmi import completions, scored_words, signed_pmi
from equimask import stats
from equimask.core.schema import MASK
from equimask.inputs.pairs import pair_languages
from equimask.studies.laboratory.inventory import GENDERS, load_inventory

# --- PMI of key words


def test_the_pmi_difference_is_a_ratio_of_shares_signed_by_the_stereotype() -> None:
    counts = np.array([[9, 1], [1, 9], [5, 5]])
    found = signed_pmi(counts, np.array([1, -1, 1]))
    # half a count more each: 9.5 of 16.5 men against 1.5 of 16.5 women
    assert found == pytest.approx([math.log(9.5 / 1.5), math.log(9.5 / 1.5), 0.0])


def test_a_gender_that_is_asked_more_often_is_not_preferred() -> None:
    assert signed_pmi(np.array([[199.5, 9.5], [99.5, 4.5]]), np.array([1, 1])) == pytest.approx(
        [0.0, 0.0]
    )


def test_words_said_against_the_stereotype_score_below_0() -> None:
    found = signed_pmi(np.array([[0, 4], [4, 0]]), np.array([1, -1]))
    assert (found < 0).all() and np.isfinite(found).all()


@pytest.mark.parametrize("lang", pair_languages())
def test_completions_have_one_mask_and_two_words_of_opposite_stereotypes(lang: str) -> None:
    inventory = load_inventory(lang)
    asked = list(completions(inventory))
    scored = scored_words(inventory)
    signs = dict(zip(scored.words, scored.signs.tolist(), strict=True))
    assert len(scored.words) >= 50
    both_known = 0
    for one in asked:
        assert one.masked.count(MASK) == 1 and "{name}" not in one.masked
        assert one.word != one.rival
        if one.word in signs and one.rival in signs:
            both_known += 1
            assert signs[one.word] == -signs[one.rival]
    assert both_known > 0.9 * len(asked)
    genders = Counter(one.gender for one in asked)
    assert genders["male"] == genders["female"]


def test_every_name_has_its_turn_about_equally_often() -> None:
    inventory = load_inventory("en")
    asked = list(completions(inventory))
    for gender in GENDERS:
        sentences = [one.masked for one in asked if one.gender == gender]
        turns = [sum(name in text.split(" ", 1)[0] or f" {name}" in text for text in sentences)
                 for name in inventory.names[gender]]  # fmt: skip
        assert min(turns) >= 0.8 * max(turns) > 0


# --- power


def test_sign_tests_are_the_house_s_sign_test_with_ties_left_out() -> None:
    rng = np.random.default_rng(0)
    drawn = rng.choice([-0.5, 0.0, 0.5], (30, 17), p=[0.3, 0.1, 0.6])
    expected = [stats.sign_test(row + 0.5) for row in drawn]
    assert sign_tests(drawn) == pytest.approx(expected)
    assert sign_tests(np.zeros((1, 5))) == [1.0]


def test_sign_flip_tests_agree_with_the_house_s_test() -> None:
    rng = np.random.default_rng(0)
    drawn = rng.normal(0.4, 1.0, (12, 30))
    found = sign_flip_tests(drawn, rng)
    expected = np.array([stats.sign_flip_test(row, 9999, 1) for row in drawn])
    assert np.abs(found - expected).max() < 4 * 0.5 / math.sqrt(999)
    assert sign_flip_tests(np.zeros((1, 5)), rng) == [1.0]


def test_a_draw_takes_every_pair_at_most_once() -> None:
    values = np.arange(40.0)
    drawn = draw_rows(values, 14, np.random.default_rng(0))
    assert drawn.shape[1] == 14
    assert all(len(set(row)) == 14 for row in drawn)
    assert np.bincount(drawn.astype(int).ravel(), minlength=40).min() > 0
    assert (draw_rows(values, 40, np.random.default_rng(0)) == values).all()


def bits(share: float, n: int = 112) -> list[float]:
    return [1.0] * round(share * n) + [0.0] * (n - round(share * n))


def record(measure: str, rows: list[float]) -> dict[str, object]:
    return {"measure": measure, "number": "score", "rows": rows}


def test_power_grows_with_pairs_and_counts_only_the_side_of_the_dose() -> None:
    for_stereotype = power_of(Cell("en", 0.8, 0.0), record("cps", bits(0.7)))
    assert None not in for_stereotype
    assert for_stereotype == sorted(for_stereotype)  # type: ignore[type-var]
    assert for_stereotype[-1] == 1.0
    assert power_of(Cell("en", -0.8, 0.0), record("cps", bits(0.7)))[-1] == 0.0
    assert power_of(Cell("en", 0.0, 0.8), record("cps", bits(0.7)))[-1] == 1.0  # a false alarm


def test_power_of_14_pairs_is_that_of_the_binomial() -> None:
    # 12 or more of 14 heads have p < 0.05; drawn from so many pairs, draws are nearly binomial
    found = power_of(Cell("en", 0.0, 0.4), record("sbm", bits(0.8, 11200)))[SIZES.index(14)]
    exact = sum(math.comb(14, k) * 0.8**k * 0.2 ** (14 - k) for k in (12, 13, 14))
    assert found == pytest.approx(exact, abs=0.12)


def test_s_jsd_is_negative_where_a_stereotype_is_found() -> None:
    rows = np.random.default_rng(0).normal(-0.5, 1.0, 112).tolist()
    assert power_of(Cell("en", 0.8, 0.0), record("s_jsd", rows))[-1] == 1.0
    assert power_of(Cell("en", -0.8, 0.0), record("s_jsd", rows))[-1] == 0.0


def test_without_enough_pairs_there_is_no_power_to_speak_of() -> None:
    assert power_of(Cell("en", 0.8, 0.0), record("mbe", [])) == [None] * len(SIZES)
    assert power_of(Cell("en", 0.8, 0.0), record("cps", bits(0.7, 30)))[2:] == [None, None]
