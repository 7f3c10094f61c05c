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
