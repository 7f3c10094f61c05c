"""The rows as published score like the authors' own files; the repaired ones do not."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import equimask
from builders.crows_pairs_multilingual.build import BUILDER
from equimask.core.result import BiasResult
from equimask.core.schema import AS_PUBLISHED, PAIR_COLUMNS
from tests.builders.crows_pairs_multilingual.test_build import STEINBORN
from tests.builders.made import made
from tests.builders.real_sources import real_sources

pytestmark = pytest.mark.slow


def published(metric: str, model: Path, more: list[str], less: list[str]) -> BiasResult:
    columns = {"sent_more": more, "sent_less": less}
    options = {"protocol": "published", "n_resamples": 99, "progress": False}
    return equimask.score(metric, columns, model=str(model), **options)


@pytest.mark.parametrize("metric", ["cps", "s_jsd"])
@pytest.mark.parametrize("lang", ["fi", "ar"])
def test_rows_as_published_score_like_the_released_file(
    shared: Path, lang: str, metric: str
) -> None:
    name = STEINBORN.format(lang)
    source = real_sources(shared, "pairs/steinborn") / name
    model = shared / "golden/models/xlmr"
    with source.open(encoding="utf-8", newline="") as file:
        raw = list(csv.DictReader(file))
    rows = made(BUILDER, {name: source}).rows

    def built(suffix: str = "") -> BiasResult:
        more, less = ([row[side + suffix] for row in rows] for side in PAIR_COLUMNS)
        return published(metric, model, more, less)

    released = published(metric, model, [r["A_x"] for r in raw], [r["B_x"] for r in raw])
    as_published, repaired = built(AS_PUBLISHED), built()
    assert as_published.n == released.n == 212
    assert as_published.value == pytest.approx(released.value, abs=1e-9)
    assert as_published.rows[metric] == pytest.approx(released.rows[metric], abs=1e-9)
    options = {"protocol": "published", "n_resamples": 99, "progress": False}
    whole = equimask.score(metric, rows, model=str(model), language=lang, **options)
    assert whole.rows[metric] == as_published.rows[metric]  # the protocol takes them by itself
    assert repaired.rows[metric] != pytest.approx(released.rows[metric], abs=1e-6)
    if (lang, metric) == ("fi", "cps"):  # so far do spaces alone move it
        assert released.value == pytest.approx(45.28, abs=0.01)
        assert repaired.value == pytest.approx(50.94, abs=0.01)
