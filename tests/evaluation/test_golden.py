"""`protocol="published"` reproduces what the authors' own code computes, pair by pair."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from equimask.core.options import parse_options
from equimask.core.result import BiasResult
from equimask.evaluation.job import Job
from equimask.evaluation.score import evaluate
from equimask.metrics import measure_of
from equimask.models import load_mlm
from equimask.models.cached import Cached

CLEAR_MARGIN = 1e-4
each_golden_model = pytest.mark.parametrize("family", ["bert", "roberta", "xlmr", "albert"])
each_language = pytest.mark.parametrize("language", ["en", "de", "th"])
pytestmark = pytest.mark.slow


@cache
def scorer(folder: Path) -> Cached:
    """A golden model, which is loaded once and asked everything once."""
    mlm = load_mlm(folder)
    return Cached(mlm, mlm.signature)


def published(folder: Path, metric: str, columns: dict[str, list[str]], **own: Any) -> BiasResult:
    options = {"protocol": "published", "progress": False, "n_resamples": 99, **own}
    job = Job(measure_of(metric), columns, parse_options(options), "golden", None)
    return evaluate(job, scorer(folder))


@cache
def figures_and_rows(shared: Path, family: str, language: str) -> tuple[Any, list[dict[str, str]]]:
    """What the authors' code says of the pairs, and the pairs."""
    figures = json.loads((shared / f"golden/figures/{family}.{language}.json").read_text())
    source = shared / f"sources/pairs/steinborn/cps_translated_{language}_formatted.csv"
    with source.open(encoding="utf-8", newline="") as file:
        return figures, list(csv.DictReader(file))


@each_golden_model
@each_language
def test_published_figures_are_reproduced(shared: Path, family: str, language: str) -> None:
    figures, rows = figures_and_rows(shared, family, language)
    columns = {"sent_more": [r["A_x"] for r in rows], "sent_less": [r["B_x"] for r in rows]}
    folder = shared / "golden/models" / family
    s_jsd, cps = (published(folder, metric, columns) for metric in ("s_jsd", "cps"))
    assert s_jsd.value == pytest.approx(figures["summary"]["s_jsd"], abs=1e-6)
    assert cps.value == pytest.approx(figures["summary"]["cps"], abs=0.5)
    assert len(figures["pairs"]) == s_jsd.n == cps.n == 212
    of_s_jsd, of_cps = s_jsd.rows, cps.rows
    for k, pair in enumerate(figures["pairs"]):
        assert of_s_jsd["n_shared"][k] == pair["n_shared"]
        assert of_s_jsd["s_jsd"][k] == pytest.approx(pair["s_jsd"], abs=1e-6)
        for name in ("pll_more", "pll_less"):
            assert of_cps[name][k] == pytest.approx(pair[name], abs=1e-3)
        for name in ("hits_more", "hits_less"):
            assert of_cps[name][k] == pair[name]
        if abs(pair["s_jsd"] * pair["n_shared"]) > CLEAR_MARGIN:
            assert of_s_jsd["b_s_jsd"][k] == pair["b_s_jsd"]
        if abs(pair["pll_more"] - pair["pll_less"]) > CLEAR_MARGIN:
            assert of_cps["cps"][k] == pair["cps"]


@each_golden_model
@each_language
def test_published_mbe_is_reproduced(shared: Path, family: str, language: str) -> None:
    figures, rows = figures_and_rows(shared, family, language)
    sides = [
        (r["A_x"], r["B_x"]) if r["stereo_antistereo"] == "antistereo" else (r["B_x"], r["A_x"])
        for r in rows
    ]
    male, female = [m for m, _ in sides[:150]], [f for _, f in sides]
    bags = {
        "sentence": [*male, *female],
        "gender": ["male"] * len(male) + ["female"] * len(female),
    }
    folder = shared / "golden/models" / family
    for likelihood in ("aula", "aul"):
        expected = figures["mbe"][likelihood]
        found = published(folder, "mbe", bags, likelihood=likelihood)
        assert found.rows["score"] == pytest.approx(
            [*expected["male_scores"], *expected["female_scores"]], abs=1e-5
        )
        assert found.value == pytest.approx(expected["published_code"], abs=1e-2)
        cosine = published(folder, "mbe", bags, likelihood=likelihood, weights="cosine")
        assert cosine.value == pytest.approx(expected["true_cosine"], abs=1e-2)
