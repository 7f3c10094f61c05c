"""Every picture of the report as a file."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import equimask
from equimask.audits.results import Audit
from equimask.reports.html import render, write_figures
from equimask.reports.html.figures import pictures
from tests.reports.html.document import read
from tests.reports.html.fake_audit import fake_audit


@pytest.mark.parametrize("languages", [("ar", "de", "zh"), ("de",)])
def test_every_picture_of_the_page_has_its_file(languages: tuple[str, ...], tmp_path: Path) -> None:
    audit = fake_audit(languages, ("s_jsd", "cps", "sbm", "mbe"))
    paths = write_figures(audit, tmp_path / "new" / "folder")
    page = read(render(audit))
    shown = [svg.attributes["aria-labelledby"].split("-title")[0] for svg in page.all("svg")]
    assert [path.stem for path in paths] == shown == [one.key for one in pictures(audit)]
    titles = {one.key: one.title for one in pictures(audit)}
    for path in paths:
        text = path.read_text(encoding="utf-8")
        root = ET.fromstring(text)
        assert titles[path.stem] in " ".join("".join(root.itertext()).split())
        assert "var(--" not in text  # outside the page there is no theme


def test_the_same_audit_gives_the_same_files(audit: Audit, tmp_path: Path) -> None:
    one, other = (write_figures(audit, tmp_path / name) for name in ("one", "other"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def test_pictures_for_documents_that_take_no_svg(tmp_path: Path) -> None:
    audit = fake_audit(("de",), ("cps",), baseline=None, reliability=False)
    paths = write_figures(audit, str(tmp_path), "png")
    assert paths and all(path.read_bytes().startswith(b"\x89PNG") for path in paths)


def test_other_formats_are_refused_before_anything_is_drawn(audit: Audit, tmp_path: Path) -> None:
    with pytest.raises(equimask.EquimaskError, match="svg"):
        write_figures(audit, tmp_path / "none", "gif")
    assert not (tmp_path / "none").exists()
