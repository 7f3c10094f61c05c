"""`protocol="published"` reproduces what the authors' own code computes, pair by pair."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from equimask.evaluation import score

CLEAR_MARGIN = 1e-4


@pytest.mark.parametrize("language", ["en", "de", "th"])
@pytest.mark.parametrize("family", ["bert", "roberta", "xlmr", "albert"])
def test_published_figures_are_reproduced(shared: Path, family: str, language: str) -> None:
    figures = json.loads((shared / f"golden/figures/{family}.{language}.json").read_text())
    source = shared / f"sources/pairs/steinborn/cps_translated_{language}_formatted.csv"
    with source.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    columns = {"sent_more": [r["A_x"] for r in rows], "sent_less": [r["B_x"] for r in rows]}
    options = {
        "model": str(shared / "golden/models" / family),
        "language": language,
        "protocol": "published",
        "progress": False,
        "n_resamples": 99,
    }
    s_jsd = score("s_jsd", columns, **options)
    cps = score("cps", columns, **options)
    assert s_jsd.value == pytest.approx(figures["summary"]["s_jsd"], abs=1e-6)
    assert cps.value == pytest.approx(figures["summary"]["cps"], abs=0.5)
    assert len(figures["pairs"]) == s_jsd.n == cps.n == 212
    for k, pair in enumerate(figures["pairs"]):
        assert s_jsd.rows["n_shared"][k] == pair["n_shared"]
        assert s_jsd.rows["s_jsd"][k] == pytest.approx(pair["s_jsd"], abs=1e-6)
        for name in ("pll_more", "pll_less"):
            assert cps.rows[name][k] == pytest.approx(pair[name], abs=1e-3)
        for name in ("hits_more", "hits_less"):
            assert cps.rows[name][k] == pair[name]
        if abs(pair["s_jsd"] * pair["n_shared"]) > CLEAR_MARGIN:
            assert s_jsd.rows["b_s_jsd"][k] == pair["b_s_jsd"]
        if abs(pair["pll_more"] - pair["pll_less"]) > CLEAR_MARGIN:
            assert cps.rows["cps"][k] == pair["cps"]


@pytest.mark.parametrize("likelihood", ["aula", "aul"])
@pytest.mark.parametrize("language", ["en", "de", "th"])
@pytest.mark.parametrize("family", ["bert", "roberta", "xlmr", "albert"])
def test_published_mbe_is_reproduced(
    shared: Path, family: str, language: str, likelihood: str
) -> None:
    figures = json.loads((shared / f"golden/figures/{family}.{language}.json").read_text())
    expected = figures["mbe"][likelihood]
    source = shared / f"sources/pairs/steinborn/cps_translated_{language}_formatted.csv"
    with source.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    sides = [
        (r["A_x"], r["B_x"]) if r["stereo_antistereo"] == "antistereo" else (r["B_x"], r["A_x"])
        for r in rows
    ]
    male, female = [m for m, _ in sides[:150]], [f for _, f in sides]
    bags = {
        "sentence": [*male, *female],
        "gender": ["male"] * len(male) + ["female"] * len(female),
    }
    options = {
        "model": str(shared / "golden/models" / family),
        "protocol": "published",
        "likelihood": likelihood,
        "progress": False,
        "n_resamples": 99,
    }
    published = score("mbe", bags, **options)
    assert published.rows["score"] == pytest.approx(
        [*expected["male_scores"], *expected["female_scores"]], abs=1e-5
    )
    assert published.value == pytest.approx(expected["published_code"], abs=1e-2)
    cosine = score("mbe", bags, weights="cosine", **options)
    assert cosine.value == pytest.approx(expected["true_cosine"], abs=1e-2)
