"""The benchmark of swaps compares both ways on the same sentences. Timing is never asserted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import __main__ as bench
from benchmarks import swaps
from equimask.gender.swap import GenderLexicon


@pytest.mark.slow
def test_every_figure_is_printed_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swaps, "LANGUAGES", ("es",))
    monkeypatch.delenv("EQUIMASK_SHARED", raising=False)
    file = tmp_path / "bench.json"
    bench.main(["swaps", "--json", str(file)])
    (run,) = json.loads(file.read_text(encoding="utf-8"))["swaps"]["languages"].values()
    assert run["source"] == "written"
    assert 0 < run["with_gender_word"] <= run["sentences"]
    for name in ("sentences_per_second", "ratio_over_substitution", "load_seconds"):
        assert run[name] > 0
    assert "es" in capsys.readouterr().out


def test_the_baseline_changes_the_gender_words_alone() -> None:
    plainly = swaps.substitution(GenderLexicon.load("es"))
    assert plainly("La reina está cansada.") == "La rey está cansada."
    assert plainly("Llueve.") == "Llueve."


def test_without_shared_text_the_written_sentences_are_swapped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("EQUIMASK_SHARED", raising=False)
    source, found = swaps.sentences("it", 5)
    assert source == "written" and len(found) >= 150
