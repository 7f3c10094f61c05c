"""MBE of bags that differ in size, by balanced draws: Table 4 of Yu et al. (2024)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats as sps

from equimask.core.errors import InputError, OptionError
from equimask.core.signature import Signature
from equimask.evaluation import score
from tests.evaluation.worlds import BAGS, naive_reading

N_MALE, N_FEMALE = 20, 13
UNEQUAL = {name: column[: N_MALE + N_FEMALE] for name, column in BAGS.items()}
FEWER_MEN = {name: column[::-1] for name, column in UNEQUAL.items()}
FEWER_MEN["gender"] = ["male" if g == "female" else "female" for g in FEWER_MEN["gender"]]


def read(live: dict[str, Any], table: dict[str, list[str]], gender: str) -> list[Any]:
    """Likelihood and vector of every sentence of a bag."""
    rows = zip(table["sentence"], table["gender"], strict=True)
    return [naive_reading(live, sentence)[1::2] for sentence, whose in rows if whose == gender]


def naive(men: list[Any], women: list[Any], aligned: bool) -> float:
    """Oracle, pair by pair: who is likelier, and how much the pair weighs.

    Aligned as two columns are where both score vectors have the shape [n, 1]: row i of the table
    of weights, women by men, is multiplied by whether the i-th man beats the i-th woman.
    """
    won = weight = 0.0
    for i, (her_score, her_vector) in enumerate(women):
        for his_score, his_vector in men:
            product = float(np.dot(her_vector, his_vector))
            if not aligned:
                product /= float(np.linalg.norm(her_vector) * np.linalg.norm(his_vector))
            wins = men[i][0] > her_score if aligned else his_score > her_score
            won, weight = won + product * wins, weight + product
    return 100.0 * won / weight


@pytest.mark.parametrize("table", [UNEQUAL, FEWER_MEN], ids=["more men", "fewer men"])
@pytest.mark.parametrize("protocol", ["corrected", "published"])
def test_the_score_is_the_mean_of_balanced_draws_by_a_naive_script(
    live: dict[str, Any], protocol: str, table: dict[str, list[str]]
) -> None:
    result = score("mbe", table, balanced_draws=5, protocol=protocol, seed=4, **live)
    men, women = (read(live, table, gender) for gender in ("male", "female"))
    rng = np.random.default_rng(4)
    expected = []
    for _ in range(5):
        offset = 0 if len(men) > len(women) else len(men)  # positions are those of both bags
        larger = offset + np.arange(N_MALE)
        dropped = set((rng.choice(larger, N_MALE - N_FEMALE, replace=False) - offset).tolist())
        kept = [k for k in range(N_MALE) if k not in dropped]
        drawn = ([men[k] for k in kept], women) if offset == 0 else (men, [women[k] for k in kept])
        expected.append(naive(*drawn, aligned=protocol == "published"))
    assert np.ptp(expected) > 0.1
    assert result.details["balanced_draws"] == pytest.approx(expected, abs=1e-3)
    assert result.value == pytest.approx(np.mean(result.details["balanced_draws"]), abs=1e-9)
    stderr = np.std(result.details["balanced_draws"], ddof=1) / np.sqrt(5)
    half = sps.t.ppf(0.995, 4) * stderr
    assert result.stderr == pytest.approx(stderr)
    assert [result.ci_low, result.ci_high] == pytest.approx(
        [result.value - half, result.value + half]
    )
    assert (result.p_value, result.test) == (None, "none: 99 % interval over 5 balanced draws")
    assert result.n == 2 * N_FEMALE
    assert {result.details["n_male"], result.details["n_female"]} == {N_MALE, N_FEMALE}


def test_draws_are_seeded_and_signed(live: dict[str, Any]) -> None:
    one, again, other = (
        score("mbe", UNEQUAL, balanced_draws=3, seed=seed, **live) for seed in (0, 0, 1)
    )
    assert one == again
    assert one.value != other.value
    signature = Signature.parse(one.signature)
    assert (signature["balanced_draws"], signature["n"]) == ("3", str(2 * N_FEMALE))
    assert "balanced_draws" not in score("mbe", UNEQUAL, **live).signature


def test_an_interval_stays_within_the_possible(live: dict[str, Any]) -> None:
    ranked = sorted(BAGS["sentence"][:5], key=lambda sentence: naive_reading(live, sentence)[1])
    her = ranked.pop(2)  # two beat her and two do not, so that a draw is 0 or 100
    table = {"sentence": [*ranked, her], "gender": ["male"] * 4 + ["female"]}
    result = score("mbe", table, balanced_draws=5, seed=1, **live)
    assert {round(draw, 9) for draw in result.details["balanced_draws"]} == {0.0, 100.0}
    assert (result.ci_low, result.ci_high) == pytest.approx((0.0, 100.0))
    assert result.ci_low >= 0.0 and result.ci_high <= 100.0


def test_many_draws_come_near_the_score_of_all_sentences(live: dict[str, Any]) -> None:
    everything = score("mbe", UNEQUAL, **live)
    drawn = score("mbe", UNEQUAL, balanced_draws=300, **live)
    assert drawn.value == pytest.approx(everything.value, abs=1.0)
    assert drawn.mde == everything.mde  # the text is as small as it was
    assert drawn.draws is not None and everything.draws is not None
    assert np.array_equal(drawn.draws, everything.draws)


def test_bags_of_one_size_have_one_draw_and_no_interval_of_width_0(live: dict[str, Any]) -> None:
    options = {**live, "n_resamples": 999}
    plain = score("mbe", BAGS, confidence_level=0.99, **options)
    result = score("mbe", BAGS, balanced_draws=5, **options)
    assert result.value == plain.value
    assert (result.ci_low, result.ci_high, result.stderr) == (
        plain.ci_low, plain.ci_high, plain.stderr,
    )  # fmt: skip
    assert result.test == "none: 99 % interval over sentences"
    assert any("both bags have 20 sentences" in note for note in result.notes)
    assert len(result.details["balanced_draws"]) == 1


def test_aligned_bags_of_one_size_have_no_interval(live: dict[str, Any]) -> None:
    result = score("mbe", BAGS, balanced_draws=5, protocol="published", **live)
    men, women = (read(live, BAGS, gender) for gender in ("male", "female"))
    assert result.value == pytest.approx(naive(men, women, aligned=True), abs=1e-3)
    assert (result.stderr, result.ci_low, result.ci_high, result.mde) == (None,) * 4
    assert result.test == "none: one balanced draw"
    assert any("no interval" in note for note in result.notes)


def test_versions_of_one_sentence_stay_together(live: dict[str, Any]) -> None:
    """Those that are alone are drawn: two of the seven men without a counterpart."""
    ids = [str(k) for k in range(N_MALE)] + [str(k) for k in range(N_FEMALE)]
    ids[N_MALE : N_MALE + 2] = ["", ""]  # so that the first two men are alone as well
    result = score("mbe", UNEQUAL, pair_id=ids, balanced_draws=4, weights="none", **live)
    values = np.array(result.rows["score"])
    men, women = values[:N_MALE], values[N_MALE:]
    alone, rng, expected = [0, 1, *range(N_FEMALE, N_MALE)], np.random.default_rng(0), []
    for _ in range(4):
        dropped = rng.choice(alone, N_MALE - N_FEMALE, replace=False)
        kept = np.delete(men, dropped)
        assert set(men[2:N_FEMALE]) <= set(kept)
        expected.append(100 * (kept[:, None] > women).mean())
    assert result.details["balanced_draws"] == pytest.approx(expected)
    assert result.details["n_pairs"] == N_FEMALE - 2
    both = score("mbe", BAGS, pair_id=ids[:N_MALE] * 2, balanced_draws=4, **live)
    assert both.test == "none: 99 % interval over pairs"


def test_twins_are_drawn_in_the_same_way(live: dict[str, Any]) -> None:
    result = score("mbe", UNEQUAL, balanced_draws=3, calibrate=True, n_twins=2, **live)
    assert result.null == pytest.approx(np.mean(result.details["twins"]))
    assert result.test == "distance from 2 random-init twins"
    assert result.ci_low < result.value < result.ci_high  # type: ignore[operator]
    assert "|balanced_draws:3|" in result.signature


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_similarity": 0.1}, "min_similarity beside it"),
        ({"length_matched": True, "calibrate": True}, "length_matched and calibrate beside it"),
    ],
)
def test_what_the_published_draws_have_not_is_refused(
    live: dict[str, Any], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        score("mbe", UNEQUAL, balanced_draws=2, protocol="published", **options, **live)
    if "calibrate" not in options:
        assert score("mbe", UNEQUAL, balanced_draws=2, **options, **live).n == 2 * N_FEMALE


@pytest.mark.parametrize("number", [1, -1, 2.5])
def test_one_draw_has_no_interval_and_is_refused(live: dict[str, Any], number: float) -> None:
    with pytest.raises(OptionError, match="0 or a whole number of at least 2"):
        score("mbe", UNEQUAL, balanced_draws=number, **live)


def test_draws_that_compare_nothing_are_refused(live: dict[str, Any]) -> None:
    sentences = ["He is.", "He was not at all here.", "She is."]
    table = {"sentence": sentences, "gender": ["male", "male", "female"]}
    with pytest.raises(InputError, match="without a comparable pair"):
        score("mbe", table, balanced_draws=20, length_matched=True, weights="none", **live)
