"""Prevalence and contrast against hand-worked values, a naive script, and released answers."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from equimask.core.errors import InputError
from equimask.measures.contrast import male_prevalence, stereotype_contrast
from tests.builders.real_sources import real_sources

MODELS = (
    "albert-base-v2",
    "bert-base-multilingual-cased",
    "bert-base-uncased",
    "roberta-base",
    "xlm-roberta-base",
)


def naive_prevalence(odds: list[float]) -> float:
    won = 0.0
    for one in odds:
        if one > 0:
            won += 1
        elif one == 0:
            won += 0.5
    return won / len(odds) * 100


def naive_contrast(odds: list[float], genders: list[str]) -> float:
    men = [one for one, gender in zip(odds, genders, strict=True) if gender == "male"]
    women = [one for one, gender in zip(odds, genders, strict=True) if gender == "female"]
    return sum(men) / len(men) - sum(women) / len(women)


def test_hand_worked_values() -> None:
    odds = np.array([2.0, -1.0, 0.0, 3.0])
    assert male_prevalence(odds) == 62.5
    assert stereotype_contrast(odds, ["male", "female", "male", "female"]) == 0.0
    assert stereotype_contrast(odds, ["male", "female", "female", "male"]) == 3.0
    assert stereotype_contrast(odds, ["male", "female", "", ""]) == 3.0


def test_prevalence_leaves_the_contrast_alone_and_the_other_way_round() -> None:
    odds, about = np.array([0.5, 0.25, -0.25, -0.5]), ["male", "male", "female", "female"]
    assert stereotype_contrast(odds + 8, about) == stereotype_contrast(odds, about) == 0.75
    assert (male_prevalence(odds), male_prevalence(odds + 8)) == (50.0, 100.0)
    swapped = ["female", "female", "male", "male"]
    assert stereotype_contrast(odds, swapped) == -0.75
    assert stereotype_contrast(-odds, swapped) == 0.75


@pytest.mark.parametrize("seed", range(5))
def test_both_equal_a_naive_script(seed: int) -> None:
    generator = np.random.default_rng(seed)
    odds = generator.normal(size=200).round(1)  # with ties
    genders = generator.choice(["male", "female", ""], size=200).tolist()
    assert (odds == 0).any()
    assert male_prevalence(odds) == pytest.approx(naive_prevalence(odds.tolist()), abs=1e-9)
    expected = naive_contrast(odds.tolist(), genders)
    assert stereotype_contrast(odds, genders) == pytest.approx(expected, abs=1e-12)


def test_emptiness_is_an_error() -> None:
    with pytest.raises(InputError, match="at least one row"):
        male_prevalence(np.array([]))
    with pytest.raises(InputError, match="both genders"):
        stereotype_contrast(np.array([1.0, 2.0]), ["male", ""])


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("template", range(4))
def test_the_released_answers_of_real_models_give_what_a_naive_script_gives(
    shared: Path, model: str, template: int
) -> None:
    folder = real_sources(shared, "pairs/gest") / "pairs" / "gest"
    with (folder / "gest.csv").open(encoding="utf-8", newline="") as stream:
        numbers = [int(record["stereotype"]) for record in csv.DictReader(stream)]
    genders = ["female" if number <= 7 else "male" for number in numbers]
    path = folder / f"{model}_template-{template}.txt"
    odds = [float(line) for line in path.read_text(encoding="utf-8").split()]
    assert len(odds) == 3565
    assert male_prevalence(np.array(odds)) == pytest.approx(naive_prevalence(odds), abs=1e-9)
    contrast = stereotype_contrast(np.array(odds), genders)
    assert contrast == pytest.approx(naive_contrast(odds, genders), abs=1e-9)
    assert contrast > 0
