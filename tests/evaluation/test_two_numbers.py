"""How often the male side wins, and what stereotypes move: apart, for every metric that can."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as sps

from equimask import stats
from equimask.core.arrays import Floats
from equimask.core.errors import InputError
from equimask.core.options import Options
from equimask.evaluation import score
from equimask.evaluation.decided_rows import DecidedRows, evaluate_rows
from equimask.evaluation.job import Job
from equimask.evaluation.shown import Shown
from equimask.evaluation.two_numbers import MaleRows, details_of, male_rows, null_of
from equimask.inputs.pairs import load_pairs
from equimask.measures.contrast import male_prevalence, stereotype_contrast
from equimask.measures.language_quality import LanguageQuality
from equimask.metrics import measure_of
from tests.builders.real_sources import real_sources
from tests.evaluation.worlds import PAIRS

OPTIONS = Options(n_resamples=199, progress=False)
ABOUT = ["male", "female"] * 10
SHORT = [pair for pair in load_pairs("en") if len(pair.male) < 55][:20]
SIDES = {
    name: [getattr(pair, name) for pair in SHORT]
    for name in ("male", "female", "male_word", "female_word", "sent_more", "sent_less")
} | {"gender_more": [pair.gender_more for pair in SHORT]}
KEYS = (
    "male_prevalence",
    "male_prevalence_stderr",
    "male_prevalence_ci_low",
    "male_prevalence_ci_high",
    "male_lean",
    "male_lean_stderr",
    "male_lean_ci_low",
    "male_lean_ci_high",
    "male_lean_d",
    "male_lean_d_ci_low",
    "male_lean_d_ci_high",
    "stereotype_contrast",
    "stereotype_contrast_stderr",
    "stereotype_contrast_ci_low",
    "stereotype_contrast_ci_high",
    "stereotype_contrast_p_value",
    "stereotype_contrast_d",
    "stereotype_contrast_d_ci_low",
    "stereotype_contrast_d_ci_high",
    "n_about_male",
    "n_about_female",
)


def dcbm(log_odds: Floats, about: list[str] | None = None, **columns: Any) -> dict[str, Any]:
    """DCBM's result of a model whose log odds are planted."""
    n = len(log_odds)
    with np.errstate(over="ignore"):
        p_male, p_female = 0.5 / (1 + np.exp(-log_odds)), 0.5 / (1 + np.exp(log_odds))
    rows = {"p_male": p_male, "p_female": p_female, "dcbm": (np.sign(log_odds) + 1) / 2}
    shown = Shown(LanguageQuality(0.5, 2.0, "masked"), 0.0)
    found = DecidedRows(rows, range(n), n, {}, 0, {}, shown)
    given = {"masked_sentence": ["[MASK]"] * n, "gender_more": about or ABOUT, **columns}
    job = Job(measure_of("dcbm"), given, OPTIONS, "made@0", "en")
    scorer: Any = SimpleNamespace(signature={"model": "planted"}, dtype="float32")
    return evaluate_rows(job, scorer, lambda *_: found).as_dict()


def test_a_constant_lean_is_all_prevalence_and_no_contrast() -> None:
    found = dcbm(np.full(20, 1.5))
    assert found["male_prevalence"] == 100.0
    assert found["male_lean"] == pytest.approx(1.5)
    assert found["stereotype_contrast"] == pytest.approx(0.0, abs=1e-12)
    assert found["stereotype_contrast_p_value"] == 1.0
    assert (found["n_about_male"], found["n_about_female"]) == (10, 10)


def test_a_pure_stereotype_is_all_contrast_and_no_prevalence() -> None:
    found = dcbm(np.array([0.8, -0.8] * 10) + np.linspace(-0.1, 0.1, 20))
    assert found["male_prevalence"] == 50.0
    assert found["male_lean"] == pytest.approx(0.0, abs=1e-9)
    assert found["stereotype_contrast"] == pytest.approx(1.6, abs=0.02)
    assert found["stereotype_contrast_p_value"] == stats.attainable_p(20)
    assert found["stereotype_contrast_d"] > 10


