"""The benchmark of the audit runs and compares like with like. Timing is never asserted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import __main__ as bench
from benchmarks import audit
from tests import tiny


def test_every_ratio_is_printed_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "small_bert", lambda vocabulary, *_: tiny.bert_config(vocabulary))
    file = tmp_path / "bench.json"
    bench.main(["audit", "--audit-pairs", "16", "--audit-rounds", "1", "--json", str(file)])
    result = json.loads(file.read_text(encoding="utf-8"))["audit"]
    assert result["masked"]["measures"] == ["s_jsd", "b_s_jsd", "cps"]
    assert result["unmasked"]["measures"] == ["aula", "aul", "sbm", "mbe"]
    for kind in ("masked", "unmasked"):
        for name in ("ratio_over_dearest", "ratio_over_one_by_one", "whole_over_dearest"):
            assert result[kind][name] > 0
            assert result[kind][f"{name}_cpu"] > 0
    assert "target 1.1" in " ".join(capsys.readouterr().out.split())
