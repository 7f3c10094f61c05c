"""A report is cited as the package is."""

from __future__ import annotations

import re
from pathlib import Path

from equimask.reports.html.citation import AUTHORS, TITLE, bibtex, citation_line
from tests.reports.html.fake_audit import fake_audit

ROOT = Path(__file__).parents[3]


def test_the_line_says_what_the_citation_file_says() -> None:
    facts = (ROOT / "CITATION.cff").read_text(encoding="utf-8").partition("references:")[0]
    assert re.search(r'^title: "(.*)"$', facts, re.MULTILINE)[1] == TITLE  # type: ignore[index]
    assert re.search(r"^  - name: (.*)$", facts, re.MULTILINE)[1] == AUTHORS  # type: ignore[index]
    audit = fake_audit(("de",), ("cps",), baseline=None)
    assert citation_line(audit).startswith(f"{AUTHORS}. {TITLE}. Version {audit.equimask}.")


def test_papers_of_the_measures_are_named_once_each() -> None:
    entries = bibtex(fake_audit(("de",), ("aula", "aul", "cps"), baseline=None))
    keys = re.findall(r"^@\w+\{([\w-]+),", entries, re.MULTILINE)
    assert keys == ["equimask", "kaneko-bollegala-2022-unmasking", "nangia-etal-2020-crows"]
    assert entries.count("{") == entries.count("}")
