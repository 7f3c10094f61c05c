"""Template by stereotype against naive loops, and of results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import equimask
from equimask import stats
from equimask.core.errors import InputError
from equimask.inputs.pairs import load_pairs
from equimask.measures.contrast import stereotype_contrast
from equimask.studies.analyses.male_effects import male_effects
from equimask.studies.analyses.two_way import two_way
from tests.builders.real_sources import real_sources


def world(n: int = 120) -> tuple[np.ndarray, dict[str, list[str]]]:
    """The template moves prevalence from nothing to all; the contrast stays."""
    rng = np.random.default_rng(0)
    template = rng.choice(["say", "think", "feel"], n)
    about = rng.choice(["male", "female"], n)
    lean = np.array([{"say": -4.0, "think": 0.0, "feel": 4.0}[one] for one in template])
    effects = lean + np.where(about == "male", 0.5, -0.5) + 0.3 * rng.normal(size=n)
    columns = {"template": template, "gender_more": about, "item": rng.integers(0, 30, n)}
    return effects, {name: column.tolist() for name, column in columns.items()}


def test_cells_equal_naive_loops() -> None:
    effects, columns = world()
    found = two_way(effects, columns)
    for cell in found.cells:
        own = [
            effect
            for effect, template, about in zip(
                effects, columns["template"], columns["gender_more"], strict=True
            )
            if (template, about) == (cell.level, cell.stereotype)
        ]
        assert cell.n == len(own)
        assert cell.mean == pytest.approx(sum(own) / len(own))
        assert cell.male_prevalence == pytest.approx(100 * sum(x > 0 for x in own) / len(own))
    assert sum(cell.n for cell in found.cells) == len(effects)


def test_prevalence_moves_with_the_template_and_the_contrast_does_not() -> None:
    found = two_way(*world())
    prevalences = {cell.level: cell.male_prevalence for cell in found.cells}
    assert (prevalences["say"], prevalences["feel"]) == (0.0, 100.0)
    for contrast in found.contrasts.values():
        assert contrast is not None
        assert contrast.difference == pytest.approx(1.0, abs=0.3)
        assert contrast.p_value is not None and contrast.p_value < 1e-4


def test_a_contrast_is_by_clusters_where_they_are_named() -> None:
    effects, columns = world()
    at = np.array(columns["template"]) == "say"
    first = np.array(columns["gender_more"])[at] == "male"
    expected = stats.contrast_of_means(effects[at], first, [np.array(columns["item"])[at]])
    found = two_way(effects, columns, clusters=["item"]).contrasts["say"]
    assert found is not None
    assert found.interval == pytest.approx(expected.interval)


def test_stereotypes_may_be_categories_and_empty_cells_are_no_cells() -> None:
    columns = {
        "template": ["a", "a", "b", "b"],
        "category": ["weak", "strong", "weak", "weak"],
        "gender_more": ["female", "male", "female", "female"],
    }
    found = two_way([1.0, 3.0, 0.0, -2.0], columns, stereotype="category")
    assert found.cell("b", "strong") is None
    assert found.contrasts["b"] is None
    first = found.contrasts["a"]
    assert first is not None and first.difference == 2.0
    frame = found.frame()
    assert frame.loc[frame.template == "b", "mean"].tolist() == [-1.0]
    assert frame.contrast.isna().tolist() == [False, False, True]


def test_the_table_shows_all_that_is_known_within_80_characters() -> None:
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(two_way(*world()).table())
    text = console.export_text()
    assert all(word in text for word in ("say", "think", "feel", "contrast", "100 %", "rows"))


@pytest.mark.parametrize("metric", ["dcbm", "cps", "s_jsd"])
def test_a_result_and_the_columns_of_its_rows_do(metric: str) -> None:
    pairs = load_pairs("en")[:24]
    names = ("male", "female", "male_word", "female_word", "sent_more", "sent_less", "gender_more")
    columns: dict[str, Any] = {name: [getattr(pair, name) for pair in pairs] for name in names}
    result = equimask.score(metric, columns, model="embedded", progress=False, n_resamples=9)
    columns["length"] = ["long" if len(pair.male) > 40 else "short" for pair in pairs]
    effects, _ = male_effects(result, columns, ["gender_more"])
    expected = stereotype_contrast(effects, columns["gender_more"])
    assert expected == pytest.approx(result.details["stereotype_contrast"])
    found = two_way(result, columns, factor="length")
    assert sum(cell.n for cell in found.cells) == result.n


def test_what_does_not_fit_is_refused() -> None:
    effects, columns = world()
    with pytest.raises(InputError, match="a column 'wording'"):
        two_way(effects, columns, factor="wording")
    with pytest.raises(InputError, match=r"for each of the 119 rows.*120 labels"):
        two_way(effects[1:], columns)
    with pytest.raises(InputError, match=r"'male', 'female' or ''.*'men'"):
        two_way(effects, {**columns, "gender_more": ["men"] * 120})
    bags = equimask.score("mbe", model="embedded", language="en", progress=False, n_resamples=9)
    with pytest.raises(InputError, match=r"decided for one side.*one of MBE"):
        two_way(bags, columns)


def test_real_models_keep_their_contrast_over_templates(shared: Path) -> None:
    import csv

    folder = real_sources(shared, "pairs/gest") / "pairs" / "gest"
    with (folder / "gest.csv").open(encoding="utf-8", newline="") as stream:
        numbers = [record["stereotype"] for record in csv.DictReader(stream)]
    about = ["female" if int(number) <= 7 else "male" for number in numbers]
    odds, columns = [], {"template": [], "gender_more": [], "category": []}
    for template in range(4):
        path = folder / f"roberta-base_template-{template}.txt"
        odds += [float(line) for line in path.read_text(encoding="utf-8").split()]
        columns["template"] += [str(template)] * len(about)
        columns["gender_more"] += about
        columns["category"] += numbers
    found = two_way(odds, columns, clusters=["category"])
    for at, (level, contrast) in enumerate(found.contrasts.items()):
        own = np.array(odds).reshape(4, -1)[at]
        assert contrast is not None
        assert contrast.difference == pytest.approx(stereotype_contrast(own, about))
        assert contrast.interval.low is not None and contrast.interval.low > 0, level
