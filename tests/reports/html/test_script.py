"""The script is in the page, known by its hash, and no other runs."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from equimask.reports.html import render, script
from tests.reports.html.document import read
from tests.reports.html.fake_audit import fake_audit

AUDIT = fake_audit(("de",), ("cps",), baseline=None, reliability=False)


def packaged(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str | None) -> str:
    """The report of a package whose static folder has this script, or none."""
    (folder / "static").mkdir()
    if text is not None:
        (folder / "static" / "tables.js").write_text(text, encoding="utf-8")
    monkeypatch.setattr(script, "files", lambda package: folder)
    return render(AUDIT)


def test_a_page_runs_the_packaged_script_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = 'const less = 1 < 2 && "é";\n'
    page = read(packaged(monkeypatch, tmp_path, code))
    (found,) = page.all("script")
    assert found.text == code and not found.attributes
    digest = b64encode(sha256(code.encode()).digest()).decode()
    (policy,) = (n.attributes["content"] for n in page.all("meta") if "http-equiv" in n.attributes)
    assert policy.startswith("default-src 'none'")
    assert policy.endswith(f"; script-src 'sha256-{digest}'")


def test_without_a_script_none_may_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    html = packaged(monkeypatch, tmp_path, None)
    assert not list(read(html).all("script")) and "script-src" not in html


def test_the_packaged_script_does_not_end_itself() -> None:
    assert "</script" not in script.tools().script.lower()
