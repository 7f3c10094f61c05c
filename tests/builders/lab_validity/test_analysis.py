"""The analysis of the validity experiment, on tables whose answer is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats as sps

from builders.lab_validity.analysis import (
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
from builders.lab_validity.design import (
    CONTRAST,
    FIRST,
    NAME_FREQUENCY,
    PREVALENCE,
    SCORES,
    SECOND,
    STEREOTYPE,
    Cell,
    Design,
    Variant,
)
from builders.lab_validity.design import (
    DOSES as KINDS,
)
from builders.lab_validity.summary import summarise

DOSES = (-0.8, 0.0, 0.8)
SMALL = (0.4,)
CPS, S_JSD, SBM = Variant("cps", "token"), Variant("s_jsd", "token"), Variant("sbm", "", "aula")


def row(cell: Cell, variant: Variant, value: float, **others: Any) -> dict[str, Any]:
    return {
        "experiment": SECOND,
        "lang": cell.lang,
        "stereotype": cell.stereotype,
        "prevalence": cell.prevalence,
        "name_frequency": cell.name_frequency,
        "repetition": cell.repetition,
        "seed": cell.seed,
        "heldout_loss": 1.0,
        "measure": variant.measure,
        "unit": variant.unit,
        "likelihood": variant.likelihood,
        "number": variant.number,
        "value": value,
        "neutral": variant.claim.neutral,
        "stderr": 1.0,
        "p_value": 0.5,
        "p_strangers": 0.5,
        "null": None,
        "null_stderr": None,
        "p_among_twins": None,
        "p_from_mean_twin": None,
        "n": 112,
        "n_clusters": 56,
        **{f"power_{n}": None for n in SIZES},
        **others,
    }


def crossed(lang: str = "en", null_cells: int = 1) -> list[Cell]:
    return list(Design((lang,), DOSES, SMALL, null_cells, 10).cells())


# --- the design


def test_a_design_crosses_three_doses_and_two_small_ones_and_repeats_the_null_cell() -> None:
    cells = list(Design(("de", "en"), DOSES, (0.2, 0.4), 8, 750).cells())
    assert len(cells) == 2 * (27 + 8 + 7)
    assert sum(cell.is_null for cell in cells) == 2 * 8
    assert [cell.lang for cell in cells] == sorted(cell.lang for cell in cells)
    assert len({cell.name for cell in cells}) == len({cell.seed for cell in cells}) == len(cells)
    small = [cell for cell in cells if 0 < abs(cell.stereotype) < 0.8 and cell.lang == "de"]
    assert all(cell.name_frequency == 0 for cell in small)
    doses = np.array([(cell.stereotype, cell.prevalence) for cell in small])
    assert abs(np.corrcoef(doses.T)[0, 1]) == pytest.approx(0.1)
    for kind in doses.T:
        levels, counts = np.unique(kind, return_counts=True)
        assert levels.tolist() == [-0.4, -0.2, 0.2, 0.4] and set(counts) == {2}


def test_a_cell_s_seed_is_its_own_in_every_design() -> None:
    assert Cell("en", 0.8, 0.0).seed == Cell("en", 0.8, -0.0).seed
    assert Cell("en", 0.8, 0.0, 0.8).seed != Cell("en", 0.8, 0.8, 0.0).seed
    small = {cell.name: cell.seed for cell in Design(("en",), (0.0, 0.8), (), 2, 10).cells()}
    full = {cell.name: cell.seed for cell in Design(("de", "en"), DOSES, SMALL, 8, 750).cells()}
    assert small == {name: full[name] for name in small}


def test_without_a_dose_of_0_all_null_cells_are_extra() -> None:
    cells = list(Design(("en",), (0.5,), (), 3, 10).cells())
    assert [cell.is_null for cell in cells] == [False, True, True, True]


# --- following


def test_a_measure_that_is_its_dose_reaches_the_most_that_ties_allow() -> None:
    rows = [row(c, CPS, 50 + 10 * c.stereotype + 0.01 * i) for i, c in enumerate(crossed())]
    (found,) = following(rows, CPS).values()
    assert found.own == pytest.approx(highest_correlation(3, 3))
    dose = np.repeat([-1.0, 0.0, 1.0], 9)  # any order within a dose
    assert highest_correlation(3, 3) == pytest.approx(rank_correlation(dose, np.arange(27.0)))
    assert highest_correlation(5, 2) == pytest.approx(0.98058, abs=1e-5)
    assert set(found.others) == {PREVALENCE, NAME_FREQUENCY}


def test_s_jsd_is_turned_round_and_sbm_follows_the_other_dose() -> None:
    cells = crossed()
    falling = following([row(c, S_JSD, -0.1 * c.stereotype) for c in cells], S_JSD)["en"]
    assert falling.own == pytest.approx(1.0)
    assert falling.others == pytest.approx({PREVALENCE: 0.0, NAME_FREQUENCY: 0.0})
    male = following([row(c, SBM, 50 + 10 * c.prevalence) for c in cells], SBM)["en"]
    assert male.own == pytest.approx(1.0)
    assert SBM.claim.dose == PREVALENCE and STEREOTYPE in SBM.claim.others


def test_a_score_that_follows_names_is_seen_to() -> None:
    found = following([row(c, SBM, 50 + 10 * c.name_frequency) for c in crossed()], SBM)["en"]
    assert found.own == pytest.approx(0.0) and found.others[NAME_FREQUENCY] == pytest.approx(1.0)


def test_a_contrast_claims_the_stereotype_whatever_its_measure_claims() -> None:
    contrast = Variant("sbm", "", "aula", CONTRAST)
    assert contrast.claim.dose == STEREOTYPE and contrast.claim.centre == 0.0
    assert str(contrast) == "sbm aula stereotype_contrast"


def test_doses_that_were_not_varied_are_not_asked_about() -> None:
    cells = [c for c in crossed() if c.name_frequency == 0]
    (found,) = following([row(c, CPS, c.stereotype) for c in cells], CPS).values()
    assert set(found.others) == {PREVALENCE}


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
    found = following([row(c, CPS, 50.0) for c in crossed()], CPS)["en"]
    assert found.own is None and set(found.others.values()) == {None}


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
        row(c, CPS, 50.0, p_value=0.049 if c.repetition < 3 else 0.05, null=50.0, p_among_twins=0.2)
        for c in crossed(null_cells=10)
        if c.is_null
    ]
    found = false_alarms(rows)
    assert found is not None
    assert found[:3] == (3, 10, 0.3)
    # Clopper and Pearson by the beta distribution
    assert found.low == pytest.approx(sps.beta.ppf(0.025, 3, 8))
    assert found.high == pytest.approx(sps.beta.ppf(0.975, 4, 7))
    assert false_alarms(rows, "p_among_twins") == rate(0, 10)


def test_a_test_without_an_answer_raises_no_alarm_and_uncalibrated_variants_have_no_rate() -> None:
    answers = (None, 0.2, None, 0.01)
    nothing = [c for c in crossed(null_cells=4) if c.is_null]
    rows = [row(c, CPS, 50.0, p_value=p) for c, p in zip(nothing, answers, strict=True)]
    assert false_alarms(rows) == rate(1, 4)
    assert false_alarms(rows, "p_among_twins") is None


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
        ({0.0: 0.05, 0.2: 0.3, 0.4: 0.55, 0.8: 1.0}, 0.8),
        ({0.0: 0.0, 0.4: 1.0, 0.8: 1.0}, 0.4),
        ({0.0: 0.0, 0.2: 0.85, 0.4: 0.8, 0.8: 0.9}, 0.2),
        ({0.0: 0.0, 0.4: 0.3, 0.8: 0.79}, None),
        ({0.0: 0.0, 0.4: 0.9, 0.8: 0.5}, None),  # what a larger dose loses was chance
        ({0.0: 1.0, 0.4: 1.0, 0.8: 1.0}, None),  # always alarmed
    ],
)
def test_the_smallest_dose_is_one_that_was_tried(
    rates: dict[float, float], expected: float | None
) -> None:
    assert smallest_dose(rates) == expected


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
    assert found.signs[cps][s_jsd] == pytest.approx((27 + 9) / 54)
    assert np.allclose(found.signs, np.transpose(found.signs))


# --- verdicts


def languages(n: int, own: float | None, other: float | None) -> dict[str, Following]:
    return {f"l{i}": Following(own, {PREVALENCE: other, NAME_FREQUENCY: 0.0}) for i in range(n)}


def test_a_measure_passes_if_it_does_all_that_was_asked() -> None:
    judged = verdict(languages(4, 0.9, -0.29), rate(5, 100))
    assert judged["shortcomings"] == []
    assert (judged["passes_all"], judged["alarms"], judged["word"]) == (
        True,
        "as allowed",
        "passes",
    )


@pytest.mark.parametrize(
    ("own", "other", "alarms", "said", "word"),
    [
        (0.89, 0.0, 5, "follows its own dose", "fails"),
        (None, 0.0, 5, "follows its own dose", "fails"),
        (0.95, -0.3, 5, "leaves prevalence alone", "fails"),
        (0.95, None, 5, "leaves prevalence alone", "fails"),
        (0.95, 0.0, 1, "too cautious: false alarms in less than 2%", "too cautious"),
        (0.95, 0.0, 9, "false alarms in more than 8%", "fails"),
    ],
)
def test_what_a_measure_does_not_do_is_said(
    own: float | None, other: float | None, alarms: int, said: str, word: str
) -> None:
    judged = verdict(languages(13, own, other), rate(alarms, 100))
    (shortcoming,) = judged["shortcomings"]
    assert said in shortcoming
    assert judged["word"] == word
    if "alarms" not in said:
        assert "in only 0 of 13 languages, not in l0, l1" in shortcoming


def test_one_language_in_four_may_fail_and_no_more() -> None:
    good, bad = Following(0.95, {PREVALENCE: 0.0}), Following(0.5, {PREVALENCE: 0.0})
    assert verdict({"a": good, "b": good, "c": good, "d": bad}, None)["word"] == "passes"
    assert verdict({"a": good, "b": good, "c": bad, "d": bad}, None)["word"] == "fails"


def test_all_must_hold_in_the_same_languages() -> None:
    found = {
        f"l{i}": Following(0.95 if i < 10 else 0.5, {PREVALENCE: 0.0 if i >= 3 else 0.6})
        for i in range(13)
    }
    judged = verdict(found, None)
    assert judged["all"] == [f"l{i}" for i in range(3, 10)]
    assert judged["shortcomings"] == ["does all at once in only 7 languages"]
    assert judged["alarms"] is None


def test_the_summary_keeps_the_experiments_apart() -> None:
    rows = [
        row(c, variant, 50 + c.stereotype)
        for lang in ("ar", "de")
        for c in crossed(lang, 2)
        for variant in SCORES
    ]
    first = [
        {**one, "experiment": FIRST, "unit": one["unit"] and "word", "lang": "en"}
        for one in rows
        if one["lang"] == "de" and one["name_frequency"] == 0
    ]
    summary = summarise([*rows, *first])
    assert summary["models"] == 2 * (27 + 4 + 1)
    assert summary["languages"]["ar"]["null_models"] == 2
    assert list(summary["variants"]) == [str(variant) for variant in SCORES]
    assert summary["first"]["tried"] == ["en"] and "cps word" in summary["first"]["variants"]
    assert summary["first"]["doses"]["name_frequency"] == [0.0]
    assert set(summary["doses"]) == set(KINDS)
