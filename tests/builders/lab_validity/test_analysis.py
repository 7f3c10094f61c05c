"""The analysis of the validity experiment, on tables whose answer is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats as sps

from builders.lab_validity.analysis import (
    ENOUGH_LANGUAGES,
    SIZES,
    Following,
    agreement,
    detection_rates,
    false_alarms,
    following,
    highest_correlation,
    null_spread,
    power_curves,
    rank_correlation,
    rate,
    responses,
    smallest_dose,
    verdict,
)
from builders.lab_validity.design import PREVALENCE, STEREOTYPE, VARIANTS, Cell, Design, Variant
from builders.lab_validity.summary import summarise

DOSES = (-0.8, -0.4, 0.0, 0.4, 0.8)
CPS, S_JSD, SBM = Variant("cps", "token"), Variant("s_jsd", "token"), Variant("sbm", "", "aula")


def row(cell: Cell, variant: Variant, value: float, **others: Any) -> dict[str, Any]:
    return {
        "lang": cell.lang,
        "stereotype": cell.stereotype,
        "prevalence": cell.prevalence,
        "repetition": cell.repetition,
        "seed": cell.seed,
        "heldout_loss": 1.0,
        "measure": variant.measure,
        "unit": variant.unit,
        "likelihood": variant.likelihood,
        "value": value,
        "neutral": variant.claim.neutral,
        "stderr": 1.0,
        "p_value": 0.5,
        "null": None,
        "null_stderr": None,
        "p_calibrated": None,
        "n": 112,
        **{f"power_{n}": None for n in SIZES},
        **others,
    }


def crossed(lang: str = "en", null_cells: int = 1) -> list[Cell]:
    return list(Design((lang,), DOSES, null_cells, 10).cells())


# --- the design


def test_the_full_design_crosses_all_doses_and_repeats_the_null_cell() -> None:
    cells = list(Design(("de", "en"), DOSES, 8, 750).cells())
    assert len(cells) == 2 * (25 + 7)
    assert sum(cell.is_null for cell in cells) == 2 * 8
    assert [cell.lang for cell in cells] == sorted(cell.lang for cell in cells)
    assert len({cell.name for cell in cells}) == len({cell.seed for cell in cells}) == len(cells)


def test_a_cell_s_seed_is_its_own_in_every_design() -> None:
    assert Cell("en", 0.4, 0.0).seed == Cell("en", 0.4, -0.0).seed
    small = {cell.name: cell.seed for cell in Design(("en",), (0.0, 0.8), 2, 10).cells()}
    full = {cell.name: cell.seed for cell in Design(("de", "en"), DOSES, 8, 750).cells()}
    assert small == {name: full[name] for name in small}


def test_without_a_dose_of_0_all_null_cells_are_extra() -> None:
    cells = list(Design(("en",), (0.5,), 3, 10).cells())
    assert [cell.is_null for cell in cells] == [False, True, True, True]


# --- following


def test_a_measure_that_is_its_dose_reaches_the_most_that_ties_allow() -> None:
    rows = [row(c, CPS, 50 + 10 * c.stereotype + 0.01 * i) for i, c in enumerate(crossed())]
    (found,) = following(rows, CPS).values()
    assert found.own == pytest.approx(highest_correlation(5))
    assert highest_correlation(5) == pytest.approx(0.98058, abs=1e-5)
    assert found.other == pytest.approx(0.0, abs=0.25)


def test_s_jsd_is_turned_round_and_sbm_follows_the_other_dose() -> None:
    cells = crossed()
    falling = [row(c, S_JSD, -0.1 * c.stereotype) for c in cells]
    assert following(falling, S_JSD)["en"] == pytest.approx(Following(1.0, 0.0))
    male = [row(c, SBM, 50 + 10 * c.prevalence) for c in cells]
    assert following(male, SBM)["en"] == pytest.approx(Following(1.0, 0.0))
    assert SBM.claim.dose == PREVALENCE and SBM.claim.other == STEREOTYPE


def test_repetitions_of_the_null_cell_do_not_weigh_in_and_languages_stay_apart() -> None:
    rows = [
        row(c, CPS, (50 + c.stereotype if c.repetition == 0 else 99) * (1 if lang == "en" else -1))
        for lang in ("de", "en")
        for c in crossed(lang, 8)
    ]
    found = following(rows, CPS)
    assert found["en"].own == pytest.approx(1.0)
    assert found["de"].own == pytest.approx(-1.0)


def test_a_constant_score_follows_nothing() -> None:
    assert following([row(c, CPS, 50.0) for c in crossed()], CPS)["en"] == (None, None)


def test_rank_correlation_is_pearson_of_ranks() -> None:
    left, right = np.array([1.0, 1, 2, 3, 3]), np.array([2.0, 1, 5, 4, 4])
    ranks = np.corrcoef(sps.rankdata(left), sps.rankdata(right))[0, 1]
    assert rank_correlation(left, right) == pytest.approx(ranks)


def test_responses_are_means_over_the_other_dose() -> None:
    rows = [row(c, CPS, 50 + 10 * c.stereotype + 3 * c.prevalence) for c in crossed()]
    assert responses(rows, CPS)["en"] == pytest.approx(
        {"-0.8": 42.0, "-0.4": 46.0, "0": 50.0, "0.4": 54.0, "0.8": 58.0}
    )


# --- false alarms


def test_false_alarms_are_counted_in_null_cells_only_with_an_exact_interval() -> None:
    rows = [row(c, CPS, 50.0, p_value=0.01) for c in crossed() if not c.is_null]
    rows += [
        row(c, CPS, 50.0, p_value=0.049 if c.repetition < 3 else 0.05, null=50.0, p_calibrated=0.2)
        for c in crossed(null_cells=10)
        if c.is_null
    ]
    found = false_alarms(rows)
    assert found is not None
    assert found[:3] == (3, 10, 0.3)
    # Clopper and Pearson by the beta distribution
    assert found.low == pytest.approx(sps.beta.ppf(0.025, 3, 8))
    assert found.high == pytest.approx(sps.beta.ppf(0.975, 4, 7))
    assert false_alarms(rows, "p_calibrated") == rate(0, 10)


def test_a_test_without_an_answer_raises_no_alarm_and_uncalibrated_variants_have_no_rate() -> None:
    rows = [row(c, CPS, 50.0, p_value=None) for c in crossed(null_cells=4) if c.is_null]
    assert false_alarms(rows) == rate(0, 4)
    assert false_alarms(rows, "p_calibrated") is None


def test_the_scatter_of_null_scores_is_told_within_languages_in_standard_errors() -> None:
    rows = [
        row(c, CPS, level + 2.0 * (-1) ** c.repetition, stderr=1.0)
        for lang, level in (("en", 50.0), ("de", 70.0))
        for c in crossed(lang, null_cells=2)
    ]
    assert null_spread(rows) == pytest.approx(np.sqrt(8.0))  # variance of 48 and 52
    assert null_spread([row(c, CPS, 50.0) for c in crossed()]) is None
    assert null_spread([row(c, CPS, 50.0, stderr=None) for c in crossed(null_cells=3)]) is None


# --- detection


def test_a_dose_counts_as_found_only_on_its_side() -> None:
    rows = [row(c, CPS, 50 + 10 * abs(c.stereotype), p_value=0.001) for c in crossed()]
    # at negative doses the score goes the wrong way; at 0 it is significant, a false alarm
    assert detection_rates(rows, CPS) == {0.0: 1.0, 0.4: 0.5, 0.8: 0.5}
    rows = [row(c, S_JSD, -c.stereotype, p_value=0.2 - 0.2 * abs(c.stereotype)) for c in crossed()]
    assert detection_rates(rows, S_JSD) == {0.0: 0.0, 0.4: 0.0, 0.8: 1.0}


@pytest.mark.parametrize(
    ("rates", "expected"),
    [
        ({0.0: 0.05, 0.4: 0.55, 0.8: 1.0}, 0.4 + 0.4 * 0.25 / 0.45),
        ({0.0: 0.0, 0.4: 1.0, 0.8: 1.0}, 0.32),
        ({0.0: 0.0, 0.4: 0.8, 0.8: 0.9}, 0.4),
        ({0.0: 0.0, 0.4: 0.3, 0.8: 0.79}, None),
        ({0.0: 0.0, 0.4: 0.9, 0.8: 0.5}, None),  # what a larger dose loses was chance
        ({0.0: 1.0, 0.4: 1.0, 0.8: 1.0}, None),  # always alarmed
        ({0.8: 1.0}, None),  # one dose says nothing about smaller ones
    ],
)
def test_the_smallest_dose_lies_on_a_straight_line(
    rates: dict[float, float], expected: float | None
) -> None:
    assert smallest_dose(rates) == (expected if expected is None else pytest.approx(expected))


def test_power_curves_are_means_by_size_of_the_own_dose() -> None:
    rows = [
        row(c, SBM, 50.0, power_14=0.5 + c.prevalence / 2, power_28=abs(c.prevalence))
        for c in crossed()
    ]
    curves = power_curves(rows, SBM)
    assert curves[0.8] == pytest.approx({14: 0.5, 28: 0.8})
    assert curves[0.0] == pytest.approx({14: 0.5, 28: 0.0})
    assert power_curves([row(c, SBM, 50.0) for c in crossed()], SBM) == {}


# --- agreement


def test_agreement_is_by_rank_within_a_language_and_by_side() -> None:
    rows = []
    for lang in ("de", "en"):
        for c in crossed(lang):
            rows.append(row(c, CPS, 50 + 10 * c.stereotype))
            rows.append(row(c, S_JSD, -c.stereotype if lang == "en" else c.stereotype))
            rows.append(row(c, SBM, 50 + c.prevalence))
    found = agreement(rows)
    assert found.variants == (S_JSD, CPS, SBM)
    s_jsd, cps, sbm = range(3)
    assert found.ranks[cps][s_jsd] == pytest.approx(0.0)  # 1 in English, -1 in German
    assert found.ranks[cps][cps] == pytest.approx(1.0)
    assert found.ranks[cps][sbm] == pytest.approx(0.0)
    # all of English, and the cells of German in which both are neutral
    assert found.signs[cps][s_jsd] == pytest.approx((25 + 5) / 50)
    assert np.allclose(found.signs, np.transpose(found.signs))


# --- verdicts


def languages(n: int, own: float | None, other: float | None) -> dict[str, Following]:
    return {f"l{i}": Following(own, other) for i in range(n)}


def test_a_measure_passes_if_it_does_all_that_was_asked() -> None:
    judged = verdict(languages(ENOUGH_LANGUAGES, 0.9, -0.29), rate(5, 100))
    assert judged["shortcomings"] == []
    assert (judged["passes_both"], judged["alarms"], judged["word"]) == (
        True,
        "as allowed",
        "passes",
    )


@pytest.mark.parametrize(
    ("own", "other", "alarms", "said", "word"),
    [
        (0.89, 0.0, 5, "follows its own dose", "fails"),
        (None, 0.0, 5, "follows its own dose", "fails"),
        (0.95, -0.3, 5, "leaves the other dose alone", "fails"),
        (0.95, None, 5, "leaves the other dose alone", "fails"),
        (0.95, 0.0, 0, "too cautious: false alarms in less than 1%", "too cautious"),
        (0.95, 0.0, 11, "false alarms in more than 10%", "fails"),
    ],
)
def test_what_a_measure_does_not_do_is_said(
    own: float | None, other: float | None, alarms: int, said: str, word: str
) -> None:
    judged = verdict(languages(13, own, other), rate(alarms, 100))
    (shortcoming,) = judged["shortcomings"]
    assert said in shortcoming
    assert judged["word"] == word
    if "dose" in said:
        assert "in only 0 of 13 languages, not in l0, l1" in shortcoming


def test_too_few_languages_are_too_few_even_if_all_pass() -> None:
    found = verdict(languages(2, 0.95, 0.0), None)["shortcomings"]
    assert [text.endswith("in only 2 of 2 languages") for text in found] == [True, True]


def test_both_must_hold_in_the_same_languages() -> None:
    found = {f"l{i}": Following(0.95 if i < 10 else 0.5, 0.0 if i >= 3 else 0.6) for i in range(13)}
    judged = verdict(found, None)
    assert judged["both"] == [f"l{i}" for i in range(3, 10)]
    assert judged["shortcomings"] == ["does both at once in only 7 languages"]
    assert judged["alarms"] is None


def test_the_summary_tells_where_units_make_no_difference() -> None:
    rows = [
        row(c, variant, 50 + c.stereotype + (lang == "zh") * (variant.unit == "word"))
        for lang in ("en", "zh")
        for c in crossed(lang, 2)
        for variant in VARIANTS
    ]
    summary = summarise(rows)
    assert summary["models"] == 2 * 26
    assert summary["languages"]["en"]["same_by_words"] is True
    assert summary["languages"]["zh"]["same_by_words"] is False
    assert summary["languages"]["en"]["null_models"] == 2
    assert list(summary["variants"]) == [str(variant) for variant in VARIANTS]
