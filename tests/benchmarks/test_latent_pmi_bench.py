"""The benchmark of `latent_pmi` runs and compares like with like. Timing is never asserted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import __main__ as bench
from benchmarks import latent_pmi


@pytest.mark.slow
def test_every_figure_is_printed_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bench.json"
    bench.main(["latent_pmi", "--words", "20", "--rows", "500", "--json", str(file)])
    result = json.loads(file.read_text(encoding="utf-8"))["latent_pmi"]
    for name in ("one_by_one", "autograd", "counter"):
        assert result[f"ratio_over_{name}"] > 0
        assert result[f"ratio_over_{name}_cpu"] > 0
    assert result["ratio_many_over_few_events_cpu"] > 0
    assert result["grid_converged"] <= 40
    assert "40 fits of 20 words" in " ".join(capsys.readouterr().out.split())


def test_the_table_is_as_large_and_as_uneven_as_said() -> None:
    counts, lexicon = latent_pmi.random_table(50, 10_000)
    assert counts.sum() == 10_000
    assert 0.7 < counts[:, 0].sum() / 10_000 < 0.9
    assert lexicon.shape == (50, 3)