@given(st.integers(0, 100), st.floats(-5, 5))
def test_how_often_men_are_written_about_does_not_move_the_contrast(
    seed: int, constant: float
) -> None:
    odds = np.random.default_rng(seed).normal(size=20)
    rows, moved = (MaleRows((x > 0) * 1.0, x, np.array(ABOUT)) for x in (odds, odds + constant))
    found, other = details_of(rows, OPTIONS), details_of(moved, OPTIONS)
    for name in KEYS:
        if name.startswith("stereotype"):
            assert other[name] == pytest.approx(found[name], rel=1e-6, abs=1e-9)
    assert other["male_lean"] == pytest.approx(found["male_lean"] + constant, abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_all_numbers_equal_those_of_scipy_and_of_the_pure_formulas(seed: int) -> None:
    rng = np.random.default_rng(seed)
    odds, about = rng.normal(0.3, 1, 40), rng.choice(["male", "female", ""], 40).tolist()
    found = dcbm(odds, about)
    men, women = (odds[np.array(about) == gender] for gender in ("male", "female"))
    welch = sps.ttest_ind(men, women, equal_var=False)
    assert found["male_prevalence"] == male_prevalence(odds) == found["dcbm"]
    ends = [found[f"male_prevalence_{name}"] for name in ("stderr", "ci_low", "ci_high")]
    assert ends == [found[name] for name in ("stderr", "ci_low", "ci_high")]
    assert found["male_lean"] == pytest.approx(odds.mean())
    assert found["male_lean_stderr"] == pytest.approx(sps.sem(odds))
    assert found["male_lean_d"] == pytest.approx(odds.mean() / odds.std(ddof=1))
    assert found["stereotype_contrast"] == pytest.approx(stereotype_contrast(odds, about))
    assert found["stereotype_contrast_p_value"] == pytest.approx(welch.pvalue)
    assert (found["n_about_male"], found["n_about_female"]) == (len(men), len(women))


def test_rows_that_share_a_cluster_widen_all_intervals() -> None:
    rng = np.random.default_rng(2)
    names = [f"name {i // 4}" for i in range(80)]
    about = ["male" if i // 4 % 2 else "female" for i in range(80)]
    odds = np.repeat(rng.normal(size=20), 4) + 0.1 * rng.normal(size=80)
    alone, whole = dcbm(odds, about), dcbm(odds, about, cluster=[[name] for name in names])
    for name in ("male_prevalence", "male_lean", "stereotype_contrast"):
        assert whole[name] == alone[name]
        assert whole[f"{name}_stderr"] > 1.6 * alone[f"{name}_stderr"]
    means = np.array([odds[i : i + 4].mean() for i in range(0, 80, 4)])
    welch = sps.ttest_ind(means[1::2], means[::2], equal_var=False)
    assert whole["stereotype_contrast_p_value"] == pytest.approx(welch.pvalue, rel=1e-6)


def test_a_stereotype_pair_is_turned_to_its_male_side() -> None:
    delta = np.array([1.0, -2.0, 0.5, 3.0, 0.25])
    about = ["female", "male", "", "female", "male"]
    columns = {"cps": (delta > 0) * 1.0, "pll_more": delta, "pll_less": np.zeros(5)}
    rows = male_rows(measure_of("cps"), columns, about)
    assert rows.effects is not None
    assert rows.effects.tolist() == [-1.0, -2.0, -3.0, 0.25]
    assert rows.wins.tolist() == [0.0, 0.0, 0.0, 1.0]
    found = details_of(rows, OPTIONS)
    assert (found["n_gendered"], found["male_prevalence"]) == (4, 25.0)
    assert found["stereotype_contrast"] == (-2.0 + 0.25) / 2 - (-1.0 - 3.0) / 2


def test_a_tie_that_counts_as_lost_is_a_win_of_neither_gender() -> None:
    columns = {"cps": np.zeros(2), "pll_more": np.ones(2), "pll_less": np.ones(2)}
    assert male_rows(measure_of("cps"), columns, ["male", "female"]).wins.tolist() == [0.5, 0.5]


@pytest.mark.parametrize("n", [5, 6])
@pytest.mark.parametrize("of_each", [1, 3])
def test_few_units_have_a_lean_without_an_interval_on_either_scale(n: int, of_each: int) -> None:
    odds = np.random.default_rng(n).normal(1.0, 0.3, n * of_each)
    names = [[str(i // of_each)] for i in range(n * of_each)]
    columns = {} if of_each == 1 else {"cluster": names}
    found = dcbm(odds, [*ABOUT, *ABOUT][: len(odds)], **columns)
    for name in ("male_lean", "male_lean_d", "stereotype_contrast", "stereotype_contrast_d"):
        ends = [found[f"{name}_ci_{end}"] for end in ("low", "high")]
        assert (None in ends) == (n < 6), name
    assert found["male_lean_stderr"] is not None


def test_where_one_gender_is_known_there_is_no_contrast_and_a_note_says_why() -> None:
    found = dcbm(np.linspace(-1, 2, 20), ["female"] * 20)
    assert "male_lean" in found
    assert not [name for name in found if "contrast" in name or "about" in name]
    assert found["notes"] == [
        "no stereotype contrast: all rows whose `gender_more` is known are about women"
    ]
    nobody = dcbm(np.linspace(-1, 2, 20), [""] * 20)
    assert not set(KEYS) & set(nobody)
    assert nobody["notes"] == ["no stereotype contrast: `gender_more` is not known of any row"]


def test_a_word_of_probability_0_has_no_log_odds() -> None:
    found = dcbm(np.array([800.0, *np.linspace(-1, 1, 19)]))
    assert "male_prevalence" in found
    assert not [name for name in found if "contrast" in name or "lean" in name]
    assert found["notes"] == ["no stereotype contrast: a word of probability 0 has no log odds"]


def test_without_gender_more_nothing_is_added(live: dict[str, Any]) -> None:
    result = score("cps", PAIRS, **live)
    assert not set(KEYS) & set(result.details)
    assert result.notes == score("aul", PAIRS, **live).notes


@pytest.mark.parametrize("metric", ["sbm", "dcbm", "mbe", "aul", "cps", "s_jsd"])
def test_data_of_ones_own_with_the_column_get_both_numbers(
    metric: str, live: dict[str, Any]
) -> None:
    told = {name: SIDES[name] for name in SIDES if name != "gender_more"}
    bare, result = score(metric, told, **live), score(metric, SIDES, **live)
    assert set(KEYS) <= set(result.details)
    kept = {name: value for name, value in result.as_dict().items() if name in bare.as_dict()}
    assert kept == bare.as_dict()
    if metric in ("sbm", "dcbm"):
        assert result.details["male_prevalence"] == result.value


def test_a_pair_of_bags_is_its_male_likelihood_minus_its_female_one(live: dict[str, Any]) -> None:
    read = [one is not None for one in score("sbm", SIDES, **live).rows["sbm"]]
    some = {
        name: [one for one, is_read in zip(SIDES[name], read, strict=True) if is_read]
        for name in SIDES
    }
    bags, sides = score("mbe", some, **live), score("sbm", some, **live)
    men, women = np.split(np.array(bags.rows["score"]), 2)
    expected = stereotype_contrast(men - women, some["gender_more"])
    assert bags.details["stereotype_contrast"] == pytest.approx(expected, abs=1e-12)
    for name in KEYS:
        assert bags.details[name] == pytest.approx(sides.details[name], rel=1e-6)


def test_bags_without_pairs_say_why_there_is_no_contrast(live: dict[str, Any]) -> None:
    bags = {
        "sentence": [*SIDES["male"], *SIDES["female"]],
        "gender": ["male"] * 20 + ["female"] * 20,
        "gender_more": SIDES["gender_more"] * 2,
    }
    result = score("mbe", bags, **live)
    assert "no stereotype contrast: no two sentences share a `pair_id`" in result.notes
    wrong = {**bags, "gender_more": bags["gender"], "pair_id": [*range(20)] * 2}
    with pytest.raises(InputError, match=r"one `gender_more` for both.*'male' in row 0"):
        score("mbe", wrong, **live)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("metric", ["sbm", "dcbm", "mbe", "aul", "cps", "s_jsd"])
def test_both_doses_that_were_planted_in_the_embedded_model_are_found(
    metric: str, language: str
) -> None:
    """Its stereotype is 0.8 and its prevalence 0.5: the first is the larger one in every metric."""
    options = {"model": "embedded", "progress": False, "n_resamples": 199}
    found = score(metric, language=language, **options).details
    assert found["male_prevalence_ci_low"] > 50
    assert found["male_lean"] > 0
    assert found["stereotype_contrast_ci_low"] > 0
    assert found["stereotype_contrast_d_ci_low"] > found["male_lean_d_ci_high"]


@pytest.mark.parametrize("model", ["bert-base-multilingual-cased", "roberta-base"])
def test_released_answers_of_real_models_keep_their_numbers(shared: Path, model: str) -> None:
    folder = real_sources(shared, "pairs/gest") / "pairs" / "gest"
    with (folder / "gest.csv").open(encoding="utf-8", newline="") as stream:
        numbers = [record["stereotype"] for record in csv.DictReader(stream)]
    about = ["female" if int(number) <= 7 else "male" for number in numbers]
    text = (folder / f"{model}_template-0.txt").read_text(encoding="utf-8")
    odds = np.array([float(line) for line in text.split()])
    rows = MaleRows((np.sign(odds) + 1) / 2, odds, np.array(about))
    alone = details_of(rows, OPTIONS)
    assert alone["male_prevalence"] == pytest.approx(male_prevalence(odds))
    assert alone["stereotype_contrast"] == stereotype_contrast(odds, about)
    whole = details_of(replace(rows, clusters=[numbers]), OPTIONS)
    assert whole["stereotype_contrast"] == alone["stereotype_contrast"] > 0
    assert whole["stereotype_contrast_stderr"] > 2 * alone["stereotype_contrast_stderr"]


@pytest.mark.parametrize("metric", ["dcbm", "mbe", "s_jsd"])
def test_twins_tell_what_the_architecture_makes_of_it(metric: str, live: dict[str, Any]) -> None:
    calibrated = score(metric, SIDES, calibrate=True, n_twins=2, **live).details
    plain = score(metric, SIDES, **live).details
    assert "stereotype_contrast_null" not in plain
    null, error = calibrated["stereotype_contrast_null"], plain["stereotype_contrast_stderr"]
    assert abs(null) < 5 * error
    assert calibrated["stereotype_contrast"] == plain["stereotype_contrast"]


def test_the_null_is_a_mean_over_all_twins_or_none() -> None:
    assert null_of([0.1, 0.3]) == {"stereotype_contrast_null": pytest.approx(0.2)}
    assert null_of([]) == null_of([0.1, None]) == {}


def test_few_rows_of_a_kind_have_a_contrast_without_an_error() -> None:
    odds = np.array([1.0, 2.0, 4.0])
    found = details_of(MaleRows((odds > 0) * 1.0, odds, np.array(["male", "", "female"])), OPTIONS)
    assert found["stereotype_contrast"] == -3.0
    assert found["stereotype_contrast_stderr"] is None
    one = details_of(MaleRows(np.ones(1), odds[:1], np.array(["male"])), OPTIONS)
    assert (one["male_lean"], one["male_lean_stderr"], one["male_lean_d"]) == (1.0, None, None)
    assert stats.attainable_p(1) == 1.0
