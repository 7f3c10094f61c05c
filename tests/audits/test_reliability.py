"""What small changes do to scores and pairs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.audits.worlds import (
    quick_audit,
)


@pytest.mark.slow
def test_reliability_compares_pairs_before_and_after() -> None:
    found = quick_audit(languages=("de", "th"), metrics=["cps", "mbe"], reliability=True)
    assert found.options["reliability"] == ["casing", "last_character", "name_swap"]
    by_place = {(r.language, r.measure, r.perturbation): r for r in found.reliability}
    assert ("th", "cps", "casing") not in by_place  # a script without case
    assert [note for note in found.notes if note.startswith("th casing: left out")]
    for (language, measure, _), one in by_place.items():
        cell = found.cell(language, measure)
        assert cell is not None
        assert one.change == pytest.approx(one.value - cell.result.value)
        assert one.rank_correlation is not None and -1 <= one.rank_correlation <= 1
        assert (one.sign_changes is None) is (measure == "mbe")
    assert by_place["de", "cps", "last_character"].n == 112
    assert by_place["de", "cps", "name_swap"].n == 76
    assert by_place["de", "mbe", "name_swap"].n == 2 * 76


def test_an_untouched_model_is_perfectly_reliable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A perturbation that the model cannot see moves nothing."""
    renamed = lambda pairs, *_: [replace(pair, id=f"{pair.id}*") for pair in pairs]  # noqa: E731
    monkeypatch.setattr("equimask.audits.run.PERTURBATIONS", {"casing": renamed})
    monkeypatch.setattr("equimask.audits.perturbed.PERTURBATIONS", {"casing": renamed})
    (one,) = quick_audit(metrics=["cps"], reliability=True).reliability
    assert (one.rank_correlation, one.sign_changes, one.change) == (pytest.approx(1.0), 0.0, 0.0)
