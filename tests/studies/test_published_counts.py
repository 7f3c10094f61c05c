"""Printed counts of Yu et al.: as the paper has them, and what follows from what."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from equimask.studies.published import published_ted_counts, published_ted_scores

COUNTS = {row.language: row for row in published_ted_counts()}
MADE = {language: row for language, row in COUNTS.items() if row.total is not None}
NAMES = {
    "de": "German", "ja": "Japanese", "ar": "Arabic", "es": "Spanish", "pt": "Portuguese",
    "ru": "Russian", "id": "Indonesian", "zh": "Chinese", "en": "English",
}  # fmt: skip


def test_pairs_were_made_in_five_of_the_languages() -> None:
    assert set(MADE) == {"en", "de", "es", "pt", "zh"}
    assert set(COUNTS) == set(NAMES)


@pytest.mark.parametrize("language", sorted(MADE))
def test_table_5_follows_from_table_2(language: str) -> None:
    row = MADE[language]
    assert row.total is not None and row.lexicon is not None and row.model is not None
    assert row.lexicon_lost == pytest.approx(100 * (1 - row.lexicon / row.total), abs=0.006)
    assert row.model_lost == pytest.approx(100 * (1 - row.model / row.total), abs=0.012)
    assert row.none == pytest.approx(row.model_lost, abs=0.06)
    assert sum((row.none or 0, row.one or 0, row.both or 0)) == pytest.approx(100, abs=0.11)


def test_pairs_are_twice_the_smaller_origin_but_the_english_count_is_odd() -> None:
    """C37."""
    for scores in published_ted_scores():
        row = MADE[scores.language]
        assert row.total is not None and row.lexicon is not None
        smaller = min(scores.male_share, scores.female_share) / 100
        assert row.lexicon == pytest.approx(2 * smaller * row.total, abs=0.0002 * row.total)
        assert bool(row.lexicon % 2) == (scores.language == "en")


def test_the_counts_are_those_of_the_paper(shared: Path) -> None:
    paper = (shared / "papers" / "mgl_sbm_yu2024.txt").read_text(encoding="utf-8")
    lines = [line.replace(",", "").replace("%", "").split("\t") for line in paper.splitlines()]
    for language, row in COUNTS.items():
        cells = [line[1:] for line in lines if line[0] == NAMES[language]]
        found = [
            [float(cell) for cell in line if re.fullmatch(r"[\d.]+", cell)]
            for line in cells
            if not any("pm" in cell or "±" in cell for cell in line)
        ]
        wanted = [row.coverage] if row.coverage is not None else []
        tables = [numbers[-1:] for numbers in found if len(numbers) == 3 and numbers[0] > 500]
        assert tables == ([wanted] if wanted else [])
        if language in MADE:
            table_2 = [row.kaneko_sub, row.kaneko_all, row.lexicon, row.model, row.total]
            assert [value for value in table_2 if value is not None] in found
            assert [row.model, row.none, row.one, row.both] in found
            assert [row.mbe_lost, row.lexicon_lost, row.model_lost] in found
