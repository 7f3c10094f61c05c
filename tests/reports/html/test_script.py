"""The script is in the page, known by its hash, and no other runs."""

from __future__ import annotations

from equimask.reports.html import render
from equimask.reports.html.interactive import content_security_policy, tables_script
from tests.reports.html.document import read
from tests.reports.html.fake_audit import fake_audit


def test_a_page_runs_the_packaged_script_alone() -> None:
    page = read(render(fake_audit(("de",), ("cps",), baseline=None, reliability=False)))
    (found,) = page.all("script")
    assert found.text == tables_script() and not found.attributes
    (policy,) = (n.attributes["content"] for n in page.all("meta") if "http-equiv" in n.attributes)
    assert policy == content_security_policy() and policy.startswith("default-src 'none'")


def test_the_packaged_script_does_not_end_itself() -> None:
    assert "</script" not in tables_script().lower()
