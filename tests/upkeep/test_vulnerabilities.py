"""Advisories are read from a file; the last event before a version decides."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from upkeep import vulnerabilities
from upkeep.pins import pins_of
from upkeep.vulnerabilities import affected_pins, main

PINS = pins_of("a-b==1.5\nc==2.0\n")


def record(*events: dict[str, str], name: str = "A_b", **more: Any) -> dict[str, Any]:
    affected = {
        "package": {"ecosystem": "PyPI", "name": name},
        "ranges": [{"type": "ECOSYSTEM", "events": list(events)}],
    }
    return {"id": "X-1", "summary": "bad", "affected": [affected], **more}


@pytest.mark.parametrize(
    ("events", "affected"),
    [
        ([{"introduced": "0"}], True),
        ([{"introduced": "0"}, {"fixed": "1.5"}], False),
        ([{"introduced": "0"}, {"fixed": "1.5.1"}], True),
        ([{"introduced": "0"}, {"last_affected": "1.5"}], True),
        ([{"introduced": "0"}, {"last_affected": "1.4"}], False),
        ([{"introduced": "1.6"}], False),
        ([{"fixed": "1.2"}, {"introduced": "0"}, {"introduced": "1.4"}], True),
        ([{"introduced": "1.0rc1"}, {"fixed": "1.10"}], True),
        ([{"introduced": "odd"}], False),
        ([], False),
    ],
)
def test_the_last_event_before_the_version_decides(
    events: list[dict[str, str]], affected: bool
) -> None:
    found = affected_pins(PINS, iter([record(*events)]))
    assert [one.line for one in found] == ["a-b==1.5"] * affected


def test_versions_are_listed_others_and_withdrawn_ones_are_left() -> None:
    listed = {"id": "X", "affected": [{"package": {"ecosystem": "PyPI", "name": "c"}}]}
    listed["affected"][0]["versions"] = ["1.0", "2.0.0"]  # type: ignore[index]
    assert [one.line for one in affected_pins(PINS, iter([listed]))] == ["c==2.0"]
    gone = record({"introduced": "0"}, withdrawn="2026-01-01T00:00:00Z")
    other = record({"introduced": "0"})
    other["affected"][0]["package"]["ecosystem"] = "npm"
    assert affected_pins(PINS, iter([gone, other, record({"introduced": "0"}, name="d")])) == []


@pytest.mark.parametrize("form", ["one.json", "list.json", "folder", "all.zip"])
def test_advisories_are_read_wherever_they_stand(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(record({"introduced": "0"}))
    path = tmp_path / form
    if form == "folder":
        path.mkdir()
        (path / "X-1.json").write_text(text)
    elif form == "all.zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("X-1.json", text)
    else:
        path.write_text(text if form == "one.json" else f"[{text}]")
    pins = tmp_path / "pins.txt"
    monkeypatch.setattr(vulnerabilities, "CONSTRAINTS", pins)
    pins.write_text("a-b==1.5\n")
    assert main([str(path)]) == 1
    assert "a-b==1.5\tX-1\t'bad'" in capsys.readouterr().out
    pins.write_text("c==2.0\n")
    assert main([str(path)]) == 0


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[1]",
        '{"affected": 1}',
        "[" * 100_000,
        '{"affected": [1]}',
        '{"affected": [{"package": "a"}]}',
        '{"affected": [{"package": {"ecosystem": "PyPI", "name": "torch"}, "ranges": [1]}]}',
        '{"affected": [{"package": {"ecosystem": "PyPI", "name": "torch"}, "versions": 1}]}',
    ],
)
def test_what_is_no_advisory_is_told(
    tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.json").write_text(content)
    assert main([str(tmp_path / "a.json")]) == 2
    assert "Expected OSV records in '" in capsys.readouterr().err
    assert main([str(tmp_path / "none.zip")]) == 2
