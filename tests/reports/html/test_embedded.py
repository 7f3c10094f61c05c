"""From the embedded model to the page, without a network."""

from __future__ import annotations

from pathlib import Path

import pytest

import equimask
from equimask.reports.html import write_report
from equimask.reports.html.keys import signature_key
from tests.reports.html.document import read


@pytest.mark.slow
def test_an_audit_of_the_embedded_model_becomes_a_report(tmp_path: Path) -> None:
    audit = equimask.audit("embedded", ["en"], ["cps", "sbm"], n_resamples=99, progress=False)
    write_report(audit, tmp_path / "report.html")
    page = read((tmp_path / "report.html").read_text(encoding="utf-8"))
    scores = {link.attributes["href"]: link.text for link in page.all("a")}
    assert [cell.measure for cell in audit.cells] == ["cps", "sbm"]
    for cell in audit.cells:
        key = signature_key(audit, cell)
        assert page.by_id(key).text == cell.result.signature
        assert scores[f"#{key}"] == f"{cell.result.value:.1f}"
    assert "Planted into it: stereotype 0.8, which CPS should find" in page.text
